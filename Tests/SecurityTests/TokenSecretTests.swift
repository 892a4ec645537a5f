import Testing

@testable import Security

@Suite struct TokenSecretTests {
    /// Made with Python's `binascii.crc32`, its digest with `hashlib`.
    private static let known = "parlay_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopq0RsLou"

    @Test func `a token made elsewhere is read`() throws {
        let secret = try #require(TokenSecret(parsing: Self.known))
        #expect(secret.text == Self.known)
        #expect(secret.digest.hex == "e35b2097ac87684547926e2ceac78a8ea3dea537abe0aa950763ec456e4e404c")
        #expect(secret.displayPrefix == "parlay_ABCD")
        #expect(TokenSecret(parsing: "Bearer \(Self.known)".dropFirst(7)) != nil)
    }

    /// A token of GitHub's, long revoked, that its readers used to work out the scheme.
    @Test func `the checksum is GitHub's`() {
        let checksum = Base62.encode(CRC32.checksum("zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ".utf8.span), width: 6)
        #expect(checksum == Array("0mLq17".utf8))
    }

    @Test func `a generated token has the shape that scanners look for`() throws {
        for _ in 0..<200 {
            let secret = try TokenSecret.generate()
            #expect(secret.text.wholeMatch(of: /parlay_[0-9A-Za-z]{49}/) != nil)
            let parsed = try #require(TokenSecret(parsing: secret.text))
            #expect(parsed.digest == sha256(secret.text))
        }
    }

    @Test func `no two generated tokens are alike`() throws {
        let digests = try (0..<500).map { _ in try TokenSecret.generate().digest }
        #expect(Set(digests).count == 500)
    }

    @Test func `a mistyped token is refused, whichever character it is`() {
        let right = Array(Self.known.utf8)
        for index in right.indices {
            for character in UInt8(0x20)...0x7e where character != right[index] {
                var wrong = right
                wrong[index] = character
                #expect(TokenSecret(parsing: String(decoding: wrong, as: UTF8.self)) == nil)
            }
        }
    }

    @Test func `two neighbours in the wrong order are refused`() {
        let right = Array(Self.known.utf8)
        for index in right.indices.dropLast() where right[index] != right[index + 1] {
            var wrong = right
            wrong.swapAt(index, index + 1)
            #expect(TokenSecret(parsing: String(decoding: wrong, as: UTF8.self)) == nil)
        }
    }

    @Test func `a token with something missing, added or changed in case is refused`() {
        for count in 0..<Self.known.count { #expect(TokenSecret(parsing: Self.known.prefix(count)) == nil) }
        let others = [
            Self.known + "0", " " + Self.known, Self.known + "\n", Self.known + " ", Self.known + "\0",
            Self.known.uppercased(), Self.known.lowercased(), "Parlay_" + Self.known.dropFirst(7),
            // A Cyrillic letter, once making the text a byte longer and once with as many bytes as a right
            // one.
            Self.known.replacing("A", with: "\u{0410}"), Self.known.replacing("AB", with: "\u{0410}"),
            "parlay_" + String(repeating: "é", count: 24) + "x",
            String(repeating: "a", count: 100_000),
        ]
        for other in others { #expect(TokenSecret(parsing: other) == nil) }
    }

    @Test func `a secret does not show where values are printed`() throws {
        struct Holder { let secret: TokenSecret }
        let secret = try #require(TokenSecret(parsing: Self.known))
        var dumped = ""
        dump([secret], to: &dumped)
        dump(Holder(secret: secret), to: &dumped)
        let shown = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\([secret])",
            "\(Optional(secret) as Any)", "\(Holder(secret: secret))", dumped,
        ]
        for text in shown {
            #expect(text.contains("<redacted>"))
            #expect(!text.contains("ABCD"))
        }
        #expect("\(secret)" == "<redacted>")
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }
}

extension TokenSecret {
    fileprivate init?(parsing text: some StringProtocol) { self.init(parsing: Array(text.utf8).span) }
}
