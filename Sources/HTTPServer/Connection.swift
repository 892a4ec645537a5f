internal import CLinux
internal import Glibc
internal import ParlayAPI
internal import Reactor

/// One client's connection: its bytes become requests, one after another, and their answers bytes. Lives on one loop.
///
/// Nothing is read while a handler works or an answer waits for the peer, so that a client never holds more memory than
/// one request and what came with it.
final class Connection {
    enum Phase {
        /// Before the first request, or between two.
        case idle
        /// A part of a head has come.
        case head
        /// The head was read, and a part of the body is missing.
        case body
        /// The handler works; the client is not responsible for the time.
        case handling
        /// A part of the answer is not written yet.
        case answering
        case closed
    }

    let server: LoopServer
    let descriptor: Int32
    let seat: AddressCounter.Seat
    /// In which of the server's sweeps it is checked.
    let sweep: Int
    private(set) var phase = Phase.idle
    var pace: Pace
    private var exchange: Exchange?
    private var parser: RequestParser
    /// What has come; `read` bytes of it were read.
    private var received: [UInt8] = []
    private var read = 0
    private var answer: OutgoingAnswer?
    private var closesAfterAnswer = false
    private var registration: EventLoop.Registration?
    private var interest = EventLoop.Readiness.readable
    private var isProceeding = false
    /// Whether the server will call `proceed`.
    private var isScheduled = false

