package import ParlayAPI

/// What to do with a request once its headers are complete, before its body is read.
package enum Admission: Sendable {
    /// Answered immediately; the rest of the body is dropped.
    case respond(Response)
    case handle(Handling)
}

package struct Handling: Sendable {
    package let parameters: PathParameters
    /// Bytes; a larger body is 413.
    package let bodyLimit: Int
    /// The minimum rate of the body in bytes per second, if it is above the server's setting.
    package let slowestRate: Int?
    /// Called before a large body is read; an answer refuses the request.
    package let checkFirst: (@Sendable (Request) async -> Response?)?
    /// Replaces `HTTPApplication.refusal` for what the server refuses after the headers.
    package let refusal: (@Sendable (Problem) -> Response)?
    package let respond: @Sendable (Request) async -> Response

    package init(
        parameters: PathParameters = PathParameters(),
        bodyLimit: Int = 0,
        slowestRate: Int? = nil,
        checkFirst: (@Sendable (Request) async -> Response?)? = nil,
        refusal: (@Sendable (Problem) -> Response)? = nil,
        respond: @escaping @Sendable (Request) async -> Response
    ) {
        self.parameters = parameters
        self.bodyLimit = bodyLimit
        self.slowestRate = slowestRate
        self.checkFirst = checkFirst
        self.refusal = refusal
        self.respond = respond
    }
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
