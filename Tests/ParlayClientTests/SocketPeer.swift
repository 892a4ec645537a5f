#if os(Linux)
import COpenSSL
import Foundation
import Glibc

@testable import ParlayClient

/// A server for one connection, on a thread of its own, that does what a test tells it.
///
///     let peer = try SocketPeer { socket in
///         try socket.accept()
///         try socket.send(.text("hello"))
///     }
final class SocketPeer: Sendable {
    let port: UInt16
    /// The result of the script.
    private let result: AsyncStream<Result<Void, any Error>>

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameters:
    ///   - host: an address of this machine.
    ///   - connections: how often the script runs, for one connection after the other.
    init(
        _ host: String = "127.0.0.1",
        tls identity: TestCertificate? = nil,
        connections: Int = 1,
        script: @escaping @Sendable (borrowing PeerSocket) throws -> Void
    ) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        unsafe inet_pton(AF_INET, host, &address.sin_addr)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(listener, pointer, size) == 0 && listen(listener, 100) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard code else {
            close(listener)
            throw Failure(description: "cannot listen")
        }
        port = UInt16(bigEndian: address.sin_port)
        let (result, ended) = AsyncStream<Result<Void, any Error>>.makeStream()
        self.result = result
        Thread.detachNewThread {
            defer { close(listener) }
            do {
                for _ in 0..<connections { try script(PeerSocket(accepting: listener, identity)) }
                ended.yield(.success(()))
            } catch {
                ended.yield(.failure(error))
            }
            ended.finish()
        }
    }

    func request(_ scheme: String = "ws", host: String = "127.0.0.1", headers: [String: String] = [:]) throws
        -> TransportRequest
    {
        guard let url = URL(string: "\(scheme)://\(host):\(port)/v1/betbull/live/?after=7") else {
            throw URLError(.badURL)
        }
        return TransportRequest(method: "GET", url: url, headers: headers)
    }

    /// Waits for the end of the script.
    func finished() async throws {
        for await result in result { try result.get() }
    }
}

/// The server's end of a connection. Everything waits for at most an hour.
struct PeerSocket: ~Copyable {
    private let descriptor: Int32
    private let tls: TestCertificate.Session?

    init(accepting listener: Int32, _ identity: TestCertificate?) throws {
        descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { throw SocketPeer.Failure(description: "accept") }
        var limit = timeval(tv_sec: 1_200, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        tls = try identity?.session(on: descriptor)
    }

    deinit { close(descriptor) }

    /// The name that the client asked for by TLS.
    var serverName: String? { tls?.serverName }

    // MARK: Bytes

    func send(bytes: [UInt8]) throws {
        if let tls { return try tls.send(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw SocketPeer.Failure(description: "send") }
            rest = rest.dropFirst(count)
        }
    }

    func send(text: String) throws { try send(bytes: Array(text.utf8)) }

    /// Exactly as many.
    func receive(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var byte: UInt8 = 0
            let got = tls.map { $0.receive(&byte) } ?? (unsafe recv(descriptor, &byte, 1, 0))
            guard got == 1 else { throw SocketPeer.Failure(description: "the client has closed") }
            bytes.append(byte)
        }
        return bytes
    }

    /// Waits until the client ends the connection, orderly or not.
    func receiveEnd() throws {
        do { while true { _ = try receive(1) } } catch {}
    }

    // MARK: WebSocket

    /// The lines of the client's request.
    func receiveRequest() throws -> [String] {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes += try receive(1) }
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
    }

    /// Opens the WebSocket.
    ///
    /// - Parameters:
    ///   - accept: instead of the right proof.
    ///   - start: bytes sent with the answer.
    @discardableResult
    func open(
        upgrade: String = "websocket",
        connection: String = "Upgrade",
        accept: String? = nil,
        more: String = "",
        start: [UInt8] = []
    ) throws -> [String] {
        let lines = try receiveRequest()
        let key = lines.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19) ?? ""
        let answer =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: \(upgrade)\r\nConnection: \(connection)\r\n"
            + "Sec-WebSocket-Accept: \(accept ?? OpeningHandshake.accept(String(key)))\r\n\(more)\r\n"
        try send(bytes: Array(answer.utf8) + start)
        return lines
    }

    static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        payload.count < 126
            ? [first, UInt8(payload.count)] + payload
            : [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    }

    func send(frame first: UInt8, _ payload: [UInt8] = []) throws {
        try send(bytes: Self.frame(first, payload))
    }

    func send(message: String) throws { try send(frame: 0x81, Array(message.utf8)) }

    func send(close code: UInt16, _ reason: String = "") throws {
        try send(frame: 0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
    }

    /// A control frame of the client, which must be masked.
    func receiveFrame() throws -> (first: UInt8, payload: [UInt8]) {
        let header = try receive(2)
        guard header[1] & 0x80 != 0, header[1] & 0x7F <= 125 else {
            throw SocketPeer.Failure(description: "a frame without a mask, or a long one")
        }
        let key = try receive(4)
        let masked = try receive(Int(header[1] & 0x7F))
        return (header[0], masked.enumerated().map { $1 ^ key[$0 & 3] })
    }

    /// Checks that the client's next frame is a close frame with this code.
    func expectClose(_ code: UInt16) throws {
        let (first, payload) = try receiveFrame()
        guard first == 0x88, payload == [UInt8(code >> 8), UInt8(code & 0xFF)] else {
            throw SocketPeer.Failure(description: "\(first) \(payload) instead of the close code \(code)")
        }
    }
}
#endif
