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
        case answering
    }

    let socket: Int32
    let seat: AddressCounter.Seat
    /// The request under way. libmicrohttpd forgets some of those that it refuses itself: what is left here when the
    /// connection closes has ended too.
    var exchange: Exchange?
    var framing: RequestFraming
    /// Requests that have ended.
    var ended = 0
    /// What came last is no request that is served, and nothing behind it is read.
    var isRefused = false
    /// The sweep in which the server looks at the connection.
    let sweep: Int
    private(set) var phase = Phase.idle
    private var since = MonotonicClock.now
    /// Of the present body; `nil` until the sweep has looked at it.
    private var sending: Progress?
    /// Of the answers, as long as the peer leaves some of them with the kernel. Lasts over many requests, or a peer could
    /// hold a connection by small answers.
    private var taking: Progress?
    /// Bytes ever received, as the sweep found them when it first looked in this idle time.
    private var receivedAtIdle: UInt64?
    private var firstByteSeen: Int64?
    /// Bytes of the present body.
    var bodyBytes = 0
    /// Bytes a second that the present body must come at, if that is more than the setting.
    var slowestRate: Int?
    private var isFirst = true
    /// Where the daemon's buffer begins; 0 while that is not known for sure.
    private var buffer: UInt = 0
    private var isReleased = false

    init(socket: Int32, seat: AddressCounter.Seat, framing: RequestFraming, sweep: Int) {
        self.framing = framing
        self.sweep = sweep
        self.socket = socket
        self.seat = seat
    }

    /// Whether the connection closes after the answer to the present request, because what follows it is refused.
    var mustClose: Bool { isRefused && framing.completed <= ended + 1 }

    func enter(_ phase: Phase) {
        self.phase = phase
        since = MonotonicClock.now
        if case .idle = phase {
            isFirst = false
            firstByteSeen = nil
            receivedAtIdle = nil
            isReleased = false
        }
        if case .body = phase {
            bodyBytes = 0
            sending = nil
        }
    }

    /// Learns where the buffer is from where the daemon keeps the request line.
    func noteRequestLine(at address: UInt) {
        // The buffer is whole pages and the first request is read to its start, but for blank lines before it. While
        // no more than a page was ever received, a line at the start of a page is at the start of the buffer.
        if isFirst && address & 4095 == 0 && parlay_tcp_state(socket).bytes_received < 4096 {
            buffer = address
        }
    }

    /// Ends the connection when its peer is too slow. The daemon sees the end of the stream and cleans up.
    func enforce(_ settings: ServerSettings, now: Int64) {
        let seconds = Int((now - since) / 1_000_000_000)
        switch phase {
        case .idle: enforceIdling(settings, seconds, now)
        case .headers:
            if seconds >= 1, parlay_tcp_state(socket).is_at_end != 0 { return end() }
            if seconds >= settings.headerTimeout { end() }
        case .body:
            let state = parlay_tcp_state(socket)
            if seconds >= 1, state.is_at_end != 0 { return end() }
            if isTooSlowSending(state, settings, now) { return end() }
            // A route may ask for more, by the mean.
            guard let slowestRate, slowestRate > settings.slowestRate else { return }
            if seconds >= settings.progressTimeout + bodyBytes / slowestRate { end() }
        case .handling:
            if taking != nil, parlay_tcp_state(socket).has_unacknowledged == 0 { taking = nil }
        case .answering:
            if isTooSlowTaking(parlay_tcp_state(socket), settings, now) { abort() }
        }
    }

    private func enforceIdling(_ settings: ServerSettings, _ seconds: Int, _ now: Int64) {
        if seconds >= settings.idleTimeout { return end() }
        guard seconds >= 1 else { return }
        let state = parlay_tcp_state(socket)
        // The daemon does not see the end of a stream that came together with the last request: it waits for
        // the next edge of its epoll instance (libmicrohttpd 0.9.75, `recv_param_adapter`).
        if state.is_at_end != 0 { return end() }
        // The end of the last answer is with the kernel, and the peer does not take it.
        if isTooSlowTaking(state, settings, now) { return abort() }
        // A request line that trickles in looks idle to the daemon; the kernel counts its bytes.
        let before = receivedAtIdle ?? (isFirst ? 0 : state.bytes_received)
        receivedAtIdle = before
        if firstByteSeen == nil, state.bytes_received > before { firstByteSeen = isFirst ? since : now }
        if firstByteSeen == nil && buffer != 0 && !isReleased {
            _ = parlay_mhd_release_buffer(buffer, settings.bufferSize)
            isReleased = true
        }
        if let firstByteSeen, (now - firstByteSeen) / 1_000_000_000 >= Int64(settings.headerTimeout) {
            end()
        }
    }

    private func isTooSlowSending(_ state: parlay_tcp_state, _ settings: ServerSettings, _ now: Int64) -> Bool
    {
        // What has come and was not read waits for the loop, not for the peer.
        guard state.unread == 0, sending != nil else {
            sending = Progress(count: state.bytes_received, now: now)
            return false
        }
        return sending?.isTooSlow(count: state.bytes_received, now: now, settings.progressLimits) ?? false
    }

    private func isTooSlowTaking(_ state: parlay_tcp_state, _ settings: ServerSettings, _ now: Int64) -> Bool
    {
        // Of an answer whose written part is all taken, the rest waits for the loop.
        guard state.has_unacknowledged != 0 else {
            taking = nil
            return false
        }
        guard taking != nil else {
            taking = Progress(count: state.bytes_acknowledged, now: now)
            return false
        }
        return taking?.isTooSlow(count: state.bytes_acknowledged, now: now, settings.progressLimits) ?? false
    }

    func end() { _ = shutdown(socket, Int32(SHUT_RDWR)) }

    /// Ends it by a reset. The kernel then drops what the peer did not take, instead of offering it for minutes.
    private func abort() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        end()
    }
}

/// Connections by address over all loops of a server.
final class AddressCounter: Sendable {
    private let counts = Mutex<[PeerAddress: Int]>([:])

    /// One connection's place in the count, for as long as anyone holds it.
    final class Seat {
        let peer: PeerAddress
        private let counter: AddressCounter

        init(of peer: PeerAddress, in counter: AddressCounter) {
            self.counter = counter
            self.peer = peer
            counter.counts.withLock { $0[peer, default: 0] += 1 }
        }

        deinit {
            counter.counts.withLock { counts in
                guard let count = counts[peer] else { return }
                counts[peer] = count > 1 ? count - 1 : nil
            }
        }
    }

    func isFull(_ peer: PeerAddress, limit: Int) -> Bool { counts.withLock { $0[peer, default: 0] >= limit } }
}
