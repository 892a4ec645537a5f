#if os(Linux)
import Testing

@testable import ParlayClient

/// What a client makes of libwslay. Its own checks of the protocol are not repeated here.
@Suite struct FrameCodecTests {
    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        switch payload.count {
        case ..<126: [first, UInt8(payload.count)] + payload
        case ..<65_536: [first, 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
        default: [first, 127] + (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xFF) } + payload
        }
    }

    /// The payload of a frame of the client, and its masking key.
    private static func unmasked(_ frame: [UInt8]) -> (payload: [UInt8], key: [UInt8]) {
        guard frame.count >= 6 else { return ([], []) }
        let key = Array(frame[2..<6])
        return (frame[6...].enumerated().map { $1 ^ key[$0 & 3] }, key)
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
        let codec = try FrameCodec()
        var events: [FrameCodec.Event] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            events += codec.receive(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        #expect(
            events == [
                .message(.text("grüße")), .message(.data([0, 255])), .message(.text("")),
                .message(.text("aüb")), .message(.text(String(repeating: "a", count: 300))),
                .message(.data(longer)), .close(code: 1000, reason: "by"),
            ]
        )
        // The close frame goes before the pong, which it makes needless.
        let answer = codec.takeOutput()
        #expect(answer.first == 0x88 && Self.unmasked(answer).payload == [0x03, 0xE8])
    }

    @Test(
        arguments: [
            ([0x88, 0], 1005), ([0x88, 2, 0x11, 0x31], 4401), ([0x88, 2, 0x03, 0xF4], 1012),
            ([0x88, 2, 0x03, 0xF5], 1013), ([0x88, 2, 0x03, 0xF6], 1014),
        ] as [([UInt8], UInt16)]
    )
    func `a close frame is answered with its code`(_ bytes: [UInt8], _ code: UInt16) throws {
        let codec = try FrameCodec()
        #expect(codec.receive(bytes[...]) == [.close(code: code, reason: "")])
        #expect(!codec.isReading)
        let answer = codec.takeOutput()
        #expect(answer[0] == 0x88 && Self.unmasked(answer).payload == Array(bytes[2...]))
        codec.close(1001)
        #expect(codec.takeOutput().isEmpty)
    }

    @Test(
        arguments: [
            ([0x88, 2, 0x03, 0xED], 1002, "a malformed frame"), ([0xC1, 0], 1002, "a malformed frame"),
            ([0x81, 1, 0xFF], 1007, "text that is not UTF-8"),
            ([0x88, 3, 0x03, 0xE8, 0xFF], 1007, "text that is not UTF-8"),
            ([0x82, 126, 0, 201, 0], 1009, "a message that is too long"),
        ] as [([UInt8], UInt16, String)]
    )
    func `what breaks the protocol ends the reading`(_ bytes: [UInt8], _ code: UInt16, _ reason: String)
        throws
    {
        let codec = try FrameCodec(limit: 200)
        #expect(codec.receive(bytes[...]).isEmpty)
        #expect(!codec.isReading)
        #expect(Self.unmasked(codec.takeOutput()).payload == [UInt8(code >> 8), UInt8(code & 0xFF)])
        #expect(codec.violation == reason)
        #expect(codec.receive([0x81, 0]).isEmpty)
    }

    @Test func `the limit is for the whole message`() throws {
        let half = [UInt8](repeating: 0, count: 100)
        let codec = try FrameCodec(limit: 200)
        // Each message starts from nothing.
        for _ in 0..<2 {
            #expect(codec.receive((Self.frame(0x02, half) + Self.frame(0x80, half))[...]).count == 1)
        }
        #expect(codec.receive((Self.frame(0x02, half) + [0x80, 101, 0])[...]).isEmpty)
        #expect(!codec.isReading)
    }

    @Test func `frames are masked with changing keys`() throws {
        let codec = try FrameCodec()
        let frames = (0..<20).map { _ in
            _ = codec.receive([0x89, 3, 1, 2, 3])
            return codec.takeOutput()
        }
        for frame in frames {
            #expect(frame[0] == 0x8A && frame[1] == 0x83 && Self.unmasked(frame).payload == [1, 2, 3])
        }
        #expect(Set(frames.map { Self.unmasked($0).key }).count == 20)
        #expect(codec.queuedFrames == 0)
    }

    /// Bytes of a stream with errors in it, from a generator that can be repeated.
    @Test func `any bytes give events or end the reading`() throws {
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
            let codec = try FrameCodec()
            _ = codec.receive(bytes[...])
            _ = codec.takeOutput()
        }
    }
}
#endif
