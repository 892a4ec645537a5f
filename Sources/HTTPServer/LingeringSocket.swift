internal import CLinux
internal import Glibc
internal import Reactor

/// Reads and drops what a client still sends after its request was refused, so that closing the socket does not reset
/// the connection before the client has read the refusal (RFC 9112, 9.6). Bounded in bytes and time.
final class LingeringSocket {
    private let socket: Int32
    private let loop: EventLoop
    private var registration: EventLoop.Registration?
    private var remaining = 64 * 1024 * 1024
    private let seat: AddressCounter.Seat

    /// Owns `socket` from now on. It keeps the connection's place in the count until it is closed, because otherwise a
    /// client could hold any number of them.
    init(_ socket: Int32, seat: AddressCounter.Seat, on loop: EventLoop) {
        self.socket = socket
        self.seat = seat
        self.loop = loop
    }

    deinit { close(socket) }

    /// Call it after the answer was handed to the system.
    func start() {
        _ = shutdown(socket, Int32(SHUT_WR))
        // The handler retains this object until `stop`.
        registration = try? loop.add(socket, .readable) { [self] _ in drain() }
        loop.schedule(after: .seconds(10)) { [weak self] in self?.stop() }
    }

    private func drain() {
        // On a TCP socket MSG_TRUNC drops the bytes without copying them (tcp(7)).
        let count = recv(socket, nil, 1024 * 1024, Int32(MSG_DONTWAIT | MSG_TRUNC))
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        remaining -= count
        if count <= 0 || remaining <= 0 { stop() }
    }

    private func stop() {
        if let registration { loop.remove(registration) }
        registration = nil
    }
}
