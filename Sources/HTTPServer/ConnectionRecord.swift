internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Reactor

/// What the server knows about one connection, to close it when it is too slow. Lives on one loop.
final class ConnectionRecord {
    enum Phase {
        /// Before the first request, or between two.
        case idle
        /// The request line was read, and the headers are incomplete.
        case headers
        case body
        /// The handler runs; the client is not responsible for the time.
        case handling
        case answering
    }

    let socket: Int32
    let seat: AddressCounter.Seat
    /// The current request. libmicrohttpd does not report the end of some requests that it refuses itself; one that
    /// is still here when the connection closes has ended too.
    var exchange: Exchange?
    var framing: RequestFraming
    /// Finished requests.
    var ended = 0
    /// The last input is not a valid request, and nothing after it is read.
    var isRefused = false
    /// What came after a request for a WebSocket, before its answer.
    var early: [UInt8] = []
    /// The number of the sweep in which the server checks the connection.
    let sweep: Int
    private(set) var phase = Phase.idle
    private var since = Instant.now
    /// Progress of the current body; `nil` until a sweep has seen it.
    private var sending: Progress?
    /// Progress of the answers while the peer leaves some unread in the kernel. Kept across requests, because
    /// otherwise a peer could hold a connection with small answers.
    private var taking: Progress?
    /// Bytes received so far when a sweep first saw this idle period.
    private var receivedAtIdle: UInt64?
    private var firstByteSeen: Instant?
    /// Bytes of the current body.
    var bodyBytes = 0
    /// The minimum rate of the current body in bytes per second, if it is above the setting.
    var slowestRate: Int?
    private var isFirst = true
    /// The start of the daemon's buffer; 0 while it is unknown.
    private var buffer: UInt = 0
    private var isReleased = false

    init(socket: Int32, seat: AddressCounter.Seat, framing: RequestFraming, sweep: Int) {
        self.framing = framing
        self.sweep = sweep
        self.socket = socket
        self.seat = seat
    }

    /// Whether the connection closes after the current answer, because the input after it is refused.
    var mustClose: Bool { (isRefused || !early.isEmpty) && framing.completed <= ended + 1 }

    /// - Parameter now: to a turn of the loop; the limits are seconds.
    func enter(_ phase: Phase, now: Instant) {
        self.phase = phase
        since = now
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

    /// Derives the start of the buffer from the daemon's pointer to the request line.
    func noteRequestLine(at address: UInt) {
        // The buffer consists of whole pages, and the first request begins at its start, except for blank lines. As
        // long as at most a page was received, a line at the start of a page is at the start of the buffer.
        if isFirst && address & 4095 == 0 && parlay_tcp_state(socket).bytes_received < 4096 {
            buffer = address
        }
    }

    /// Closes the connection if its peer is too slow. The daemon sees the end of the stream and cleans up.
    func enforce(_ settings: ServerSettings, now: Instant) {
        let seconds = Int((now - since).components.seconds)
        switch phase {
        case .idle: enforceIdling(settings, seconds, now)
        case .headers:
            if seconds >= 1, parlay_tcp_state(socket).is_at_end != 0 { return end() }
            if seconds >= settings.headerTimeout { end() }
        case .body:
            let state = parlay_tcp_state(socket)
            if seconds >= 1, state.is_at_end != 0 { return end() }
            if isTooSlowSending(state, settings, now) { return end() }
            // A route may require a higher mean rate.
            guard let slowestRate, slowestRate > settings.slowestRate else { return }
            if seconds >= settings.progressTimeout + bodyBytes / slowestRate { end() }
        case .handling:
            if taking != nil, parlay_tcp_state(socket).has_unacknowledged == 0 { taking = nil }
        case .answering:
            if isTooSlowTaking(parlay_tcp_state(socket), settings, now) { abort() }
        }
    }

    private func enforceIdling(_ settings: ServerSettings, _ seconds: Int, _ now: Instant) {
        if seconds >= settings.idleTimeout { return end() }
        guard seconds >= 1 else { return }
        let state = parlay_tcp_state(socket)
        // The daemon does not see the end of a stream that came together with the last request: it waits for
        // the next edge of its epoll instance (libmicrohttpd 0.9.75, `recv_param_adapter`).
        if state.is_at_end != 0 { return end() }
        // The kernel has the end of the last answer, and the peer does not read it.
        if isTooSlowTaking(state, settings, now) { return abort() }
        // A request line that arrives slowly looks idle to the daemon; the kernel counts its bytes.
        let before = receivedAtIdle ?? (isFirst ? 0 : state.bytes_received)
        receivedAtIdle = before
        if firstByteSeen == nil, state.bytes_received > before { firstByteSeen = isFirst ? since : now }
        if firstByteSeen == nil && buffer != 0 && !isReleased {
            _ = parlay_mhd_release_buffer(buffer, settings.bufferSize)
            isReleased = true
        }
        if let firstByteSeen, now - firstByteSeen >= .seconds(settings.headerTimeout) {
            end()
        }
    }

    private func isTooSlowSending(_ state: parlay_tcp_state, _ settings: ServerSettings, _ now: Instant)
        -> Bool
    {
        // Received but unread bytes wait for the loop, not for the peer.
        guard state.unread == 0, sending != nil else {
            sending = Progress(count: state.bytes_received, now: now)
            return false
        }
        return sending?.isTooSlow(count: state.bytes_received, now: now, settings.progressLimits) ?? false
    }

    private func isTooSlowTaking(_ state: parlay_tcp_state, _ settings: ServerSettings, _ now: Instant)
        -> Bool
    {
        // The written part of the answer was acknowledged; the rest waits for the loop.
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

    /// Resets the connection. The kernel then drops unread bytes instead of offering them for minutes.
    private func abort() {
        var reset = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        end()
    }
}
