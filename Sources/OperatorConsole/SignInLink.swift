package import ParlayAPI
package import Security

/// The code of a link that signs in to the console once. The key of the installation signs it, so that whoever may read the key
/// with the operator's login makes one, on any machine, and nothing is stored.
package enum SignInLink {
    /// In seconds.
    package static let lifetime: Int64 = 600

    private static let context = "operator-console"

    /// The time in seconds, so that it ends, and random bytes, so that no two are alike.
    package static func code(_ signer: Signer, at now: Timestamp) throws -> String {
        let seconds = UInt32(clamping: now.milliseconds / 1000)
        let time = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
        return signer.seal(time + (try SecureRandom.bytes(count: 5)), context: context)
    }

    /// When the code was made, in seconds since the Unix epoch; `nil` for what this key did not sign.
    static func issued(_ code: String, _ signer: Signer) -> Int64? {
        guard let payload = signer.open(code, context: context), payload.count == 9 else { return nil }
        return payload.prefix(4).reduce(0) { $0 << 8 | Int64($1) }
    }
}
