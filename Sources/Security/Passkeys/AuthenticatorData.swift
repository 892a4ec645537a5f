internal import CFIDO2

/// The fixed part of what an authenticator signs (WebAuthn Level 3, section 6.1). libfido2 reads what follows it.
struct AuthenticatorData: Sendable {
    private static let fixedCount = 37

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count >= Self.fixedCount, Self.hasPlausibleEnd(bytes) else { throw .malformed }
        self.bytes = bytes
    }

    /// Behind the fixed part, and behind the id of a new credential (section 6.5.1), the rest is CBOR.
    private static func hasPlausibleEnd(_ bytes: [UInt8]) -> Bool {
        var start = fixedCount
        if bytes[32] & 0x40 != 0 {
            guard bytes.count >= start + 18 else { return false }
            start += 18 + Int(bytes[start + 16]) << 8 + Int(bytes[start + 17])
        }
        guard start <= bytes.count else { return false }
        let rest = Array(bytes[start...])
        return unsafe parlay_cbor_is_plausible(rest, rest.count)
    }

    private func has(_ flag: UInt8) -> Bool { bytes[32] & flag != 0 }

    /// Whether the passkey may be copied to other devices, and whether it is.
    var canBeBackedUp: Bool { has(0x08) }
    var isBackedUp: Bool { has(0x10) }

    /// 0 for authenticators that do not count.
    var counter: Int64 { bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) } }

    func check(_ relyingParty: String) throws(PasskeyRefusal) {
        guard bytes.starts(with: sha256(relyingParty).bytes) else { throw .relyingParty }
        // The person is there and was verified, and no passkey has a copy that can have none.
        guard has(0x01), has(0x04), canBeBackedUp || !isBackedUp else { throw .flags }
    }
}
