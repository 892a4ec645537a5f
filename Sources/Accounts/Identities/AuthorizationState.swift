internal import ParlayAPI
internal import Security
internal import Tenancy

/// What a browser takes along to an issuer and back: the `state` of an authorization request (OpenID Connect Core 1.0, section
/// 3.2.2.1). Sealed, so that nobody reads or changes it. It is of use in one browser only: the one that keeps the secret of which
/// it has the digest.
struct AuthorizationState: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
        case signIn
        /// Links the outside account to this one.
        case link(AccountID)
    }

    /// Exactly as in its tokens, or where the provider's profiles are.
    let issuer: String
    /// The name of a provider, which sends a code; `nil` for an issuer, which sends an ID token.
    let provider: String?
    let purpose: Purpose
    /// Where the person goes on, below the app's address; `nil` for its first page.
    let next: String?
    /// With which a newcomer may register.
    let invite: String?
    let expiresAt: Timestamp
    /// Like no other, so that each request has a nonce of its own.
    private let id: String
    /// The digest of the browser's secret.
    private let browser: String

    /// How long a person may take at the issuer, in seconds.
    static let seconds: Int64 = 600
    private static let secretCount = 32
    private static let nextLimit = 1_000
    private static let context = "authorization_state"

    init(
        _ issuer: String,
        provider: String? = nil,
        _ purpose: Purpose,
        next: String?,
        invite: String?,
        from secret: String,
        at now: Timestamp
    ) throws {
        self.issuer = issuer
        self.provider = provider
        self.purpose = purpose
        self.next = next.flatMap { $0.utf8.count <= Self.nextLimit ? $0 : nil }
        self.invite = invite.flatMap { $0.utf8.count <= 100 ? $0 : nil }
        expiresAt = now.adding(seconds: Self.seconds)
        id = try SecureRandom.base62(count: 22)
        browser = Self.digest(secret)
    }

    // MARK: The browser

    /// A secret for a browser that has none.
    static func secret() throws -> String { try SecureRandom.base62(count: secretCount) }

    static func isSecret(_ text: String) -> Bool { text.utf8.count == secretCount }

    /// Whether the browser that keeps this secret began.
    func isFrom(_ secret: String) -> Bool { Self.isSecret(secret) && Self.digest(secret) == browser }

    /// What the issuer's token must contain. Only the browser that began can name it.
    func nonce(_ secret: String) -> String { sha256("nonce \(id) \(secret)").hex }

    /// The verifier of the provider's code (RFC 7636, section 4.1), which only the browser that began can name.
    func verifier(_ secret: String) -> String { sha256("verifier \(id) \(secret)").hex }

    /// What the provider is told of it (section 4.2, `S256`).
    func challenge(_ secret: String) -> String { Base64URL.encode(sha256(verifier(secret)).bytes) }

    private static func digest(_ secret: String) -> String { sha256("browser \(secret)").hex }

    // MARK: The text

    /// `nil` if it was not sealed for this tenant, or has expired.
    init?(_ text: String, for tenant: TenantID, signer: Signer, at now: Timestamp) {
        guard let bytes = Base64URL.decode(text), let opened = Self.box(tenant, signer).open(bytes),
            let object = try? JSONParser.parseObject(opened),
            case .string(let issuer)? = object["iss"], case .string(let id)? = object["id"],
            case .string(let browser)? = object["browser"], case .integer(let expiry)? = object["exp"]
        else { return nil }
        self.issuer = issuer
        self.id = id
        self.browser = browser
        if case .integer(let account)? = object["link"] {
            purpose = .link(AccountID(rawValue: account))
        } else {
            purpose = .signIn
        }
        if case .string(let text)? = object["provider"] { provider = text } else { provider = nil }
        if case .string(let text)? = object["next"] { next = text } else { next = nil }
        if case .string(let text)? = object["invite"] { invite = text } else { invite = nil }
        expiresAt = Timestamp(milliseconds: expiry)
        guard expiresAt > now else { return nil }
    }

    /// - Parameter limit: how many bytes the text may have. A longer one leaves out where the person goes on, and they arrive at the
    ///   first page.
    func sealed(for tenant: TenantID, signer: Signer, atMost limit: Int = .max) throws -> String {
        let text = try sealed(for: tenant, signer: signer, next: next)
        return try text.utf8.count <= limit ? text : sealed(for: tenant, signer: signer, next: nil)
    }

    private func sealed(for tenant: TenantID, signer: Signer, next: String?) throws -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("iss", issuer)
            writer.member("provider", provider)
            writer.member("id", id)
            writer.member("browser", browser)
            writer.member("exp", expiresAt.milliseconds)
            if case .link(let account) = purpose { writer.member("link", account.rawValue) }
            writer.member("next", next)
            writer.member("invite", invite)
        }
        return Base64URL.encode(try Self.box(tenant, signer).seal(writer.bytes))
    }

    private static func box(_ tenant: TenantID, _ signer: Signer) -> SecretBox {
        SecretBox(
            secret: signer.derive(Array("\(tenant.rawValue)".utf8), context: context),
            context: context
        )
    }
}
