import Security
import Testing

@Suite struct SignerTests {
    private let signer = Signer(key: Array(0..<16))

    @Test func `a payload comes back from its seal`() throws {
        for count in [0, 1, 2, 3, 40, 1_000] {
            let payload = try SecureRandom.bytes(count: count)
            #expect(signer.open(signer.seal(payload, context: "cursor"), context: "cursor") == payload)
        }
    }

    /// Made with Python's `hmac`.
    @Test func `a seal is the same on every machine`() {
        let sealed = "cGFnZSAyTWNoelhnuxeb6FoY3afUMA"
        #expect(signer.seal(Array("page 2".utf8), context: "cursor") == sealed)
        #expect(signer.open(sealed, context: "cursor") == Array("page 2".utf8))
    }

    @Test(arguments: [0, 1, 2, 6])
    func `a seal with any character changed, cut or added is refused`(count: Int) {
        let sealed = Array(signer.seal(Array(repeating: 7, count: count), context: "cursor").utf8)
        for index in sealed.indices {
            for character in UInt8(0x20)...0x7e where character != sealed[index] {
                var wrong = sealed
                wrong[index] = character
                #expect(signer.open(String(decoding: wrong, as: UTF8.self), context: "cursor") == nil)
            }
            #expect(signer.open(String(decoding: sealed[..<index], as: UTF8.self), context: "cursor") == nil)
            #expect(
                signer.open(String(decoding: sealed[(index + 1)...], as: UTF8.self), context: "cursor") == nil
            )
        }
        let text = String(decoding: sealed, as: UTF8.self)
        for extra in ["A", "AA", "AAAA", "=", "\n"] {
            #expect(signer.open(text + extra, context: "cursor") == nil)
            #expect(signer.open(extra + text, context: "cursor") == nil)
        }
    }

    @Test func `a seal opens in its own context only`() {
        let sealed = signer.seal([1, 2, 3], context: "cursor")
        for context in ["", "curso", "cursors", "Cursor", "unsubscribe"] {
            #expect(signer.open(sealed, context: context) == nil)
        }
    }

    @Test func `a letter moved from context to payload breaks the seal`() throws {
        let sealed = try #require(Base64URL.decode(signer.seal(Array("x".utf8), context: "ab")))
        let moved = Base64URL.encode(Array("b".utf8) + sealed)
        #expect(signer.open(moved, context: "a") == nil)
    }

    @Test func `another key opens nothing`() {
        let sealed = signer.seal([1, 2, 3], context: "cursor")
        #expect(Signer(key: Array(1..<17)).open(sealed, context: "cursor") == nil)
        #expect(Signer(key: Array(0..<17)).open(sealed, context: "cursor") == nil)
    }

    @Test func `the key does not show where values are printed`() {
        var dumped = ""
        dump(signer, to: &dumped)
        for text in ["\(signer)", String(reflecting: signer), dumped] {
            #expect(text.contains("<redacted>"))
            #expect(!text.contains("15"))
        }
    }
}
