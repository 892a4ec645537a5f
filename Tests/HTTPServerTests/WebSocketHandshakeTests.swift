internal import HTTPServer
import TestSupport
import Testing

@Suite struct WebSocketHandshakeTests {
    @Test func `a handshake is answered as the protocol says`() async throws {
        let server = try await TestServer()
        let reply = try await server.answers(WebSocketPeer.handshake(), count: 1)[0]
        #expect(reply.status == 101)
        #expect(reply["upgrade"] == "websocket")
        #expect(reply["connection"]?.lowercased() == "upgrade")
        #expect(reply["sec-websocket-accept"] == WebSocketPeer.accept)
        #expect(reply["x-request-id"] != nil)
        #expect(reply["content-length"] == nil)
        #expect(reply["transfer-encoding"] == nil)
        try await eventually { server.completed.all.map(\.status) == [101] }
    }

    @Test func `extensions and subprotocols are ignored`() async throws {
        let server = try await TestServer()
        let offers = "Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Protocol: chat\r\n"
        let reply = try await server.answers(WebSocketPeer.handshake("/socket", offers), count: 1)[0]
        #expect(reply.status == 101)
        #expect(reply["sec-websocket-extensions"] == nil)
        #expect(reply["sec-websocket-protocol"] == nil)
    }

    @Test(arguments: [
        ("Connection: Upgrade", "connection: keep-alive, upgrade"),
        ("Connection: Upgrade", "Connection: keep-alive\r\nConnection: UPGRADE"),
        ("Connection: Upgrade", "Connection: close, Upgrade"),
        ("Upgrade: websocket", "uPGRADE: WebSocket"),
        ("Upgrade: websocket", "Upgrade: h2c, websocket"),
        ("Sec-WebSocket-Key", "sec-websocket-key"),
        ("Sec-WebSocket-Version: 13", "SEC-WEBSOCKET-VERSION:13"),
    ])
    func `names and tokens ignore case, and lists are read`(old: String, new: String) async throws {
        let server = try await TestServer()
        let request = WebSocketPeer.handshake().replacing(old, with: new)
        #expect(try await server.answers(request, count: 1)[0].status == 101)
    }

    @Test(arguments: [
        ("GET /socket HTTP/1.1", "GET /socket HTTP/1.0"), ("Connection: Upgrade\r\n", ""),
        ("Connection: Upgrade", "Connection: keep-alive"), ("Connection: Upgrade", "Connection: upgrades"),
        ("Upgrade: websocket\r\n", ""), ("Upgrade: websocket", "Upgrade: h2c"),
        ("Upgrade: websocket", "Upgrade: websockets"),
    ])
    func `without an upgrade it is 426`(old: String, new: String) async throws {
        let server = try await TestServer()
        let request = WebSocketPeer.handshake().replacing(old, with: new)
        let reply = try await server.answers(request, count: 1)[0]
        #expect(reply.status == 426)
        #expect(reply.text.contains("\"upgrade_required\""))
        #expect(reply["upgrade"] == "websocket")
        #expect(try await server.stillServes())
    }

    @Test(arguments: ["8", "12", "14", "013", "13, 8", "", "x"])
    func `another version is 426 and the right one is named`(version: String) async throws {
        let server = try await TestServer()
        let request = WebSocketPeer.handshake().replacing("Version: 13", with: "Version: \(version)")
        let reply = try await server.answers(request, count: 1)[0]
        #expect(reply.status == 426)
        #expect(reply["sec-websocket-version"] == "13")
    }

    @Test(arguments: [
        "", "Sec-WebSocket-Key: \r\n", "Sec-WebSocket-Key: dGhlIHNhbXBsZQ==\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ])
    func `a missing, malformed or repeated key is 400`(key: String) async throws {
        let server = try await TestServer()
        let line = "Sec-WebSocket-Key: \(WebSocketPeer.key)\r\n"
        let request = WebSocketPeer.handshake().replacing(line, with: key)
        let reply = try await server.answers(request, count: 1)[0]
        #expect(reply.status == 400)
        #expect(reply.text.contains("\"bad_handshake\""))
    }

    @Test func `other methods are not upgraded`() async throws {
        let server = try await TestServer()
        let head = WebSocketPeer.handshake().replacing("GET", with: "HEAD")
        let reply = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(head)
            return try client.receive(bodiless: true)
        }
        #expect(reply.status != 101)
        let post = WebSocketPeer.handshake().replacing("GET", with: "POST")
        #expect(try await server.answers(post, count: 1)[0].status == 405)
        let withBody = WebSocketPeer.handshake("/socket", "Content-Length: 2\r\n") + "{}"
        #expect(try await server.answers(withBody, count: 1)[0].status == 413)
        try await server.untilQuiet()
        #expect(server.front.socketCount == 0)
    }

    @Test func `a refused handshake leaves the connection to the next request`() async throws {
        let server = try await TestServer()
        let statuses = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(WebSocketPeer.handshake("/nowhere"))
            var statuses = [try client.receive().status]
            try client.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            statuses.append(try client.receive().status)
            try client.send(WebSocketPeer.handshake())
            return statuses + [try client.receive().status]
        }
        #expect(statuses == [404, 200, 101])
    }

    @Test func `what follows a refused handshake is not read as a request`() async throws {
        let server = try await TestServer()
        let text = try await server.with { port in
            let client = try RawClient(port: port)
            try client.send(WebSocketPeer.handshake("/nowhere") + "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            return try client.receiveToEnd()
        }
        #expect(text.contains("404") && text.contains("Connection: close") && !text.contains("200"))
    }

    @Test func `an answer that takes its time upgrades as well`() async throws {
        let server = try await TestServer()
        async let frame = server.with { port in
            try WebSocketPeer(port: port, path: "/slow-socket?greet=1").receive()
        }
        try await eventually { await server.application.gate.arrived == 1 }
        await server.application.gate.open()
        #expect(try await frame.text == "welcome")
    }
}
