package import ParlayAPI

/// What becomes of a request once its headers are complete, before its body is read.
package enum Admission: Sendable {
    /// Answered at once; what the client still sends of its body is dropped.
    case respond(Response)
    case handle(Handling)
}

package struct Handling: Sendable {
    package let parameters: PathParameters
    /// Bytes; a larger body is 413.
    package let bodyLimit: Int
    /// Bytes a second that a body must come at, if that is more than the setting of the server.
    package let slowestRate: Int?
    /// Asked before a body that is worth waiting for is read; an answer refuses the request.
    package let checkFirst: (@Sendable (Request) async -> Response?)?
    /// Answers in place of `HTTPApplication.refusal` what the server itself refuses once it reads the body.
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

/// What a server serves. Called on the loop of the request; must not block.
package protocol HTTPApplication: Sendable {
    func admit(_ head: RequestHead, trace: RequestTrace) -> Admission
    /// The problem document for what the server itself refuses.
    func refusal(_ problem: Problem, of head: RequestHead) -> Response
}

extension HTTPApplication {
    package func refusal(_ problem: Problem, of head: RequestHead) -> Response {
        .problem(problem, requestID: head.id)
    }
}
