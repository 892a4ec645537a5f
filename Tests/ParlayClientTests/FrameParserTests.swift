#if os(Linux)
import Testing

@testable import ParlayClient

/// What a client reads as RFC 6455 says, and what it refuses.
@Suite struct FrameParserTests {
    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        switch payload.count {
        case ..<126: [first, UInt8(payload.count)] + payload
        case ..<65_536: [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        default: [first, 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xFF) } + payload
        }
    }

    /// The events of the bytes when they arrive in pieces of this size.
    private func events(_ bytes: [UInt8], limit: Int = 1 << 20, pieces: Int = .max) throws -> [FrameParser
        .Event]
    {
        var reader = FrameParser(limit: limit)
        var events: [FrameParser.Event] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while let event = try reader.next() { events.append(event) }
        }
        return events
    }

    private func violation(_ bytes: [UInt8], limit: Int = 1 << 20) -> UInt16? {
        do {
            _ = try events(bytes, limit: limit)
            return nil
        } catch {
            return (error as? FrameParser.Violation)?.code
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1_000, .max])
    func `messages and control frames come in any pieces`(_ pieces: Int) throws {
        let long = [UInt8](repeating: 97, count: 300)
        let longer = [UInt8](repeating: 98, count: 70_000)
        let bytes =
            Self.frame(0x81, Array("grüße".utf8)) + Self.frame(0x82, [0, 255]) + Self.frame(0x81, [])
            // A message of four fragments, with a ping, a pong and a piece of a character between them.
            + Self.frame(0x01, [0x61, 0xC3]) + Self.frame(0x89, [1, 2]) + Self.frame(0x00, [])
            + Self.frame(0x8A, []) + Self.frame(0x00, [0xBC]) + Self.frame(0x80, [0x62])
            + Self.frame(0x81, long) + Self.frame(0x82, longer) + Self.frame(0x88, [0x03, 0xE8, 0x62, 0x79])
        #expect(
            try events(bytes, pieces: pieces) == [
                .message(.text("grüße")), .message(.data([0, 255])), .message(.text("")), .ping([1, 2]),
                .pong,
                .message(.text("aüb")), .message(.text(String(repeating: "a", count: 300))),
                .message(.data(longer)), .close(code: 1000, reason: "by"),
            ]
        )
    }

    @Test func `half a frame is nothing yet`() throws {
        for bytes: [UInt8] in [
            [], [0x81], [0x81, 2], [0x81, 2, 0x61], [0x81, 126, 0], [0x82, 127, 0, 0, 0],
        ] {
            #expect(try events(bytes).isEmpty)
        }
    }

    @Test(
        arguments: [
            // Reserved bits, a mask.
            [0xC1, 0], [0xA1, 0], [0x91, 0], [0x81, 0x80, 1, 2, 3, 4],
            // Reserved opcodes.
            [0x83, 0], [0x87, 0], [0x8B, 0], [0x8F, 0],
            // Control frames in fragments or too long.
            [0x09, 0], [0x08, 0], [0x89, 126, 0, 126], [0x88, 127, 0, 0, 0, 0, 0, 1, 0, 0],
            // Continuations of nothing, a message in a message.
            [0x80, 0], [0x00, 0], [0x01, 0, 0x81, 0], [0x01, 0, 0x02, 0],
            // Lengths with more bytes than needed, or the highest bit.
            [0x81, 126, 0, 125], [0x81, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
            [0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0],
            // Close codes that nobody sends.
            [0x88, 1, 3], [0x88, 2, 0, 0], [0x88, 2, 0x03, 0xE7], [0x88, 2, 0x03, 0xEC],
            [0x88, 2, 0x03, 0xED],
            [0x88, 2, 0x03, 0xEE], [0x88, 2, 0x03, 0xF7], [0x88, 2, 0x0B, 0xB7], [0x88, 2, 0x13, 0x88],
            [0x88, 2, 0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func `what breaks the protocol is refused`(_ bytes: [UInt8]) {
        #expect(violation(bytes) == 1002)
    }

    @Test(
        arguments: [
            [0x81, 1, 0xFF], [0x81, 3, 0xED, 0xA0, 0x80], [0x81, 2, 0xC0, 0x80], [0x81, 1, 0xC3],
            [0x01, 1, 0xC3, 0x80, 1, 0x41], [0x81, 4, 0xF4, 0x90, 0x80, 0x80], [0x88, 3, 0x03, 0xE8, 0xFF],
        ] as [[UInt8]]
    )
    func `text that is not UTF-8 is refused`(_ bytes: [UInt8]) {
        #expect(violation(bytes) == 1007)
    }

    @Test func `a close frame may have no code, or one of an application`() throws {
        #expect(try events([0x88, 0]) == [.close(code: 1005, reason: "")])
        #expect(try events([0x88, 2, 0x11, 0x31]) == [.close(code: 4401, reason: "")])
        #expect(try events([0x88, 2, 0x03, 0xF5]) == [.close(code: 1013, reason: "")])
    }

    @Test func `the limit is for the whole message, and holds before it has come`() throws {
        #expect(try events(Self.frame(0x82, [UInt8](repeating: 0, count: 200)), limit: 200).count == 1)
        #expect(violation([0x82, 126, 0, 201], limit: 200) == 1009)
        #expect(violation([0x82, 127, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF], limit: 200) == 1009)
        #expect(violation([0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], limit: 200) == 1009)
        let half = [UInt8](repeating: 0, count: 100)
        #expect(try events(Self.frame(0x02, half) + Self.frame(0x80, half), limit: 200).count == 1)
        #expect(violation(Self.frame(0x02, half) + [0x80, 101], limit: 200) == 1009)
        // The next message starts from nothing.
        let two =
            Self.frame(0x02, half) + Self.frame(0x80, half) + Self.frame(0x02, half) + Self.frame(0x80, half)
        #expect(try events(two, limit: 200).count == 2)
    }

    @Test func `control frames are masked with changing keys`() {
        let frames = (0..<20).map { _ in ControlFrame.pong([1, 2, 3]) }
        for frame in frames {
            #expect(frame[0] == 0x8A && frame[1] == 0x83 && frame.count == 9)
            #expect((0..<3).map { frame[6 + $0] ^ frame[2 + $0] } == [1, 2, 3])
        }
        #expect(Set(frames).count == 20)
        let close = ControlFrame.close(1001)
        #expect(close[0] == 0x88 && close[1] == 0x82)
        #expect((0..<2).map { close[6 + $0] ^ close[2 + $0] } == [0x03, 0xE9])
        #expect(ControlFrame.close(nil).count == 6)
    }

    /// Bytes of a stream with errors in it, from a generator that can be repeated.
    @Test func `any bytes give events or a violation`() {
        var state: UInt64 = 7
        func random() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        for _ in 0..<2_000 {
            let first: [UInt8] = [0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, random()]
            let bytes = (0..<Int(random()) % 60).flatMap { _ in
                [first[Int(random()) % 8], random() % 8] + (0..<Int(random()) % 8).map { _ in random() % 128 }
            }
            _ = violation(bytes)
        }
    }
}
#endif
