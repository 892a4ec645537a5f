import Database
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// A tenant with the module `wagers`, and people who bet.
struct WagerWorld: Sendable {
    let world: World
    /// A separate connection for each use, because tests call concurrently.
    var owner: BlockingConnection { get throws { try world.database.owner } }

    init(
        settings: TenantSettings = .defaults,
        connections: DatabasePool.Sizes = .racing
    ) async throws {
        var settings = settings
        settings.requestsPerSecond = 100_000
        settings.requestBurst = 100_000
        world = try await World.make(
            modules: [.wagers],
            settings: settings,
            connections: connections
        )
    }

    func person(_ name: String) async throws -> SignedInPerson { try await world.person(name) }

    // MARK: Calls

    /// The answers in the order of the calls.
    func together(_ calls: [@Sendable () async throws -> Answer]) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
            for (number, call) in calls.enumerated() { group.addTask { (number, try await call()) } }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func call(
        _ method: String,
        _ path: String,
        as person: SignedInPerson,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, path, token: person.token, body, headers: headers)
    }

    /// `POST wagers/{id}/{move}/`
    func make(
        _ move: String,
        _ id: Int64,
        as person: SignedInPerson,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await call("POST", "wagers/\(id)/\(move)/", as: person, body, headers: headers)
    }

    static func draft(_ name: String = "Chess in the park", _ more: JSONObject = [:]) -> JSONObject {
        var body: JSONObject = ["name": .string(name), "amount_cents": 2000, "category": "Other"]
        for member in more.members { body.add(member.key, member.value) }
        return body
    }

    /// Poses a wager; the answer is its id.
    func pose(as person: SignedInPerson, _ more: JSONObject = [:], name: String = "Chess in the park")
        async throws
        -> Int64
    {
        let answer = try await call("POST", "wagers/", as: person, Self.draft(name, more))
        return try #require(answer["id"]?.integer, "\(answer)")
    }

    /// A wager that one has posed and the other taken.
    func active(_ challenger: SignedInPerson, _ challengee: SignedInPerson) async throws -> Int64 {
        let id = try await pose(as: challenger)
        try await expect(200, make("take", id, as: challengee))
        return id
    }

    /// One that the challenger has won.
    func completed(_ challenger: SignedInPerson, _ challengee: SignedInPerson) async throws -> Int64 {
        let id = try await active(challenger, challengee)
        try await expect(200, make("complete", id, as: challengee, ["winner": "challenger"]))
        try await expect(200, make("complete", id, as: challenger, ["winner": "challenger"]))
        return id
    }

    func disputed(_ challenger: SignedInPerson, _ challengee: SignedInPerson) async throws -> Int64 {
        let id = try await active(challenger, challengee)
        try await expect(200, make("complete", id, as: challengee, ["winner": "challengee"]))
        try await expect(200, make("complete", id, as: challenger, ["winner": "challenger"]))
        return id
    }

    @discardableResult
    func expect(
        _ status: Int,
        _ answer: Answer,
        location: SourceLocation = #_sourceLocation
    ) -> Answer {
        #expect(answer.status == status, "\(answer)", sourceLocation: location)
        return answer
    }

    /// The status in the database.
    func status(_ id: Int64) throws -> String? {
        try owner.query("select status from wagers where id = $1", .integer(id)).first?.text(0)
    }

    /// Kinds and texts of somebody's inbox, the latest first.
    func inbox(_ person: SignedInPerson) throws -> [String] {
        try owner.query(
            "select kind || ': ' || text from notices where account_id = $1 order by id desc",
            .integer(person.id)
        ).map { try $0.text(0) }
    }

    func kinds(_ person: SignedInPerson) throws -> [String] {
        try inbox(person).map { String($0.prefix { $0 != ":" }) }
    }

    /// All that is stored of wagers.
    func dump() throws -> [String] {
        try owner.query(
            """
            select 'w' || w::text from wagers w union all select 'n' || n::text from notices n
             union all select 'r' || r::text from wager_ratings r order by 1
            """
        ).map { try $0.text(0) }
    }

    func befriend(_ one: SignedInPerson, _ other: SignedInPerson) throws {
        _ = try owner.query(
            """
            insert into friendships (tenant_id, account_a, account_b, asked_by, accepted_at)
            select tenant_id, least($1, $2::bigint), greatest($1, $2), $1, now() from accounts where id = $1
            """,
            .integer(one.id),
            .integer(other.id)
        )
    }

    func block(_ person: SignedInPerson, by blocker: SignedInPerson) throws {
        _ = try owner.query(
            "insert into blocks (tenant_id, account_id, blocked_id) select tenant_id, id, $2 from accounts where id = $1",
            .integer(blocker.id),
            .integer(person.id)
        )
    }

    /// What a worker has to do with them.
    func sweep() async throws -> WagerSweep { WagerSweep(database: try await world.database.worker()) }
}
