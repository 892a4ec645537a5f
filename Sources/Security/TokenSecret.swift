/// An app's token: `parlay_`, 43 random base62 characters (256.03 bits), and the CRC-32 of those 43 as 6 base62
/// characters. An API key is the same after `parlay_key_`.
///
/// The prefix and the checksum let scanners find a token in a log or a repository, and let a mistyped one be
/// refused without a query. The scheme is that of GitHub's tokens (github.blog, "Behind GitHub's new
/// authentication token formats", 2021). Only the ``digest`` is ever stored; a secret that is printed, logged
/// or reflected by mistake shows as `<redacted>`.
package struct TokenSecret: Sendable {
    /// What a secret opens, which its prefix says.
    package enum Kind: Sendable, CaseIterable {
        /// What a person may.
        case token
        /// What an API key of a tenant may.
        case key

        fileprivate var prefix: String {
            switch self {
            case .token: "parlay_"
            case .key: "parlay_key_"
            }
        }
    }

    private static let randomCount = 43
    private static let checksumCount = 6

    package let kind: Kind
    /// The whole secret. It leaves the server once, in the answer to the call that created it.
    package let text: String

    package static func generate(_ kind: Kind = .token) throws(SecureRandomError) -> TokenSecret {
        let random = try SecureRandom.base62(count: randomCount)
        let checksum = String(decoding: checksum(of: random.utf8.span), as: UTF8.self)
        return TokenSecret(kind, kind.prefix + random + checksum)
    }

    private init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// `nil` unless prefix, length, alphabet and checksum are right. Nothing is trimmed, and case counts.
    package init?(parsing bytes: Span<UInt8>, as kind: Kind = .token) {
        let start = kind.prefix.utf8.count
        guard bytes.count == start + Self.randomCount + Self.checksumCount,
            Self.begins(bytes, with: kind.prefix),
            Self.isIntact(bytes.extracting(start...))
        else { return nil }
        // Of base62 and the prefix alone, so that it is UTF-8.
        self.init(kind, unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }

    private static func begins(_ bytes: Span<UInt8>, with prefix: String) -> Bool {
        let prefix = prefix.utf8.span
        for index in prefix.indices where bytes[index] != prefix[index] { return false }
        return true
    }

    /// Whether alphabet and checksum are right. `secret` is what follows the prefix.
    private static func isIntact(_ secret: Span<UInt8>) -> Bool {
        let random = secret.extracting(..<randomCount)
        for index in random.indices where !Base62.contains(random[index]) { return false }
        var rest = CRC32.checksum(random)
        for index in (randomCount..<secret.count).reversed() {
            guard secret[index] == Base62.digit(rest % 62) else { return false }
            rest /= 62
        }
        return rest == 0
    }

    /// SHA-256 of ``text``, computed on each call. The entropy of the secret makes a slow hash needless.
    package var digest: SHA256Digest {
        sha256(text)
    }

    /// The prefix and four characters more, by which people recognize their tokens. 232 bits stay secret.
    package var displayPrefix: String {
        String(text.prefix(kind.prefix.utf8.count + 4))
    }

    private static func checksum(of random: Span<UInt8>) -> [UInt8] {
        Base62.encode(CRC32.checksum(random), width: checksumCount)
    }
}

extension TokenSecret: Redacted {}
