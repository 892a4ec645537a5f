import Database
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestSupport

@testable import HTTPServer
@testable import Meetups

/// Two tenants, `wordup` and `other`, and requests that enter at the gateway as the front's role.
final class MeetupWorld: Sendable {
    struct Person: Sendable, Hashable {
        let id: Int64
        let username: String
        let token: String
        var tenant = "wordup"
    }

    let database: TestDatabase
    let owner: OwnerConnection
    let pool: DatabasePool
    private let gateway: Gateway

    init(writers: Int = 2, modules: String = "{meetups}") async throws {
        let database = try TestDatabase.current
        self.database = database
        owner = try OwnerConnection(database)
        try owner.execute(
            """
            insert into tenants (slug, name, modules, settings)
            select *, '{"requests_per_second": 100000, "request_burst": 100000}'::jsonb
              from (values ('wordup', 'WordUp', '\(modules)'::text[]), ('other', 'Other', '{meetups}'),
                           ('bare', 'Bare', '{wagers}')) as t
            """
        )
        let sizes = DatabasePool.Sizes(readers: 1, writers: writers, transactions: 1)
        let pool = try await database.front(sizes)
        self.pool = pool
        let registry = TenantRegistry()
        _ = try await database.onLoop { try await registry.refresh(from: pool) }
        let routes = MatchRoutes(
            register: { _ in Response(status: 299) },
            profiles: { accounts, session in
                accounts.map { $0.profile(in: session.tenant, isOwn: false) }
            }
        ).routes
        gateway = Gateway(
            registry: registry,
            database: pool,
            signer: Signer(key: [UInt8](repeating: 7, count: 32)),
            platform: [],
            surfaces: [
                Surface(prefix: ["v1"], routes: routes),
                WordUpRoutes(accounts: StubAccounts(owner: owner)).surface,
            ],
            trustedProxies: TrustedProxies(),
            report: { print($0) }
        )
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
                                      last_active_at)
                select id, $1, lower($1) || '@example.com', initcap($1), 'Example', 'Hello.', $2, $3,
                       date_trunc('hour', now()) - make_interval(hours => $5::integer)
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
            .bytes(secret.digest.bytes)
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
        try await database.onLoop { [gateway] in
            var fields = Headers()
            if let token { fields.add("Authorization", "Token \(token)") }
            if body != nil && !headers.contains(where: { $0.0 == "Content-Type" }) {
                fields.add("Content-Type", "application/json")
            }
            for (name, value) in headers { fields.add(name, value) }
            let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
            let head = RequestHead(
                methodName: method.rawValue,
                path: parts[0],
                query: parts.count > 1 ? parts[1] : nil,
                headers: fields,
                peer: PeerAddress(bytes: [127, 0, 0, 1]),
                id: "test",
                contentLength: body?.utf8.count,
                isChunked: false
            )
            let trace = RequestTrace()
            switch gateway.admit(head, trace: trace) {
            case .respond(let response): return response
            case .handle(let handling):
                let bytes = Array((body ?? "").utf8)
                return await handling.respond(
                    Request(head: head, parameters: handling.parameters, body: bytes, trace: trace)
                )
            }
        }
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

/// Accounts whose password is `right`.
struct StubAccounts: WordUpAccounts {
    let owner: OwnerConnection

    func register(_ body: JSONObject, in call: Call) async throws {
        let registration: Registration = try call.decode(body)
        _ = try owner.query(
            """
            insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            .id(call.tenant.id),
            .text(registration.username),
            .text(registration.email),
            .text(registration.firstName),
            .text(registration.lastName),
            .text(registration.bio),
            .text(registration.knownLang),
            .text(registration.learnLang)
        )
    }

    func verify(username: String, password: String, in call: Call) async throws -> AccountID? {
        guard password == "right" else { return nil }
        let rows = try owner.query(
            """
            select a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role,
                   a.status, a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email,
                   a.version
              from accounts a
             where a.tenant_id = $1 and a.username_key = lower($2)
            """,
            .id(call.tenant.id),
            .text(username)
        )
        guard let account = try rows.first.map({ try Account($0) }) else { return nil }
        call.session.assume(account)
        return account.id
    }

    func token(username: String, password: String, in call: Call) async throws -> String? {
        guard let id = try await verify(username: username, password: password, in: call) else { return nil }
        let secret = try TokenSecret.generate()
        _ = try owner.query(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
            values ($1, $2, $3, 'test', 'test', now(), now() + interval '1 day')
            """,
            .id(call.tenant.id),
            .id(id),
            .bytes(secret.digest.bytes)
        )
        return secret.text
    }

    func update(_ body: JSONObject, in call: Call) async throws {
        let update: ProfileUpdate = try call.decode(body, mode: .merge)
        guard case .set(let bio) = update.bio else { return }
        let id = try await call.session.principal().accountID
        _ = try owner.query("update accounts set bio = $2 where id = $1", .id(id), .text(bio))
    }

    func logout(in call: Call) async throws {
        let id = try await call.session.principal().tokenID
        _ = try owner.query("delete from tokens where id = $1", .id(id))
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
