#if os(Linux)
internal import Foundation
internal import Glibc

/// The life of one socket on a thread of its own, which never blocks the threads of tasks: connecting, the opening
/// handshake, frames, and the closing handshake.
struct SocketThread {
    /// How long the parts of it may take.
    struct Limits: Sendable {
        /// From the start until the socket is open.
        var opening = Duration.seconds(30)
        /// Without a byte from the server, which pings every 25 s.
        var silence = Duration.seconds(60)
        /// From a close frame to the end of the connection.
        var closing = Duration.seconds(2)
    }

    /// Of an answer that refuses.
    private static let headBytes = 16 << 10
    private static let bodyBytes = 64 << 10

    let request: TransportRequest
    let anchors: String?
    let limits: Limits
    let mailbox: SocketMailbox
    private var poll: SocketPoll { SocketPoll(mailbox: mailbox) }

    /// Starts the thread. It ends after the socket, and holds nothing but the mailbox.
    func start() {
        let thread = Thread { run() }
        thread.name = "parlay-socket"
        thread.stackSize = 512 << 10
        thread.start()
    }

    private func run() {
        // Signals are for the app's threads; writing to a closed connection then gives EPIPE and not SIGPIPE.
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
        do throws(WebSocketError) {
            let deadline = ContinuousClock.now + limits.opening
            let handshake = try OpeningHandshake(request)
            let channel = try connect(handshake, until: deadline)
            let rest = try open(handshake, channel, until: deadline)
            var frames = try FrameLoop(channel: channel, mailbox: mailbox, limits: limits)
            mailbox.open()
            frames.run(from: rest)
        } catch {
            mailbox.end(error)
        }
    }

    private func connect(_ handshake: OpeningHandshake, until deadline: ContinuousClock.Instant)
        throws(WebSocketError) -> SocketChannel
    {
        let dialer = Dialer(poll: poll, deadline: deadline)
        let socket = try dialer.connect(host: handshake.host, port: handshake.port)
        let host = handshake.isSecure ? handshake.host : nil
        let channel = try SocketChannel(socket, tls: host, anchors: anchors)
        while let events = try channel.handshake() {
            try poll.wait(for: channel.descriptor, events: events, opening: deadline)
        }
        return channel
    }

    /// Returns what came after the answer.
    private func open(
        _ handshake: OpeningHandshake,
        _ channel: SocketChannel,
        until deadline: ContinuousClock.Instant
    ) throws(WebSocketError) -> [UInt8] {
        var request = handshake.request
        while !request.isEmpty {
            switch channel.write(request) {
            case .done(let count): request.removeFirst(count)
            case .wait(let events):
                try poll.wait(for: channel.descriptor, events: events, opening: deadline)
            case .end: throw .failed(.connectionLost("The connection ended."))
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        }
        var answer: [UInt8] = []
        var end: Int?
        while end == nil {
            let start = max(answer.count - 3, 0)
            guard try read(channel, into: &answer, until: deadline) else {
                throw .failed(.connectionLost("The connection ended before there was an answer."))
            }
            end = answer[start...].firstRange(of: Array("\r\n\r\n".utf8)).map { $0.upperBound }
            guard end ?? answer.count <= Self.headBytes else {
                throw .failed(.other("The answer is too long."))
            }
        }
        let length = end ?? 0
        guard let head = ResponseHead(answer[..<length]) else {
            throw .failed(.other("The answer is not HTTP."))
        }
        answer.removeFirst(length)
        if head.status == 101 {
            if let objection = handshake.objection(to: head) {
                throw .failed(.other("No WebSocket: \(objection)."))
            }
            return answer
        }
        throw .refused(try refusal(head, answer, channel, until: deadline))
    }

    /// The answer with its body, if that comes.
    private func refusal(
        _ head: ResponseHead,
        _ start: [UInt8],
        _ channel: SocketChannel,
        until deadline: ContinuousClock.Instant
    ) throws(WebSocketError) -> TransportResponse {
        var bytes = start
        let isChunked = head.headers["transfer-encoding"]?.lowercased().hasSuffix("chunked") == true
        let length = head.headers["content-length"].flatMap { Int($0) } ?? (head.status < 200 ? 0 : .max)
        while bytes.count < Self.bodyBytes {
            if isChunked ? ChunkedBody.decode(bytes) != nil : bytes.count >= length { break }
            guard try read(channel, into: &bytes, until: deadline) else { break }
        }
        let body =
            isChunked ? ChunkedBody.decode(bytes) ?? [] : Array(bytes.prefix(min(length, Self.bodyBytes)))
        return TransportResponse(status: head.status, headers: head.headers, body: Data(body))
    }

    /// False at the end of the connection.
    private func read(
        _ channel: SocketChannel,
        into bytes: inout [UInt8],
        until deadline: ContinuousClock.Instant
    ) throws(WebSocketError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        while true {
            switch channel.read(&buffer) {
            case .done(let count):
                bytes += buffer[..<count]
                return true
            case .wait(let events):
                try poll.wait(for: channel.descriptor, events: events, opening: deadline)
            case .end: return false
            case .failed(let reason): throw .failed(.connectionLost(reason))
            }
        }
    }
}

/// A body in chunks (RFC 9112, section 7.1).
enum ChunkedBody {
    /// `nil` until it is complete, and if it is malformed.
    static func decode(_ bytes: [UInt8]) -> [UInt8]? {
        let lineEnd = Array("\r\n".utf8)
        var rest = bytes[...]
        var body: [UInt8] = []
        while let end = rest.firstRange(of: lineEnd) {
            let digits = rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
                return nil
            }
            if size == 0 { return body }
            rest = rest[end.upperBound...]
            guard size <= rest.count - 2 else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
#endif
