internal import ParlayAPI
internal import Security
internal import Tenancy

/// What someone may register with after signing in with an outside account that was new to the tenant. Sealed, so that
/// no one can read or change it, and valid for a quarter of an hour.
struct RegistrationTicket: Sendable, Equatable {
    let issuer: String
    let subject: String
    let email: String?
    /// Whether the issuer says that it has verified the address.
    let isEmailVerified: Bool
    let expiresAt: Timestamp
    /// Of the sealed text, to know whether it was used.
    private(set) var digest: SHA256Digest?

    private static let seconds: Int64 = 900

    init(_ proof: OutsideProof, at now: Timestamp) {
        issuer = proof.issuer
        subject = proof.subject
        email = proof.email
        isEmailVerified = proof.verifiedEmail != nil
        expiresAt = now.adding(seconds: Self.seconds)
    }

    /// `nil` if it was not sealed for this tenant, or has expired.
    init?(_ text: String, for tenant: TenantID, signer: Signer, at now: Timestamp) {
        guard let bytes = Base64URL.decode(text), let opened = Self.box(tenant, signer).open(bytes),
            let object = try? JSONParser.parseObject(opened),
            case .string(let issuer)? = object["iss"], case .string(let subject)? = object["sub"],
            case .integer(let expiry)? = object["exp"]
        else { return nil }
        self.issuer = issuer
        self.subject = subject
        if case .string(let text)? = object["email"] { email = text } else { email = nil }
        isEmailVerified = object["verified"] == true
        expiresAt = Timestamp(milliseconds: expiry)
        digest = sha256(bytes)
        guard expiresAt > now else { return nil }
    }

    func sealed(for tenant: TenantID, signer: Signer) throws -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("iss", issuer)
            writer.member("sub", subject)
            writer.member("email", email)
            writer.member("verified", isEmailVerified)
            writer.member("exp", expiresAt.milliseconds)
        }
        return Base64URL.encode(try Self.box(tenant, signer).seal(writer.bytes))
    }

    private static func box(_ tenant: TenantID, _ signer: Signer) -> SecretBox {
        let secret = signer.derive(Array("\(tenant.rawValue)".utf8), context: "registration_ticket")
        return SecretBox(secret: secret, context: "registration_ticket")
    }
}
