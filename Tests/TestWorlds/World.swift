package import Accounts
internal import Administration
internal import App
package import Components
package import Console
package import Database
internal import HTTPServer
internal import Imaging
package import Outbound
package import ParlayAPI
package import Reactor
package import Security
internal import Synchronization
package import Tenancy
package import TestDatabases
package import TestSupport

/// A tenant with the gateway of a front before it, on the database of the running test. Requests enter where a
/// server would hand them over, and are answered by the routes of all modules and those that the test adds.
package final class World: Sendable {
    package let database: TestDatabase
    package let tenant: Tenant
    package let accounts: AccountService
    package let hashing: PasswordHashing
    private let registry: TenantRegistry
    private let pool: DatabasePool
    private let gateway: Gateway
    private let failureLog: FailureReports

    private final class FailureReports: Sendable {
        let sentences = Mutex<[String]>([])
    }

    /// The cheapest hash that Argon2id allows.
    package static let hasher = Result { try PasswordHasher(memoryKiB: 8, iterations: 1) }
    private static let hashers = Result { try BlockingPool(name: "test-hash", threads: 2, capacity: 4096) }

    private init(
        _ database: TestDatabase,
        _ tenant: Tenant,
        _ accounts: AccountService,
        _ hashing: PasswordHashing,
        _ registry: TenantRegistry,
        _ pool: DatabasePool,
        _ gateway: Gateway,
        _ failureLog: FailureReports
    ) {
        self.database = database
        self.tenant = tenant
        self.accounts = accounts
        self.hashing = hashing
        self.registry = registry
        self.pool = pool
        self.gateway = gateway
        self.failureLog = failureLog
    }

    /// - Parameters:
    ///   - slug: of the tenant.
    ///   - modules: what the tenant has.
    ///   - features: what the front has besides what every tenant has; a test of what components may contribute passes some of its
    ///     own.
    ///   - throttles: by default registrations are not counted.
    ///   - hasher: by default the cheapest.
    ///   - hashers: where it hashes; by default threads that all tests share.
    ///   - connections: of the front; a race needs several.
    ///   - budget: what each account may send; by default as much as a front allows.
    ///   - timeout: see `Gateway`.
    ///   - uploads: see `Gateway`.
    ///   - imports: see `Gateway`.
    ///   - addresses: where URLs that a tenant sets may lead.
    ///   - issuers: fetches the keys of OpenID Connect issuers; by default there are none.
    ///   - providers: asks OAuth providers; by default there are none.
    ///   - configuration: the settings of modules.
    ///   - routes: what to add to `/v1`.
    ///   - surfaces: what to add to that.
    package static func make(
        slug: String = "demo",
        modules: Set<Module> = [.meetups],
        features: [Component] = Features.modules,
        settings: TenantSettings = .defaults,
        throttles: ThrottleSettings = ThrottleSettings(registrations: nil, resets: nil),
        hasher: PasswordHasher? = nil,
        hashers: BlockingPool? = nil,
        connections: DatabasePool.Sizes = .small,
        budget: RequestBudget = RequestBudget(),
        timeout: Duration = .seconds(120),
        uploads: FairLimiter = FairLimiter(),
        imports: FairLimiter = FairLimiter(),
        addresses: AddressRule = .publicOnly,
        issuers: @escaping IssuerKeyring.Fetch = { _ throws(IssuerError) in throw .noKeysURL },
        providers: @escaping OAuthClient.Send = { _ throws(HTTPClientError) in throw .resolve },
        configuration: Configuration = Configuration(),
        routes: (World.RouteServices) throws -> [TenantRoute] = { _ in [] },
        surfaces: (World.RouteServices) throws -> [Surface] = { _ in [] }
    ) async throws -> World {
        let database = try TestDatabase.current
        let admin = TenantAdmin(try database.owner)
        let tenant = try admin.create(
            slug,
            name: slug.prefix(1).uppercased() + slug.dropFirst(),
            modules: modules,
            settings: settings
        )
        let registry = TenantRegistry()
        let pool = try await database.front(connections)
        _ = try await database.onLoop { try await registry.refresh(from: pool) }
        let hashing = PasswordHashing(
            hasher: try hasher ?? Self.hasher.get(),
            pool: try hashers ?? Self.hashers.get()
        )
        var installation = Installation(configuration, components: .common + features)
        installation.limits.throttles = throttles
        installation.limits.addresses = addresses
        installation.limits.searches = FairLimiter(limit: 1, limitPerCaller: 1)
        installation.limits.uploads = uploads
        installation.limits.imports = imports
        installation.limits.budget = budget
        installation.limits.keyTimeout = timeout
        let threads = try Self.hashers.get()
        let services = installation.services(
            database: pool,
            registry: registry,
            hashing: hashing,
            issuers: IssuerKeyring(pool, fetch: issuers) { _ in },
            providers: OAuthClient(timeout: .seconds(1), report: { _ in }, send: providers),
            images: try images.get(),
            files: threads,
            documents: threads
        )
        let routeServices = RouteServices(accounts: services.accounts, database: pool)
        let failureReports = FailureReports()
        let gateway = installation.gateway(
            services,
            installation.components.surfaces(services, with: try routes(routeServices))
                + (try surfaces(routeServices)),
            platform: installation.components.pageRoutes(for: registry),
            signer: Signer(key: [UInt8](repeating: 7, count: 32)),
            bodies: threads,
            report: { sentence in failureReports.sentences.withLock { $0.append(sentence) } }
        )
        return World(
            database,
            tenant,
            services.accounts,
            hashing,
            registry,
            pool,
            gateway,
            failureReports
        )
    }

    /// What routes that a test adds are made of.
    package struct RouteServices: Sendable {
        package let accounts: AccountService
        package let database: DatabasePool
    }

    /// What the gateway reported: failures that are not the client's fault.
    package var failureReports: [String] { failureLog.sentences.withLock { $0 } }

    /// Reads the tenants again, as a front does when they changed.
    package func refreshTenants() async throws {
        _ = try await database.onLoop { [registry, pool] in try await registry.refresh(from: pool) }
    }

    package func addTenant(
        _ slug: String,
        modules: Set<Module> = [.meetups],
        settings: TenantSettings = .defaults
    ) async throws -> Tenant {
        let tenant = try TenantAdmin(try database.owner).create(
            slug,
            name: slug,
            modules: modules,
            settings: settings
        )
        try await refreshTenants()
        return tenant
    }

    private static let images = Result {
        ImageWorkers(
            program: TestProgram.path,
            libraryPath: TestProgram.libraryPath,
            pool: try BlockingPool(name: "test-photo", threads: 2, capacity: 4096)
        )
    }

    // MARK: Requests

    /// Sends a request. `path` is below `/v1/{tenant}/` unless it begins with a slash; it may have a query.
    ///
    /// - Parameters:
    ///   - body: sent as JSON.
    ///   - raw: sent as it is, with the `Content-Type` of `headers`.
    ///   - media: the same, for what is no text.
    ///   - meanwhile: what happens between the headers and the end of the body, which is then chunked.
    package func send(
        _ method: String,
        _ path: String,
        token: String? = nil,
        _ body: JSONObject? = nil,
        raw: String? = nil,
        bytes media: [UInt8]? = nil,
        headers: [String: String] = [:],
        from address: String = "192.0.2.1",
        tenant slug: String? = nil,
        meanwhile: (() async throws -> Void)? = nil
    ) async throws -> Answer {
        let bytes = body.map { $0.jsonBytes() } ?? raw.map { Array($0.utf8) } ?? media ?? []
        var fields = Headers()
        for (name, value) in headers { fields.add(name, value) }
        if let token { fields.set("Authorization", "Token \(token)") }
        if body != nil && headers["Content-Type"] == nil { fields.set("Content-Type", "application/json") }
        let target = path.hasPrefix("/") ? path : "/v1/\(slug ?? tenant.slug)/\(path)"
        let parts = target.split(separator: "?", maxSplits: 1)
        let head = RequestHead(
            methodName: method,
            path: String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : nil,
            headers: fields,
            peer: PeerAddress(address) ?? PeerAddress(bytes: []),
            id: "test-request",
            contentLength: bytes.isEmpty || meanwhile != nil ? nil : bytes.count,
            isChunked: meanwhile != nil
        )
        let isChecked = bytes.count > 16 * 1024 || meanwhile != nil
        let trace = RequestTrace()
        switch gateway.admit(head, trace: trace) {
        case .respond(let response): return Answer(response)
        case .handle(let handling):
            func request(_ body: [UInt8]) -> Request {
                Request(head: head, parameters: handling.parameters, body: body, trace: trace)
            }
            let (first, whole) = (request([]), request(bytes))
            if isChecked && handling.checksFirst,
                let refusal = try await database.onLoop({ await handling.handler.check(first) })
            {
                return Answer(refusal)
            }
            try await meanwhile?()
            return try await database.onLoop { await handling.handler.answer(whole) }
        }
    }

    // MARK: People

    package static let password = "correct horse 7"

    /// What registers somebody with that name.
    package static func registration(
        _ username: String,
        known: String = "en",
        learn: String = "de",
        modules: Set<Module> = [.meetups]
    ) -> JSONObject {
        var body: JSONObject = [
            "username": .string(username), "password": .string(password),
            "email": .string("\(username.lowercased())@example.org"), "first_name": .string(username),
            "last_name": "Example",
        ]
        if modules.contains(.meetups) {
            body.add("known_lang", .string(known))
            body.add("learn_lang", .string(learn))
        }
        return body
    }

    /// Gives somebody a role, as the operator does.
    package func promote(_ person: SignedInPerson, _ role: Role, in slug: String? = nil) throws {
        let owner = try database.owner
        let admin = AccountAdmin(owner, tenant: try TenantAdmin(owner).tenant(slug ?? tenant.slug))
        _ = try admin.setRole(role, of: try admin.account(person.username))
    }

    /// Sends all of them at the same time.
    package func sendTogether(
        _ count: Int,
        _ send: @escaping @Sendable (Int) async throws -> Answer
    ) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<count { group.addTask { try await send(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Registers somebody through the API.
    package func person(
        _ username: String,
        known: String = "en",
        learn: String = "de",
        tenant slug: String? = nil
    ) async throws -> SignedInPerson {
        let body = Self.registration(username, known: known, learn: learn, modules: tenant.modules)
        let answer = try await send("POST", "register/", body, tenant: slug)
        guard answer.status == 201, let token = answer["token"]?.text,
            let id = answer["profile", "id"]?.integer
        else {
            throw WorldError.notRegistered(username, answer.text)
        }
        return SignedInPerson(id: id, username: username, token: token)
    }
}

package struct SignedInPerson: Sendable {
    package let id: Int64
    package let username: String
    package let token: String

    package init(id: Int64, username: String, token: String) {
        self.id = id
        self.username = username
        self.token = token
    }
}

package enum WorldError: Error {
    case notRegistered(String, String)
}
