internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Reactor
internal import Synchronization

/// What the server knows of one connection, to end it when it dawdles. Lives on one loop.
final class ConnectionRecord {
    enum Phase {
        /// Between requests, or before the first.
        case idle
        /// The request line is read, the headers are not complete.
        case headers
        case body
        /// The handler works; the client is not to blame for the time.
        case handling
        case answering(bytes: Int)
    }

    let socket: Int32
    let peer: PeerAddress
    private(set) var phase = Phase.idle
    private var since = MonotonicClock.now
    private var receivedAtIdle: UInt64 = 0
    private var firstByteSeen: Int64?
    /// Bytes of the present body.
    var bodyBytes = 0
    private var isFirst = true

    init(socket: Int32, peer: PeerAddress) {
        self.socket = socket
        self.peer = peer
    }

    func enter(_ phase: Phase) {
        self.phase = phase
        since = MonotonicClock.now
        if case .idle = phase {
            isFirst = false
            firstByteSeen = nil
            receivedAtIdle = parlay_tcp_bytes_received(socket)
        }
        if case .body = phase { bodyBytes = 0 }
    }

    /// Ends the connection when its peer is too slow. The daemon sees the end of the stream and cleans up.
    func enforce(_ settings: ServerSettings, now: Int64) {
        let seconds = Int((now - since) / 1_000_000_000)
        switch phase {
        case .idle:
            if seconds >= settings.idleTimeout { return end() }
            // A request line that trickles in looks idle to the daemon; the kernel counts its bytes.
            guard seconds >= 1 else { return }
            if firstByteSeen == nil, parlay_tcp_bytes_received(socket) > receivedAtIdle {
                firstByteSeen = isFirst ? since : now
            }
            if let firstByteSeen, (now - firstByteSeen) / 1_000_000_000 >= Int64(settings.headerTimeout) { end() }
        case .headers: if seconds >= settings.headerTimeout { end() }
        case .body: if seconds >= settings.graceTime + bodyBytes / settings.slowestRate { end() }
        case .handling: break
        case .answering(let bytes): if seconds >= settings.graceTime * 3 + bytes / settings.slowestRate { end() }
        }
    }

    func end() { _ = shutdown(socket, Int32(SHUT_RDWR)) }
}

/// Connections by address over all loops of a server.
final class AddressCounter: Sendable {
    private let counts = Mutex<[PeerAddress: Int]>([:])

    func isFull(_ peer: PeerAddress, limit: Int) -> Bool { counts.withLock { $0[peer, default: 0] >= limit } }
    func opened(_ peer: PeerAddress) { counts.withLock { $0[peer, default: 0] += 1 } }
    func closed(_ peer: PeerAddress) {
        counts.withLock { counts in
            guard let count = counts[peer] else { return }
            counts[peer] = count > 1 ? count - 1 : nil
        }
    }
}
