import Database
import HTTPServer
import Imaging
import Notifications
import ParlayAPI
import Reactor
import Security
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds

@testable import App

/// The surfaces of a front as `Features` makes them, before two tenants with the same rows: `alpha`, and `bravo`, all
/// whose texts hold a marker. `dark` is suspended, and `bare` has no module.
final class WalkWorld {
    static let password = "correct horse battery"
    /// Stands in every text of tenant `bravo`, and in no answer to anybody else.
    static let marker = "zebra"

    let database: TestDatabase
    let owner: BlockingConnection
    let surfaces: [Surface]
    private let gateway: Gateway
    private let signer = Signer(key: [UInt8](repeating: 7, count: 32))
    private let passwordHash: String
    private let tables: [String]
    private var counter = 0
    private let complaintLog = Complaints()

    private final class Complaints: Sendable {
        let sentences = Mutex<[String]>([])
    }

    private static let hashing = Result { try BlockingPool(name: "walk-hash", threads: 2, capacity: 4096) }

    static func configuration() throws -> Configuration {
        try Configuration.read(environment: [
            "PARLAY_PASSWORD_MEMORY_KIB": "8", "PARLAY_PASSWORD_ITERATIONS": "1",
            "PARLAY_REGISTER_LIMIT": "0",
            "PARLAY_RESET_LIMIT": "0", "PARLAY_LOGIN_FAILURES": "100000",
        ]).configuration
    }

    /// What a front serves, without a database behind it.
    static func surfaces() throws -> [Surface] {
        let images = ImageWorkers(
            program: TestProgram.path,
            libraryPath: TestProgram.libraryPath,
            pool: try hashing.get()
        )
        return try Features.surfaces(configuration(), hashing: hashing.get(), images: images)
    }

    /// - Parameter sizes: connections of the front; a race needs several.
    init(_ sizes: DatabasePool.Sizes = .small) async throws {
        let database = try TestDatabase.current
        self.database = database
        owner = try database.owner
        try owner.execute(
            """
            insert into tenants (slug, name, modules, status, settings)
            select *, '{"requests_per_second": 100000, "request_burst": 100000}'::jsonb
              from (values ('alpha', 'Alpha', '{meetups,wagers}'::text[], 'active'), ('bravo', 'Zebra', '{meetups,wagers}', 'active'),
                           ('bare', 'Bare', '{}', 'active'), ('dark', 'Dark', '{meetups}', 'suspended')) as t
            """
        )
        passwordHash = try Self.configuration().passwordHasher().hash(Self.password)
        tables = try owner.query(
            """
            select c.relname
              from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
             where c.relkind = 'r' and c.relnamespace = 'parlay'::regnamespace
             order by 1
            """
        ).map { try $0.text(0) }
        let pool = try await database.front(sizes)
        let registry = TenantRegistry()
        _ = try await database.onLoop { try await registry.refresh(from: pool) }
        surfaces = try Self.surfaces()
        gateway = Gateway(
            registry: registry,
            database: pool,
            signer: signer,
            platform: [],
            surfaces: surfaces,
            trustedProxies: TrustedProxies(),
            report: { [complaintLog] sentence in complaintLog.sentences.withLock { $0.append(sentence) } }
        )
    }

    /// Failures that are not the client's fault.
    var complaints: [String] { complaintLog.sentences.withLock { $0 } }

    // MARK: People

    struct Person: Sendable {
        let id: Int64
        let username: String
        let token: String
        let tokenID: Int64
    }

    /// The rows that the cases of the routes speak of.
    struct Party: Sendable {
        let tenant: String
        let number: Int
        /// Has a match, a notice, a photo and two tokens.
        let owner: Person
        /// Whom the owner is to meet, and met a week ago.
        let partner: Person
        /// Whom the owner could match with.
        let free: Person
        /// Has nothing to do with them.
        let stranger: Person
        /// Whom the owner has blocked.
        let blocked: Person
        /// Calls what only a role may.
        let admin: Person
        /// By the owner, about the stranger.
        let report: Int64
        /// Made by the admin.
        let invite: Int64
        /// Of the tenant, with a delivery.
        let webhook: Int64
        let delivery: Int64
        let match: Int64
        let wagers: Wagers
        let notice: Int64
        /// Of the owner's second token.
        let spareToken: Int64
        /// Stands in what only the owner may read.
        let secret: String
        /// The owner's code for a new password.
        let resetCode: String
        /// Seals the owner's link that ends mail.
        let unsubscribe: String
    }

