internal import Glibc
internal import HTTPServer
internal import Reactor
import TestSupport
import Testing

/// Counts, pings, slow readers and the end of the server.
@Suite(.serialized) struct WebSocketLimitTests {
    private static let hello = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"

    // MARK: Counts

    @Test func `an upgraded connection is no connection of HTTP any more`() async throws {
        var settings = ServerSettings.test()
        settings.idleTimeout = 1
        settings.headerTimeout = 1
        settings.connectionLimit = 3
        let server = try await TestServer(settings, loops: 1)
        let peers = try await server.with { port in
            try (0..<10).map { _ in try WebSocketPeer(port: port) }
        }
        try await eventually { try await server.front.connectionCount == 0 }
        #expect(server.front.socketCount == 10)
        #expect(try await server.front.openRequests == 0)
        // No sweep of idle connections ends them.
        try await Task.sleep(for: .seconds(3))
        #expect(server.front.socketCount == 10)
        await server.application.sockets.broadcast("still here")
        let texts = try await blocking { try peers.map { try $0.receive().text } }
        #expect(texts == Array(repeating: "still here", count: 10))
        #expect(try await server.stillServes())
    }

    @Test func `sockets over the limit are 503 until one closes`() async throws {
        var settings = ServerSettings.test()
        settings.socketLimit = 2
        let server = try await TestServer(settings)
        let refused = try await server.with { port in
            let first = try WebSocketPeer(port: port)
            let second = try WebSocketPeer(port: port)
            let client = try RawClient(port: port)
            try client.send(WebSocketPeer.handshake())
            let refused = try client.receive()
            // The connection goes on.
            try client.send(Self.hello)
            guard try client.receive().status == 200 else { throw RawClientError.malformed("not 200") }
            try first.send(WebSocketPeer.close(1000))
            _ = try first.receiveAll()
            withExtendedLifetime(second) {}
            return refused
        }
        #expect(refused.status == 503)
        #expect(refused.text.contains("\"too_many_sockets\""))
        #expect(refused["retry-after"] != nil)
        try await server.untilNoSockets()
        #expect(try await server.answers(WebSocketPeer.handshake(), count: 1)[0].status == 101)
    }

    @Test func `a socket keeps its address's place`() async throws {
        var settings = ServerSettings.test()
        settings.connectionsPerAddress = 3
        let server = try await TestServer(settings)
        let isRefused = try await server.with { port in
            let peers = try (0..<3).map { _ in try WebSocketPeer(port: port) }
            let fourth = try RawClient(port: port)
            fourth.sendWhatGoes(Array(Self.hello.utf8))
            let isRefused = try fourth.isClosed()
            withExtendedLifetime(peers) {}
            return isRefused
        }
        #expect(isRefused)
        try await server.untilNoSockets()
        #expect(try await server.stillServes())
    }

    @Test func `behind a trusted proxy the forwarded address counts`() async throws {
        var settings = ServerSettings.test()
        settings.connectionsPerAddress = 2
        settings.isTrustedProxy = { $0.description == "127.0.0.1" }
        let server = try await TestServer(settings)
        let refused = try await server.with { port in
            let path = "/socket?from=192.0.2.1"
            let peers = try (0..<2).map { _ in try WebSocketPeer(port: port, path: path) }
            let client = try RawClient(port: port)
            try client.send(WebSocketPeer.handshake(path))
            let refused = try client.receive()
            // Others are not concerned, and neither is the proxy.
            let others = try [
                WebSocketPeer(port: port, path: "/socket?from=192.0.2.2"), WebSocketPeer(port: port),
                WebSocketPeer(port: port), WebSocketPeer(port: port),
            ]
            try peers[0].send(WebSocketPeer.close(1000))
            _ = try peers[0].receiveAll()
            withExtendedLifetime((peers, others)) {}
            return refused
        }
        #expect(refused.status == 503)
        #expect(refused.text.contains("\"too_many_connections\""))
        #expect(refused["retry-after"] != nil)
        try await server.untilNoSockets()
        let again = try await server.answers(WebSocketPeer.handshake("/socket?from=192.0.2.1"), count: 1)
        #expect(again[0].status == 101)
    }

    // MARK: Pings

