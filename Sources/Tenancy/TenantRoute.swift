package import Database
package import HTTPServer
package import ParlayAPI

/// An endpoint and what answers it.
package struct TenantRoute: RouteDescribing, Sendable {
    /// What a call waits for because it takes long or much memory. Each kind has a `FairLimiter` in the gateway.
    package enum Permits: Sendable, Equatable {
        case uploads
        /// Of whole files of data.
        case imports
        /// Everything that one account has, in one answer. Each account runs one call at a time.
        case exports
    }

    /// Bytes of a JSON body, which is parsed on an event loop.
    package static let jsonLimit = 64 * 1024
    /// Bytes of a body that is sent without a token.
    static let openLimit = 16 * 1024

    package let method: HTTPMethod
    /// Below the tenant's base path, without leading and trailing slashes; see `Router`.
    package let pattern: String
    package let summary: String
    package let module: Module?
    package let access: CallAccess
    /// What an API key needs to call; `nil` if no key can.
    package let scope: KeyScope?
    /// Where it is on, a call with `tokenUnlessPublic` needs no token.
    package let openSetting: ModuleSetting<Bool>?
    package let body: BodyForm
    /// `nil` if the call needs none.
    private(set) var permits: Permits?
    /// The limit of a body; where no token is needed it is small.
    var bodyLimit: Int {
        switch access {
        case .open, .optionalToken: min(body.limit, Self.openLimit)
        case .token, .role, .tokenUnlessPublic: body.limit
        }
    }
    package typealias Handler = @Sendable (Call) async throws -> Response

    /// Does slow work, such as hashing a password, and returns the rest as a closure. The closure runs inside a
    /// transaction if the call has an idempotency key; the slow work never does.
    package let prepare: @Sendable (Call) async throws -> Handler
    /// What `prepare` returns for every call, if there is nothing to prepare.
    let handler: Handler?
    /// Set for a route that reads once and answers.
    private(set) var reading: Reading?

    /// Queries that are known before anything is read, and the answer that their results make.
    struct Reading: Sendable {
        let queries: @Sendable (Call) throws -> [Query]
        let answer: @Sendable (Call, [ResultSet]) throws -> Response
    }

    /// The answer contains a secret that is not shown again. The copy stored for an idempotency key is encrypted.
    package private(set) var showsSecret = false
    /// The handler does something before it reads the query, or ignores unknown parameters.
    package private(set) var checksQueryItself = false
    /// Other sites may send its form, which therefore changes nothing.
    private(set) var acceptsForeignForms = false
    /// The query parameter that a caller without a token may send instead. The handler checks it.
    package private(set) var ticketParameter: String?
    package var description = RouteDescription()

    /// - Parameter setting: see `openSetting`.
    package init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        openWhere setting: ModuleSetting<Bool>? = nil,
        handler: @escaping Handler
    ) {
        self.init(endpoint, openWhere: setting, handler: handler) { _ in handler }
    }

    /// A GET that reads in one round trip. The gateway answers it without a task, where nothing goes wrong.
    ///
    /// - Parameters:
    ///   - queries: what is read. Called again if the read failed.
    ///   - answer: gets the results of `queries` once the caller is authenticated.
    package init<Target, Answer>(
        _ endpoint: Endpoint<Target, Never, Answer>,
        reading queries: @escaping @Sendable (Call) throws -> [Query],
        answer: @escaping @Sendable (Call, [ResultSet]) throws -> Response
    ) {
        self.init(endpoint) { call in
            try answer(call, try await call.session.read(queries(call)))
        }
        reading = Reading(queries: queries, answer: answer)
    }

    /// A route that first does slow work, such as verifying a password.
    ///
    /// - Parameters:
    ///   - prepare: may refuse the call; runs once, before any transaction.
    ///   - handler: gets the result of `prepare`.
    package init<Target, Body, Answer, Prepared: Sendable>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        preparing prepare: @escaping @Sendable (Call) async throws -> Prepared,
        handler: @escaping @Sendable (Call, Prepared) async throws -> Response
    ) {
        self.init(endpoint, openWhere: nil, handler: nil) { call in
            let prepared = try await prepare(call)
            return { try await handler($0, prepared) }
        }
    }

    private init<Target, Body, Answer>(
        _ endpoint: Endpoint<Target, Body, Answer>,
        openWhere setting: ModuleSetting<Bool>?,
        handler: Handler?,
        prepare: @escaping @Sendable (Call) async throws -> Handler
    ) {
        method = HTTPMethod(endpoint.method)
        pattern = endpoint.pattern
        summary = endpoint.summary
        module = endpoint.module
        access = endpoint.access
        scope = endpoint.scope
        openSetting = setting
        body = endpoint.body
        permits = body.isMedia ? .uploads : nil
        description = endpoint.description
        self.handler = handler
        self.prepare = prepare
    }

    /// A call of an original server, which no client of this package makes.
    package init(
        _ method: CallMethod,
        _ pattern: String,
        _ summary: String,
        module: Module? = nil,
        access: CallAccess = .token,
        body: BodyForm = .none,
        handler: @escaping Handler
    ) {
        let endpoint = Endpoint<Void, Never, Void>(method, pattern, body: body).titled(summary).access(access)
        self.init(module.map(endpoint.module) ?? endpoint, handler: handler)
    }

    /// Whether a call without a token may be admitted.
    func isOpen(in tenant: Tenant) -> Bool {
        switch access {
        case .open, .optionalToken: true
        case .token, .role: false
        case .tokenUnlessPublic: openSetting.map { tenant.settings[$0] } ?? false
        }
    }

    /// Whether the body is ignored.
    package var ignoresBody: Bool { body == .ignored || body == .none && method == .get }

    /// Routes of a module exist only if it is on.
    func isEnabled(in tenant: Tenant) -> Bool { module.map(tenant.modules.contains) ?? true }

    /// The same route, marked as one whose answer contains a secret.
    package func showingSecret() -> TenantRoute {
        var route = self
        route.showsSecret = true
        return route
    }

    /// The same route, whose calls wait for a permit of this kind.
    package func needing(_ permits: Permits) -> TenantRoute {
        var route = self
        route.permits = permits
        return route
    }

    /// The same route, open to callers without a token who send this query parameter. The handler must check it.
    package func acceptingTicket(in parameter: String) -> TenantRoute {
        var route = self
        route.ticketParameter = parameter
        return route
    }

    /// The same route, whose form other sites may send too. The handler must change nothing, and the route should need no token.
    package func acceptingForeignForms() -> TenantRoute {
        var route = self
        route.acceptsForeignForms = true
        return route
    }

    /// The same route, with its query checked only when its handler reads `Call.query`.
    package func checkingQueryItself() -> TenantRoute {
        var route = self
        route.checksQueryItself = true
        return route
    }
}

