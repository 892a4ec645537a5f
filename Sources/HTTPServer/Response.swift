package import ParlayAPI

/// An answer. `X-Request-Id`, `Date`, `Content-Length` and `X-Content-Type-Options` are added when it is sent.
package struct Response: Sendable {
    package var status: Int
    /// With room for those of most answers.
    package var headers = Headers(capacity: 12)
    package var body: ResponseBody
    /// Whether answers keep their value instead of writing it: for pages, which make calls in process.
    @TaskLocal package static var keepsValue = false
    /// The code of the problem, for the log; `nil` for another answer.
    package var problemCode: String?
    /// Set in an answer that opens a stream.
    var upgrade: PushUpgrade?

    package init(status: Int, body: [UInt8] = []) {
        self.status = status
        self.body = ResponseBody(body)
    }

    package init(status: Int, contentType: String, body: [UInt8]) {
        self.init(status: status, body: body)
        headers.add("Content-Type", contentType)
    }

    /// With bytes that are the same for every request.
    package init(status: Int, contentType: String, body: SharedBytes) {
        self.status = status
        self.body = .shared(body)
        headers.add("Content-Type", contentType)
    }

    package static let noContent = Response(status: 204)

    package static func json(_ value: some JSONWritable, status: Int = 200) -> Response {
        var response = Response(status: status)
        response.headers.add("Content-Type", "application/json")
        response.body = keepsValue ? .unwritten(value) : ResponseBody(value.jsonBytes())
        return response
    }

    /// What the body will be written from; `nil` if it is written already.
    package var value: (any JSONWritable)? { if case .unwritten(let value) = body { value } else { nil } }

    package static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> Response {
        Response(status: 200, contentType: contentType, body: Array(text.utf8))
    }

    /// The problem document; `requestID` is written into it.
    package static func problem(_ problem: Problem, requestID: String) -> Response {
        var problem = problem
        problem.requestID = requestID
        var response = Response(
            status: problem.status,
            contentType: Problem.mediaType,
            body: problem.jsonBytes()
        )
        response.problemCode = problem.code
        return response
    }

    /// Says when to try again, if it is a 503 that does not say so yet.
    package var withRetryAfter: Response {
        status == 503 && headers["Retry-After"] == nil ? with("Retry-After", "1") : self
    }

    package consuming func with(_ name: String, _ value: String) -> Response {
        headers.set(name, value)
        return self
    }

    /// With `value` as a strong entity tag; it must not contain quotes.
    package consuming func tagged(_ value: String) -> Response { with("ETag", "\"\(value)\"") }
}
