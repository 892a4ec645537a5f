internal import Glibc
internal import Reactor

package enum RawClientError: Error {
    case connect(errno: Int32)
    case send(errno: Int32)
    case receive(errno: Int32)
    /// Nothing came for as long as the client waits.
    case timeout
    /// The server closed where more was due.
    case closed(after: String)
    case malformed(String)
}

/// An answer as it came over the wire.
package struct RawReply {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package var text: String { String(decoding: body, as: UTF8.self) }
    package subscript(name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    package var closes: Bool { self["connection"]?.lowercased() == "close" }
}

/// A blocking socket that writes and reads what it is told to, valid HTTP or not. Every wait has a limit.
package final class RawClient {
    private let socket: Int32
    private var buffer: [UInt8] = []
    private let seconds: Int

    package init(port: UInt16, seconds: Int = 180, receiveBuffer: Int32? = nil) throws {
        self.seconds = seconds
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var one: Int32 = 1
        _ = unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        if var receiveBuffer { _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw RawClientError.connect(errno: errno) }
    }

    deinit { close(socket) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[sent...])
                return unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw RawClientError.send(errno: errno) }
            sent += count
        }
    }

    /// Sends as much as the server takes; a server that closes early is no error.
    package func sendWhatGoes(_ bytes: [UInt8]) { try? send(bytes) }

    /// No more will be sent; reading goes on.
    package func halfClose() { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// Makes the socket's end a reset instead of an orderly close.
    package func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// False at the end of the stream.
    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(socket, &chunk, chunk.count, 0)
        if count > 0 {
            buffer += chunk[..<count]
            return true
        }
        if count == 0 { return false }
        if errno == EAGAIN { throw RawClientError.timeout }
        throw RawClientError.receive(errno: errno)
    }

    /// Reads and drops at least so many bytes, in small pieces.
    package func take(_ count: Int) throws {
        var chunk = [UInt8](repeating: 0, count: min(count, 4096))
        var taken = 0
        while taken < count {
            let got = unsafe recv(socket, &chunk, chunk.count, 0)
            guard got > 0 else { throw RawClientError.receive(errno: got == 0 ? 0 : errno) }
            taken += got
        }
    }

    /// The next answer; interim answers (1xx) are returned like any other.
    package func receive(bodiless: Bool = false) throws -> RawReply {
        var end: Int?
        while true {
            end = headEnd()
            if end != nil { break }
            guard try fill() else {
                throw RawClientError.closed(after: String(decoding: buffer, as: UTF8.self))
            }
        }
        let lines = String(decoding: buffer[..<(end ?? 0)], as: UTF8.self).split(separator: "\r\n")
        buffer.removeFirst((end ?? 0) + 4)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw RawClientError.malformed(String(describing: lines.first))
        }
        let headers = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1)
            let value = halves.count > 1 ? String(halves[1].drop { $0 == " " }) : ""
            return (name: halves[0].lowercased(), value: value)
        }
        let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        let expected = bodiless || status < 200 || status == 204 || status == 304 ? 0 : length
        while buffer.count < expected {
            guard try fill() else {
                throw RawClientError.closed(after: "\(buffer.count) of \(expected) bytes")
            }
        }
        let body = Array(buffer.prefix(expected))
        buffer.removeFirst(expected)
        return RawReply(status: status, headers: headers, body: body)
    }

    /// The next bytes, so many of them.
    package func receive(count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else {
                throw RawClientError.closed(after: "\(buffer.count) of \(count) bytes")
            }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Everything until the server closes; a reset counts as the end.
    package func receiveToEnd() throws -> String {
        do {
            while try fill() {}
        } catch RawClientError.receive(errno: ECONNRESET) {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Whether the server has closed and sent nothing more.
    package func isClosed() throws -> Bool { try receiveToEnd().isEmpty }

    /// Waits for input; whether the stream ended instead. What came is kept.
    package func hasEnded(waitingMilliseconds: Int32) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, waitingMilliseconds) > 0 else { return false }
        return (try? fill()) != true
    }

    /// Whether there is something to read now, or the end of the stream.
    package var isReadable: Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }

    /// Waits without reading; whether the server reset the connection.
    package func wasReset(waitingMilliseconds: Int32) -> Bool {
        var entry = pollfd(fd: socket, events: 0, revents: 0)
        return unsafe poll(&entry, 1, waitingMilliseconds) > 0
    }

    private func headEnd() -> Int? {
        guard buffer.count >= 4 else { return nil }
        return (0...(buffer.count - 4)).first { start in
            buffer[start] == 13 && buffer[start + 1] == 10 && buffer[start + 2] == 13
                && buffer[start + 3] == 10
        }
    }
}

/// Runs blocking code on a thread of its own, so that the tests' executor stays free.
package func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        do {
            try Thread.detach(name: "client") { continuation.resume(returning: Result(catching: body)) }
        } catch {
            continuation.resume(returning: .failure(error))
        }
    }
    return try result.get()
}
