/// What becomes of a connection after an answer that opens a stream.
final class PushUpgrade: Sendable {
    let form: PushForm
    let client: PeerAddress
    let open: @Sendable (PushSocket) -> Void

    init(_ form: PushForm, client: PeerAddress, open: @escaping @Sendable (PushSocket) -> Void) {
        self.form = form
        self.client = client
        self.open = open
    }
}

extension Response {
    /// Accepts a WebSocket. Once the answer is sent, `open` runs on the connection's loop.
    ///
    /// The server refuses it with 503 instead if it is stopping, has as many sockets as it may, or `client` has as many
    /// connections as an address may.
    ///
    /// - Parameter client: the address that a trusted proxy forwarded. Only used for connections from such a proxy.
    package static func webSocket(
        _ handshake: WebSocketHandshake,
        client: PeerAddress,
        open: @escaping @Sendable (PushSocket) -> Void
    ) -> Response {
        var response = Response(status: 101)
        response.upgrade = PushUpgrade(.webSocket, client: client, open: open)
        return response.with("Connection", "Upgrade").with("Upgrade", "websocket")
            .with("Sec-WebSocket-Accept", handshake.accept)
    }

    /// The same for an event stream. It ends with the connection, so that its bytes are the same for all versions of HTTP.
    package static func eventStream(
        client: PeerAddress,
        open: @escaping @Sendable (PushSocket) -> Void
    ) -> Response {
        var response = Response(status: 200)
        response.upgrade = PushUpgrade(.eventStream, client: client, open: open)
        // nginx would otherwise hold events back until a buffer is full.
        return response.with("Connection", "close").with("Content-Type", "text/event-stream")
            .with("Cache-Control", "no-store").with("X-Accel-Buffering", "no")
    }
}
