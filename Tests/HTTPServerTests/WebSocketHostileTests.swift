internal import Glibc
internal import HTTPServer
import TestSupport
import Testing

/// Bytes at the wrong time and of every kind: nothing crashes, hangs or stays.
@Suite(.serialized) struct WebSocketHostileTests {
    @Test func `frames behind the handshake are not lost, wherever they are cut`() async throws {
        let server = try await TestServer(loops: 1)
        let handshake = Array(WebSocketPeer.handshake("/socket?greet=1").utf8)
        let bytes = handshake + WebSocketPeer.ping("early") + WebSocketPeer.close(1000)
        let cuts = Array((handshake.count - 6)...bytes.count)
        let answers = try await server.with { port in
            try cuts.map { cut in
                let peer = WebSocketPeer(try RawClient(port: port))
                try peer.send(Array(bytes[..<cut]))
                if cut.isMultiple(of: 2) { usleep(2000) }
                try peer.send(Array(bytes[cut...]))
                guard try peer.client.receive().status == 101 else { return [""] }
                return try peer.receiveAll().map { $0.code.map(String.init) ?? $0.text }
            }
        }
        for (cut, texts) in zip(cuts, answers) {
            // The first two bytes of a text are read as a code, too.
            #expect(texts.count == 3 && texts.last == "1000", "\(cut): \(texts)")
        }
        try await server.untilNoSockets()
        try await server.untilQuiet()
    }

    @Test(arguments: [0x41, 0x0D, 0x20, 0x00, 0x81, 0xFF] as [UInt8])
    func `early bytes that look like HTTP are frames`(first: UInt8) async throws {
        let server = try await TestServer(loops: 1)
        let codes = try await server.with { (port) -> [Int?] in
            let peer = WebSocketPeer(try RawClient(port: port))
            let early = first == 0x81 ? WebSocketPeer.close(1002) : [first, 0x80, 1, 2, 3, 4]
            try peer.send(Array(WebSocketPeer.handshake().utf8) + early)
            guard try peer.client.receive().status == 101 else { return [nil] }
            return try peer.receiveAll().map(\.code)
        }
        #expect(codes == [1002])
    }

    @Test func `early frames wait for a slow answer, up to a limit`() async throws {
        let server = try await TestServer(loops: 1)
        async let patient = server.with { port in
            let peer = WebSocketPeer(try RawClient(port: port))
            try peer.send(Array(WebSocketPeer.handshake("/slow-socket").utf8) + WebSocketPeer.ping("1"))
            try peer.send(WebSocketPeer.ping("2"))
            _ = try peer.client.receive()
            return [try peer.receive().text, try peer.receive().text]
        }
        async let flood = server.with { port in
            let peer = WebSocketPeer(try RawClient(port: port))
            try peer.send(Array(WebSocketPeer.handshake("/slow-socket").utf8))
            peer.client.sendWhatGoes([UInt8](repeating: 0xFF, count: 4_000_000))
            return try peer.client.receiveToEnd()
        }
        try await eventually { await server.application.gate.arrived == 2 }
        try await Task.sleep(for: .milliseconds(200))
        await server.application.gate.open()
        #expect(try await patient == ["1", "2"])
        #expect(try await flood.hasPrefix("HTTP/1.1 101"))
        try await server.untilNoSockets()
        try await server.untilQuiet()
    }

    @Test func `pipelined requests before a handshake are answered first`() async throws {
        let server = try await TestServer(loops: 1)
        let result = try await server.with { port in
            let peer = WebSocketPeer(try RawClient(port: port))
            let before = "GET /slow?ms=20 HTTP/1.1\r\nHost: a\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
            try peer.send(Array((before + WebSocketPeer.handshake()).utf8) + WebSocketPeer.close(1000))
            let statuses = try (0..<3).map { _ in try peer.client.receive().status }
            return (statuses, try peer.receiveAll().map(\.code))
        }
        #expect(result.0 == [200, 200, 101])
        #expect(result.1 == [1000])
    }

    @Test(arguments: VanishingPeerTests.Leaving.allCases)
    func `a peer that leaves at any byte is forgotten`(leaving: VanishingPeerTests.Leaving) async throws {
        let server = try await TestServer(loops: 1)
        let bytes =
            Array(WebSocketPeer.handshake("/socket?greet=1").utf8) + WebSocketPeer.frame(0x01, [0x61])
            + WebSocketPeer.ping("ping") + WebSocketPeer.frame(0x80, [UInt8](repeating: 0x61, count: 300))
            + WebSocketPeer.close(1000)
        try await server.with { port in
            for count in stride(from: 100, through: bytes.count, by: 3) {
                let client = try RawClient(port: port)
                if leaving == .reset { client.resetOnClose() }
                try client.send(Array(bytes[..<count]))
                if count.isMultiple(of: 2) { usleep(1000) }
                if leaving == .halfClose { client.halfClose() }
            }
        }
        try await server.untilNoSockets()
        try await server.untilQuiet()
        #expect(try await server.stillServes())
        try await eventually { Self.connections(to: server.port) == 0 }
    }

