#if os(Linux)
internal import Glibc

/// The frames of an open socket, until it ends.
struct FrameLoop {
    /// Pongs that may wait until the server reads them.
    private static let queueLimit = 1_000

    private let channel: SocketChannel
    private let mailbox: SocketMailbox
    private let limits: SocketThread.Limits
    private let codec: FrameCodec
    /// What is being written.
    private var sending: [UInt8] = []
    /// Once there is a close frame of either side: when to give up the connection.
    private var closingDeadline: ContinuousClock.Instant?
    private var hasReceivedClose = false
    private var lastReceived = ContinuousClock.now

    init(channel: SocketChannel, mailbox: SocketMailbox, limits: SocketThread.Limits) throws(WebSocketError) {
        codec = try FrameCodec()
        self.channel = channel
        self.mailbox = mailbox
        self.limits = limits
    }

    /// - Parameter start: the first bytes from the server.
    mutating func run(from start: [UInt8]) {
        do throws(WebSocketError) {
            try receive(start[...])
            while true {
                switch mailbox.command {
                case .abort:
                    closeWithoutWaiting()
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
        if hasReceivedClose, sending.isEmpty { return try waitForEnd() }
        let isReading = closingDeadline != nil || !mailbox.isFull
        if isReading {
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            switch channel.read(&buffer) {
            case .done(let count):
                lastReceived = .now
                try receive(buffer[..<count])
                return true
            case .wait(let more): events |= more
            case .end: throw .failed(.connectionLost("The connection ended."))
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        } else {
            // Not the server's silence.
            lastReceived = .now
        }
        var sockets = [pollfd(fd: channel.descriptor, events: Int16(events), revents: 0)]
        // Without interest in the socket its errors would be reported over and over.
        if events == 0 { sockets = [] }
        let deadline = closingDeadline ?? lastReceived + limits.silence
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
            if sending.isEmpty { sending = codec.takeOutput() }
            if sending.isEmpty { return 0 }
            switch channel.write(sending) {
            case .done(let count): sending.removeFirst(count)
            case .wait(let events): return events
            case .end: throw .failed(.connectionLost("The connection ended."))
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        }
    }

    private mutating func receive(_ bytes: ArraySlice<UInt8>) throws(WebSocketError) {
        for event in codec.receive(bytes) {
            switch event {
            case .message(let message): if closingDeadline == nil { mailbox.deliver(message) }
            case .close(let code, let reason):
                hasReceivedClose = true
                beginClosing(code)
                mailbox.end(.closed(code: code, reason: reason))
            }
        }
        guard codec.queuedFrames <= Self.queueLimit else {
            throw .failed(.connectionLost("The server does not read."))
        }
        guard hasReceivedClose || codec.isReading else {
            closeWithoutWaiting()
            throw .failed(.connectionLost("The server sent \(codec.violation)."))
        }
    }

    private mutating func beginClosing(_ code: UInt16) {
        guard closingDeadline == nil else { return }
        closingDeadline = .now + limits.closing
        // Does nothing if libwslay has answered the server's close frame.
        codec.close(code)
    }

    /// Writes a close frame if that is possible without waiting.
    private mutating func closeWithoutWaiting() {
        codec.close(1001)
        _ = try? write()
    }

    /// After both close frames the server ends the connection, so that its port is free again; a slow one is not waited for.
    private mutating func waitForEnd() throws(WebSocketError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while case .wait(let events) = channel.read(&buffer) {
            var sockets = [pollfd(fd: channel.descriptor, events: Int16(events), revents: 0)]
            let result = SocketPoll(mailbox: mailbox).wait(for: &sockets, until: closingDeadline ?? .now)
            if result == .expired || mailbox.command == .abort { break }
        }
        return false
    }
}
#endif
