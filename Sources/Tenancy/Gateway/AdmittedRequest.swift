internal import HTTPServer
internal import ParlayAPI
internal import Reactor

/// A request whose tenant and route are known, and its token if it needs one.
final class AdmittedRequest: RequestHandler {
    private let gateway: Gateway
    private let registered: Gateway.Registered
    private let surface: Surface
    private let head: RequestHead
    private let tenant: Tenant
    private let session: Session
    private let isTooLarge: Bool

    init(
        _ gateway: Gateway,
        _ registered: Gateway.Registered,
        _ surface: Surface,
        _ head: RequestHead,
        _ tenant: Tenant,
        _ session: Session,
        isTooLarge: Bool
    ) {
        self.gateway = gateway
        self.registered = registered
        self.surface = surface
        self.head = head
        self.tenant = tenant
        self.session = session
        self.isTooLarge = isTooLarge
    }

    func check(_ request: Request) async -> Response? {
        let route = registered.route
        return await gateway.refused(call(request), surface) {
            if !session.isAnonymous {
                _ = try await session.principal()
                try await session.spend()
            }
            if isTooLarge { throw Problem.bodyTooLarge(limit: route.bodyLimit) }
            if route.body.isMedia { try Gateway.requireMediaType(request, route) }
        }
    }

    func respond(to request: Request) async -> Response {
        let call = call(request, await gateway.parsedBody(of: request, registered.route))
        if head.isChunked { session.spend(received: request.body.count) }
        // The body may have taken minutes, and threads may have parsed it.
        if head.hasBody,
            let refusal = await gateway.refused(
                call,
                surface,
                { try gateway.readmit(call, registered.route) }
            )
        {
            return refusal
        }
        return await gateway.respond(call, registered, surface)
    }

    func begin(_ request: Request, done: @escaping @Sendable (Response?) -> Void) -> Bool {
        guard let reading = registered.route.reading, !head.hasBody, !session.isAnonymous,
            (try? session.spendIfKnown()) == true
        else { return false }
        let call = call(request)
        guard (try? call.query) != nil, let queries = try? reading.queries(call) else { return false }
        session.read(queries) { [self] results in
            guard let results, let response = try? reading.answer(call, results) else { return done(nil) }
            let (answer, compresses) = Gateway.private(response).finished(for: head, session).negotiated(head)
            guard compresses else { return done(answer) }
            Task(executorPreference: EventLoop.current) { [gateway] in
                done(await answer.gzipped(on: gateway.documents))
            }
        }
        return true
    }

    func refusal(of problem: Problem) -> Response? {
        surface.refusal(problem, head, tenant).finished(for: head, session)
    }

    private func call(_ request: Request, _ parsedBody: Result<JSONValue, JSONSyntaxError>? = nil) -> Call {
        Call(
            request: request,
            parsedBody: parsedBody,
            session: session,
            signer: gateway.signer,
            parameters: registered.route.description.query
        )
    }
}
