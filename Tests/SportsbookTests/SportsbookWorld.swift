import Database
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// A tenant with the module `sportsbook`, an admin, and people who bet.
struct SportsbookWorld: Sendable {
    let world: World
    let admin: SignedInPerson
    /// A separate connection for each use, because tests call concurrently.
    var owner: BlockingConnection { get throws { try world.database.owner } }

    init(
        settings: TenantSettings = .defaults,
        connections: DatabasePool.Sizes = .racing
    ) async throws {
        var settings = settings
        settings.requestsPerSecond = 100_000
        settings.requestBurst = 100_000
        world = try await World.make(modules: [.sportsbook], settings: settings, connections: connections)
        admin = try await world.person("Admin")
        try world.promote(admin, .admin)
    }

    func person(_ name: String) async throws -> SignedInPerson { try await world.person(name) }

    // MARK: Calls

    func call(
        _ method: String,
        _ path: String,
        as person: SignedInPerson,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, path, token: person.token, body, headers: headers)
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

    private func created(_ path: String, _ body: JSONObject) async throws -> Answer {
        let answer = try await call("POST", path, as: admin, body)
        try #require(answer.status == 201, "\(answer)")
        return answer
    }

    // MARK: The tree

    /// A market with the ids of its outcomes by side.
    struct Market: Sendable {
        let event: Int64
        let id: Int64
        let outcomes: [String: Int64]

        subscript(side: String) -> Int64 { outcomes[side] ?? 0 }
    }

    func tournament() async throws -> Int64 {
        let answer = try await created("admin/tournaments/", ["sport": "american_football", "name": "NFL"])
        return try #require(answer["id"]?.integer)
    }

    func event(
        _ home: String = "Chiefs",
        _ away: String = "Bills",
        in tournament: Int64? = nil,
        startsIn seconds: Int64 = 86_400
    ) async throws -> Int64 {
        let parent: Int64
        if let tournament { parent = tournament } else { parent = try await self.tournament() }
        let answer = try await created(
            "admin/events/",
            [
                "tournament_id": .integer(parent), "home": .string(home), "away": .string(away),
                "starts_at": .string(Timestamp.now.adding(seconds: seconds).description), "week": 12,
            ]
        )
        return try #require(answer["id"]?.integer)
    }

    /// - Parameter line: in points.
    func market(
        _ kind: MarketKind = .moneyline,
        line: Double? = nil,
        prices: [String] = ["-110", "-110"],
        of event: Int64? = nil
    ) async throws -> Market {
        let parent: Int64
        if let event { parent = event } else { parent = try await self.event() }
        let outcomes = zip(kind.sides, prices).map { side, price -> JSONValue in
            ["side": .string(side.rawValue), "price": .string(price)]
        }
        var body: JSONObject = [
            "event_id": .integer(parent), "kind": .string(kind.rawValue), "outcomes": .array(outcomes),
        ]
        if let line { _ = body.add("line", JSONNumber(line).map { .number($0) } ?? .null) }
        let answer = try await created("admin/markets/", body)
        var ids: [String: Int64] = [:]
        guard case .array(let items)? = answer["outcomes"] else {
            throw WorldError.notRegistered("market", "")
        }
        for item in items {
            if let side = item["side"]?.text, let id = item["id"]?.integer { ids[side] = id }
        }
        return Market(event: parent, id: try #require(answer["id"]?.integer), outcomes: ids)
    }

    func setStatus(_ status: String, of person: SignedInPerson) async throws {
        let path = "admin/accounts/\(person.id)/"
        expect(200, try await call("PATCH", path, as: admin, ["status": .string(status)]))
    }

    func finish(_ event: Int64, _ home: Int64, _ away: Int64) async throws {
        let body: JSONObject = [
            "status": "final", "home_score": .integer(home), "away_score": .integer(away),
        ]
        expect(200, try await call("PATCH", "admin/events/\(event)/", as: admin, body))
    }

    // MARK: Bets

    static func draft(
        _ legs: [(outcome: Int64, price: String)],
        stake: Int64,
        accept: String? = nil
    ) -> JSONObject {
        let list = legs.map { leg -> JSONValue in
            ["outcome_id": .integer(leg.outcome), "price": .string(leg.price)]
        }
        var body: JSONObject = ["legs": .array(list), "stake_cents": .integer(stake)]
        if let accept { _ = body.add("accept", .string(accept)) }
        return body
    }

    func bet(
        _ outcome: Int64,
        _ price: String = "-110",
        stake: Int64 = 10_000,
        accept: String? = nil,
        as person: SignedInPerson,
        key: String? = nil
    ) async throws -> Answer {
        try await call(
            "POST",
            "bets/",
            as: person,
            Self.draft([(outcome, price)], stake: stake, accept: accept),
            headers: key.map { ["Idempotency-Key": $0] } ?? [:]
        )
    }

    /// Places a bet that must succeed; the answer is its id.
    func placed(
        _ legs: [(outcome: Int64, price: String)],
        stake: Int64 = 10_000,
        as person: SignedInPerson
    ) async throws -> Int64 {
        let answer = try await call("POST", "bets/", as: person, Self.draft(legs, stake: stake))
        return try #require(answer["id"]?.integer, "\(answer)")
    }

    func wallet(_ person: SignedInPerson) async throws -> [Int64] {
        let answer = try await call("GET", "wallet/", as: person)
        return ["balance_cents", "open_stakes_cents", "debt_cents"].map { answer[$0]?.integer ?? -1 }
    }

    func status(of bet: Int64, as person: SignedInPerson) async throws -> [String] {
        let answer = try await call("GET", "bets/\(bet)/", as: person)
        return [answer["status"]?.text ?? "", answer["payout_cents"]?.integer.map(String.init) ?? "null"]
    }

    func entries(_ person: SignedInPerson) async throws -> [String] {
        try await call("GET", "wallet/entries/?limit=100", as: person).items.reversed().map { item in
            "\(item["kind"]?.text ?? "") \(item["amount_cents"]?.integer ?? 0) \(item["balance_after_cents"]?.integer ?? -1)"
        }
    }

    // MARK: The worker

    /// Runs the settlement of an event, as its job does.
    @discardableResult
    func settle(_ event: Int64, batch: Int = Settlement.batchSize) async throws -> Int {
        let settlement = Settlement(database: try await world.database.worker())
        let tenant = world.tenant.id
        return try await world.database.onLoop {
            try await settlement.settle(EventID(rawValue: event), in: tenant, batch: batch)
        }
    }

    /// What the ledger says; empty if everything agrees.
    func differences() async throws -> [LedgerDifference] {
        let pool = try await world.database.worker()
        let tenant = world.tenant.id
        return try await world.database.onLoop { try await LedgerAudit.of(tenant, in: pool).differences }
    }

    func totals() async throws -> LedgerTotals {
        let pool = try await world.database.worker()
        let tenant = world.tenant.id
        return try await world.database.onLoop { try await LedgerAudit.of(tenant, in: pool).totals }
    }

    /// Kinds, subjects and texts of somebody's inbox, the oldest first.
    /// With `TIME` in place of when the game was.
    func inbox(_ person: SignedInPerson) throws -> [String] {
        try owner.query(
            #"""
            select kind || ' ' || subject_type || ': '
                       || regexp_replace(text, '\w{3}, \w{3} \d+, \d{4}, \d+:\d\d [AP]M UTC', 'TIME')
              from notices
             where account_id = $1
             order by id
            """#,
            .integer(person.id)
        ).map { try $0.text(0) }
    }
}
