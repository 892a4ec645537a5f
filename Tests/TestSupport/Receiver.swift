internal import Glibc
internal import Reactor
internal import Synchronization

/// A foreign HTTP server on a free port of loopback: answers as the test says and records what it received. Blocking
/// sockets, a thread for each connection.
package final class Receiver: Sendable {
    package struct Received: Sendable {
        /// `POST /hook HTTP/1.1`
        package let line: String
        /// Names in lower case.
        package let headers: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    package enum Reply: Sendable {
        case answer(Int, headers: [String: String] = [:], body: String = "")
        /// Reads the request and does not answer until the client disconnects.
        case silence
        /// A head, then a body without end.
        case flood(Int)
        /// Closes the connection instead of an answer.
        case hangUp
    }

    private struct State {
        var received: [Received] = []
        var connections = 0
        var gone = 0
        var isStopped = false
    }

    package let port: Int
    private let listener: Int32
    private let state = Mutex(State())
    private let reply: @Sendable (Received) -> Reply

    package init(_ reply: @escaping @Sendable (Received) -> Reply = { _ in .answer(204) }) throws {
        self.reply = reply
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard code else { throw RawClientError.connect(errno: errno) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let me = WeakReceiver(self)
        try Thread.detach(name: "receiver") { Self.accept(on: listener, me) }
    }

    deinit { stop() }

    /// Takes no more connections.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        // Ends the accepting thread, which closes the descriptor.
        if isFirst { _ = shutdown(listener, Int32(SHUT_RDWR)) }
    }

    package var url: String { "http://127.0.0.1:\(port)/hook" }
    package var received: [Received] { state.withLock { $0.received } }
    package var connections: Int { state.withLock { $0.connections } }
    /// Connections that the client closed or that ended.
    package var gone: Int { state.withLock { $0.gone } }

    private static func accept(on listener: Int32, _ me: WeakReceiver) {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0, let receiver = me.receiver else { break }
            receiver.state.withLock { $0.connections += 1 }
            do {
                try Thread.detach(name: "receiving") {
                    serve(connection, me)
                    close(connection)
                    me.receiver?.state.withLock { $0.gone += 1 }
                }
            } catch {
                close(connection)
            }
        }
        close(listener)
    }

    private static func serve(_ connection: Int32, _ me: WeakReceiver) {
        var buffer: [UInt8] = []
        while let received = request(connection, &buffer) {
            guard let receiver = me.receiver else { return }
            // Noted before the answer: who has the answer finds the request.
            receiver.state.withLock { $0.received.append(received) }
            switch receiver.reply(received) {
            case .hangUp: return
            case .silence:
                _ = fill(connection, &buffer)
                return
            case .answer(let status, let headers, let body):
                var text = "HTTP/1.1 \(status) Status\r\n"
                for (name, value) in headers { text += "\(name): \(value)\r\n" }
                if status != 204 { text += "Content-Length: \(body.utf8.count)\r\n" }
                guard send(connection, "\(text)\r\n\(body)") else { return }
            case .flood(let status):
                let kilobyte = String(repeating: "x", count: 1023) + "\n"
                guard send(connection, "HTTP/1.1 \(status) Status\r\n\r\n") else { return }
                while send(connection, kilobyte) {}
                return
            }
        }
    }

    private static func request(_ connection: Int32, _ buffer: inout [UInt8]) -> Received? {
        var text = ""
        while true {
            text = String(decoding: buffer, as: UTF8.self)
            if text.contains("\r\n\r\n") { break }
            guard fill(connection, &buffer) else { return nil }
            if buffer[0] == 0x16 {
                // The greeting of TLS, which this server does not speak.
                _ = send(connection, "HTTP/1.1 400 Status\r\n\r\n")
                return nil
            }
        }
        let head = text.prefix(upTo: text.firstRange(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
        let lines = head.split(separator: "\r\n").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            headers[halves[0].lowercased()] = halves.count > 1 ? String(halves[1].drop { $0 == " " }) : ""
        }
        buffer.removeFirst(head.utf8.count + 4)
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while buffer.count < length {
            guard fill(connection, &buffer) else { return nil }
        }
        let body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return Received(line: lines.first ?? "", headers: headers, body: body)
    }

    private static func fill(_ connection: Int32, _ buffer: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer += chunk[..<count]
        return true
    }

    private static func send(_ connection: Int32, _ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[sent...])
                return unsafe Glibc.send(connection, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}

/// What the threads hold, so that the receiver goes when its test does.
private final class WeakReceiver: Sendable {
    weak let receiver: Receiver?
    init(_ receiver: Receiver) { self.receiver = receiver }
}