    @Test func `a peer that answers pings stays, one that ignores two is dropped`() async throws {
        var settings = ServerSettings.test()
        settings.pingInterval = .seconds(1)
        let server = try await TestServer(settings, loops: 1)
        async let ignoring = server.with { port in
            try WebSocketPeer(port: port).receiveAll().map(\.first)
        }
        let answering = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            for _ in 0..<5 {
                let ping = try peer.receive()
                guard ping.first == 0x89 else { throw RawClientError.malformed("\(ping)") }
                try peer.send(WebSocketPeer.frame(0x8A, ping.payload))
            }
            try peer.send(WebSocketPeer.close(1000))
            return try peer.receiveAll().map(\.code)
        }
        #expect(answering == [1000])
        #expect(try await ignoring == [0x89, 0x89])
        try await eventually { server.application.sockets.closures.count == 2 }
        #expect(Set(server.application.sockets.closures.map(\.code)) == [1000, 1006])
        try await server.untilNoSockets()
    }

    // MARK: Readers

    @Test func `every reader gets every message in order`() async throws {
        let server = try await TestServer()
        async let counts = server.with { port in
            let peers = try (0..<40).map { _ in try WebSocketPeer(port: port) }
            return try peers.map { peer in
                var next = 0
                while next < 2000 {
                    let text = try peer.receive().text
                    guard text.hasPrefix("\(next) ") else { throw RawClientError.malformed(text) }
                    next += 1
                }
                return next
            }
        }
        try await eventually { server.application.sockets.openCount == 40 }
        for first in stride(from: 0, to: 2000, by: 50) {
            let frames = (first..<(first + 50)).map { number in
                let padding = String(repeating: "x", count: number * 37 % 600)
                return PushForm.webSocket.message(Array("\(number) \(padding)".utf8))
            }
            await server.application.sockets.each { socket in
                for frame in frames { socket.send(frame) }
            }
        }
        #expect(try await counts == Array(repeating: 2000, count: 40))
        try await server.untilNoSockets()
    }

    @Test func `a long message arrives whole`() async throws {
        let server = try await TestServer(loops: 1)
        let text = String(repeating: "0123456789abcdef", count: 40_000)
        async let received = server.with { port in
            let peer = try WebSocketPeer(port: port, receiveBuffer: 4096)
            return [try peer.receive().text, try peer.receive().text]
        }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.broadcast(text)
        await server.application.sockets.broadcast("end")
        #expect(try await received == [text, "end"])
        #expect(server.application.sockets.drained == 1)
    }

    @Test func `a peer that stops reading is closed with 1013, and nobody else notices`() async throws {
        var settings = ServerSettings.test()
        settings.progressTimeout = 1
        let server = try await TestServer(settings, loops: 1)
        let stalled = try await server.with { port in
            try WebSocketPeer(port: port, receiveBuffer: 4096)
        }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.broadcast(String(repeating: "x", count: 1_000_000))
        let other = try await server.with { port in try WebSocketPeer(port: port) }
        try await eventually("its end") {
            let closures = server.application.sockets.closures
            await server.application.sockets.broadcast("tick")
            return !closures.isEmpty
        }
        #expect(server.application.sockets.closures.map(\.code) == [1013])
        // Then reset.
        try await eventually { server.front.socketCount == 1 }
        #expect(stalled.client.wasReset(waitingMilliseconds: 10_000))
        let text = try await blocking { try other.receive().text }
        #expect(text == "tick")
    }

    @Test func `a peer that reads again in time gets the close frame after the frame that had begun`()
        async throws
    {
        let server = try await TestServer(loops: 1)
        let peer = try await server.with { port in try WebSocketPeer(port: port, receiveBuffer: 4096) }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.broadcast(String(repeating: "a", count: 200_000))
        // The first frame begins, and fills the kernel's buffers.
        try await Task.sleep(for: .milliseconds(200))
        await server.application.sockets.broadcast("dropped")
        await server.application.sockets.each { $0.close(1013, "too slow") }
        let frames = try await blocking { try [peer.receive(), peer.receive()] }
        #expect(frames[0].payload.count == 200_000)
        #expect(frames[1].code == 1013 && frames[1].reason == "too slow")
    }

    // MARK: Stopping

    @Test func `a stop closes with 1001 and waits for the handshakes`() async throws {
        let server = try await TestServer()
        async let frames = server.with { port in
            try (0..<20).map { _ in try WebSocketPeer(port: port) }.map { peer in
                let frame = try peer.receive()
                try peer.send(WebSocketPeer.close(1001))
                return [frame] + (try peer.receiveAll())
            }
        }
        try await eventually { server.application.sockets.openCount == 20 }
        let start = ContinuousClock.now
        #expect(try await server.front.stop(grace: .seconds(120)) == 0)
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(try await frames.map { $0.map(\.code) } == Array(repeating: [1001], count: 20))
        #expect(server.front.socketCount == 0)
        #expect(server.application.sockets.closures.count == 20)
    }

    @Test func `a stop does not wait longer than five seconds for peers`() async throws {
        let server = try await TestServer()
        let peers = try await server.with { port in
            try (0..<3).map { _ in try WebSocketPeer(port: port, receiveBuffer: 4096) }
        }
        try await eventually { server.application.sockets.openCount == 3 }
        await server.application.sockets.broadcast(String(repeating: "x", count: 1_000_000))
        let start = ContinuousClock.now
        #expect(try await server.front.stop(grace: .seconds(120)) == 0)
        let seconds = ContinuousClock.now - start
        #expect(seconds > .seconds(4))
        #expect(server.front.socketCount == 0)
        #expect(server.application.sockets.closures.map(\.code) == [1001, 1001, 1001])
        withExtendedLifetime(peers) {}
    }

    @Test func `a short grace ends sockets too`() async throws {
        let server = try await TestServer()
        let peer = try await server.with { port in try WebSocketPeer(port: port) }
        try await eventually { server.application.sockets.openCount == 1 }
        #expect(try await server.front.stop(grace: .milliseconds(300)) == 0)
        #expect(server.front.socketCount == 0)
        withExtendedLifetime(peer) {}
    }

    @Test func `a handshake during a stop is 503`() async throws {
        let server = try await TestServer()
        async let reply = server.answers(WebSocketPeer.handshake("/slow-socket"), count: 1)
        try await eventually { await server.application.gate.arrived == 1 }
        async let unfinished = server.front.stop(grace: .seconds(120))
        try await Task.sleep(for: .milliseconds(200))
        await server.application.gate.open()
        #expect(try await unfinished == 0)
        #expect(try await reply[0].status == 503)
        #expect(try await reply[0].text.contains("\"not_ready\""))
        #expect(server.front.socketCount == 0)
    }
}
