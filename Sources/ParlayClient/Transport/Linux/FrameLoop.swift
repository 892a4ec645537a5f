#if os(Linux)
internal import Glibc

/// The frames of an open socket, until it ends.
struct FrameLoop {
    private let channel: SocketChannel
    private let mailbox: SocketMailbox
    private let limits: SocketThread.Limits
    private var parser = FrameParser()
    /// What is being written, then what follows it. A pong that is not begun is replaced by the next one.
    private var sending: [UInt8] = []
    private var pong: [UInt8]?
    private var close: [UInt8]?
    /// Once there is a close frame of either side: when to give up the connection.
    private var closingDeadline: ContinuousClock.Instant?
    private var hasSentClose = false
    private var hasReceivedClose = false
    private var lastHeard = ContinuousClock.now

    init(channel: SocketChannel, mailbox: SocketMailbox, limits: SocketThread.Limits) {
        self.channel = channel
        self.mailbox = mailbox
        self.limits = limits
    }

    /// - Parameter start: the first bytes from the server.
    mutating func run(from start: [UInt8]) {
        do throws(WebSocketError) {
            parser.append(start[...])
            try handleFrames()
            while true {
                switch mailbox.wish {
                case .abort:
                    sayGoodbye()
                    return
                case .close(let code): beginClosing(code)
                case .none: break
                }
                if try !step() { return }
            }
        } catch {
            mailbox.end(error)
        }
    }

    /// Writes, reads, and waits. False when the connection has ended.
    private mutating func step() throws(WebSocketError) -> Bool {
        var events = try write()
        if hasReceivedClose, sending.isEmpty, pong == nil, close == nil { return try waitForEnd() }
        let isReading = closingDeadline != nil || !mailbox.isFull
        if isReading {
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            switch channel.read(&buffer) {
            case .done(let count):
                lastHeard = .now
                parser.append(buffer[..<count])
                try handleFrames()
                return true
            case .wait(let more): events |= more
            case .end: throw .failed(.connectionLost("The connection ended."))
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        } else {
            // Not the server's silence.
            lastHeard = .now
        }
        var sockets = [pollfd(fd: channel.descriptor, events: Int16(events), revents: 0)]
        // Without interest in the socket its errors would be reported over and over.
        if events == 0 { sockets = [] }
        let deadline = closingDeadline ?? lastHeard + limits.silence
        if SocketPoll(mailbox: mailbox).wait(for: &sockets, until: deadline) == .expired {
            guard closingDeadline == nil else {
                throw .failed(.connectionLost("The closing handshake took too long."))
            }
            if isReading { throw .failed(.connectionLost("The server is silent.")) }
        }
        return true
    }

    /// Returns what to wait for; 0 if everything is written.
    private mutating func write() throws(WebSocketError) -> Int32 {
        while true {
            if sending.isEmpty {
                if let pong = pong.take() {
                    sending = pong
                } else if let close = close.take() {
                    sending = close
                    hasSentClose = true
                } else {
                    return 0
                }
            }
            switch channel.write(sending) {
            case .done(let count): sending.removeFirst(count)
            case .wait(let events): return events
            case .end: throw .failed(.connectionLost("The connection ended."))
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        }
    }

    private mutating func handleFrames() throws(WebSocketError) {
        do throws(FrameParser.Violation) {
            while !hasReceivedClose, let event = try parser.next() {
                switch event {
                case .message(let message): if closingDeadline == nil { mailbox.deliver(message) }
                case .ping(let payload): if close == nil, !hasSentClose { pong = ControlFrame.pong(payload) }
                case .pong: break
                case .close(let code, let reason):
                    hasReceivedClose = true
                    beginClosing(code == 1005 ? nil : code)
                    mailbox.end(.closed(code: code, reason: reason))
                }
            }
        } catch {
            // Nothing that follows can be understood.
            close = ControlFrame.close(error.code)
            sayGoodbye()
            throw .failed(.connectionLost("The server sent \(error.reason)."))
        }
    }

    private mutating func beginClosing(_ code: UInt16?) {
        guard closingDeadline == nil else { return }
        closingDeadline = .now + limits.closing
        close = ControlFrame.close(code)
    }

    /// Writes a close frame if that is possible without waiting.
    private mutating func sayGoodbye() {
        if close == nil, !hasSentClose { close = ControlFrame.close(1001) }
        _ = try? write()
    }

    /// After both close frames the server ends the connection, so that its port is free again; a slow one is not waited for.
    private mutating func waitForEnd() throws(WebSocketError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while case .wait(let events) = channel.read(&buffer) {
            var sockets = [pollfd(fd: channel.descriptor, events: Int16(events), revents: 0)]
            let result = SocketPoll(mailbox: mailbox).wait(for: &sockets, until: closingDeadline ?? .now)
            if result == .expired || mailbox.wish == .abort { break }
        }
        return false
    }
}
#endif
