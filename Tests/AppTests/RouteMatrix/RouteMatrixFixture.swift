import Accounts
import Components
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
import Testing

@testable import App
@testable import Console

/// The surfaces of a front as `Features` makes them, before two tenants with the same rows: `alpha`, and `bravo`, all
/// whose texts hold a marker. `dark` is suspended, and `bare` has no module.
final class RouteMatrixFixture {
    static let password = "correct horse battery"
    /// In every text of tenant `bravo`, and in no answer to anybody else.
    static let marker = "zebra"

    let database: TestDatabase
    let owner: BlockingConnection
    let surfaces: [Surface]
    let gateway: Gateway
    let signer = Signer(key: [UInt8](repeating: 7, count: 32))
    let passwordHash: String
    /// Tables with rows of tenants, and those of their columns that may name an account.
    private let tables: [(name: String, accounts: [String])]
    var counter = 0
    /// Of each tenant, the scenario that the next call may use. See `sendAsOwner`.
    var current: [String: Scenario] = [:]
    private let failureLog = FailureReports()

    private final class FailureReports: Sendable {
        let sentences = Mutex<[String]>([])
    }

    /// Whose tokens sign people in.
    static let issuer = Result { try TokenIssuer() }

    static let provider = TestProvider(secret: nil)

    private static let hashing = Result { try BlockingPool(name: "matrix-hash", threads: 2, capacity: 4096) }

    static func configuration() throws -> Configuration {
        try Configuration.read(environment: [
            "PARLAY_PASSWORD_MEMORY_KIB": "8", "PARLAY_PASSWORD_ITERATIONS": "1",
            "PARLAY_REGISTER_LIMIT": "0",
            "PARLAY_RESET_LIMIT": "0", "PARLAY_LOGIN_FAILURES": "100000",
        ]).configuration
    }

    /// What a front serves, to read its declarations: nothing is connected.
    static func surfaces() throws -> [Surface] {
        let database = try DatabasePool(ConnectionSettings(conninfo: ""), loops: [])
        return try services(database, TenantRegistry()).surfaces
    }

    private static func services(_ database: DatabasePool, _ registry: TenantRegistry) throws
        -> (installation: Installation, services: ComponentServices, surfaces: [Surface])
    {
        let threads = try hashing.get()
        let installation = Installation(try configuration())
        let services = installation.services(
            database: database,
            registry: registry,
            hashing: PasswordHashing(hasher: try configuration().passwordHasher(), pool: threads),
            issuers: IssuerKeyring(database, fetch: try issuer.get().fetch, report: { _ in }),
            providers: OAuthClient(report: { _ in }, send: Self.provider.send),
            images: ImageWorkers(
                program: TestProgram.path,
                libraryPath: TestProgram.libraryPath,
                pool: threads
            ),
            files: threads,
            documents: threads
        )
        return (installation, services, installation.components.surfaces(services))
    }

    /// A front that knows the tenants of now.
    static func front(
        _ database: DatabasePool,
        signer: Signer,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> (gateway: Gateway, surfaces: [Surface]) {
        let registry = TenantRegistry()
        _ = try await TestDatabase.current.onLoop { try await registry.refresh(from: database) }
        let (installation, services, surfaces) = try services(database, registry)
        return (
            installation.gateway(services, surfaces, platform: [], signer: signer, report: report), surfaces
        )
    }

    /// - Parameter sizes: connections of the front; a race needs several.
    init(_ sizes: DatabasePool.Sizes = .small) async throws {
        let database = try TestDatabase.current
        self.database = database
        owner = try database.owner
        let modules = Module.allCases.map(\.rawValue).joined(separator: ",")
        try owner.execute(
            """
            insert into tenants (slug, name, modules, status, settings)
            select *, '{"requests_per_second": 100000, "request_burst": 100000, "key_requests_per_second": 100000,
                        "oidc_issuers": [{"issuer": "\(TokenIssuer.address)", "audiences": ["\(TokenIssuer.audience)"],
                                          "web_client_id": "\(TokenIssuer.audience)"}],
                        "oauth_providers": [\(TestProvider.settingText)]}'::jsonb
              from (values ('alpha', 'Alpha', '{\(modules)}'::text[], 'active'), ('bravo', 'Zebra', '{\(modules)}', 'active'),
                           ('bare', 'Bare', '{}', 'active'), ('dark', 'Dark', '{meetups}', 'suspended')) as t
            """
        )
        passwordHash = try Self.configuration().passwordHasher().hash(Self.password)
        tables = try owner.query(
            """
            select c.relname,
                   coalesce(string_agg(a.attname, ' ') filter (
                       where a.attname = any ('{account_id,user_id1,user_id2,account_a,account_b}')
                          or c.relname = 'accounts' and a.attname = 'id'), '')
              from pg_class c join pg_attribute a on a.attrelid = c.oid
             where c.relkind = 'r' and c.relnamespace = 'parlay'::regnamespace
             group by c.relname
            having bool_or(a.attname = 'tenant_id')
             order by 1
            """
        ).map { (try $0.text(0), try $0.text(1).split(separator: " ").map(String.init)) }
        try owner.execute("prepare matrix_dump as \(Self.dumpQuery(tables.map(\.name)))")
        let pool = try await database.front(sizes)
        (gateway, surfaces) = try await Self.front(pool, signer: signer) { [failureLog] sentence in
            failureLog.sentences.withLock { $0.append(sentence) }
        }
    }

    /// Failures that are not the client's fault.
    var failureReports: [String] { failureLog.sentences.withLock { $0 } }

    // MARK: The database

    /// The rows of each tenant-owned table: their count and the newest transaction that wrote one. An update writes a
    /// new version of its row, also where it changes nothing. When a token was last used does not count, nor does an
    /// attempt that was given back.
    func dump() throws -> [String] { try owner.query("execute matrix_dump").map { try $0.text(0) } }

    /// The lines of `dump` that are others now.
    func changes(since before: [String]) throws -> [String] {
        let before = Set(before)
        return try dump().filter { !before.contains($0) }
    }

    func expectUnchanged(
        since before: [String],
        by walked: MatrixRoute? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let changes = try changes(since: before)
        #expect(
            changes == [],
            "changed by \(walked?.description ?? "the calls")",
            sourceLocation: sourceLocation
        )
    }

    private static func dumpQuery(_ tables: [String]) -> String {
        let selects = tables.map { table in
            ["accounts", "tokens", "email_verifications"].contains(table)
                ? digest(of: table, where: "true")
                : "select '\(table) ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from \(table)"
        }
        return "\(selects.joined(separator: " union all ")) order by 1"
    }

    /// Count and digest of the rows of one account.
    func dump(of account: Int64) throws -> [String] {
        let selects = tables.filter { !$0.accounts.isEmpty }.map { table in
            Self.digest(
                of: table.name,
                where: table.accounts.map { "t.\($0) = \(account)" }.joined(separator: " or ")
            )
        }
        return try owner.query("\(selects.joined(separator: " union all ")) order by 1").map {
            try $0.text(0)
        }
    }

    private static func digest(of table: String, where condition: String) -> String {
        """
        select '\(table) ' || count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '')
          from (select (to_jsonb(t) - 'last_used_at' - 'last_active_at')::text as row from \(table) t
                 where \(condition)) r
        """
    }
}
