import Database
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds

@testable import HTTPServer
@testable import Meetups

/// Three tenants, `wordup`, `other` and `bare`, which has no meetups.
final class MeetupWorld: Sendable {
    struct Person: Sendable, Hashable {
        let id: Int64
        let username: String
        let token: String
        var tenant = "wordup"
    }

    /// Everybody's password.
    static let password = "right horse 7"
    private static let passwordHash = Result { try World.hasher.get().hash(password) }

    private let world: World
    let database: TestDatabase
    let owner: OwnerConnection

    init(writers: Int = 2, modules: Set<Module> = [.meetups]) async throws {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 100_000
        settings.requestBurst = 100_000
        world = try await World.make(
            slug: "wordup",
            modules: modules,
            settings: settings,
            connections: DatabasePool.Sizes(readers: 1, writers: writers, transactions: 1)
        )
        _ = try await world.addTenant("other", settings: settings)
        _ = try await world.addTenant("bare", modules: [.wagers], settings: settings)
        database = world.database
        owner = try OwnerConnection(database)
    }

    // MARK: People

    func join(
        _ username: String,
        _ known: String = "en",
        _ learn: String = "zh",
        tenant: String = "wordup",
        activeHoursAgo hours: Int = 0
    ) throws -> Person {
        let secret = try TokenSecret.generate()
        let row = try owner.query(
            """
            with made as (
                insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang,
                                      last_active_at, password_hash)
                select id, $1, lower($1) || '@example.com', initcap($1), 'Example', 'Hello.', $2, $3,
                       date_trunc('hour', now()) - make_interval(hours => $5::integer), $7
                  from tenants where slug = $4
                returning tenant_id, id
            ), signed as (
                insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
                select tenant_id, id, $6, 'test', 'test', now(), now() + interval '1 day' from made
            )
            select id from made
            """,
            .text(username),
            .text(known),
            .text(learn),
            .text(tenant),
            .integer(hours),
            .bytes(secret.digest.bytes),
            .text(try Self.passwordHash.get())
        )[0]
        return Person(id: try row.integer(0), username: username, token: secret.text, tenant: tenant)
    }

    /// Ada and Chen, whose languages cross, matched by Ada.
    func pair() async throws -> (ada: Person, chen: Person, match: Int64) {
        let ada = try join("ada")
        let chen = try join("chen", "zh", "en")
        let match = try await post("matches", as: ada, #"{"a_username":"chen"}"#).integer("match_id")
        return (ada, chen, match)
    }

    // MARK: Requests

    func send(
        _ method: HTTPMethod,
        _ path: String,
        token: String? = nil,
        _ body: String? = nil,
        _ headers: [(String, String)] = []
    ) async throws -> Response {
        var fields = Dictionary(headers) { _, last in last }
        if body != nil && fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return try await world.send(method.rawValue, path, token: token, raw: body, headers: fields).response
    }

    func get(_ path: String, as person: Person, _ headers: [(String, String)] = []) async throws -> Response {
        try await send(.get, "/v1/\(person.tenant)/\(path)", token: person.token, nil, headers)
    }
    func post(_ path: String, as person: Person, _ body: String? = nil) async throws -> Response {
        try await send(.post, "/v1/\(person.tenant)/\(path)", token: person.token, body)
    }
    func put(
        _ path: String,
        as person: Person,
        _ body: String,
        _ headers: [(String, String)] = []
    ) async throws -> Response {
        try await send(.put, "/v1/\(person.tenant)/\(path)", token: person.token, body, headers)
    }
    func delete(_ path: String, as person: Person, _ headers: [(String, String)] = []) async throws
        -> Response
    {
        try await send(.delete, "/v1/\(person.tenant)/\(path)", token: person.token, nil, headers)
    }

    // MARK: The database

    func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }

    /// Kinds of the notices of a person, oldest first.
    func notices(of person: Person) throws -> [String] {
        try owner.query("select kind from notices where account_id = $1 order by id", .integer(person.id))
            .map { try $0.text(0) }
    }

    func block(_ person: Person, _ other: Person) throws {
        _ = try owner.query(
            "insert into blocks (tenant_id, account_id, blocked_id) select tenant_id, id, $2 from accounts where id = $1",
            .integer(person.id),
            .integer(other.id)
        )
    }

    /// A proposal for so many seconds from now.
    static func plan(in seconds: Int64 = 86_400, at location: String = "Café") -> String {
        #"{"time_1":"\#(Timestamp.now.adding(seconds: seconds))","location":"\#(location)"}"#
    }
}

extension Response {
    var value: JSONValue { (try? JSONParser.parse(body.bytes)) ?? .null }

    /// The value at a dotted path; numbers are indexes.
    subscript(path: String) -> JSONValue {
        path.split(separator: ".").reduce(value) { value, key in
            switch value {
            case .object(let object): object[String(key)] ?? .null
            case .array(let array): Int(key).flatMap { array.indices.contains($0) ? array[$0] : nil } ?? .null
            default: .null
            }
        }
    }

    struct Missing: Error {
        let path: String
        let body: String
    }

    func integer(_ path: String) throws -> Int64 {
        guard case .integer(let number) = self[path] else { throw Missing(path: path, body: text) }
        return number
    }

    var text: String { String(decoding: body.bytes, as: UTF8.self) }
    var code: JSONValue { self["code"] }

    /// The strings under a key of each item of a list, bare or in a page.
    func all(_ key: String) -> [String] {
        var items = value
        if case .object(let object) = items { items = object["items"] ?? .null }
        guard case .array(let array) = items else { return [] }
        return array.compactMap { item in
            guard case .object(let object) = item, case .string(let text) = object[key] else { return nil }
            return text
        }
    }
}

/// The owner's connection, for one at a time.
final class OwnerConnection: Sendable {
    private let connection: Mutex<BlockingConnection>

    init(_ database: TestDatabase) throws { connection = Mutex(try database.owner) }

    func execute(_ sql: String) throws { try connection.withLock { try $0.execute(sql) } }

    @discardableResult
    func query(_ sql: String, _ parameters: Parameter...) throws -> ResultSet {
        try connection.withLock { try $0.query(sql, parameters) }
    }
}
