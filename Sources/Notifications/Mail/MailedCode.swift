package import ParlayAPI
package import Security
package import Tenancy

/// What a mailed code is for.
package enum CodePurpose: String, Sendable, CaseIterable {
    // The raw values are kinds of `outgoing_mails` and contexts of the signer, and never renamed.
    case passwordReset = "password_reset"
    case emailVerification = "email_verification"
}

/// A code in a mail, with which its reader proves to get the mail of an account: 80 bits as sixteen letters and digits.
///
/// It is derived from the mail that carries it, so that it need not be stored and each attempt to send the mail has
/// the same code. The database stores its digest, and its start to find the digest.
package struct MailedCode: Sendable, Equatable {
    /// No characters that are easily confused: neither I, L, O nor U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let count = 16
    /// 30 bits identify a code, the other 50 prove it.
    private static let selectorCount = 6

    /// Without hyphens.
    private let symbols: String

    /// The code of a mail.
    package init(
        for purpose: CodePurpose,
        mail: Int64,
        of tenant: TenantID,
        createdAt: Timestamp,
        signer: Signer
    ) {
        let payload = Array("\(tenant.rawValue).\(mail).\(createdAt.milliseconds)".utf8)
        // 16 bytes; every five bits give one symbol.
        let derived = signer.derive(payload, context: purpose.rawValue)
        let symbols = derived.map { Self.alphabet[Int($0 & 31)] }
        self.symbols = String(decoding: symbols, as: UTF8.self)
    }

    /// A typed code: in any case, with or without hyphens and spaces. `nil` if it cannot be one.
    package init?(typed text: String) {
        var symbols: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            let upper = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte - 32 : byte
            guard Self.alphabet.contains(upper), symbols.count < Self.count else { return nil }
            symbols.append(upper)
        }
        guard symbols.count == Self.count else { return nil }
        self.symbols = String(decoding: symbols, as: UTF8.self)
    }

    package var selector: String { String(symbols.prefix(Self.selectorCount)) }
    package var digest: SHA256Digest { sha256(symbols) }

    /// `K7QF-2M9X-WTBC-4DPR`
    package var shown: String {
        stride(from: 0, to: Self.count, by: 4).map { start in
            String(symbols.dropFirst(start).prefix(4))
        }.joined(separator: "-")
    }
}
