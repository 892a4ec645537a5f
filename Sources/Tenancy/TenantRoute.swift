package import HTTPServer
package import ParlayAPI

/// One call of the API, declared once: what serves it is what describes it.
package struct TenantRoute: Sendable {
    /// Who may call.
    package enum Access: Sendable, Equatable {
        /// Anybody, without a token.
        case open
        case token
        case role(Role)
    }

    package enum Body: Sendable, Equatable {
        /// No fields: no body, or `{}`. A body of `GET` and `HEAD` means nothing (RFC 9110, 9.3.1) and is not looked at.
        case none
        /// Whatever the client sends is not looked at, as an original server did.
        case ignored
        case json
        /// JSON, or nothing at all.
        case optionalJSON
        /// JSON or an HTML form, for original clients.
        case jsonOrForm
        /// Not JSON, but one of these media types, and up to so many bytes. To work on it needs a permit of the
        /// gateway's `FairLimiter`.
        case media([String], limit: Int)

        /// In bytes.
        var limit: Int { if case .media(_, let limit) = self { limit } else { Gateway.jsonLimit } }
        var isMedia: Bool { if case .media = self { true } else { false } }
    }

    package let method: HTTPMethod
    /// Below the tenant's base path, without slashes at its ends; see `Router`.
    package let pattern: String
    package let summary: String
    package let module: Module?
    package let access: Access
    package let body: Body
    /// Bytes of a body; nobody without a token may send a large one.
    var bodyLimit: Int { access == .open ? min(body.limit, Gateway.openLimit) : body.limit }
    package typealias Handler = @Sendable (Call) async throws -> Response

    /// Does what takes long, such as hashing a password, and returns what is left to do. That part runs inside a
    /// transaction when the call carries an idempotency key; this one never does.
    package let prepare: @Sendable (Call) async throws -> Handler
    /// The answer shows what is shown nowhere again. What is kept of it for an idempotency key is sealed.
    package private(set) var showsSecret = false
    /// The handler does something before it reads the query, or does not care about parameters that nobody knows.
    package private(set) var checksQueryItself = false
    package var description = RouteDescription()

    package init(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        module: Module? = nil,
        access: Access = .token,
        body: Body = .none,
        handler: @escaping Handler
    ) {
        self.init(method, pattern, summary, module, access, body) { _ in handler }
    }

    /// A route that must do something slow first, such as prove a password.
    ///
    /// - Parameters:
    ///   - prepare: may refuse the call; runs once, before any transaction.
    ///   - handler: gets what `prepare` returned.
    package init<Prepared: Sendable>(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        module: Module? = nil,
        access: Access = .token,
        body: Body = .none,
        preparing prepare: @escaping @Sendable (Call) async throws -> Prepared,
        handler: @escaping @Sendable (Call, Prepared) async throws -> Response
    ) {
        self.init(method, pattern, summary, module, access, body) { call in
            let prepared = try await prepare(call)
            return { try await handler($0, prepared) }
        }
    }

    private init(
        _ method: HTTPMethod,
        _ pattern: String,
        _ summary: String,
        _ module: Module?,
        _ access: Access,
        _ body: Body,
        prepare: @escaping @Sendable (Call) async throws -> Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.summary = summary
        self.module = module
        self.access = access
        self.body = body
        self.prepare = prepare
    }

    /// Whether a body is not even looked at.
    package var ignoresBody: Bool { body == .ignored || body == .none && method == .get }

    /// Routes of a module are there only where it is on.
    func isEnabled(in tenant: Tenant) -> Bool { module.map(tenant.modules.contains) ?? true }

    /// The same route, whose answer shows what is shown nowhere again.
    package func showingSecret() -> TenantRoute {
        var route = self
        route.showsSecret = true
        return route
    }

    /// The same route, whose query is not checked before its handler reads `Call.query`.
    package func checkingQueryItself() -> TenantRoute {
        var route = self
        route.checksQueryItself = true
        return route
    }
}

/// A family of routes below one prefix, with its own way of refusing.
package final class Surface: Sendable {
    /// The segments before the tenant's slug: `["v1"]`.
    package let prefix: [String]
    package let routes: [TenantRoute]
    /// Words before the token in `Authorization`, in lower case.
    package let schemes: [String]
    /// The answer to what a route threw or the gateway refuses.
    package let refusal: @Sendable (Problem, RequestHead, Tenant?) -> Response

    package init(
        prefix: [String],
        routes: [TenantRoute],
        schemes: [String] = ["token", "bearer"],
        refusal: @escaping @Sendable (Problem, RequestHead, Tenant?) -> Response = Surface.problemDocument
    ) {
        self.prefix = prefix
        self.routes = routes
        self.schemes = schemes
        self.refusal = refusal
    }

    /// RFC 9457, with the headers that go with the status.
    package static let problemDocument: @Sendable (Problem, RequestHead, Tenant?) -> Response = {
        problem,
        head,
        tenant in
        let response = Response.problem(problem, requestID: head.id).with("Cache-Control", "no-store")
        guard problem.status == 401, let tenant else { return response }
        return response.with("WWW-Authenticate", "Token realm=\"\(tenant.slug)\"")
    }
}
