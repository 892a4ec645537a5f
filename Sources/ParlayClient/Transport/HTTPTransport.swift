public import Foundation

/// Sends requests to the server: `URLSessionTransport`, or an app's own for its tests or its proxy.
///
/// A transport sends each request once. It follows no redirects, keeps no cookies and never retries: the client above
/// it knows what is safe to repeat.
public protocol HTTPTransport: Sendable {
    /// Sends a request and waits for the whole answer, with any status. Ends early when its task is cancelled.
    ///
    /// - Throws: `TransportError`. Any other error counts as `TransportError.other`, after which nothing is retried.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// A request as it goes over the wire.
public struct TransportRequest: Hashable, Sendable {
    /// In capitals, such as `GET`.
    public var method: String
    /// With the query.
    public var url: URL
    /// By name; each name once.
    public var headers: [String: String]
    /// `nil` sends no body and no `Content-Type`.
    public var body: Data?

    public init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// Without headers and body, which contain tokens and passwords, so that they appear in no log.
extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(method) \(url)" }
    /// Without headers and body.
    public var debugDescription: String { description }
    /// Without headers and body.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}

/// An answer as it came over the wire.
public struct TransportResponse: Hashable, Sendable {
    /// The status code, 100–599.
    public var status: Int
    /// By name, in the case that the server sent. Read them with `header(_:)`.
    public var headers: [String: String]
    /// May be empty.
    public var body: Data

    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of a header; case of the name does not matter.
    public func header(_ name: String) -> String? {
        headers[name] ?? headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// Without headers and body, because the body of a sign-in contains a token.
extension TransportResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "status \(status), \(body.count) bytes" }
    /// Without headers and body.
    public var debugDescription: String { description }
    /// Without headers and body.
    public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}

/// Why there is no answer.
public enum TransportError: Error, Hashable, Sendable {
    /// No connection could be made: the device is offline, the server is down, or its name is unknown. Nothing was
    /// sent.
    case unreachable(String)
    /// The connection broke. The call may have taken effect.
    case connectionLost(String)
    /// No answer came in time. The call may have taken effect.
    case timedOut
    /// Anything else, such as a certificate that is not trusted.
    case other(String)
}

extension TransportError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unreachable: "The server cannot be reached. Please check your internet connection."
        case .connectionLost: "The connection to the server was lost."
        case .timedOut: "The server did not answer in time."
        case .other: "The connection to the server failed."
        }
    }

    /// The system's error text, for logs.
    public var failureReason: String? {
        switch self {
        case .unreachable(let reason), .connectionLost(let reason), .other(let reason): reason
        case .timedOut: nil
        }
    }
}
