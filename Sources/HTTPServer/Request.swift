/// A request with complete headers, whose body was not read yet.
///
/// An immutable object: it is passed on many times, and a struct would retain its fields each time.
package final class RequestHead: Sendable {
    /// As sent; compare `method` for the methods that routes know.
    package let methodName: String
    package let method: HTTPMethod?
    /// The path as sent, still percent-encoded, without the query.
    package let path: String
    /// The part after the first `?`, still encoded.
    package let query: String?
    package let headers: Headers
    package let peer: PeerAddress
    /// From `X-Request-Id` if that is well-formed, otherwise generated; echoed in the answer.
    package let id: String
    /// The announced size; `nil` for a chunked body and for none.
    package let contentLength: Int?
    package let isChunked: Bool
    package let isHTTP10: Bool

    package init(
        methodName: String,
        path: String,
        query: String?,
        headers: Headers,
        peer: PeerAddress,
        id: String,
        contentLength: Int?,
        isChunked: Bool,
        isHTTP10: Bool = false
    ) {
        self.methodName = methodName
        // Most requests.
        method = methodName == "GET" ? .get : HTTPMethod(rawValue: methodName)
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.id = id
        self.contentLength = contentLength
        self.isChunked = isChunked
        self.isHTTP10 = isHTTP10
    }

    /// - Parameter id: for a request that has none, or not an acceptable one.
    convenience init(_ received: ReceivedHead, peer: PeerAddress, id: () -> String) {
        let (path, query) = RequestTarget.parts(of: RequestTarget.origin(received.target ?? ""))
        self.init(
            methodName: received.methodName,
            path: path,
            query: query,
            headers: received.headers,
            peer: peer,
            id: received.requestID.flatMap { Self.isAcceptable($0) ? $0 : nil } ?? id(),
            contentLength: received.contentLength.map { Int(clamping: $0) },
            isChunked: received.isChunked,
            isHTTP10: received.isHTTP10
        )
    }

    private static func isAcceptable(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
                default: false
                }
            }
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

/// What the log and the metrics record about a request in addition to its answer.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
package final class RequestTrace: @unchecked Sendable {
    /// The route's pattern; all unmatched requests share one label.
    package private(set) var route = "unmatched"
    /// Bounded by the number of routes, and the same for all requests of one.
    package private(set) var routeNumber = RequestTrace.unmatched
    package static let unmatched = 0
    package var tenant: (id: Int64, slug: String)?
    package var accountID: Int64?
    /// Spent waiting for the database.
    package var databaseTime = Duration.zero

    package init() {}

    package func enter(_ route: String, number: Int) {
        self.route = route
        routeNumber = number
    }
}

/// An answered request.
package struct CompletedRequest: Sendable {
    package let id: String
    package let method: String
    package let status: Int
    /// Of the problem that was answered, if any.
    package let problemCode: String?
    /// From the request line to the end of the answer.
    package let duration: Duration
    package let bytes: Int
    package let trace: RequestTrace
    package let loop: Int
}
