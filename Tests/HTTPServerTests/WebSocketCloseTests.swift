internal import HTTPServer
import TestSupport
import Testing

@Suite struct WebSocketCloseTests {
    /// What comes back, up to the end of the connection, and what the application hears.
    private func answer(to bytes: [UInt8]) async throws -> ([WebSocketPeer.Frame], [SocketClosure]) {
        let server = try await TestServer(loops: 1)
        let frames = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            try peer.send(bytes)
            return try peer.receiveAll()
        }
        try await server.untilNoSockets()
        return (frames, server.application.sockets.closures)
    }

    @Test(arguments: [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999,
    ])
    func `a close frame is echoed`(code: UInt16) async throws {
        let (frames, closures) = try await answer(to: WebSocketPeer.close(code, Array("bye".utf8)))
        #expect(frames.map(\.first) == [0x88] && frames.first?.code == Int(code))
        #expect(closures == [SocketClosure(side: .peer, code: code, reason: "bye")])
    }

    @Test func `a close frame without a code is echoed without one`() async throws {
        let (frames, closures) = try await answer(to: WebSocketPeer.frame(0x88, []))
        #expect(frames == [WebSocketPeer.Frame(first: 0x88, payload: [])])
        #expect(closures == [SocketClosure(side: .peer, code: 1005)])
    }

    @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
    func `codes that must not be sent are 1002`(code: UInt16) async throws {
        let (frames, closures) = try await answer(to: WebSocketPeer.close(code))
        #expect(frames.map(\.code) == [1002])
        #expect(closures.map(\.code) == [1002])
    }

    @Test func `a payload of one byte is 1002`() async throws {
        #expect(try await answer(to: WebSocketPeer.frame(0x88, [3])).0.map(\.code) == [1002])
    }

    @Test func `the longest reason is accepted, a longer one is 1002`() async throws {
        let reason = [UInt8](repeating: 0x2A, count: 123)
        #expect(try await answer(to: WebSocketPeer.close(1000, reason)).1.map(\.reason.count) == [123])
        #expect(try await answer(to: WebSocketPeer.close(1000, reason + [1])).0.map(\.code) == [1002])
    }

    @Test(arguments: [[0xFF], [0xCE, 0xBA, 0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func `a reason that is not UTF-8 is 1007`(reason: [UInt8]) async throws {
        #expect(try await answer(to: WebSocketPeer.close(1000, reason)).0.map(\.code) == [1007])
    }

    @Test(arguments: [
        WebSocketPeer.text("late"), WebSocketPeer.ping("late"), WebSocketPeer.close(1001),
        [0xFF, 0xFF, 0xFF, 0xFF], WebSocketPeer.frame(0x82, [UInt8](repeating: 0, count: 300_000)),
    ])
    func `what follows a close frame is dropped`(late: [UInt8]) async throws {
        let server = try await TestServer(loops: 1)
        let frames = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            peer.client.sendWhatGoes(WebSocketPeer.close(1000) + late)
            return try peer.receiveAll()
        }
        #expect(frames.map(\.code) == [1000])
        try await server.untilNoSockets()
    }

    @Test func `a close frame within a fragmented message ends it`() async throws {
        let bytes = WebSocketPeer.frame(0x01, [0x61]) + WebSocketPeer.close(1000)
        #expect(try await answer(to: bytes).0.map(\.code) == [1000])
    }

    // MARK: The server closes

    @Test func `the server closes behind what is queued and waits for the peer`() async throws {
        let server = try await TestServer(loops: 1)
        async let result = server.with { port in
            let peer = try WebSocketPeer(port: port)
            let frames = [try peer.receive(), try peer.receive()]
            let isOpen = !peer.client.hasEnded(waitingMilliseconds: 300)
            // Messages are dropped meanwhile, and pings are not answered.
            try peer.send(WebSocketPeer.text("still here") + WebSocketPeer.ping("x"))
            try peer.send(WebSocketPeer.close(1000))
            return (frames, isOpen, try peer.receiveAll())
        }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.broadcast("last")
        await server.application.sockets.each { socket in
            socket.close(4401, String(repeating: "ä", count: 100))
            #expect(!socket.isOpen)
            socket.send(PushForm.webSocket.message(Array("too late".utf8)))
            socket.close(1000)
        }
        let (frames, isOpen, rest) = try await result
        #expect(frames.map(\.first) == [0x81, 0x88])
        #expect(frames.first?.text == "last")
        #expect(frames.last?.code == 4401)
        // At most 123 bytes, and whole characters.
        #expect(frames.last?.reason == String(repeating: "ä", count: 61))
        #expect(isOpen)
        #expect(rest == [])
        try await server.untilNoSockets()
        let closures = server.application.sockets.closures
        #expect(closures.map(\.code) == [4401] && closures.first?.side == .server)
    }

    @Test func `a peer that does not answer a close is dropped after five seconds`() async throws {
        let server = try await TestServer(loops: 1)
        async let seconds = server.with { port in
            let peer = try WebSocketPeer(port: port)
            _ = try peer.receive()
            let start = ContinuousClock.now
            _ = try peer.client.receiveToEnd()
            return ContinuousClock.now - start
        }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.each { $0.close(1000) }
        let waited = try await seconds
        #expect(waited > .seconds(3))
        try await server.untilNoSockets()
    }

    @Test func `a peer that breaks the protocol while the server closes is dropped`() async throws {
        let server = try await TestServer(loops: 1)
        async let frames = server.with { port in
            let peer = try WebSocketPeer(port: port)
            let first = try peer.receive()
            peer.client.sendWhatGoes([0xFF, 0xFF, 0xFF])
            return [first] + (try peer.receiveAll())
        }
        try await eventually { server.application.sockets.openCount == 1 }
        await server.application.sockets.each { $0.close(1001) }
        #expect(try await frames.map(\.code) == [1001])
        try await server.untilNoSockets()
    }

    // MARK: Peers that go

    @Test(arguments: VanishingPeerTests.Leaving.allCases)
    func `a peer that goes without a close frame is 1006`(leaving: VanishingPeerTests.Leaving) async throws {
        let server = try await TestServer(loops: 1)
        try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            try peer.send(WebSocketPeer.head(0x81, length: 10))
            if leaving == .reset { peer.client.resetOnClose() }
            if leaving == .halfClose {
                peer.client.halfClose()
                _ = try peer.client.receiveToEnd()
            }
        }
        try await eventually { server.application.sockets.closures.count == 1 }
        #expect(server.application.sockets.closures == [SocketClosure(side: .peer, code: 1006)])
        try await server.untilNoSockets()
    }
}
