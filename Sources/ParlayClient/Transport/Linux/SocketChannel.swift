#if os(Linux)
internal import Glibc

/// The bytes of one connected socket, plain or within TLS. Nothing in it blocks. Used by one thread.
final class SocketChannel {
    enum Result {
        case done(Int)
        /// Call again when the socket is ready for this.
        case wait(Int32)
        /// The peer has ended the connection.
        case end
        case failed(String)
    }

    let descriptor: Int32
    private let tls: TLSSession?

    /// Takes over the descriptor, even if it throws.
    init(_ descriptor: Int32, tls host: String?, anchors: String?) throws(WebSocketError) {
        self.descriptor = descriptor
        do throws(WebSocketError) {
            tls =
                if let host {
                    try TLSSession(host: host, socket: descriptor, anchors: anchors)
                } else {
                    nil
                }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    func handshake() throws(WebSocketError) -> Int32? { try tls?.handshake() }

    func read(_ buffer: inout [UInt8]) -> Result {
        if let tls { return tls.read(&buffer) }
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return if count > 0 { .done(count) } else if count == 0 { .end } else { failure(POLLIN) }
    }

    /// With `.wait`, the same bytes must be written next.
    func write(_ bytes: [UInt8]) -> Result {
        if let tls { return tls.write(bytes) }
        let count = unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        return if count >= 0 { .done(count) } else { failure(POLLOUT) }
    }

    private func failure(_ events: Int32) -> Result {
        errno == EAGAIN || errno == EINTR ? .wait(events) : .failed(unsafe String(cString: strerror(errno)))
    }
}
#endif