    func party(in tenant: String = "alpha") throws -> Party {
        counter += 1
        let number = counter
        let word = tenant == "bravo" ? Self.marker : "party"
        let secret = "secret\(number)x"
        func person(_ name: String, _ known: String, _ learn: String, _ secret: String) throws -> Person {
            try self.person(
                "\(word).\(name).\(number)",
                known,
                learn,
                secret: "\(word) \(secret)",
                in: tenant
            )
        }
        let ada = try person("ada", "en", "zh", secret)
        let chen = try person("chen", "zh", "en", "other")
        let free = try person("free", "zh", "en", "other")
        let eve = try person("eve", "zh", "en", "other")
        let blocked = try person("blocked", "en", "zh", "other")
        let admin = try person("admin", "en", "zh", "other")
        let people = try owner.query(
            """
            with promoted as (
                update accounts set role = 'admin' where id = $2
            ), blocked as (
                insert into blocks (tenant_id, account_id, blocked_id)
                select tenant_id, id, $3 from accounts where id = $1
            ), told as (
                insert into reports (tenant_id, account_id, subject_type, subject_id, reason, text)
                select tenant_id, id, 'account', $4, 'other', $5 from accounts where id = $1
                returning id
            ), invited as (
                insert into invites (tenant_id, account_id, digest, prefix, uses)
                select tenant_id, id, sha256(username::bytea), $6, 3 from accounts where id = $2
                returning id
            ), logged as (
                insert into audit (tenant_id, account_id, action, details)
                select tenant_id, id, 'settings.change', jsonb_build_object('name', $5::text)
                  from accounts where id = $2
            )
            select told.id, invited.id from told, invited
            """,
            .integer(ada.id),
            .integer(admin.id),
            .integer(blocked.id),
            .integer(eve.id),
            .text("\(word) \(secret)"),
            .text(word)
        )
        let (webhook, delivery) = try webhook(admin, "\(word) \(secret)", word)
        let rows = try owner.query(
            """
            with matched as (
                insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location, plans)
                select tenant_id, id, $2, 3, now() + interval '2 days', $3, 1 from accounts where id = $1
                returning tenant_id, id
            ), met as (
                insert into meetups (tenant_id, match_id, held_at)
                select tenant_id, id, now() - interval '7 days' from matched
            ), shown as (
                update accounts set photo_version = 7 where id = $1 returning tenant_id, id
            ), photo as (
                insert into photos (tenant_id, account_id, version, size, format, bytes)
                select tenant_id, id, 7, 256, 'jpeg', convert_to($4, 'UTF8') from shown
            ), told as (
                insert into notices (tenant_id, account_id, kind, title, text)
                select tenant_id, id, 'match_made', $3, $3 from accounts where id = $1
                returning id
            )
            select matched.id, told.id from matched, told
            """,
            .integer(ada.id),
            .integer(chen.id),
            .text("\(word) \(secret)"),
            .text(word)
        )
        try befriend(ada, partner: chen, asker: free)
        let spare = try token(of: ada.id, label: "\(word) \(secret)").id
        let tenantRow = try owner.query("select id from tenants where slug = $1", .text(tenant))
        let tenantID: TenantID = try tenantRow[0].id(0)
        let code = ResetCode(mail: ada.id, of: tenantID, createdAt: .now, signer: signer)
        _ = try owner.query(
            """
            insert into password_resets (tenant_id, account_id, mail_id, selector, digest, expires_at)
            values ($1, $2, $2, $3, $4, now() + interval '30 minutes')
            """,
            .id(tenantID),
            .integer(ada.id),
            .text(code.selector),
            .bytes(code.digest.bytes)
        )
        let link = UnsubscribeLink.path(
            AccountID(rawValue: ada.id),
            of: tenantID,
            slug: tenant,
            signer: signer
        )
        return Party(
            tenant: tenant,
            number: number,
            owner: ada,
            partner: chen,
            free: free,
            stranger: eve,
            blocked: blocked,
            admin: admin,
            report: try people[0].integer(0),
            invite: try people[0].integer(1),
            webhook: webhook,
            delivery: delivery,
            match: try rows[0].integer(0),
            wagers: try wagers(of: ada, with: chen, free, named: "\(word) \(secret)"),
            notice: try rows[0].integer(1),
            spareToken: spare,
            secret: secret,
            resetCode: code.shown,
            unsubscribe: link.split(separator: "/").last.map(String.init) ?? ""
        )
    }

