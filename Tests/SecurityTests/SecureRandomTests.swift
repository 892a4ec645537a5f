import Testing

@testable import Security

@Suite struct SecureRandomTests {
    @Test func `each call gives other bytes, as many as were asked for`() throws {
        #expect(try SecureRandom.bytes(count: 0).isEmpty)
        let drawn = try (0..<1_000).map { _ in try SecureRandom.bytes(count: 16) }
        #expect(drawn.allSatisfy { $0.count == 16 })
        #expect(Set(drawn).count == 1_000)
    }

    /// Tries every 8-bit word with every bound: each result must come of equally many words, and as many of
    /// them as fit must be taken.
    @Test func `no result is likelier than another`() {
        for bound in UInt8(1)...UInt8.max {
            var counts = [Int](repeating: 0, count: Int(bound))
            for word in UInt8.min...UInt8.max {
                var words = [word]
                let result = try? SecureRandom.uniform(below: bound) { () throws(OutOfRandomWords) in
                    guard let next = words.popLast() else { throw OutOfRandomWords() }
                    return next
                }
                if let result { counts[Int(result)] += 1 }
            }
            #expect(counts.allSatisfy { $0 == 256 / Int(bound) }, "bound \(bound)")
        }
    }

    @Test func `a word that would favour some results is drawn again`() {
        // Below 3·2⁶² every fourth word is one too many; a word of zero is among them.
        var words: [UInt64] = [7 << 61 + 1, 0, 0]
        let result = SecureRandom.uniform(below: 3 << 62) { words.popLast() ?? 0 }
        #expect(words.isEmpty)
        #expect(result == 0xA800_0000_0000_0000)
    }

    /// 60,000 throws of a die: each face's count has a standard deviation of 91, and 7 of them are exceeded
    /// about once in 10¹¹ runs.
    @Test func `every face of a die turns up about as often`() throws {
        var counts = [Int](repeating: 0, count: 6)
        for _ in 0..<60_000 { counts[Int(try SecureRandom.uniform(below: 6))] += 1 }
        for count in counts { #expect(abs(count - 10_000) < 640) }
    }

    @Test func `there is one number below one`() throws {
        #expect(try SecureRandom.uniform(below: 1) == 0)
        #expect(try SecureRandom.uniform(below: .max) < .max)
    }

    /// 62,000 characters: a count's standard deviation is 31.4, so 250 is 8 of them.
    @Test func `random text uses all of base62 about equally`() throws {
        let text = try SecureRandom.base62(count: 62_000)
        let counts = Dictionary(text.utf8.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(text.utf8.count == 62_000)
        #expect(counts.keys.sorted() == Base62.alphabet)
        #expect(counts.values.allSatisfy { abs($0 - 1_000) < 250 })
    }

    @Test func `an error names OpenSSL's code`() {
        #expect(
            "\(SecureRandomError(code: 0x1200_0079))" == "OpenSSL's random generator failed (error 12000079)"
        )
    }
}

private struct OutOfRandomWords: Error {}
