/// The fixed part of what an authenticator signs (WebAuthn Level 3, section 6.1). libfido2 reads what follows it.
struct AuthenticatorData: Sendable {
    private static let fixedCount = 37

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard bytes.count >= Self.fixedCount else { throw .malformed }
        self.bytes = bytes
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