    /// The owner and the partner are friends, and the other has asked the owner.
    private func befriend(_ person: Person, partner: Person, asker: Person) throws {
        for (other, isAccepted) in [(partner, true), (asker, false)] {
            _ = try owner.query(
                """
                insert into friendships (tenant_id, account_a, account_b, asked_by, accepted_at)
                select tenant_id, least(id, $2::bigint), greatest(id, $2::bigint), $2, case when $3 then now() end
                  from accounts where id = $1
                """,
                .integer(person.id),
                .integer(other.id),
                .boolean(isAccepted)
            )
        }
    }

    /// Registers a webhook for the tenant of its admin, which keeps fifteen of them: it may not
    /// have many.
    private func webhook(_ admin: Person, _ text: String, _ word: String) throws -> (
        id: Int64, delivery: Int64
    ) {
        _ = try owner.query(
            """
            delete from webhooks
             where (tenant_id, id) in (
                   select tenant_id, id from webhooks
                    where tenant_id = (select tenant_id from accounts where id = $1)
                    order by id desc offset 15
                   )
            """,
            .integer(admin.id)
        )
        let rows = try owner.query(
            """
            with hook as (
                insert into webhooks (tenant_id, url, events, created_at, updated_at)
                select tenant_id, 'https://' || $3 || '.example/' || replace($2, ' ', '/'), '{payment.reminder}', now(), now()
                  from accounts where id = $1
                returning tenant_id, id
            ), keyed as (
                insert into webhook_secrets (tenant_id, webhook_id, key) select tenant_id, id, sha256($2::bytea) from hook
            ), event as (
                insert into webhook_events (tenant_id, type, key, data, created_at)
                select tenant_id, 'payment.reminder', 'walk:' || id, '{}', now() from hook
                returning tenant_id, id
            ), delivery as (
                insert into webhook_deliveries
                    (tenant_id, webhook_id, event_id, status, scheduled_at, finished_at, response)
                select hook.tenant_id, hook.id, event.id, 'failed', now(), now(), $2 from hook, event
                returning id
            )
            select hook.id, delivery.id from hook, delivery
            """,
            .integer(admin.id),
            .text(text),
            .text(word)
        )
        return (try rows[0].integer(0), try rows[0].integer(1))
    }

    private func person(
        _ username: String,
        _ known: String,
        _ learn: String,
        secret: String,
        in tenant: String
    ) throws -> Person {
        let rows = try owner.query(
            """
            insert into accounts (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang,
                                  password_hash)
            select id, $2, replace($3, ' ', '.') || '@' || $2 || '.example', $4, $4, $4, $5, $6, $7
              from tenants where slug = $1
            returning id
            """,
            .text(tenant),
            .text(username),
            .text(secret),
            .text(tenant == "bravo" ? Self.marker : "Example"),
            .text(known),
            .text(learn),
            .text(passwordHash)
        )
        let id = try rows[0].integer(0)
        let token = try token(of: id, label: secret)
        return Person(id: id, username: username, token: token.text, tokenID: token.id)
    }

