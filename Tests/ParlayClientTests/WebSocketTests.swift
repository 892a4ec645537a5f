#if os(Linux)
import Foundation
import Testing

@testable import ParlayClient

/// The transport of Linux, against a server that does what the test says.
@Suite struct WebSocketTests {
    private func connect(
        _ peer: SocketPeer,
        headers: [String: String] = [:],
        limits: SocketThread.Limits = .patient
    ) async throws -> any WebSocketConnection {
        try await SystemWebSocketTransport(limits: limits).connect(peer.request(headers: headers))
    }

    private func end(_ connection: any WebSocketConnection) async -> WebSocketError? {
        do throws(WebSocketError) {
            while true { _ = try await connection.receive() }
        } catch {
            return error
        }
    }

    /// Why no socket was opened.
    private func refusal(_ request: TransportRequest) async -> WebSocketError? {
        do throws(WebSocketError) {
            _ = try await SystemWebSocketTransport(limits: .patient).connect(request)
            return nil
        } catch {
            return error
        }
    }

    // MARK: The opening handshake

    @Test func `the request is that of RFC 6455`() async throws {
        let (lines, seen) = AsyncStream<[String]>.makeStream()
        let peer = try SocketPeer { socket in
            seen.yield(try socket.open())
            try socket.send(close: 1001)
            try socket.receiveEnd()
        }
        let connection = try await connect(peer, headers: ["Authorization": "Token secret"])
        #expect(await end(connection) == .closed(code: 1001, reason: ""))
        var iterator = lines.makeAsyncIterator()
        let request = try #require(await iterator.next())
        #expect(request.first == "GET /v1/betbull/live/?after=7 HTTP/1.1")
        for line in [
            "Host: 127.0.0.1:\(peer.port)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13", "Authorization: Token secret",
        ] {
            #expect(request.contains(line))
        }
        let key = try #require(request.first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19))
        #expect(Data(base64Encoded: String(key))?.count == 16)
        try await peer.finished()
    }

    @Test func `the proof is that of the RFC's example`() {
        #expect(OpeningHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test func `frames may come with the answer`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open(start: PeerSocket.frame(0x81, Array("first".utf8)) + [0x81])
            try socket.send(bytes: [0x01, 0x62])
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        #expect(try await connection.receive() == .text("first"))
        #expect(try await connection.receive() == .text("b"))
    }