    @Test func `random bytes end every socket and leave nothing`() async throws {
        let server = try await TestServer()
        try await server.with { port in
            var random = SplitMix(state: 50)
            for round in 0..<400 {
                let peer = try WebSocketPeer(port: port)
                var bytes: [UInt8] = []
                for _ in 0..<(1 + Int(random.next() % 20)) { bytes += Self.piece(&random) }
                peer.client.sendWhatGoes(bytes)
                if round % 3 == 0 { peer.client.resetOnClose() }
                guard round % 3 == 1 else { continue }
                peer.client.halfClose()
                // What comes back is frames.
                do {
                    for frame in try peer.receiveAll() where ![0x88, 0x8A].contains(frame.first) {
                        throw RawClientError.malformed("\(frame)")
                    }
                } catch RawClientError.receive(errno: ECONNRESET) {}
            }
        }
        try await server.untilNoSockets()
        try await server.untilQuiet()
        #expect(try await server.stillServes())
        #expect(server.application.sockets.closures.count == 400)
        try await eventually { Self.connections(to: server.port) == 0 }
    }

    @Test func `a hundred frames in a second are answered, and more end the connection`() async throws {
        let server = try await TestServer(loops: 1)
        let frames = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            try peer.send(Array((0..<100).map { _ in WebSocketPeer.ping("") }.joined()))
            for _ in 0..<100 { _ = try peer.receive() }
            try peer.send(Array((0..<300).map { _ in WebSocketPeer.ping("") }.joined()))
            return try peer.receiveAll()
        }
        #expect(frames.last?.code == 1008 && frames.count <= 201, "\(frames.count)")
        try await server.untilNoSockets()
        #expect(server.application.sockets.closures.map(\.code) == [1008])
    }

    @Test func `a flood of pings that is not read stays small and ends`() async throws {
        var settings = ServerSettings.test()
        settings.progressTimeout = 1
        let server = try await TestServer(settings, loops: 1)
        let flood = Array(
            (0..<5000).map { _ in WebSocketPeer.frame(0x89, [UInt8](repeating: 1, count: 125)) }.joined()
        )
        try await server.with { port in
            let peer = try WebSocketPeer(port: port, receiveBuffer: 4096)
            // Until the server ends it.
            for _ in 0..<1000 {
                do { try peer.send(flood) } catch { return }
            }
            throw RawClientError.timeout
        }
        try await server.untilNoSockets()
        #expect(server.application.sockets.closures.map(\.code) == [1008])
    }

    private static func piece(_ random: inout SplitMix) -> [UInt8] {
        let count = Int(random.next() % 200)
        let payload = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        switch random.next() % 8 {
        case 0: return payload
        case 1: return WebSocketPeer.frame(UInt8(truncatingIfNeeded: random.next()), payload)
        case 2: return WebSocketPeer.frame(0x82, payload)
        case 3: return WebSocketPeer.frame(0x89, Array(payload.prefix(125)))
        case 4: return WebSocketPeer.frame(0x02, payload) + WebSocketPeer.frame(0x80, payload)
        case 5: return WebSocketPeer.frame(0x81, Array("text".utf8))
        case 6: return WebSocketPeer.head(0x82, length: random.next() >> (random.next() % 64))
        default: return Array(WebSocketPeer.frame(0x82, payload).prefix(Int(random.next() % 8)))
        }
    }

    /// The same numbers in every run (Steele, Lea and Flood, 2014).
    private struct SplitMix {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    /// How many connections to the port the kernel has, except closed ones (TIME_WAIT). A descriptor that is not closed
    /// holds one.
    private static func connections(to port: UInt16) -> Int {
        guard let file = unsafe fopen("/proc/self/net/tcp", "re") else { return -1 }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        var count = 0
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                .split(separator: " ")
            // The local address, the peer's, and the state; 0A is LISTEN and 06 TIME_WAIT (proc(5)).
            guard words.count > 3, words[3] != "0A", words[3] != "06" else { continue }
            if words[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) == port { count += 1 }
        }
        return count
    }
}
