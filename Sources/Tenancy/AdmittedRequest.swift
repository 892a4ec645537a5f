internal import HTTPServer
internal import ParlayAPI
internal import Reactor

/// A request whose tenant and route are known, and its token if it needs one: checks in the order of error precedence, runs
/// the handler, and turns thrown errors into problem documents.
final class AdmittedRequest: RequestHandler {
    /// The size above which a body is parsed beside the loops: small objects are parsed at 10 MB/s.
    private static let parsedHere = 16 * 1024

    let shared: RequestEnvironment
    private let registered: RegisteredRoute
    let surface: Surface
    let head: RequestHead
    private let tenant: Tenant
    let session: Session
    private let isTooLarge: Bool

    private var route: TenantRoute { registered.route }

    init(
        _ shared: RequestEnvironment,
        _ registered: RegisteredRoute,
        _ surface: Surface,
        _ head: RequestHead,
        _ tenant: Tenant,
        _ session: Session,
        isTooLarge: Bool
    ) {
        self.shared = shared
        self.registered = registered
        self.surface = surface
        self.head = head
        self.tenant = tenant
        self.session = session
        self.isTooLarge = isTooLarge
    }

    // MARK: From the server

    func check(_ request: Request) async -> Response? {
        await refused(request) {
            if !session.isAnonymous {
                _ = try await session.principal()
                try await session.spend()
            }
            if isTooLarge { throw Problem.bodyTooLarge(limit: route.bodyLimit) }
            if route.body.isMedia { try registered.requireMediaType(request) }
        }
    }

    func respond(to request: Request) async -> Response {
        let call = call(request, await parsedBody(of: request))
        if head.isChunked { session.spend(received: request.body.count) }
        // The body may have taken minutes, and threads may have parsed it.
        if head.hasBody, let refusal = await refused(request, readmit) { return refusal }
        let response: Response
        do {
            let result = try await result(of: call)
            try await session.confirm()
            response = result.storedByNobody().finished(for: head, session)
        } catch {
            response = await refusal(error, request).finished(for: head, session)
        }
        let (answer, compresses) = response.negotiated(head)
        return compresses ? await answer.gzipped(on: shared.documents) : answer
    }

    func begin(_ request: Request, done: @escaping @Sendable (Response?) -> Void) -> Bool {
        guard let reading = route.reading, !head.hasBody, !session.isAnonymous, !session.isKey,
            (try? session.spendIfKnown()) == true
        else { return false }
        let call = call(request)
        guard (try? call.query) != nil, let queries = try? reading.queries(call) else { return false }
        session.read(queries) { [self] results in
            guard let results, let response = try? reading.answer(call, results) else { return done(nil) }
            let (answer, compresses) = response.storedByNobody().finished(for: head, session).negotiated(head)
            guard compresses else { return done(answer) }
            Task(executorPreference: EventLoop.current) { [shared] in
                done(await answer.gzipped(on: shared.documents))
            }
        }
        return true
    }

    func refusal(of problem: Problem) -> Response? {
        surface.refusal(problem, head, tenant).finished(for: head, session)
    }

    /// Makes another call of the same person; see `Call.perform`.
    func perform(_ registered: RegisteredRoute, _ request: Request) async throws -> Response {
        let inner = AdmittedRequest(shared, registered, surface, head, tenant, session, isTooLarge: false)
        return try await inner.result(of: inner.call(request))
    }

    // MARK: The call

    func call(_ request: Request, _ parsedBody: Result<JSONValue, JSONSyntaxError>? = nil) -> Call {
        Call(
            request: request,
            parsedBody: parsedBody,
            session: session,
            admitted: self,
            parameters: route.description.query
        )
    }

    /// The value of a large JSON body. `nil` where `Call` parses it: for any other body, and while all threads are taken.
    private func parsedBody(of request: Request) async -> Result<JSONValue, JSONSyntaxError>? {
        guard let documents = shared.documents, request.body.count > Self.parsedHere, !route.body.isMedia,
            head.mediaType == "application/json"
        else { return nil }
        return try? await documents.run {
            Result { () throws(JSONSyntaxError) in try JSONParser.parse(request.body, within: .requestBody) }
        }
    }

    func result(of call: Call) async throws -> Response {
        if try !session.spendIfKnown() { try await session.spend() }
        try registered.requireMediaType(call.request)
        let permit = try await route.permits == nil ? nil : permit()
        defer { withExtendedLifetime(permit) {} }
        try await session.requireFactors()
        if case .role(let needed) = route.access { try await session.require(needed) }
        if session.isKey { try await session.require(route.scope) }
        guard route.method == .post, route.access != .open, let key = try IdempotencyKey(call.request),
            !session.isAnonymous
        else {
            guard let handler = registered.direct else { return try await registered.prepare(call)(call) }
            if !route.checksQueryItself { _ = try call.query }
            return try await handler(call)
        }
        let token = route.showsSecret ? surface.credentials.secret(in: head, of: tenant) : nil
        return try await shared.idempotentCalls.answer(
            call,
            key,
            sealedIn: token.map(key.box),
            registered.prepare
        )
    }

    /// Waits for a permit, if the call needs one. Only after its body is complete, because slow clients would otherwise hold
    /// all permits.
    private func permit() async throws -> FairLimiter.Permit? {
        guard let kind = route.permits else { return nil }
        try session.requireNoTransaction("waiting for a permit")
        let account = try await session.principal().accountID
        let permit = try await shared.limiter(of: kind)
            .acquire(for: .init(tenant: session.tenant.id, account: account))
        // This wait may have taken long as well.
        try readmit()
        return permit
    }

    /// Checks again what may have changed while the request waited: the tenant now, and the caller with the next
    /// statement.
    private func readmit() throws {
        guard let tenant = session.presentTenant else { throw Problem.unknownTenant }
        guard route.isEnabled(in: tenant) else { throw Problem.off(route) }
        session.restart(in: tenant, at: .now)
    }
}