    /// Owns `descriptor` from now on, and closes it if this fails.
    init(_ descriptor: Int32, seat: AddressCounter.Seat, server: LoopServer) throws(ReactorError) {
        self.descriptor = descriptor
        self.seat = seat
        self.server = server
        sweep = Int(descriptor) % LoopServer.sweeps
        parser = RequestParser(server.settings.parserLimits)
        pace = Pace(now: server.loop.turnStart)
        do throws(ReactorError) {
            registration = try server.loop.add(descriptor, .readable) { [unowned self] in ready($0) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    // MARK: Readiness

    private func ready(_ readiness: EventLoop.Readiness) {
        if readiness.isWritable, phase == .answering {
            write()
            proceed()
        }
        guard phase != .closed, readiness.isReadable else { return }
        if canRead && received.isEmpty {
            receive()
        } else if readiness.isHungUp {
            abandon()
        } else {
            listen(for: interest.subtracting(.readable))
        }
    }

    private var canRead: Bool {
        switch phase {
        case .idle, .head, .body: true
        case .handling, .answering, .closed: false
        }
    }

    private func listen(for wanted: EventLoop.Readiness) {
        guard wanted != interest, let registration else { return }
        interest = wanted
        server.loop.modify(registration, wanted)
    }

    private func unregister() {
        if let registration { server.loop.remove(registration) }
        registration = nil
    }

    /// The peer is gone. A handler that works is waited for.
    private func abandon() {
        if phase == .handling { unregister() } else { close() }
    }

    // MARK: Reading

    private func receive() {
        let count = server.buffer.receive(descriptor, limit: phase == .body ? .max : LoopServer.headBytes)
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        // A request without its end is none.
        guard count > 0 else { return close() }
        pace.received += UInt64(count)
        received = server.buffer.bytes(count)
        proceed()
    }

    /// Goes on with an answer that is ready and with the bytes that have come.
    func proceed() {
        isScheduled = false
        // The peer has gone while its handler worked.
        guard registration != nil else { return close() }
        isProceeding = true
        sendIfAnswered()
        var requests = 0
        let bytes = received
        while canRead && mayRead(after: requests) {
            do throws(RequestRefusal) {
                guard let event = try next(of: bytes) else { break }
                if event == .end { requests += 1 }
                handle(event, of: bytes)
            } catch {
                refuse(error)
            }
            sendIfAnswered()
        }
        isProceeding = false
        if read == received.count { (received, read) = ([], 0) }
        guard canRead else { return }
        if phase == .idle && !parser.isBetweenRequests { enter(.head) }
        if received.isEmpty { listen(for: .readable) } else { schedule() }
    }

    /// By a local position: the compiler can prove that no other access to it overlaps.
    private func next(of bytes: [UInt8]) throws(RequestRefusal) -> RequestParser.Event? {
        var position = read
        defer { read = position }
        return try parser.next(bytes.span, &position)
    }

    /// Whether the turn has room for another request, or this one has begun.
    private func mayRead(after requests: Int) -> Bool {
        requests == 0 || !parser.isBetweenRequests || read < received.count && server.takeExtraRequest()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        server.schedule(self)
    }

    private func handle(_ event: RequestParser.Event, of bytes: [UInt8]) {
        switch event {
        case .head: begin().begin()
        case .body(let range): exchange?.receive(bytes.span.extracting(range))
        case .end: exchange?.end()
        }
    }

    private func begin() -> Exchange {
        let head = RequestHead(parser.head, peer: seat.peer) { server.makeID() }
        let exchange = Exchange(head, of: self, parser.head)
        self.exchange = exchange
        server.openRequests += 1
        return exchange
    }

    /// The last thing that is read: what follows may be anything.
    private func refuse(_ refusal: RequestRefusal) {
        (exchange ?? begin()).refuse(refusal.problem(server.settings.parserLimits))
    }

    // MARK: What the exchange asks for

    func enter(_ phase: Phase) {
        guard self.phase != .closed else { return }
        self.phase = phase
        pace.enter(phase, now: server.loop.turnStart)
    }

    /// The exchange has its answer, or reads on.
    func wake() {
        if !isProceeding { schedule() }
    }

    /// Tells a client that waits for it to send the body (RFC 9110, 10.1.1).
    func sendContinue() {
        guard phase != .closed else { return }
        let text: StaticString = "HTTP/1.1 100 Continue\r\n\r\n"
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = unsafe Glibc.send(descriptor, text.utf8Start, text.utf8CodeUnitCount, flags)
        // A client that leaves its answers unread gets none, and sends the body or waits as it likes.
        if count < 0 && errno == EAGAIN { return }
        if count < text.utf8CodeUnitCount { close() }
    }

    // MARK: Writing

    private func sendIfAnswered() {
        guard phase != .answering, phase != .closed, let exchange, exchange.isAnswered else { return }
        guard let (response, body) = exchange.takeAnswer(isFollowed: read < received.count) else {
            return close()
        }
        closesAfterAnswer = exchange.mustClose || server.isDraining && exchange.socket == nil
        answer = OutgoingAnswer(
            response,
            body,
            to: exchange.head,
            closes: closesAfterAnswer,
            date: server.date
        )
        enter(.answering)
        write()
    }

    private func write() {
        guard var answer = answer.take() else { return }
        switch answer.write(to: descriptor) {
        case .sent: answered()
        case .blocked:
            self.answer = answer
            listen(for: interest.union(.writable))
        case .failed: close()
        }
    }

    private func answered() {
        guard let exchange else { return }
        self.exchange = nil
        server.completed(exchange)
        if let socket = exchange.socket { return upgrade(to: socket) }
        guard closesAfterAnswer else { return enter(.idle) }
        // With unread bytes in the kernel, closing would reset the connection before the client has read the answer.
        if exchange.isRefused || read < received.count || parlay_is_readable(descriptor) != 0 {
            LingeringSocket(leave(), seat: seat, on: server.loop).start()
        } else {
            close()
        }
    }

    /// Hands the socket over, with what came after the request.
    private func upgrade(to socket: PendingSocket) {
        let early = received[read...]
        server.open(socket, on: leave(), early: Array(early))
    }

    // MARK: Ending

    /// Forgets the socket, which is another's from now on.
    private func leave() -> Int32 {
        unregister()
        phase = .closed
        (received, read) = ([], 0)
        server.closed(self)
        return descriptor
    }

    func close() {
        guard phase != .closed else { return }
        Glibc.close(leave())
        answer = nil
        guard let exchange else { return }
        self.exchange = nil
        server.completed(exchange)
    }

    /// Closes the connection if its peer is too slow.
    func enforce(now: Instant) {
        switch pace.verdict(phase, on: descriptor, server.settings, now: now) {
        case .fine: break
        case .end: close()
        case .reset:
            var reset = linger(l_onoff: 1, l_linger: 0)
            let size = socklen_t(MemoryLayout<linger>.size)
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &reset, size)
            close()
        }
    }

    /// Closes the connection if nothing is under way.
    func closeIfIdle() {
        if phase == .idle, received.isEmpty, parlay_is_readable(descriptor) == 0 { close() }
    }
}
