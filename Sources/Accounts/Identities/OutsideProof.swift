internal import ParlayAPI
internal import Security
internal import Tenancy

/// What another service says of the person who signed in there: an issuer in an ID token, or a provider in a profile.
package struct OutsideProof: Sendable {
    /// With what the person came.
    package enum Way: Sendable, Equatable {
        case idToken
        case code
    }

    let way: Way
    /// Of the identity: the issuer as in its tokens, or where the provider's profiles are.
    let issuer: String
    let subject: String
    /// As the service knows it; see `email`.
    private let rawEmail: String?
    private let isEmailVerified: Bool
    /// Whether the tenant takes the service's word for addresses.
    private let linksByEmail: Bool
    let firstName: String?
    let lastName: String?
    /// Of what is accepted once: the token or the code.
    let digest: SHA256Digest
    /// When the digest can be forgotten.
    let expiresAt: Timestamp
    /// When the person signed in there; `nil` if the service does not say.
    private let issuedAt: Double?

    /// Longer ones are taken for this, in seconds: a hundred years.
    private static let longestLife = 3.2e9
    /// For how long a provider may accept a code, in seconds (RFC 6749, section 4.1.2, recommends ten minutes at most).
    private static let codeLife: Int64 = 86_400

    /// An ID token that its issuer signed for one of the tenant's apps.
    init(_ trusted: TrustedIssuer, _ token: IDToken, at now: Timestamp) {
        let claims = token.claims
        way = .idToken
        issuer = claims.issuer
        subject = claims.subject
        rawEmail = claims.email
        isEmailVerified = claims.isEmailVerified
        linksByEmail = trusted.linkByEmail
        firstName = claims.givenName
        lastName = claims.familyName
        digest = token.digest
        let rest = min(claims.expiresAt - Double(now.milliseconds) / 1_000, Self.longestLife)
        expiresAt = now.adding(seconds: Int64(max(0, rest)) + 120)
        issuedAt = claims.issuedAt
    }

    /// A profile that a provider gave for a code.
    init(_ provider: OAuthProvider, _ profile: OAuthProfile, code: String, at now: Timestamp) {
        way = .code
        issuer = provider.issuer
        subject = profile.subject
        rawEmail = profile.email
        isEmailVerified = profile.isEmailVerified
        linksByEmail = provider.linkByEmail
        firstName = profile.firstName
        lastName = profile.lastName
        digest = sha256("oauth code \(provider.issuer) \(code)")
        expiresAt = now.adding(seconds: Self.codeLife)
        issuedAt = nil
    }

    /// The person's address as the service knows it, in the form of accounts; `nil` if there is none, or one that mail
    /// cannot be sent to.
    var email: String? {
        guard let text = rawEmail?.trimmed, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let email = text.lowercased()
        return email.utf8.count <= EmailAddress.maximumLength && EmailAddress.isValid(email) ? email : nil
    }

    /// The same if the service says that it is the person's.
    var verifiedEmail: String? { isEmailVerified ? email : nil }

    /// The same if the tenant takes the service's word for addresses: only then it proves anything.
    var trustedEmail: String? { linksByEmail ? verifiedEmail : nil }

    func isIssued(within seconds: Double, of now: Timestamp) -> Bool {
        issuedAt.map { $0 >= Double(now.milliseconds) / 1_000 - seconds } ?? false
    }
}

extension TenantSettings {
    /// The provider of this name, such as `github`; `nil` if the tenant takes no accounts of it.
    func oauthProvider(_ name: String) -> OAuthProvider? { oauthProviders.first { $0.provider == name } }

    /// Whether people may sign in with outside accounts of this issuer or provider.
    func trusts(_ issuer: String) -> Bool {
        oidcIssuers.contains { $0.issuer == issuer } || oauthProviders.contains { $0.issuer == issuer }
    }

    /// Whether the tenant takes its word for addresses.
    func trustsEmails(of issuer: String) -> Bool {
        oidcIssuers.contains { $0.issuer == issuer && $0.linkByEmail }
            || oauthProviders.contains { $0.issuer == issuer && $0.linkByEmail }
    }

    /// What people call an issuer or a provider: `Google`, `GitHub`, otherwise its host.
    func name(ofOutside issuer: String) -> String {
        oauthProviders.first { $0.issuer == issuer }?.title ?? OAuthPreset.title(of: issuer)
            ?? TrustedIssuer.name(of: issuer)
    }
}
