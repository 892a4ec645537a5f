import Testing

@testable internal import HTTPServer

/// The parts of the protocol without sockets.
@Suite struct WebSocketFrameTests {
    // MARK: Reading

    private static let samples: [[UInt8]] = [
        WebSocketPeer.frame(0x81, []), WebSocketPeer.frame(0x01, Array("hel".utf8)),
        WebSocketPeer.frame(0x89, []), WebSocketPeer.frame(0x80, Array("lo".utf8)),
        WebSocketPeer.frame(0x82, [UInt8](repeating: 7, count: 125)),
        WebSocketPeer.frame(0x82, [UInt8](repeating: 8, count: 126)),
        WebSocketPeer.frame(0x82, Array((0..<5000).map { UInt8(truncatingIfNeeded: $0) })),
        WebSocketPeer.frame(0x82, [UInt8](repeating: 9, count: 65_536)),
        WebSocketPeer.frame(0x8A, [UInt8](repeating: 10, count: 3), isMasked: false),
    ]

    @Test(arguments: [1, 2, 3, 5, 7, 13, 100, 4095, 4096, 4097, 16_384, 100_000])
    func `frames are read as they were written, in pieces of any size`(size: Int) throws {
        let reader = try #require(FrameReader())
        let bytes = Array(Self.samples.joined())
        var ends: Set<Int> = [0]
        for frame in Self.samples { ends.insert((ends.max() ?? 0) + frame.count) }
        var heads: [FrameHead] = []
        var payloads: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            #expect(reader.isAtBoundary == ends.contains(start))
            let part = Array(bytes[start..<min(start + size, bytes.count)])
            let outcome = unsafe part.withUnsafeBufferPointer { part in
                unsafe reader.read(part) { head, place, payload in
                    if place.isFirst {
                        heads.append(head)
                        payloads.append([])
                    }
                    for index in payload.indices { payloads[payloads.count - 1].append(payload[index]) }
                    #expect(place.isLast == (payloads.last?.count == Int(head.length)))
                    return true
                }
            }
            #expect(outcome == .more)
        }
        #expect(reader.isAtBoundary)
        #expect(heads.map(\.opcode) == [1, 1, 9, 0, 2, 2, 2, 2, 10])
        #expect(heads.map(\.isFinal) == [true, false] + Array(repeating: true, count: 7))
        #expect(heads.map(\.isMasked) == Array(repeating: true, count: 8) + [false])
        #expect(heads.map(\.length) == [0, 3, 0, 2, 125, 126, 5000, 65_536, 3])
        #expect(payloads[1] == Array("hel".utf8) && payloads[3] == Array("lo".utf8))
        #expect(payloads[6] == (0..<5000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(payloads[7] == [UInt8](repeating: 9, count: 65_536))
    }

    @Test func `a consumer can stop, and a violation ends the reading`() throws {
        let reader = try #require(FrameReader())
        let frames = Array(Self.samples.prefix(3).joined())
        let outcome = unsafe frames.withUnsafeBufferPointer { unsafe reader.read($0) { _, _, _ in false } }
        #expect(outcome == .stopped)
        let other = try #require(FrameReader())
        let long = WebSocketPeer.head(0x89, length: 126)
        let violation = unsafe long.withUnsafeBufferPointer { unsafe other.read($0) { _, _, _ in true } }
        #expect(violation == .violation)
    }

    // MARK: Writing

    @Test(
        arguments: [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65_535, [0x81, 126, 255, 255]),
            (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])]
    )
    func `a text is one frame that is not masked`(count: Int, head: [UInt8]) {
        let text = [UInt8](repeating: 0x61, count: count)
        #expect(PushForm.webSocket.message(text) == head + text)
    }

    @Test func `close frames have a code and at most 123 bytes of whole characters`() {
        #expect(FrameWriter.close(nil) == [0x88, 0])
        #expect(FrameWriter.close(1000) == [0x88, 2, 0x03, 0xE8])
        #expect(FrameWriter.close(1001, "bye") == [0x88, 5, 0x03, 0xE9] + Array("bye".utf8))
        let long = FrameWriter.close(1001, String(repeating: "€", count: 100))
        #expect(long.count == 4 + 123 && long[1] == 125)
        let odd = FrameWriter.close(1001, "x" + String(repeating: "€", count: 100))
        #expect(String(validating: odd[4...], as: UTF8.self)?.unicodeScalars.count == 41)
    }

    @Test func `SHA-1 agrees with FIPS 180 and the handshake with RFC 6455`() {
        func hexadecimal(_ bytes: [UInt8]) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        #expect(hexadecimal(AcceptKey.sha1([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(
            hexadecimal(AcceptKey.sha1(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d"
        )
        let two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
        #expect(hexadecimal(AcceptKey.sha1(Array(two.utf8))) == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
        #expect(
            hexadecimal(AcceptKey.sha1([UInt8](repeating: 0x61, count: 1000)))
                == "291e9a6c66994949b57ba5e650361e98fc36b1ba"
        )
        #expect(AcceptKey.make(for: WebSocketPeer.key) == WebSocketPeer.accept)
    }

    // MARK: The queue

    /// Everything that comes out while the kernel takes at most `limit` bytes a time.
    private func drain(_ queue: inout FrameQueue, limit: Int, scratch: inout [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        while !queue.isEmpty {
            let result = unsafe queue.send(joinedIn: &scratch) { bytes in
                let count = min(limit, bytes.count)
                unsafe output.append(contentsOf: bytes.prefix(count))
                return count
            }
            #expect(result.sent > 0 && result.sent <= result.offered)
        }
        return output
    }

    @Test(arguments: [1, 3, 10, 1000, 20_000, 1_000_000])
    func `frames leave in order, however much the kernel takes`(limit: Int) {
        var queue = FrameQueue()
        var scratch: [UInt8] = []
        let frames = (1...150).map { [UInt8](repeating: UInt8($0), count: $0 * 37 % 900 + 1) }
        let large = [UInt8](repeating: 200, count: 40_000)
        for frame in frames { queue.append(frame) }
        queue.append(large)
        queue.append([])
        queue.append([201])
        #expect(queue.bytes == frames.joined().count + 40_001)
        #expect(drain(&queue, limit: limit, scratch: &scratch) == frames.joined() + large + [201])
        #expect(queue.bytes == 0)
        queue.append([1, 2])
        #expect(drain(&queue, limit: limit, scratch: &scratch) == [1, 2])
    }

    @Test func `what the kernel does not take stays`() {
        var queue = FrameQueue()
        var scratch: [UInt8] = []
        queue.append([1, 2, 3])
        queue.append([4])
        let result = unsafe queue.send(joinedIn: &scratch) { _ in -1 }
        #expect(result == (4, -1))
        #expect(queue.bytes == 4)
        #expect(drain(&queue, limit: 2, scratch: &scratch) == [1, 2, 3, 4])
    }

    @Test func `a control frame goes before what has not begun, and that can be dropped`() {
        var queue = FrameQueue()
        var scratch: [UInt8] = []
        let frames = (1...3).map { FrameWriter.frame(.text, [UInt8](repeating: $0, count: 3)) }
        for frame in frames { queue.append(frame) }
        queue.insert([0x8A, 0])
        let result = unsafe queue.send(joinedIn: &scratch) { _ in 4 }
        #expect(result == (17, 4))
        queue.insert([0x89, 0])
        #expect(queue.bytes == 15)
        var copy = queue
        #expect(
            drain(&copy, limit: 100, scratch: &scratch) == frames[0][2...] + [0x89, 0] + frames[1] + frames[2]
        )
        queue.dropWaiting(.webSocket)
        #expect(queue.bytes == 3)
        queue.append([0x88, 0])
        #expect(drain(&queue, limit: 100, scratch: &scratch) == [1, 1, 1, 0x88, 0])
        queue.append(frames[0])
        queue.dropWaiting(.webSocket)
        #expect(queue.isEmpty && queue.bytes == 0)
    }

    @Test func `of several frames in one array, only the one that has begun is kept`() {
        let sizes = [0, 5, 125, 126, 300, 65_535, 65_536, 70_000, 1]
        let frames = sizes.map { FrameWriter.frame(.text, [UInt8](repeating: 0x7F, count: $0)) }
        let whole = Array(frames.joined())
        var ends = [0]
        for frame in frames { ends.append((ends.last ?? 0) + frame.count) }
        for end in ends {
            for sent in [end - 3, end - 1, end, end + 1, end + 2, end + 11]
            where (1..<whole.count).contains(sent) {
                var queue = FrameQueue()
                var scratch: [UInt8] = []
                queue.append(whole)
                queue.append([1, 2])
                while whole.count + 2 - queue.bytes < sent {
                    let rest = sent - (whole.count + 2 - queue.bytes)
                    _ = unsafe queue.send(joinedIn: &scratch) { min($0.count, rest) }
                }
                queue.dropWaiting(.webSocket)
                let kept = (ends.first { $0 >= sent } ?? 0) - sent
                #expect(queue.bytes == kept && queue.isEmpty == (kept == 0), "\(sent)")
                queue.append([0x88, 0])
                #expect(
                    drain(&queue, limit: 1000, scratch: &scratch) == whole[sent..<(sent + kept)] + [0x88, 0]
                )
            }
        }
    }
}
