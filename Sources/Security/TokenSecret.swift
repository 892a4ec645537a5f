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
    package init?(parsing bytes: Span<UInt8>) {
        guard bytes.count == Self.length, Self.hasPrefix(bytes), Self.isIntact(bytes) else { return nil }
        // Of base62 and the prefix alone, so that it is UTF-8.
        self.init(text: unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }

    private static func hasPrefix(_ bytes: Span<UInt8>) -> Bool {
        let prefix = prefix.utf8.span
        for index in prefix.indices where bytes[index] != prefix[index] { return false }
        return true
    }

    /// Whether alphabet and checksum are right after the prefix. `secret` has the right length.
    private static func isIntact(_ secret: Span<UInt8>) -> Bool {
        let end = length - checksumCount
        let random = secret.extracting(prefix.utf8.count..<end)
        for index in random.indices where !Base62.contains(random[index]) { return false }
        var rest = CRC32.checksum(random)
        for index in (end..<length).reversed() {
            guard secret[index] == Base62.digit(rest % 62) else { return false }
            rest /= 62
        }
        return rest == 0
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