extension BodyForm {
    var isMedia: Bool { if case .media = self { true } else { false } }

    /// In bytes.
    var limit: Int {
        switch self {
        case .media(_, let limit), .form(let limit): limit
        case .none, .ignored, .json, .optionalJSON, .jsonOrForm: TenantRoute.jsonLimit
        }
    }
}

extension HTTPMethod {
    fileprivate init(_ method: CallMethod) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}

/// A family of routes below one prefix, with its own form of errors.
package final class Surface: Sendable {
    /// The segments before the tenant's slug: `["v1"]`.
    package let prefix: [String]
    package let routes: [TenantRoute]
    /// Where a request's token is.
    package let credentials: Credentials
    private let form: @Sendable (Problem, RequestHead, Tenant?, Call?) -> Response

    /// Whether it is the pages of apps, which may also be at `/` of a host of the tenant.
    var isApp: Bool { if case .cookie = credentials { true } else { false } }

    package init(
        prefix: [String],
        routes: [TenantRoute],
        credentials: Credentials = .header(schemes: ["token", "bearer"], takesKeys: true),
        refusal: @escaping @Sendable (Problem, RequestHead, Tenant?, Call?) -> Response = Surface
            .problemDocument
    ) {
        self.prefix = prefix
        self.routes = routes
        self.credentials = credentials
        form = refusal
    }

    /// The answer to an error of a route or of the gateway.
    ///
    /// - Parameter call: `nil` for what the gateway refuses itself.
    func refusal(_ problem: Problem, _ head: RequestHead, _ tenant: Tenant?, _ call: Call? = nil) -> Response
    {
        var response = form(problem, head, tenant, call)
        response.problemCode = problem.code
        return response
    }

    /// RFC 9457, with the headers for the status.
    package static let problemDocument: @Sendable (Problem, RequestHead, Tenant?, Call?) -> Response = {
        problem,
        head,
        tenant,
        _ in
        let response = Response.problem(problem, requestID: head.id).with("Cache-Control", "no-store")
        guard problem.status == 401, let tenant else { return response }
        return response.with("WWW-Authenticate", "Token realm=\"\(tenant.slug)\"")
    }
}