    func token(of account: Int64, label: String = "", expiresIn hours: Int = 24) throws -> (
        id: Int64, text: String
    ) {
        let secret = try TokenSecret.generate()
        let rows = try owner.query(
            """
            insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
            select tenant_id, id, $2, 'test', $3, now(), now() + make_interval(hours => $4::integer)
              from accounts where id = $1
            returning id
            """,
            .integer(account),
            .bytes(secret.digest.bytes),
            .text(label),
            .integer(hours)
        )
        return (try rows[0].integer(0), secret.text)
    }

    // MARK: Requests

    /// A request; `path` is absolute and may hold a query.
    struct Call: Sendable {
        var method: String
        var path: String
        var token: String?
        var body: [UInt8]?
        var headers: [(String, String)] = []

        init(_ method: String, _ path: String, token: String? = nil, _ body: String? = nil) {
            self.method = method
            self.path = path
            self.token = token
            self.body = body.map { Array($0.utf8) }
            if body != nil { headers = [("Content-Type", "application/json")] }
        }

        /// With a header in place of those of that name; without it for `nil`.
        func with(_ name: String, _ value: String?) -> Call {
            var copy = self
            copy.headers.removeAll { $0.0 == name }
            if let value { copy.headers.append((name, value)) }
            return copy
        }

        fileprivate var head: RequestHead {
            var fields = Headers()
            for (name, value) in headers { fields.add(name, value) }
            if let token { fields.add("Authorization", "Token \(token)") }
            let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
            return RequestHead(
                methodName: method,
                path: parts[0],
                query: parts.count > 1 ? parts[1] : nil,
                headers: fields,
                peer: PeerAddress(bytes: [192, 0, 2, 1]),
                id: "walk",
                contentLength: body?.count,
                isChunked: false
            )
        }
    }

    func send(_ call: Call) async throws -> Answer {
        try await database.onLoop { [gateway] in Answer(await Self.answer(gateway, call)) }
    }

    /// Sends all of them at once, on one loop.
    func sendTogether(_ calls: [Call]) async throws -> [Answer] {
        try await database.onLoop { [gateway] in
            try await withThrowingTaskGroup(of: (Int, Answer).self) { group in
                for (index, call) in calls.enumerated() {
                    group.addTask { (index, Answer(await Self.answer(gateway, call))) }
                }
                return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    /// What the gateway answers before it has seen anything of the body; `nil` when it wants to see it.
    func early(_ call: Call) async throws -> Answer? {
        try await database.onLoop { [gateway] in
            let head = call.head
            let trace = RequestTrace()
            switch gateway.admit(head, trace: trace) {
            case .respond(let response): return Answer(response)
            case .handle(let handling):
                let request = Request(head: head, parameters: handling.parameters, body: [], trace: trace)
                return await handling.checkFirst?(request).map { Answer($0) }
            }
        }
    }

    private static func answer(_ gateway: Gateway, _ call: Call) async -> Response {
        let head = call.head
        let trace = RequestTrace()
        switch gateway.admit(head, trace: trace) {
        case .respond(let response): return response
        case .handle(let handling):
            let body = call.body ?? []
            return await handling.respond(
                Request(head: head, parameters: handling.parameters, body: body, trace: trace)
            )
        }
    }

    // MARK: The database

    /// Count and digest of the rows of each tenant-owned table; of one account's rows only, if one is named. When a
    /// token was last used does not count.
    func dump(of account: Int64? = nil) throws -> [String] {
        let selects = tables.map { table in
            let filter =
                account.map { id in
                    let keys =
                        ["account_id", "user_id1", "user_id2", "account_a", "account_b"]
                        + (table == "accounts" ? ["id"] : [])
                    return
                        " where '\(id)' in (\(keys.map { "to_jsonb(t) ->> '\($0)'" }.joined(separator: ", ")))"
                } ?? ""
            return """
                select '\(table) ' || count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '')
                  from (select (to_jsonb(t) - 'last_used_at' - 'last_active_at')::text as row from \(table) t\(filter)) r
                """
        }
        return try owner.query("\(selects.joined(separator: " union all ")) order by 1").map {
            try $0.text(0)
        }
    }
}
