package import ParlayAPI

/// What to do with a request once its headers are complete, before its body is read.
package enum Admission: Sendable {
    /// Answered immediately; the rest of the body is dropped.
    case respond(Response)
    case handle(Handling)
}

package struct Handling: Sendable {
    package let parameters: PathParameters
    /// Bytes; a larger body is 413. `Int.max` if `RequestHandler.check` refuses the body, which then is not read.
    package let bodyLimit: Int
    /// The minimum rate of the body in bytes per second, if it is above the server's setting.
    package let slowestRate: Int?
    /// Whether `RequestHandler.check` is called before a large body is read.
    package let checksFirst: Bool
    package let handler: any RequestHandler

    package init(
        parameters: PathParameters = PathParameters(),
        bodyLimit: Int = 0,
        slowestRate: Int? = nil,
        checksFirst: Bool = false,
        handler: any RequestHandler
    ) {
        self.parameters = parameters
        self.bodyLimit = bodyLimit
        self.slowestRate = slowestRate
        self.checksFirst = checksFirst
        self.handler = handler
    }

    /// Answered by one function.
    package init(
        parameters: PathParameters = PathParameters(),
        bodyLimit: Int = 0,
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.init(parameters: parameters, bodyLimit: bodyLimit, handler: FunctionHandler(respond))
    }
}

/// Answers one request. An object, so that all it needs is handed on as one reference.
package protocol RequestHandler: AnyObject, Sendable {
    /// Called before a large body is read; an answer refuses the request.
    func check(_ request: Request) async -> Response?
    func respond(to request: Request) async -> Response
    /// Starts to answer without a task, which a plain read does not need: `done` is called once, on the request's loop, maybe
    /// before this returns. `nil` there, or false here, means that `respond` must be called.
    func begin(_ request: Request, done: @escaping @Sendable (Response?) -> Void) -> Bool
    /// The answer to what the server itself refuses after the headers; `nil` leaves it to `HTTPApplication.refusal`.
    func refusal(of problem: Problem) -> Response?
}

extension RequestHandler {
    package func begin(_ request: Request, done: @escaping @Sendable (Response?) -> Void) -> Bool { false }
}

/// A handler of one function.
private final class FunctionHandler: RequestHandler {
    private let body: @Sendable (Request) async -> Response

    init(_ body: @escaping @Sendable (Request) async -> Response) { self.body = body }

    func check(_ request: Request) async -> Response? { nil }
    func respond(to request: Request) async -> Response { await body(request) }
    func refusal(of problem: Problem) -> Response? { nil }
}

/// The application behind a server. Called on the loop of the request; must not block.
package protocol HTTPApplication: Sendable {
    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission
    /// The problem document for a request that the server itself refuses.
    func refusal(_ problem: Problem, of head: RequestHead) -> Response
}

extension HTTPApplication {
    package func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        .problem(problem, requestID: head.id)
    }
}
