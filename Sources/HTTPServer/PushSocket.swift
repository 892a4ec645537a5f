internal import CLinux
internal import Glibc
package import Reactor

/// The connection of a client that only listens: a WebSocket or an event stream. What the client sends is checked and dropped,
/// unless `whenMessage` is set. Lives on one loop, on which all of it is called.
package final class PushSocket {
    enum Phase {
        case open
        /// Our close frame is sent or queued; the peer's is due.
        case closing
        /// After our last frame nothing is sent any more, and what the peer sends is dropped until it closes.
        case ending
        case closed
    }

    package let loop: EventLoop
    package let form: PushForm
    /// Called with each text message of a WebSocket.
    package var whenMessage: (([UInt8]) -> Void)? { didSet { messages.keepsText = whenMessage != nil } }
    /// Called when `unsent`, once at `highWater` or above, is at half of it or below: for a sender that waited.
    package var whenDrained: (() -> Void)?
    /// Called once, when the socket takes no more messages, for any reason. Never called inside `send` or `close`.
    package var whenClosed: ((SocketClosure) -> Void)?

    let descriptor: Int32
    private let sockets: PushSocketSet
    /// Given back when the socket closes.
    private var seats: Seats?
    private var registration: EventLoop.Registration?
    private var queue = FrameQueue()
    private var messages: MessageReader
    /// Only while a frame is incomplete.
    private var reader: FrameReader?
    private(set) var phase = Phase.open
    /// When the peer must have closed.
    private var deadline = Instant.distantFuture
    /// The kernel takes no more; the loop says when it does.
    private var isBlocked = false
    /// Waits for the end of the turn.
    private var isScheduled = false
    private var isDraining = false
    /// Answers to pings.
    private var pongs: [UInt8] = []
    private var nextPing: Instant
    private var unansweredPings = 0
    /// Frames of the peer in the second that began at `countedFrom`.
    private var frameCount = 0
    private var discarded = 0
    private var countedFrom = Instant.distantPast
    /// What the peer had acknowledged when it last made progress; `nil` while nothing waits.
    private var progress: (acknowledged: UInt64, at: Instant)?

    /// The places of a socket in the counts of the server.
    struct Seats {
        let address: AddressCounter.Seat
        let socket: SocketCounter.Place
    }

    /// Bytes from which on a sender should hold back what can wait.
    package static let highWater = 64 * 1024
    /// Bytes of pongs that wait; beyond it only the last one is answered (RFC 6455, 5.5.3).
    private static let pongLimit = 2048
    /// Bytes that are read and dropped after the end.
    private static let discardLimit = 1 << 20

    /// Owns `descriptor` from now on, and closes it if this fails.
    init(descriptor: Int32, form: PushForm, seats: Seats, in sockets: PushSocketSet) throws(ReactorError) {
        self.descriptor = descriptor
        self.form = form
        self.seats = seats
        self.sockets = sockets
        loop = sockets.loop
        messages = MessageReader(limit: sockets.settings.messageLimit)
        nextPing = .now + sockets.settings.pingInterval
        // The handler retains the socket until it is closed.
        registration = try loop.add(descriptor, .readable) { [self] in ready($0) }
        sockets.add(self)
    }

    deinit { if phase != .closed { Glibc.close(descriptor) } }

    /// Queued bytes that the kernel has not taken.
    package var unsent: Int { queue.bytes }

    /// Whether it takes messages.
    package var isOpen: Bool { phase == .open }

    // MARK: Sending

    /// Queues one or more whole messages of the socket's form, without copying them. They are written at the end of the turn. Does nothing once
    /// the socket is no longer open.
    package func send(_ frames: [UInt8]) {
        loop.assertOnLoop()
        guard phase == .open else { return }
        queue.append(frames)
        if queue.bytes >= Self.highWater { isDraining = true }
        schedule()
    }

    /// Begins the closing handshake after what is queued, except with 1013: a peer that reads too slowly gets the rest
    /// of the frame that has begun, the close frame, and two seconds.
    ///
    /// - Parameter reason: at most 123 bytes; the rest is cut off.
    package func close(_ code: UInt16, _ reason: String = "") {
        loop.assertOnLoop()
        guard phase == .open else { return }
        if code == 1013 { queue.dropWaiting(form) }
        queue.append(form.closing(code, reason))
        // Only a WebSocket's peer answers.
        leave(
            form == .webSocket ? .closing : .ending,
            SocketClosure(side: .server, code: code, reason: reason)
        )
        if code == 1013 { deadline = .now + .seconds(2) }
        schedule()
    }

    private func schedule() {
        guard !isScheduled, !isBlocked else { return }
        isScheduled = true
        sockets.schedule(self)
    }

    /// Writes what the kernel takes.
    func flush() {
        isScheduled = false
        guard !isBlocked, phase != .closed else { return }
        if !pongs.isEmpty {
            queue.insert(pongs)
            pongs = []
        }
        while !queue.isEmpty {
            let (offered, sent) = unsafe queue.send(joinedIn: &sockets.scratch) { bytes in
                unsafe Glibc.send(
                    descriptor,
                    bytes.baseAddress,
                    bytes.count,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
                )
            }
            if sent < 0 && errno == EINTR { continue }
            guard sent >= 0 || errno == EAGAIN else { return vanish() }
            if sent < offered {
                isBlocked = true
                if let registration { loop.modify(registration, [.readable, .writable]) }
                break
            }
        }
        flushed()
    }

    private func flushed() {
        if queue.isEmpty {
            progress = nil
            if phase == .ending { _ = shutdown(descriptor, Int32(SHUT_WR)) }
        }
        if isDraining && queue.bytes <= Self.highWater / 2 {
            isDraining = false
            if phase == .open { whenDrained?() }
        }
    }

    // MARK: Receiving

    private func ready(_ readiness: EventLoop.Readiness) {
        if isBlocked && readiness.isWritable {
            isBlocked = false
            if let registration { loop.modify(registration, .readable) }
            flush()
        }
        guard phase != .closed, readiness.isReadable else { return }
        let count = sockets.buffer.receive(descriptor)
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        guard count > 0 else { return vanish() }
        unsafe sockets.buffer.withBytes(count) { bytes in unsafe receive(bytes) }
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard form == .webSocket, phase == .open || phase == .closing else { return discard(bytes.count) }
        guard let reader = reader ?? sockets.takeReader() else { return fail(1011, "no memory") }
        let now = Instant.now
        let outcome = unsafe reader.read(bytes) { head, place, payload in
            if place.isFirst, !admitFrame(at: now) {
                fail(1008, "more than \(sockets.settings.framesPerSecond) frames in a second")
                return false
            }
            if let event = messages.receive(head, place, payload) { handle(event) }
            return phase == .open || phase == .closing
        }
        self.reader = nil
        switch outcome {
        case .more where reader.isAtBoundary: sockets.giveBack(reader)
        case .more: self.reader = reader
        case .violation: fail(1002, "a frame is malformed")
        case .stopped: break
        }
    }

    /// What comes after the end, or on an event stream, is dropped; a peer that goes on sending is disconnected.
    private func discard(_ count: Int) {
        discarded += count
        if discarded > Self.discardLimit { terminate() }
    }

    /// Clients of a stream have nothing to say: pings and what else they send is read at the server's cost.
    private func admitFrame(at now: Instant) -> Bool {
        if now - countedFrom >= .seconds(1) { (countedFrom, frameCount) = (now, 0) }
        frameCount += 1
        return frameCount <= sockets.settings.framesPerSecond
    }

    private func handle(_ event: MessageReader.Event) {
        switch event {
        case .ping(let payload):
            guard phase == .open else { return }
            let pong = FrameWriter.frame(.pong, payload)
            if pongs.count + pong.count > Self.pongLimit { pongs = [] }
            pongs += pong
            schedule()
        case .pong: unansweredPings = 0
        case .text(let text): if phase == .open { whenMessage?(text) }
        case .close(let code, let reason):
            if phase == .closing { return queue.isEmpty ? terminate() : leave(.ending, .vanished) }
            queue.append(FrameWriter.close(code))
            leave(.ending, SocketClosure(side: .peer, code: code ?? 1005, reason: reason))
            schedule()
        case .failure(let code, let reason): fail(code, reason)
        }
    }

    /// The peer broke the protocol: one close frame, and nothing more is read (RFC 6455, 7.1.7).
    private func fail(_ code: UInt16, _ reason: String) {
        if phase == .open {
            queue.append(FrameWriter.close(code, reason))
            leave(.ending, SocketClosure(side: .server, code: code, reason: reason))
            schedule()
        } else if phase == .closing {
            leave(.ending, .vanished)
            if queue.isEmpty { flushed() }
        }
    }

    // MARK: Ending

    private func leave(_ phase: Phase, _ closure: SocketClosure) {
        if self.phase == .open {
            deadline = .now + sockets.settings.closeTimeout
            sockets.ended(self, closure)
        }
        self.phase = phase
        if phase == .ending { reader = nil }
    }

    /// The connection is gone, or of no more use.
    func vanish() {
        if phase == .open { leave(.ending, .vanished) }
        terminate()
    }

    private func terminate() {
        guard phase != .closed else { return }
        phase = .closed
        if let registration { loop.remove(registration) }
        registration = nil
        if !queue.isEmpty {
            // The kernel drops what it has instead of offering it for minutes.
            var reset = linger(l_onoff: 1, l_linger: 0)
            _ = unsafe setsockopt(
                descriptor,
                SOL_SOCKET,
                SO_LINGER,
                &reset,
                socklen_t(MemoryLayout<linger>.size)
            )
        }
        sockets.remove(self)
        Glibc.close(descriptor)
        queue.removeAll()
        reader = nil
        seats = nil
    }

    /// Calls the owner's `whenClosed`, and forgets its closures.
    func reportClosure(_ closure: SocketClosure) {
        let report = whenClosed
        whenClosed = nil
        whenDrained = nil
        whenMessage = nil
        report?(closure)
    }

    /// Called once a second.
    func enforce(now: Instant) {
        guard phase == .open else {
            if now >= deadline { terminate() }
            return
        }
        if !queue.isEmpty { return enforceProgress(now) }
        guard now >= nextPing else { return }
        guard unansweredPings < 2 else { return vanish() }
        if form == .webSocket { unansweredPings += 1 }
        nextPing = now + sockets.settings.pingInterval
        queue.append(form.ping)
        schedule()
    }

    private func enforceProgress(_ now: Instant) {
        let acknowledged = parlay_tcp_state(descriptor).bytes_acknowledged
        guard let last = progress, last.acknowledged == acknowledged else {
            progress = (acknowledged, now)
            return
        }
        guard now - last.at >= sockets.settings.progressTimeout else { return }
        close(1013, "the messages are read too slowly")
    }
}