    @Test(
        arguments: [
            ("h2c", "Upgrade", nil, ""), ("websocket", "keep-alive", nil, ""),
            ("websocket", "Upgrade", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", ""), ("websocket", "Upgrade", "", ""),
            ("websocket", "Upgrade", nil, "Sec-WebSocket-Extensions: permessage-deflate\r\n"),
            ("websocket", "Upgrade", nil, "Sec-WebSocket-Protocol: chat\r\n"),
        ] as [(String, String, String?, String)]
    )
    func `an answer that opens something else is refused`(
        _ upgrade: String,
        _ connection: String,
        _ accept: String?,
        _ more: String
    ) async throws {
        let peer = try SocketPeer { socket in
            try socket.open(upgrade: upgrade, connection: connection, accept: accept, more: more)
            try socket.receiveEnd()
        }
        guard case .failed(.other(let reason))? = await refusal(try peer.request()) else {
            Issue.record("it opened")
            return
        }
        #expect(reason.hasPrefix("No WebSocket: "))
        try await peer.finished()
    }

    @Test func `names in the answer are compared without case`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open(upgrade: "WebSocket", connection: "keep-alive, upgrade")
            try socket.send(close: 1000)
            try socket.receiveEnd()
        }
        #expect(await end(try await connect(peer)) == .closed(code: 1000, reason: ""))
    }

    private static let problem =
        #"{"type":"/docs/problems#seq_gone","title":"T","status":410,"code":"seq_gone"}"#

    @Test(arguments: [
        "Content-Length: \(problem.utf8.count)\r\n\r\n\(problem)",
        "Transfer-Encoding: chunked\r\n\r\n5\r\n\(problem.prefix(5))\r\n"
            + "\(String(problem.utf8.count - 5, radix: 16));x=y\r\n\(problem.dropFirst(5))\r\n0\r\n\r\n",
        "Connection: close\r\n\r\n\(problem)",
    ])
    func `a refusal comes with its body`(_ rest: String) async throws {
        let peer = try SocketPeer { socket in
            _ = try socket.receiveRequest()
            try socket.send(
                text:
                    "HTTP/1.1 410 Gone\r\nContent-Type: application/problem+json\r\nRetry-After: 3\r\n\(rest)"
            )
            // Only the last form ends with the connection.
            if !rest.hasPrefix("Connection: close") { try socket.receiveEnd() }
        }
        guard case .refused(let response)? = await refusal(try peer.request()) else {
            Issue.record("no refusal")
            return
        }
        #expect(response.status == 410 && response.header("Retry-After") == "3")
        #expect(String(decoding: response.body, as: UTF8.self) == Self.problem)
        try await peer.finished()
    }

    @Test func `a redirect is not followed`() async throws {
        let peer = try SocketPeer { socket in
            _ = try socket.receiveRequest()
            try socket.send(
                text: "HTTP/1.1 302 Found\r\nLocation: ws://example.org/\r\nContent-Length: 0\r\n\r\n"
            )
            try socket.receiveEnd()
        }
        guard case .refused(let response)? = await refusal(try peer.request()) else {
            Issue.record("no refusal")
            return
        }
        #expect(response.status == 302)
    }

    @Test(arguments: ["SSH-2.0-x\r\n\r\n", "HTTP/2 200\r\n\r\n", "\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", ""])
    func `what is not HTTP opens nothing`(_ answer: String) async throws {
        let peer = try SocketPeer { socket in
            _ = try socket.receiveRequest()
            try socket.send(text: answer)
        }
        guard case .failed? = await refusal(try peer.request()) else {
            Issue.record("it opened, or was refused")
            return
        }
    }

    @Test func `an endless answer is given up`() async throws {
        let peer = try SocketPeer { socket in
            _ = try socket.receiveRequest()
            try socket.send(text: "HTTP/1.1 101 S\r\nX: ")
            do { while true { try socket.send(text: String(repeating: "x", count: 1_000)) } } catch {}
        }
        #expect(await refusal(try peer.request()) == .failed(.other("The answer is too long.")))
        try await peer.finished()
    }

    @Test func `a header cannot hold another one`() async throws {
        let url = try #require(URL(string: "ws://127.0.0.1:1/"))
        let request = TransportRequest(method: "GET", url: url, headers: ["A": "b\r\nC: d"])
        #expect(await refusal(request) == .failed(.other("A header has a control character.")))
    }

    @Test func `nobody listens`() async throws {
        // No other test can be given this port.
        let port = try #require(URL(string: "ws://127.0.0.1:1/"))
        guard case .failed(.unreachable)? = await refusal(TransportRequest(method: "GET", url: port)) else {
            Issue.record("somebody listens")
            return
        }
        let unknown = try #require(URL(string: "ws://no-such-host.invalid/"))
        guard case .failed(.unreachable)? = await refusal(TransportRequest(method: "GET", url: unknown))
        else {
            Issue.record("it exists")
            return
        }
    }

    // MARK: Messages

    @Test func `messages come in order, and pings are answered between them`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            for number in 0..<1_000 { try socket.send(message: "\(number)") }
            try socket.send(frame: 0x89, Array("now".utf8))
            let (first, payload) = try socket.receiveFrame()
            guard first == 0x8A, payload == Array("now".utf8) else {
                throw SocketPeer.Failure(description: "no pong")
            }
            try socket.send(message: "last")
            try socket.send(close: 1000, "that was all")
            try socket.expectClose(1000)
        }
        let connection = try await connect(peer)
        for number in 0..<1_000 { #expect(try await connection.receive() == .text("\(number)")) }
        #expect(try await connection.receive() == .text("last"))
        #expect(await end(connection) == .closed(code: 1000, reason: "that was all"))
        // It stays like that.
        #expect(await end(connection) == .closed(code: 1000, reason: "that was all"))
        try await peer.finished()
    }

    @Test func `messages that nobody fetches stop the server, and none is lost`() async throws {
        let text = String(repeating: "x", count: 60_000)
        let count = 500
        let peer = try SocketPeer { socket in
            try socket.open()
            for _ in 0..<count { try socket.send(message: text) }
            try socket.send(close: 1000)
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        for _ in 0..<count { #expect(try await connection.receive() == .text(text)) }
        #expect(await end(connection) == .closed(code: 1000, reason: ""))
        try await peer.finished()
    }

    @Test(
        arguments: [
            (1002, [0xC1, 0]), (1002, [0x81, 0x80, 0, 0, 0, 0]), (1002, [0x83, 0]), (1007, [0x81, 1, 0xFF]),
            (1009, [0x82, 127, 0, 0, 0, 0, 0, 0x10, 0, 1, 0]),
        ] as [(UInt16, [UInt8])]
    )
    func `a server that breaks the protocol is told so`(_ code: UInt16, _ bytes: [UInt8]) async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.send(message: "good")
            try socket.send(bytes: bytes)
            try socket.expectClose(code)
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        #expect(try await connection.receive() == .text("good"))
        guard case .failed(.connectionLost)? = await end(connection) else {
            Issue.record("it was taken")
            return
        }
        try await peer.finished()
    }

    @Test func `a connection that breaks is lost`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.send(bytes: [0x81, 5, 0x61])
        }
        guard case .failed(.connectionLost)? = await end(try await connect(peer)) else {
            Issue.record("it ended otherwise")
            return
        }
    }

    @Test func `a silent server counts as dead`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.receiveEnd()
        }
        var limits = SocketThread.Limits.patient
        limits.silence = .milliseconds(200)
        let connection = try await connect(peer, limits: limits)
        #expect(await end(connection) == .failed(.connectionLost("The server is silent.")))
        try await peer.finished()
    }

    @Test func `a server that does not answer is given up`() async throws {
        let peer = try SocketPeer { socket in try socket.receiveEnd() }
        await #expect(throws: WebSocketError.failed(.timedOut)) {
            _ = try await connect(peer, limits: SocketThread.Limits(opening: .milliseconds(200)))
        }
        try await peer.finished()
    }

    // MARK: Closing

    @Test func `the client closes with a handshake`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.expectClose(1000)
            // What was on its way is not delivered any more.
            try socket.send(message: "late")
            try socket.send(close: 1000)
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        connection.close(code: 1000)
        #expect(await end(connection) == .closed(code: 1000, reason: ""))
        try await peer.finished()
    }

    @Test func `a server that ignores the closing handshake is left`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.expectClose(1000)
            try socket.receiveEnd()
        }
        // On a busy machine the test may reach its next line after the usual limit of silence.
        var limits = SocketThread.Limits.patient
        limits.closing = .seconds(5)
        let connection = try await connect(peer, limits: limits)
        connection.close(code: 1000)
        guard case .failed(.connectionLost)? = await end(connection) else {
            Issue.record("it ended otherwise")
            return
        }
        try await peer.finished()
    }

    @Test func `cancelling the task closes the socket`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.send(message: "one")
            try socket.expectClose(1001)
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        #expect(try await connection.receive() == .text("one"))
        let task = Task { await end(connection) }
        task.cancel()
        #expect(await task.value == .failed(.other("The socket was closed.")))
        // The script ends when the socket is closed, although the connection is still held.
        try await peer.finished()
        #expect(await end(connection) == .failed(.other("The socket was closed.")))
    }

    @Test func `cancelling the task ends the opening`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let peer = try SocketPeer { socket in
            _ = try socket.receiveRequest()
            arrived.yield()
            try socket.receiveEnd()
        }
        let request = try peer.request()
        let task = Task { await refusal(request) }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value == .failed(.other("The socket was closed.")))
        try await peer.finished()
    }

    @Test func `a socket that is released closes`() async throws {
        let peer = try SocketPeer(connections: 100) { socket in
            try socket.open()
            try socket.receiveEnd()
        }
        for _ in 0..<100 { _ = try await connect(peer) }
        // Each script has seen the end of its connection.
        try await peer.finished()
    }

    @Test func `two tasks cannot receive at the same time`() async throws {
        let peer = try SocketPeer { socket in
            try socket.open()
            try socket.receiveEnd()
        }
        let connection = try await connect(peer)
        let ends = await withTaskGroup(of: WebSocketError?.self) { group in
            for _ in 0..<2 { group.addTask { await end(connection) } }
            let first = await group.next() ?? nil
            connection.close(code: 1000)
            group.cancelAll()
            return first
        }
        #expect(ends == .failed(.other("Two tasks receive.")))
    }
}

extension SocketThread.Limits {
    /// For tests that are not about time: a slow machine must not meet these.
    fileprivate static let patient = SocketThread.Limits(opening: .seconds(3_600), silence: .seconds(3_600))
}
#endif
