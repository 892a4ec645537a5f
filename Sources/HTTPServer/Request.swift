/// A request whose headers are complete and whose body is not read yet.
///
/// An object that never changes: it is handed on many times, and a struct would count its fields each time.
package final class RequestHead: Sendable {
    /// As sent; compare `method` for those that routes know.
    package let methodName: String
    package let method: HTTPMethod?
    /// The path as sent, still percent-encoded, without the query.
    package let path: String
    /// What stands behind the first `?`, still encoded.
    package let query: String?
    package let headers: Headers
    package let peer: PeerAddress
    /// Taken from `X-Request-Id` when that is well formed, otherwise made; echoed on the answer.
    package let id: String
    /// The announced size; `nil` for a chunked body and for none.
    package let contentLength: Int?
    package let isChunked: Bool

    package init(
        methodName: String,
        path: String,
        query: String?,
        headers: Headers,
        peer: PeerAddress,
        id: String,
        contentLength: Int?,
        isChunked: Bool
    ) {
        self.methodName = methodName
        method = HTTPMethod(rawValue: methodName)
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.id = id
        self.contentLength = contentLength
        self.isChunked = isChunked
    }

    package var hasBody: Bool { isChunked || (contentLength ?? 0) > 0 }
}

/// A request with its body.
package struct Request: Sendable {
    package let head: RequestHead
    package let parameters: PathParameters
    package let body: [UInt8]
    package let trace: RequestTrace

    package init(head: RequestHead, parameters: PathParameters, body: [UInt8], trace: RequestTrace) {
        self.head = head
        self.parameters = parameters
        self.body = body
        self.trace = trace
    }
}

/// What the log and the metrics say of a request besides its answer.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package final class RequestTrace: @unchecked Sendable {
    /// The route's pattern; one label for all that matched none.
    package var route = "unmatched"
    package var tenant: String?
    package var accountID: Int64?
    /// Nanoseconds spent waiting for the database.
    package var databaseTime: Int64 = 0

    package init() {}
}

/// A request that was answered.
package struct CompletedRequest: Sendable {
    package let id: String
    package let method: String
    package let status: Int
    /// Nanoseconds from the complete header to the answer.
    package let duration: Int64
    package let bytes: Int
    package let trace: RequestTrace
    package let loop: Int
}
