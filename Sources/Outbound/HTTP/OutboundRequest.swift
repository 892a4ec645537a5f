/// A request to another server.
package struct OutboundRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What happens to a response body that is larger than `bodyLimit`.
    package enum Overflow: Sendable {
        /// The request fails with `HTTPClientError.tooLarge`.
        case fail
        /// The rest is not read and the connection closed.
        case truncate
    }

    package var method: Method
    /// Absolute, `http` or `https`, without a user name.
    package var url: String
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]?
    /// From the call to the last byte of the response, the look-up of the name included.
    package var timeout = Duration.seconds(30)
    package var connectTimeout = Duration.seconds(10)
    /// Bytes of the response's body, after decompression.
    package var bodyLimit = 16 * 1024 * 1024
    package var overflow = Overflow.fail
    /// How many redirects are followed; each hop's address is checked like the first. With 0, a redirect is the response.
    package var redirects = 0
    /// Asks for a compressed response and unpacks it.
    package var decompresses = false
    /// Waits for a connection that is being opened, to share it if the server speaks HTTP/2; others open one of their own.
    package var multiplexes = false

    package init(_ method: Method = .get, _ url: String, body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.body = body
    }
}

package struct OutboundResponse: Sendable {
    package let status: Int
    /// In the order in which they came; those of the last hop.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// Whether `body` ends at the limit and not where the server ended it.
    package let isTruncated: Bool
    /// Seconds from `Retry-After`, also when that is a date, at most a day; `nil` without one.
    package let retryAfter: Int64?

    package init(
        status: Int,
        headers: [(name: String, value: String)],
        body: [UInt8],
        isTruncated: Bool = false,
        retryAfter: Int64? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.isTruncated = isTruncated
        self.retryAfter = retryAfter
    }

    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

/// Why there is no response. The descriptions name neither the URL nor an address, because they are shown to people who
/// may not know what a name resolves to here.
package enum HTTPClientError: Error, Equatable, CustomStringConvertible {
    /// Nothing was sent: the URL or a header is not valid.
    case badRequest(String)
    /// The name of the host is unknown.
    case resolve
    /// All addresses of the host are refused by the client's `AddressRule`.
    case blockedAddress
    case connect
    /// The handshake failed or the certificate is not trusted.
    case tls(String)
    case timeout
    case tooLarge(limit: Int)
    case tooManyRedirects
    /// The server broke the connection or the protocol.
    case broken(String)
    /// The calling task was cancelled, or the client closed.
    case cancelled

    package var description: String {
        switch self {
        case .badRequest(let why): "the request is not valid: \(why)"
        case .resolve: "the name of the host cannot be resolved"
        case .blockedAddress: "the host has no allowed address"
        case .connect: "the host refuses connections"
        case .tls(let why): "TLS failed: \(why)"
        case .timeout: "no complete answer in time"
        case .tooLarge(let limit): "the answer is larger than \(limit) bytes"
        case .tooManyRedirects: "too many redirects"
        case .broken(let why): "the connection broke: \(why)"
        case .cancelled: "the request was cancelled"
        }
    }
}
