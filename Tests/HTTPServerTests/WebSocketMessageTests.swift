internal import HTTPServer
import TestSupport
import Testing

/// What a client may send: the cases of the Autobahn test suite that apply to a server whose clients only listen.
@Suite struct WebSocketMessageTests {
    /// Sends the frames and expects that the socket goes on.
    private func goesOn(_ frames: [[UInt8]], pongs: [String] = []) async throws {
        var settings = ServerSettings.test()
        settings.framesPerSecond = .max
        let server = try await TestServer(settings, loops: 1)
        let received = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            for frame in frames { try peer.send(frame) }
            try peer.send(WebSocketPeer.ping("end"))
            var received: [WebSocketPeer.Frame] = []
            repeat { received.append(try peer.receive()) } while received.last?.text != "end"
            try peer.send(WebSocketPeer.close(1000))
            return received + (try peer.receiveAll())
        }
        #expect(received.dropLast().map(\.first) == Array(repeating: 0x8A, count: pongs.count + 1))
        #expect(received.dropLast().map(\.text) == pongs + ["end"])
        #expect(received.last?.first == 0x88 && received.last?.code == 1000)
        try await eventually { server.application.sockets.closures.count == 1 }
        #expect(server.application.sockets.closures == [SocketClosure(side: .peer, code: 1000)])
        try await server.untilNoSockets()
    }

    /// Sends the frames at once, or byte by byte, and expects this close code and then the end.
    private func fails(_ frames: [[UInt8]], _ code: Int) async throws {
        let server = try await TestServer(loops: 1)
        for isSplit in [false, true] {
            let received = try await server.with { port in
                let peer = try WebSocketPeer(port: port)
                let bytes = Array(frames.joined())
                if isSplit {
                    for byte in bytes.prefix(300) { peer.client.sendWhatGoes([byte]) }
                    peer.client.sendWhatGoes(Array(bytes.dropFirst(300)))
                } else {
                    try peer.send(bytes)
                }
                // It is not read any more.
                peer.client.sendWhatGoes(WebSocketPeer.ping("late"))
                return try peer.receiveAll()
            }
            #expect(received.map(\.first) == [0x88], "\(received)")
            #expect(received.first?.code == code)
            #expect(received.first?.reason.isEmpty == false)
        }
        try await eventually { server.application.sockets.closures.count == 2 }
        #expect(server.application.sockets.closures.allSatisfy { $0.code == code && $0.side == .server })
        try await server.untilNoSockets()
    }

    // MARK: Framing

    @Test(arguments: [0, 1, 125, 126, 127, 128, 255, 4095, 4096])
    func `messages of each form of length are accepted`(count: Int) async throws {
        let payload = [UInt8](repeating: 0x2A, count: count)
        try await goesOn([WebSocketPeer.frame(0x81, payload), WebSocketPeer.frame(0x82, payload)])
    }

    @Test(arguments: [4097, 65_535, 65_536, 200_000])
    func `larger messages are 1009`(count: Int) async throws {
        try await fails([WebSocketPeer.frame(0x82, [UInt8](repeating: 1, count: count))], 1009)
    }

    @Test(arguments: [UInt64(1) << 32, UInt64(1) << 62, UInt64(Int64.max)])
    func `announced sizes reserve nothing`(length: UInt64) async throws {
        try await fails([WebSocketPeer.head(0x82, length: length) + [1]], 1009)
    }

    @Test func `fragments count together`() async throws {
        let part = [UInt8](repeating: 0x2A, count: 1500)
        try await fails(
            [
                WebSocketPeer.frame(0x01, part), WebSocketPeer.frame(0x00, part),
                WebSocketPeer.frame(0x80, part),
            ],
            1009
        )
    }

    @Test func `a length must be in its shortest form and positive`() async throws {
        let tail = WebSocketPeer.mask + [1, 2, 3]
        try await fails([[0x82, 0x80 | 126, 0, 3] + tail], 1002)
        try await fails([[0x82, 0x80 | 127, 0, 0, 0, 0, 0, 0, 0, 3] + tail], 1002)
        try await fails([[0x82, 0x80 | 127, 0x80, 0, 0, 0, 0, 1, 0, 0] + tail], 1002)
    }

    @Test(arguments: [
        WebSocketPeer.frame(0x81, [0x61], isMasked: false), WebSocketPeer.frame(0x81, [], isMasked: false),
        WebSocketPeer.frame(0x89, [0x61], isMasked: false),
        WebSocketPeer.frame(0x88, [0x03, 0xE8], isMasked: false),
    ])
    func `frames that are not masked are 1002`(frame: [UInt8]) async throws { try await fails([frame], 1002) }

    // MARK: Reserved bits and opcodes

    @Test(arguments: [0x91, 0xA1, 0xC1, 0xF1, 0xC0, 0x99, 0xC8, 0xDA, 0x41] as [UInt8])
    func `reserved bits are 1002`(first: UInt8) async throws {
        try await fails([WebSocketPeer.frame(first, [])], 1002)
        try await fails([WebSocketPeer.frame(first, Array("hello".utf8))], 1002)
    }

    @Test(arguments: [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8])
    func `unknown opcodes are 1002`(opcode: UInt8) async throws {
        try await fails([WebSocketPeer.frame(0x80 | opcode, [])], 1002)
        try await fails([WebSocketPeer.text("before"), WebSocketPeer.frame(0x80 | opcode, [0x61])], 1002)
    }

    // MARK: Pings and pongs

    @Test func `pings are answered with their payload`() async throws {
        try await goesOn(
            [
                WebSocketPeer.ping(""), WebSocketPeer.ping("Hello"),
                WebSocketPeer.frame(0x89, [UInt8](repeating: 0x2A, count: 125)),
            ],
            pongs: ["", "Hello", String(repeating: "*", count: 125)]
        )
    }

    @Test func `each of ten pings is answered`() async throws {
        let texts = (0..<10).map { "ping \($0)" }
        try await goesOn(texts.map(WebSocketPeer.ping), pongs: texts)
        try await goesOn([Array(texts.map(WebSocketPeer.ping).joined())], pongs: texts)
    }

    @Test func `binary payloads come back as they were`() async throws {
        let server = try await TestServer(loops: 1)
        let payload: [UInt8] = [0, 0xFF, 0xFE, 0xFD, 0, 0x80, 0xC0]
        let pong = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            try peer.send(WebSocketPeer.frame(0x89, payload))
            return try peer.receive()
        }
        #expect(pong == WebSocketPeer.Frame(first: 0x8A, payload: payload))
    }

    @Test func `unsolicited pongs are ignored`() async throws {
        try await goesOn([
            WebSocketPeer.frame(0x8A, []), WebSocketPeer.frame(0x8A, Array("unsolicited".utf8)),
        ])
    }

    @Test(arguments: [0x89, 0x8A, 0x88] as [UInt8])
    func `control frames over 125 bytes are 1002`(first: UInt8) async throws {
        try await fails([WebSocketPeer.frame(first, [UInt8](repeating: 0x03, count: 126))], 1002)
    }

    @Test(arguments: [0x09, 0x0A, 0x08] as [UInt8])
    func `control frames in fragments are 1002`(first: UInt8) async throws {
        try await fails([WebSocketPeer.frame(first, [0x03]), WebSocketPeer.frame(0x80, [0xE8])], 1002)
    }

    // MARK: Fragments

    @Test func `messages in fragments are accepted, with control frames between`() async throws {
        let hello = WebSocketPeer.frame(0x01, Array("hel".utf8))
        let end = WebSocketPeer.frame(0x80, Array("lo".utf8))
        try await goesOn([hello, end])
        try await goesOn([hello, WebSocketPeer.frame(0x00, []), end, hello, end])
        try await goesOn([hello, WebSocketPeer.ping("between"), end], pongs: ["between"])
        try await goesOn([Array((hello + WebSocketPeer.ping("between") + end))], pongs: ["between"])
        try await goesOn(
            [
                WebSocketPeer.frame(0x02, []), WebSocketPeer.ping("1"), WebSocketPeer.frame(0x00, []),
                WebSocketPeer.ping("2"), WebSocketPeer.frame(0x80, []),
            ],
            pongs: ["1", "2"]
        )
    }

    @Test func `a message of thousands of fragments is accepted`() async throws {
        let tiny = WebSocketPeer.frame(0x00, [0x61])
        let empty = WebSocketPeer.frame(0x00, [])
        let frames = [WebSocketPeer.frame(0x01, [])] + (0..<4000).flatMap { _ in [tiny, empty] }
        try await goesOn([Array(frames.joined()), WebSocketPeer.frame(0x80, [])])
    }

    @Test func `a continuation without a beginning is 1002`() async throws {
        try await fails([WebSocketPeer.frame(0x80, [0x61])], 1002)
        try await fails([WebSocketPeer.frame(0x00, [0x61])], 1002)
        try await fails([WebSocketPeer.text("whole"), WebSocketPeer.frame(0x80, [0x61])], 1002)
        let end = WebSocketPeer.frame(0x80, [0x61])
        try await fails([WebSocketPeer.frame(0x01, [0x61]), end, end], 1002)
    }

    @Test func `a message within another is 1002`() async throws {
        let begin = WebSocketPeer.frame(0x01, [0x61])
        try await fails([begin, WebSocketPeer.text("other")], 1002)
        try await fails([begin, begin], 1002)
        try await fails([begin, WebSocketPeer.frame(0x82, [])], 1002)
    }
}
