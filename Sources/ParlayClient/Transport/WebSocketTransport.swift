internal import Foundation

/// Opens WebSockets (RFC 6455): `SystemWebSocketTransport`, or an app's own for its tests or its proxy.
///
/// A transport connects once. It follows no redirects and never retries: the client above it does.
public protocol WebSocketTransport: Sendable {
    /// Connects and makes the opening handshake. Ends early when its task is cancelled.
    ///
    /// - Parameter request: a GET of an `http`, `https`, `ws` or `wss` address with its headers.
    func connect(_ request: TransportRequest) async throws(WebSocketError) -> any WebSocketConnection
}

/// An open WebSocket. It closes when it is released.
public protocol WebSocketConnection: Sendable {
    /// Waits for the next message. Cancelling the task closes the socket.
    func receive() async throws(WebSocketError) -> WebSocketMessage
    /// Starts the closing handshake; `receive` then throws.
    func close(code: UInt16)
}

/// A message with all of its fragments, at most 1 MiB.
public enum WebSocketMessage: Hashable, Sendable {
    case text(String)
    case data([UInt8])
}

/// Why there is no WebSocket, or no more messages.
public enum WebSocketError: Error, Hashable, Sendable {
    /// The server answered the handshake with this instead of a WebSocket. On Apple's systems without its body.
    case refused(TransportResponse)
    /// The server closed the socket: 1005 if it gave no code.
    case closed(code: UInt16, reason: String)
    case failed(TransportError)
}

/// What both transports keep to.
enum WebSocketLimits {
    /// Of a message with all of its fragments.
    static let messageBytes = 1 << 20
}
