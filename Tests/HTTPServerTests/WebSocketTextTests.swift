import TestSupport
import Testing

@testable internal import HTTPServer

/// UTF-8 in messages, which may be cut anywhere.
@Suite struct WebSocketTextTests {
    static let valid: [[UInt8]] = [
        [], Array("Hello-µ@ßöäüàá-UTF-8!!".utf8), Array("κόσμε".utf8), [0x00], [0x7F], [0xC2, 0x80],
        [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD],
        [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], Array("🏈🇩🇪".utf8),
    ]

    static let invalid: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x00], [0xC2, 0xC2], [0xE0, 0x80, 0x80],
        [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
        [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF0, 0x9F, 0x8F], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        [0xCE, 0xBA, 0xE1, 0xBD, 0xB9, 0xCF, 0x83, 0xCE, 0xBC, 0xCE, 0xB5, 0xED, 0xA0, 0x80, 0x65, 0x64],
    ]

    private static func accepts(_ parts: [[UInt8]]) -> Bool {
        var check = UTF8Check()
        return parts.allSatisfy { check.receive($0.span) } && check.isComplete
    }

    private static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

    @Test func `the check agrees with the standard library, wherever the text is cut`() {
        let samples: [[UInt8]] = (Self.valid + Self.invalid).flatMap { sample -> [[UInt8]] in
            [sample, [0x61] + sample, sample + [0x61], sample + sample]
        }
        var differing: [[[UInt8]]] = []
        for sample in samples {
            let isText = Self.isText(sample)
            for first in 0...sample.count {
                for second in first...sample.count {
                    let parts = [sample[..<first], sample[first..<second], sample[second...]].map {
                        Array($0)
                    }
                    if Self.accepts(parts) != isText { differing.append(parts) }
                }
            }
        }
        #expect(differing == [])
        #expect(Self.valid.allSatisfy(Self.isText) && !Self.invalid.contains(where: Self.isText))
    }

    @Test func `any two bytes are judged as the standard library does, whatever follows`() {
        var differing: [[UInt8]] = []
        for high in UInt8.min...UInt8.max {
            for low in UInt8.min...UInt8.max {
                for sample in [[high, low], [high, low, 0x80], [high, low, 0xBF, 0x80]]
                where Self.accepts([sample]) != Self.isText(sample) { differing.append(sample) }
            }
        }
        #expect(differing == [])
    }

    /// One message in frames of `size` bytes.
    private static func frames(_ bytes: [UInt8], size: Int) -> [[UInt8]] {
        guard bytes.count > size else { return [WebSocketPeer.frame(0x81, bytes)] }
        var frames: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = Array(bytes[start..<min(start + size, bytes.count)])
            let isLast = start + size >= bytes.count
            frames.append(
                WebSocketPeer.frame((isLast ? 0x80 : 0) | (start == 0 ? 1 : 0), part)
            )
        }
        return frames
    }

    @Test(arguments: [1, 2, 3, 1000])
    func `valid text is accepted in fragments of any size`(size: Int) async throws {
        var settings = ServerSettings.test()
        settings.framesPerSecond = .max
        let server = try await TestServer(settings, loops: 1)
        let received = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            for text in Self.valid {
                for frame in Self.frames(text, size: size) {
                    // Also within a frame, and a control frame between.
                    for byte in frame { try peer.send([byte]) }
                    try peer.send(WebSocketPeer.frame(0x8A, []))
                }
            }
            try peer.send(WebSocketPeer.ping("end"))
            return try peer.receive()
        }
        #expect(received.text == "end")
    }

    @Test(arguments: [1, 2, 1000])
    func `invalid text is 1007`(size: Int) async throws {
        let server = try await TestServer(loops: 1)
        let codes = try await server.with { port in
            try Self.invalid.map { text in
                let peer = try WebSocketPeer(port: port)
                for frame in Self.frames(text, size: size) { peer.client.sendWhatGoes(frame) }
                return try peer.receiveAll().map(\.code)
            }
        }
        #expect(codes == Self.invalid.map { _ in [1007] })
        try await server.untilNoSockets()
    }

    @Test func `invalid text is refused before its message ends`() async throws {
        let server = try await TestServer(loops: 1)
        let codes = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            // The first piece of a frame whose rest does not come.
            try peer.send(WebSocketPeer.head(0x81, length: 100) + [0x37 ^ 0xFF])
            return try peer.receiveAll().map(\.code)
        }
        #expect(codes == [1007])
    }

    @Test func `binary messages may hold anything`() async throws {
        let server = try await TestServer(loops: 1)
        let received = try await server.with { port in
            let peer = try WebSocketPeer(port: port)
            for bytes in Self.invalid { try peer.send(WebSocketPeer.frame(0x82, bytes)) }
            try peer.send(WebSocketPeer.ping("end"))
            return try peer.receive()
        }
        #expect(received.text == "end")
    }
}
