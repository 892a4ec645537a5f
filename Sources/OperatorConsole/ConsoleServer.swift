internal import Administration
package import Components
package import Database
package import HTTPServer
internal import Jobs
internal import Localization
package import Observability
package import Outbound
internal import Pages
package import ParlayAPI
package import Reactor
package import Security
internal import Tenancy

/// What a check of the installation found.
package struct HealthFinding: Sendable {
    package enum Verdict: Sendable { case good, warning, bad, unchecked }

    package let verdict: Verdict
    package let subject: String
    package let detail: String

    package init(_ verdict: Verdict, _ subject: String, _ detail: String) {
        self.verdict = verdict
        self.subject = subject
        self.detail = detail
    }
}

/// What the console works on. `App` puts it together.
package struct ConsoleServices: Sendable {
    package let database: DatabasePool
    /// Of all databases, by number; empty if there is one.
    package let cells: [Int: ConnectionSettings]
    package let components: [Component]
    /// Where URLs that a tenant sets may lead.
    package let addresses: AddressRule
    /// Threads for what waits for the database without an event loop.
    package let blocking: BlockingPool
    /// A connection for one change, as the owner of the schema.
    package let owner: @Sendable () throws -> BlockingConnection
    /// What `parlay doctor` checks.
    package let examine: @Sendable () async throws -> [HealthFinding]
    /// Makes the digest of a password that the operator sets.
    package let hasher: @Sendable () throws -> PasswordHasher
    /// The address of a front for people's browsers, without a trailing slash.
    package let publicURL: String
    /// The command that prints another link for this console.
    package let linkCommand: String
    /// Figures of the installation.
    package let gauges: [ComponentGauge]
    /// Exports, imports and deletions of tenants.
    package let transfers: TransferRuns
    package let version: String
    package let logger: Logger

    package init(
        database: DatabasePool,
        cells: [Int: ConnectionSettings],
        components: [Component],
        addresses: AddressRule,
        blocking: BlockingPool,
        owner: @escaping @Sendable () throws -> BlockingConnection,
        examine: @escaping @Sendable () async throws -> [HealthFinding],
        hasher: @escaping @Sendable () throws -> PasswordHasher,
        publicURL: String,
        linkCommand: String,
        gauges: [ComponentGauge],
        transfers: TransferRuns,
        version: String,
        logger: Logger
    ) {
        self.database = database
        self.cells = cells
        self.components = components
        self.addresses = addresses
        self.blocking = blocking
        self.owner = owner
        self.examine = examine
        self.hasher = hasher
        self.publicURL = publicURL
        self.linkCommand = linkCommand
        self.gauges = gauges
        self.transfers = transfers
        self.version = version
        self.logger = logger
    }
}

/// The operator's console: which requests it takes, and the screen that answers each.
package final class ConsoleServer: HTTPApplication {
    let services: ConsoleServices
    let signIns: SignIns
    /// Of all components, for the words of their settings.
    let site: Site
    let health = HealthReport()
    private let guards: ConsoleGuard
    private let router: Router<ConsoleRoute>
    /// Of the `up` that started the process; empty without one.
    private let instance: String

    package init(
        _ services: ConsoleServices,
        guards: ConsoleGuard,
        signIns: SignIns,
        instance: String = ""
    ) {
        self.services = services
        site = Site(services.components.app, proxies: TrustedProxies())
        self.guards = guards
        self.signIns = signIns
        self.instance = instance
        var router = Router<ConsoleRoute>()
        for route in ConsoleRoute.all { router.add(route.method, route.pattern, route) }
        self.router = router
    }

    package func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        let host = head.headers.only("Host")
        guard guards.admits(host: host) else { return .respond(refused(.foreignHost, 421, head)) }
        guard let segments = RequestTarget.segments(head.path),
            case .found(let number, let parameters) = router.match(head.method, segments[...])
        else { return .respond(refused(.notFound, 404, head)) }
        let route = router[number]
        // The pattern alone: paths hold codes and names.
        trace.enter("/" + route.pattern, number: number + 1)
        if head.method == .post, !guards.isOwn(head) { return .respond(refused(.foreignForm, 403, head)) }
        let cookie = Self.cookie(head)
        if route.needsSession, !signIns.isSignedIn(cookie, at: .now) {
            return .respond(refused(.signInText, 401, head))
        }
        return .handle(
            Handling(parameters: parameters, bodyLimit: route.bodyLimit) { request in
                await self.answer(request, route)
            }
        )
    }

    /// A browser reads a page in place of the problem.
    package func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        var response = page(
            about: problem.detail.isEmpty ? problem.title : problem.detail,
            problem.status,
            head
        )
        response.problemCode = problem.code
        return response
    }

    private func answer(_ request: Request, _ route: ConsoleRoute) async -> Response {
        let visit = await ConsoleVisit(request, self)
        do {
            if let question = visit.form.flatMap(Question.init) {
                return visit.page(question, in: route.section)
            }
            return try await route.answer(visit)
        } catch let error as ConsoleError {
            return page(about: visit.text(error.text), error.status, request.head)
        } catch ReactorError.poolFull {
            return page(about: visit.text(.busy), 503, request.head)
        } catch let error as DatabaseError
            where error.sqlState == .queryCanceled || error.sqlState == .lockNotAvailable
        {
            return page(about: visit.text(.tooSlow), 503, request.head)
        } catch {
            services.logger.error(
                "a screen failed",
                [.text("route", route.pattern), .text("error", "\(error)")]
            )
            return page(about: visit.text(.failed), 500, request.head)
        }
    }

    private func refused(_ text: ConsoleText, _ status: Int, _ head: RequestHead) -> Response {
        page(about: Localizer(head).text(text), status, head)
    }

    // MARK: The session's cookie

    /// Cookies do not tell ports apart, so each console has a name of its own.
    private static func cookieName(_ head: RequestHead) -> String {
        let host = head.headers["Host"] ?? ""
        let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...].filter { "0"..."9" ~= $0 } }
        return "parlay-console-\(port ?? "0")"
    }

    static func cookie(_ head: RequestHead) -> String? {
        let name = cookieName(head) + "="
        for field in head.headers.values(of: "Cookie") {
            for part in field.split(separator: ";") {
                let pair = part.drop { $0 == " " }
                if pair.hasPrefix(name) { return String(pair.dropFirst(name.count)) }
            }
        }
        return nil
    }

    /// - Parameter secret: `nil` ends the session in the browser.
    func cookieField(_ secret: String?, _ head: RequestHead) -> String {
        let age = secret == nil ? 0 : SignIns.sessionLifetime
        let secure = guards.isSecure(host: head.headers.only("Host")) ? "; Secure" : ""
        return
            "\(Self.cookieName(head))=\(secret ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)"
    }

    /// Whether the process answers, for `up` and for supervisors.
    var readiness: Response {
        let response = Response.text("ready \(services.version)\n").with("Cache-Control", "no-store")
        return instance.isEmpty ? response : response.with("Parlay-Instance", instance)
    }
}

/// What a screen answers instead of itself.
enum ConsoleError: Error {
    case notFound
    case badForm

    var status: Int { self == .notFound ? 404 : 400 }
    var text: ConsoleText { self == .notFound ? .notFound : .badForm }
}
