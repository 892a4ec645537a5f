package import Database
package import HTTPServer
package import ParlayAPI
package import Reactor
package import Security

/// Where requests enter: finds tenant and route, and refuses what has neither. An `AdmittedRequest` does the rest.
package final class Gateway: HTTPApplication {
    /// A route outside every tenant, such as `/healthz`.
    package typealias PlatformHandler = @Sendable (Request) async -> Response

    /// Bytes per second, because an upload takes much of the memory for bodies.
    private static let slowestUpload = 32 * 1024

    let database: DatabasePool
    let shared: RequestEnvironment
    private let platform: Router<(label: String, number: Int, handler: PlatformHandler)>
    let surfaces: [(surface: Surface, router: Router<RegisteredRoute>)]
    private let trustedProxies: TrustedProxies
    let budget: RequestBudget

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
        self.database = database
        self.trustedProxies = trustedProxies
        self.budget = budget
        var number = RequestTrace.unmatched
        var router = Router<(label: String, number: Int, handler: PlatformHandler)>()
        for route in platform {
            number += 1
            router.add(route.method, route.pattern, ("/" + route.pattern, number, route.handler))
        }
        self.platform = router
        var calls: [String: RegisteredRoute] = [:]
        var all: [(surface: Surface, router: Router<RegisteredRoute>)] = []
        for surface in surfaces {
            var router = Router<RegisteredRoute>()
            let prefix = surface.prefix.joined(separator: "/")
            for route in surface.routes {
                number += 1
                let label = "/\(prefix)/{tenant}/\(route.pattern.replacing(":id}", with: "}"))/"
                let registered = RegisteredRoute(route, label: label, number: number)
                router.add(route.method, route.pattern, registered)
                if case .header = surface.credentials {
                    calls[route.description.name(of: route.method.rawValue, route.pattern)] = registered
                }
            }
            all.append((surface, router))
        }
        self.surfaces = all
        shared = RequestEnvironment(
            registry: registry,
            signer: signer,
            calls: calls,
            idempotentCalls: IdempotentCalls(timeout: timeout),
            uploads: uploads,
            imports: imports,
            exports: exports,
            documents: documents,
            report: report
        )
    }

    package func admit(_ head: RequestHead, trace: RequestTrace) -> Admission {
        guard let segments = RequestTarget.segments(head.path) else {
            return .respond(refusal(.badTarget, of: head))
        }
        for (surface, router) in surfaces where segments.starts(with: surface.prefix) {
            let rest = segments.dropFirst(surface.prefix.count)
            guard let slug = rest.first else { break }
            if let answer = elsewhere(head, slug, rest.dropFirst(), surface) { return .respond(answer) }
            return admit(head, slug, rest.dropFirst(), surface, router, trace)
        }
        if let admission = admitOnOwnHost(head, segments, trace) { return admission }
        switch platform.match(head.method, segments[...]) {
        case .found(let number, let parameters):
            let target = platform[number]
            trace.enter(target.label, number: target.number)
            return .handle(
                Handling(parameters: parameters, bodyLimit: TenantRoute.openLimit) {
                    [documents = shared.documents] request in
                    let (answer, compresses) = await target.handler(request).negotiated(request.head)
                    return compresses ? await answer.gzipped(on: documents) : answer
                }
            )
        case .options(let allow): return .respond(Response.noContent.with("Allow", allow))
        case .methodNotAllowed(let allow):
            return .respond(refusal(.methodNotAllowed(allow), of: head).with("Allow", allow))
        case .notFound:
            if let tenant = shared.registry.tenant(at: head.headers.only("Host")),
                let surface = surfaces.first(where: { $0.surface.isApp })?.surface
            {
                return missing(.unknownPath, head, tenant, surface, trace)
            }
            return .respond(refusal(.unknownPath, of: head))
        }
    }

    /// Whose path or host it is.
    package func tenant(of head: RequestHead) -> Tenant? {
        if let segments = RequestTarget.segments(head.path) {
            for (surface, _) in surfaces where segments.starts(with: surface.prefix) {
                return segments.dropFirst(surface.prefix.count).first.flatMap(shared.registry.tenant)
            }
        }
        return shared.registry.tenant(at: head.headers.only("Host"))
    }

    // MARK: Hosts of tenants

    /// The page of the tenant whose app is at `/` of the requested host; `nil` if it has no such page.
    private func admitOnOwnHost(_ head: RequestHead, _ segments: [String], _ trace: RequestTrace)
        -> Admission?
    {
        guard let tenant = shared.registry.tenant(at: head.headers.only("Host")) else { return nil }
        for (surface, router) in surfaces where surface.isApp {
            switch router.match(head.method, segments[...], where: { $0.route.isEnabled(in: tenant) }) {
            case .notFound: return nil
            default: return admit(head, tenant.slug, segments[...], surface, router, trace)
            }
        }
        return nil
    }

    /// Leads to the host of an app that has one; `nil` for all other requests.
    private func elsewhere(
        _ head: RequestHead,
        _ slug: String,
        _ segments: ArraySlice<String>,
        _ surface: Surface
    )
        -> Response?
    {
        guard surface.isApp, let tenant = shared.registry.tenant(slug), let host = tenant.hosts.first else {
            return nil
        }
        let rest = head.path.dropFirst("/\(surface.prefix.joined(separator: "/"))/\(slug)".count)
        let path = (rest.isEmpty ? "/" : rest) + (head.query.map { "?\($0)" } ?? "")
        let isThere = shared.registry.tenant(at: head.headers.only("Host")) === tenant
        let scheme = trustedProxies.isSecure(head) ? "https://" : "http://"
        let port = head.headers.only("Host")?.drop { $0 != ":" } ?? ""
        return Response(status: 308).with("Location", isThere ? String(path) : scheme + host + port + path)
            .with("Cache-Control", "no-store")
    }

    /// Browser clients of the tenant can also read what the server itself refuses.
    package func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        let response = Response.problem(problem, requestID: head.id).with("Cache-Control", "no-store")
        guard head.headers["Origin"] != nil, let segments = RequestTarget.segments(head.path) else {
            return response
        }
        for (surface, _) in surfaces where segments.starts(with: surface.prefix) {
            let slug = segments.dropFirst(surface.prefix.count).first
            guard let tenant = slug.flatMap(shared.registry.tenant), tenant.isActive else { break }
            return response.shared(with: head, of: tenant)
        }
        return response
    }

    /// Says whether the path is unknown or only its module is off.
    static func missing(
        _ head: RequestHead,
        _ segments: ArraySlice<String>,
        _ router: Router<RegisteredRoute>
    ) -> Problem {
        guard case .found(let number, _) = router.match(head.method, segments, where: { _ in true })
        else {
            return .unknownPath
        }
        return .off(router[number].route)
    }

    /// Who looks for a page that there is not reads so in their language.
    private func missing(
        _ problem: Problem,
        _ head: RequestHead,
        _ tenant: Tenant,
        _ surface: Surface,
        _ trace: RequestTrace
    ) -> Admission {
        guard surface.isApp, !head.changesOrUpgrades else {
            return .respond(surface.refusal(problem, head, tenant).shared(with: head, of: tenant))
        }
        let route = TenantRoute(.get, "", "Missing page", access: .optionalToken) { _ in throw problem }
            .checkingQueryItself()
        let registered = RegisteredRoute(route, label: "", number: 0)
        return admit(head, tenant, registered, PathParameters(), surface, trace)
    }

    private func admit(
        _ head: RequestHead,
        _ slug: String,
        _ segments: ArraySlice<String>,
        _ surface: Surface,
        _ router: Router<RegisteredRoute>,
        _ trace: RequestTrace
    ) -> Admission {
        let tenant = shared.registry.tenant(slug)
        guard let tenant, tenant.isActive else {
            let isUnknown = tenant != nil || shared.registry.isWhole
            let problem = isUnknown ? Problem.unknownTenant : .databaseUnavailable
            return .respond(surface.refusal(problem, head, nil).withRetryAfter)
        }
        trace.tenant = (tenant.id.rawValue, tenant.slug)
        let match = router.match(head.method, segments) { $0.route.isEnabled(in: tenant) }
        switch match {
        case .notFound:
            return missing(Self.missing(head, segments, router), head, tenant, surface, trace)
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
        _ registered: RegisteredRoute,
        _ parameters: PathParameters,
        _ surface: Surface,
        _ trace: RequestTrace
    ) -> Admission {
        var token: TokenSecret?
        if registered.route.access != .open {
            token = surface.credentials.secret(in: head, of: tenant)
            guard token != nil || Self.admitsAnonymous(head, registered.route, tenant, surface) else {
                let response = surface.refusal(TenancyError.unauthorized.problem, head, tenant)
                return .respond(response.shared(with: head, of: tenant))
            }
        }
        if case .cookie = surface.credentials, head.changesOrUpgrades, !registered.route.acceptsForeignForms,
            !trustedProxies.isOwn(head)
        {
            return .respond(surface.refusal(.foreignOrigin, head, tenant))
        }
        let limit = registered.route.bodyLimit
        let isTooLarge = (head.contentLength ?? 0) > limit
        let session = Session(
            tenant: tenant,
            registry: shared.registry,
            database: database,
            token: token.map(surface.credentials.kind.digest),
            tokenKind: surface.credentials.kind,
            isKey: token?.kind == .key,
            address: trustedProxies.client(of: head),
            now: .now,
            trace: trace,
            budget: budget,
            announced: isTooLarge ? 0 : head.contentLength ?? 0,
            report: shared.report
        )
        session.demandsFactors =
            tenant.settings.secondFactor.isDemanding && !registered.route.description.isForSetUp
        session.showsPosition = registered.route.description.showsPosition
        let isUpload = registered.route.body.isMedia
        return .handle(
            Handling(
                parameters: parameters,
                bodyLimit: isTooLarge ? .max : limit,
                slowestRate: isUpload ? Self.slowestUpload : nil,
                checksFirst: true,
                handler: AdmittedRequest(
                    shared,
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
    private static func admitsAnonymous(
        _ head: RequestHead,
        _ route: TenantRoute,
        _ tenant: Tenant,
        _ surface: Surface
    ) -> Bool {
        guard surface.credentials.areAbsent(in: head) else { return false }
        if route.isOpen(in: tenant) { return true }
        guard let parameter = route.ticketParameter, let query = head.query else { return false }
        return query.split(separator: "&").contains { $0.hasPrefix(parameter + "=") }
    }
}

extension RequestHead {
    /// The token of `Authorization: Token …`, if it is well-formed.
    ///
    /// - Parameter takesKeys: whether it may be an API key.
    func token(schemes: [String], takesKeys: Bool) -> TokenSecret? {
        guard let value = headers.only("Authorization") else { return nil }
        let bytes = value.utf8.span
        let space = UInt8(ascii: " ")
        var end = 0
        while end < bytes.count, bytes[end] != space { end += 1 }
        var start = end
        while start < bytes.count, bytes[start] == space { start += 1 }
        guard start > end else { return nil }
        let scheme = bytes.extracting(..<end)
        guard schemes.contains(where: { Headers.equal($0.utf8.span, scheme) }) else { return nil }
        let secret = bytes.extracting(start...)
        return TokenSecret(parsing: secret) ?? (takesKeys ? TokenSecret(parsing: secret, as: .key) : nil)
    }
}

extension RequestHead {
    /// Whether a page of another site must not send it with the cookie of this one: browsers let any page open a WebSocket.
    fileprivate var changesOrUpgrades: Bool { method != .get && method != .head || headers["Upgrade"] != nil }
}
