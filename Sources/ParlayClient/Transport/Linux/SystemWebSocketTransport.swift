#if os(Linux)
/// The transport on Linux, where Foundation has no WebSocket: each socket has a thread, `wss` goes through OpenSSL.
public struct SystemWebSocketTransport: WebSocketTransport {
    private let trustAnchors: String?
    private let limits: SocketThread.Limits

    /// - Parameter trustAnchors: a file of certificates in PEM form that are trusted in addition to the system's, such
    ///   as that of a test server.
    public init(trustAnchors: String? = nil) {
        self.init(trustAnchors: trustAnchors, limits: SocketThread.Limits())
    }

    init(trustAnchors: String? = nil, limits: SocketThread.Limits) {
        self.trustAnchors = trustAnchors
        self.limits = limits
    }

    /// Connects on a thread of its own, with TLS by OpenSSL for `https` and `wss`.
    public func connect(_ request: TransportRequest) async throws(WebSocketError) -> any WebSocketConnection {
        let mailbox = try SocketMailbox()
        SocketThread(request: request, anchors: trustAnchors, limits: limits, mailbox: mailbox).start()
        try await mailbox.opened().get()
        return SystemWebSocket(mailbox: mailbox)
    }
}

private final class SystemWebSocket: WebSocketConnection {
    private let mailbox: SocketMailbox

    init(mailbox: SocketMailbox) { self.mailbox = mailbox }

    deinit { mailbox.abort() }

    func receive() async throws(WebSocketError) -> WebSocketMessage { try await mailbox.receive().get() }

    func close(code: UInt16) { mailbox.close(code: code) }
}
#endif
