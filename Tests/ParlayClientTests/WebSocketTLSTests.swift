#if os(Linux)
import Foundation
import Testing

@testable import ParlayClient

/// `wss`: whom the client trusts.
@Suite struct WebSocketTLSTests {
    /// One certificate for all tests.
    private static let certificate = Result {
        try TestCertificate("DNS:localhost,DNS:*.example.test,IP:127.0.0.1")
    }
    private static let other = Result { try TestCertificate("DNS:other.example.test") }

    private func refusal(
        _ peer: SocketPeer,
        host: String,
        trusting file: String?
    ) async throws -> WebSocketError? {
        let request = try peer.request("wss", host: host)
        do throws(WebSocketError) {
            _ = try await SystemWebSocketTransport(trustAnchors: file).connect(request)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a certificate that is trusted and names the host opens the socket`(_ host: String) async throws {
        let certificate = try Self.certificate.get()
        let text = String(repeating: "long ", count: 10_000)
        let peer = try SocketPeer(tls: certificate) { socket in
            try socket.open()
            try socket.send(message: text)
            try socket.send(frame: 0x89, [7])
            guard try socket.receiveFrame() == (0x8A, [7]) else {
                throw SocketPeer.Failure(description: "no pong")
            }
            try socket.send(close: 4401, "revoked")
            try socket.expectClose(4401)
        }
        let transport = SystemWebSocketTransport(trustAnchors: certificate.file)
        let connection = try await transport.connect(peer.request("wss", host: host))
        #expect(try await connection.receive() == .text(text))
        await #expect(throws: WebSocketError.closed(code: 4401, reason: "revoked")) {
            try await connection.receive()
        }
        try await peer.finished()
    }

    @Test func `a certificate that nobody vouches for is refused`() async throws {
        let peer = try SocketPeer(tls: Self.certificate.get()) { _ in }
        guard case .failed(.other(let reason))? = try await refusal(peer, host: "localhost", trusting: nil)
        else {
            Issue.record("it was trusted")
            return
        }
        #expect(reason.contains("self-signed"))
        await #expect(throws: SocketPeer.Failure.self) { try await peer.finished() }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a trusted certificate of another host is refused`(_ host: String) async throws {
        let certificate = try Self.other.get()
        let peer = try SocketPeer(tls: certificate) { _ in }
        guard
            case .failed(.other(let reason))? = try await refusal(
                peer,
                host: host,
                trusting: certificate.file
            )
        else {
            Issue.record("it was trusted")
            return
        }
        #expect(reason.contains("mismatch"))
        await #expect(throws: SocketPeer.Failure.self) { try await peer.finished() }
    }

    @Test func `the client names the host`() async throws {
        let certificate = try Self.certificate.get()
        let (names, named) = AsyncStream<String?>.makeStream()
        let peer = try SocketPeer(tls: certificate, connections: 2) { socket in
            named.yield(socket.serverName)
            try socket.open()
            try socket.receiveEnd()
        }
        var iterator = names.makeAsyncIterator()
        #expect(try await refusal(peer, host: "localhost", trusting: certificate.file) == nil)
        #expect(await iterator.next() == "localhost")
        // An address is no name (RFC 6066, section 3).
        #expect(try await refusal(peer, host: "127.0.0.1", trusting: certificate.file) == nil)
        #expect(await iterator.next() == .some(nil))
        try await peer.finished()
    }

    @Test func `a server without TLS opens nothing`() async throws {
        let peer = try SocketPeer { socket in
            try socket.send(text: "HTTP/1.1 400 Bad Request\r\n\r\n")
            try socket.receiveEnd()
        }
        guard case .failed(.connectionLost)? = try await refusal(peer, host: "localhost", trusting: nil)
        else {
            Issue.record("it opened")
            return
        }
    }

    @Test func `a file without certificates is an error`() async throws {
        let peer = try SocketPeer { socket in try socket.receiveEnd() }
        guard
            case .failed(.other(let reason))? = try await refusal(
                peer,
                host: "localhost",
                trusting: "/dev/null"
            )
        else {
            Issue.record("it opened")
            return
        }
        #expect(reason.contains("/dev/null"))
        try await peer.finished()
    }
}
#endif
