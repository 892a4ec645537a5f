/// An app's token: `parlay_`, 43 random base62 characters (256.03 bits), and the CRC-32 of those 43 as 6 base62
/// characters.
///
/// The prefix and the checksum let scanners find a token in a log or a repository, and let a mistyped one be
/// refused without a query. The scheme is that of GitHub's tokens (github.blog, "Behind GitHub's new
/// authentication token formats", 2021). Only the ``digest`` is ever stored; a secret that is printed, logged
/// or reflected by mistake shows as `<redacted>`.
package struct TokenSecret: Sendable {
    private static let prefix = "parlay_"
    private static let randomCount = 43
    private static let checksumCount = 6
    private static let length = prefix.utf8.count + randomCount + checksumCount

    /// The whole secret. It leaves the server once, in the answer to the call that created it.
    package let text: String

    package static func generate() throws(SecureRandomError) -> TokenSecret {
        let random = try SecureRandom.base62(count: randomCount)
        return TokenSecret(
            text: prefix + random + String(decoding: checksum(of: random.utf8.span), as: UTF8.self)
        )
    }

    private init(text: String) {
        self.text = text
    }

    /// `nil` unless prefix, length, alphabet and checksum are right. Nothing is trimmed, and case counts.
    package init?(parsing text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        let text = String(text)
        guard text.utf8.starts(with: Self.prefix.utf8), Self.isIntact(text.utf8.span) else { return nil }
        self.init(text: text)
    }

    /// Whether alphabet and checksum are right behind the prefix. `secret` has the right length.
    private static func isIntact(_ secret: Span<UInt8>) -> Bool {
        let end = length - checksumCount
        let random = secret.extracting(prefix.utf8.count..<end)
        for index in random.indices where !Base62.contains(random[index]) { return false }
        let expected = checksum(of: random)
        for index in expected.indices where secret[end + index] != expected[index] { return false }
        return true
    }

    /// SHA-256 of ``text``, computed on each call. The entropy of the secret makes a slow hash needless.
    package var digest: SHA256Digest {
        sha256(text)
    }

    /// The first 11 characters, by which people recognize their tokens. 232 bits stay secret.
    package var displayPrefix: String {
        String(text.prefix(11))
    }

    private static func checksum(of random: Span<UInt8>) -> [UInt8] {
        Base62.encode(CRC32.checksum(random), width: checksumCount)
    }
}

extension TokenSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
