package import Database
package import HTTPServer
package import ParlayAPI
package import Reactor
package import Security

/// Where requests enter: finds tenant and route, checks in the order of error precedence, runs the handler, and turns
/// thrown errors into problem documents.
package final class Gateway: HTTPApplication {
    /// A route outside every tenant, such as `/healthz`.
    package typealias PlatformHandler = @Sendable (Request) async -> Response

    /// Bytes per second, because an upload takes much of the memory for bodies.
    private static let slowestUpload = 32 * 1024

    private let registry: TenantRegistry
    private let database: DatabasePool
    let signer: Signer
    private let platform: Router<(label: String, number: Int, handler: PlatformHandler)>
    /// A route with its name in logs and metrics: `/v1/{tenant}/profiles/{id}/`.
    final class Registered: Sendable {
        let route: TenantRoute
        let label: String
        /// Distinguishes it from the gateway's other routes.
        let number: Int
        /// The route's handler, after the checks of its declaration.
        let prepare: @Sendable (Call) async throws -> TenantRoute.Handler
        /// The handler of a route without preparation, whose body needs no check.
        let direct: TenantRoute.Handler?

        init(_ route: TenantRoute, label: String, number: Int) {
            self.route = route
            self.label = label
            self.number = number
            let refusesFields = route.body == .none && !route.ignoresBody
            let prepare = refusesFields ? Gateway.withoutFields(route.prepare) : route.prepare
            let checksQuery = !route.checksQueryItself
            self.prepare = { call in
                if checksQuery { _ = try call.query }
                return try await prepare(call)
            }
            direct = refusesFields ? nil : route.handler
        }
    }

    private let surfaces: [(surface: Surface, router: Router<Registered>)]
    private let trustedProxies: TrustedProxies
    private let budget: RequestBudget
    private let idempotentCalls: IdempotentCalls
    private let uploads: FairLimiter
    private let imports: FairLimiter
    private let exports: FairLimiter
    /// Compresses large answers.
    let documents: BlockingPool?
    let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - budget: how many requests each account can still send.
    ///   - timeout: how long a call waits for another one with the same idempotency key.
    ///   - uploads: limits the processing of bodies as large as photos.
    ///   - imports: limits that of files of data.
    ///   - exports: limits the reading and writing of large answers of one account.
    ///   - documents: threads that parse large bodies and compress large answers; without them the loops do it.
    ///   - report: logs a failure that is not the client's fault.
    package init(
        registry: TenantRegistry,
        database: DatabasePool,
        signer: Signer,
        platform: [(method: HTTPMethod, pattern: String, handler: PlatformHandler)],
        surfaces: [Surface],
        trustedProxies: TrustedProxies,
        budget: RequestBudget = RequestBudget(),
        timeout: Duration = .seconds(5),
        uploads: FairLimiter = FairLimiter(),
        imports: FairLimiter = FairLimiter(limit: 2, limitPerCaller: 1, queueLimit: 16),
        exports: FairLimiter = FairLimiter(limit: 2, limitPerCaller: 1, queueLimit: 64),
        documents: BlockingPool? = nil,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.registry = registry
        self.database = database
        self.signer = signer
        self.trustedProxies = trustedProxies
        self.budget = budget
        idempotentCalls = IdempotentCalls(timeout: timeout)
        self.uploads = uploads
        self.imports = imports
        self.exports = exports
        self.documents = documents
        self.report = report
        var number = RequestTrace.unmatched
        var router = Router<(label: String, number: Int, handler: PlatformHandler)>()
        for route in platform {
            number += 1
            router.add(route.method, route.pattern, ("/" + route.pattern, number, route.handler))
        }
        self.platform = router
        var all: [(surface: Surface, router: Router<Registered>)] = []
        for surface in surfaces {
            var router = Router<Registered>()
            let prefix = surface.prefix.joined(separator: "/")
            for route in surface.routes {
                number += 1
                let label = "/\(prefix)/{tenant}/\(route.pattern.replacing(":id}", with: "}"))/"
                router.add(route.method, route.pattern, Registered(route, label: label, number: number))
            }
            all.append((surface, router))
        }
        self.surfaces = all
    }

    package func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        guard let segments = RequestTarget.segments(head.path) else {
            return .respond(refusal(.badTarget, of: head))
        }
        for (surface, router) in surfaces where segments.starts(with: surface.prefix) {
            let rest = segments.dropFirst(surface.prefix.count)
            guard let slug = rest.first else { break }
            return admit(head, slug, rest.dropFirst(), surface, router, trace)
        }
        switch platform.match(head.method, segments[...]) {
        case .found(let number, let parameters):
            let target = platform[number]
            trace.enter(target.label, number: target.number)
            return .handle(
                Handling(parameters: parameters, bodyLimit: TenantRoute.openLimit) { [documents] request in
                    let (answer, compresses) = await target.handler(request).negotiated(request.head)
                    return compresses ? await answer.gzipped(on: documents) : answer
                }
            )
        case .options(let allow): return .respond(Response.noContent.with("Allow", allow))
        case .methodNotAllowed(let allow):
            return .respond(refusal(.methodNotAllowed(allow), of: head).with("Allow", allow))
        case .notFound: return .respond(refusal(.unknownPath, of: head))
        }
    }

    /// Browser clients of the tenant can also read what the server itself refuses.
    package func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        let response = Response.problem(problem, requestID: head.id).with("Cache-Control", "no-store")
        guard head.headers["Origin"] != nil, let segments = RequestTarget.segments(head.path) else {
            return response
        }
        for (surface, _) in surfaces where segments.starts(with: surface.prefix) {
            let slug = segments.dropFirst(surface.prefix.count).first
            guard let tenant = slug.flatMap(registry.tenant), tenant.isActive else { break }
            return response.shared(with: head, of: tenant)
        }
        return response
    }

    /// Says whether the path is unknown or only its module is off.
    private static func missing(
        _ head: RequestHead,
        _ segments: ArraySlice<String>,
        _ router: Router<Registered>
    ) -> Problem {
        guard case .found(let number, _) = router.match(head.method, segments, where: { _ in true })
        else {
            return .unknownPath
        }
        return .off(router[number].route)
    }

    private func admit(
        _ head: RequestHead,
        _ slug: String,
        _ segments: ArraySlice<String>,
        _ surface: Surface,
        _ router: Router<Registered>,
        _ trace: RequestTrace
    ) -> Admission {
        guard let tenant = registry.tenant(slug), tenant.isActive else {
            return .respond(surface.refusal(.unknownTenant, head, nil))
        }
        trace.tenant = tenant.slug
        let match = router.match(head.method, segments) { $0.route.isEnabled(in: tenant) }
        switch match {
        case .notFound:
            let problem = Self.missing(head, segments, router)
            return .respond(surface.refusal(problem, head, tenant).shared(with: head, of: tenant))
        case .options(let allow):
            return .respond(
                Response.noContent.with("Allow", allow).preflight(head, of: tenant, allow: allow)
            )
        case .methodNotAllowed(let allow):
            let response = surface.refusal(.methodNotAllowed(allow), head, tenant).with("Allow", allow)
            return .respond(response.shared(with: head, of: tenant))
        case .found(let number, let parameters):
            let registered = router[number]
            trace.enter(registered.label, number: registered.number)
            return admit(head, tenant, registered, parameters, surface, trace)
        }
    }

    private func admit(
        _ head: RequestHead,
        _ tenant: Tenant,
        _ registered: Registered,
        _ parameters: PathParameters,
        _ surface: Surface,
        _ trace: RequestTrace
    ) -> Admission {
        var token: TokenSecret?
        if registered.route.access != .open {
            token = Self.token(head, schemes: surface.schemes)
            guard token != nil || Self.admitsAnonymous(head, registered.route, tenant) else {
                let response = surface.refusal(TenancyError.unauthorized.problem, head, tenant)
                return .respond(response.shared(with: head, of: tenant))
            }
        }
        let limit = registered.route.bodyLimit
        let isTooLarge = (head.contentLength ?? 0) > limit
        let session = Session(
            tenant: tenant,
            registry: registry,
            database: database,
            token: token?.digest,
            address: trustedProxies.client(of: head),
            now: .now,
            trace: trace,
            budget: budget,
            announced: isTooLarge ? 0 : head.contentLength ?? 0,
            report: report
        )
        let isUpload = registered.route.body.isMedia
        return .handle(
            Handling(
                parameters: parameters,
                bodyLimit: isTooLarge ? .max : limit,
                slowestRate: isUpload ? Self.slowestUpload : nil,
                checksFirst: true,
                handler: AdmittedRequest(
                    self,
                    registered,
                    surface,
                    head,
                    tenant,
                    session,
                    isTooLarge: isTooLarge
                )
            )
        )
    }

    /// Whether a request without any token may go on: a malformed one is refused.
    private static func admitsAnonymous(_ head: RequestHead, _ route: TenantRoute, _ tenant: Tenant) -> Bool {
        guard head.headers["Authorization"] == nil else { return false }
        if route.isOpen(in: tenant) { return true }
        guard let parameter = route.ticketParameter, let query = head.query else { return false }
        return query.split(separator: "&").contains { $0.hasPrefix(parameter + "=") }
    }

    /// Checks again what may have changed while the request waited: the tenant now, and the caller with the next
    /// statement.
    func readmit(_ call: Call, _ route: TenantRoute) throws {
        guard let tenant = registry.tenant(call.tenant.slug), tenant.isActive else {
            throw Problem.unknownTenant
        }
        guard route.isEnabled(in: tenant) else { throw Problem.off(route) }
        call.session.restart(in: tenant, at: .now)
    }

    func respond(
        _ call: Call,
        _ registered: Registered,
        _ surface: Surface
    ) async -> Response {
        let head = call.request.head
        let response: Response
        do {
            let result = try await result(of: call, registered, surface)
            try await call.session.confirm()
            response = Self.private(result).finished(for: head, call.session)
        } catch {
            response = await refusal(error, call, registered.route, surface).finished(for: head, call.session)
        }
        let (answer, compresses) = response.negotiated(head)
        return compresses ? await answer.gzipped(on: documents) : answer
    }

    private func result(
        of call: Call,
        _ registered: Registered,
        _ surface: Surface
    ) async throws -> Response {
        let route = registered.route
        if try !call.session.spendIfKnown() { try await call.session.spend() }
        try Self.requireMediaType(call.request, route)
        let permit = try await route.permits == nil ? nil : permit(for: call, route)
        defer { withExtendedLifetime(permit) {} }
        if case .role(let needed) = route.access { try await call.session.require(needed) }
        guard route.method == .post, route.access != .open, let key = try IdempotencyKey(call.request) else {
            guard let handler = registered.direct else { return try await registered.prepare(call)(call) }
            if !route.checksQueryItself { _ = try call.query }
            return try await handler(call)
        }
        let token = route.showsSecret ? Self.token(call.request.head, schemes: surface.schemes) : nil
        return try await idempotentCalls.answer(call, key, sealedIn: token.map(key.box), registered.prepare)
    }

    /// Waits for a permit, if the call needs one. Only after its body is complete, because slow clients would otherwise hold
    /// all permits.
    private func permit(for call: Call, _ route: TenantRoute) async throws -> FairLimiter.Permit? {
        guard let kind = route.permits else { return nil }
        let limiter =
            switch kind {
            case .uploads: uploads
            case .imports: imports
            case .exports: exports
            }
        try call.session.requireNoTransaction("waiting for a permit")
        let account = try await call.session.principal().accountID
        let permit = try await limiter.acquire(for: .init(tenant: call.tenant.id, account: account))
        // This wait may have taken long as well.
        try readmit(call, route)
        return permit
    }

    func refused(
        _ call: Call,
        _ surface: Surface,
        _ check: () async throws -> Void
    ) async -> Response? {
        do {
            try await check()
            return nil
        } catch {
            return answer(to: error, problem(for: error, call), call, surface).finished(
                for: call.request.head,
                call.session
            )
        }
    }

    /// A bad token has precedence over everything else that is wrong, even if the body was read first.
    private func refusal(
        _ error: any Error,
        _ call: Call,
        _ route: TenantRoute,
        _ surface: Surface
    ) async -> Response {
        var problem = problem(for: error, call)
        if !call.session.isAnonymous && [400, 403, 404, 409, 415, 422].contains(problem.status) {
            do {
                try await call.session.confirm()
            } catch {
                problem = self.problem(for: error, call)
            }
        }
        return answer(to: error, problem, call, surface)
    }

    /// Caches store only what a handler allows: nearly all answers are personal.
    static func `private`(_ response: Response) -> Response {
        guard response.headers["Cache-Control"] == nil else { return response }
        var response = response
        response.headers.add("Cache-Control", "no-store")
        return response
    }

    /// The token of `Authorization: Token …`, if it is well-formed.
    private static func token(_ head: RequestHead, schemes: [String]) -> TokenSecret? {
        guard let value = head.headers.only("Authorization") else { return nil }
        let bytes = value.utf8.span
        let space = UInt8(ascii: " ")
        var end = 0
        while end < bytes.count, bytes[end] != space { end += 1 }
        var start = end
        while start < bytes.count, bytes[start] == space { start += 1 }
        guard start > end else { return nil }
        let scheme = bytes.extracting(..<end)
        guard schemes.contains(where: { Headers.equal($0.utf8.span, scheme) }) else { return nil }
        return TokenSecret(parsing: bytes.extracting(start...))
    }
}
