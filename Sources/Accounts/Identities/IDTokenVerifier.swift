internal import ParlayAPI
internal import Security
internal import Tenancy

/// Verifies ID tokens of the issuers that a tenant trusts.
package struct IDTokenVerifier: Sendable {
    private let keyring: IssuerKeyring

    package init(_ keyring: IssuerKeyring) { self.keyring = keyring }

    /// Checks all but whether the token was used before. May fetch the issuer's keys, so it runs before any transaction.
    ///
    /// - Throws: `IDTokenRefusal`, `IssuerUnavailable`.
    func verify(_ text: String, nonce: String, in session: Session) async throws -> VerifiedIDToken {
        try session.requireNoTransaction("fetching an issuer's keys")
        let token = try IDToken(text)
        let trusted = session.tenant.settings.oidcIssuers
        let expectation = IDTokenExpectation(
            issuers: trusted.map { .init($0.issuer, audiences: $0.audiences) },
            nonce: nonce
        )
        try expectation.check(token, now: Double(session.now.milliseconds) / 1_000)
        guard let issuer = trusted.first(where: { $0.issuer == token.claims.issuer }) else {
            throw IDTokenRefusal.issuer
        }
        try await keyring.keys(for: token, at: session.now).verify(token)
        // The fetch may have taken seconds.
        guard session.presentTenant?.settings.oidcIssuers.contains(issuer) == true else {
            throw IDTokenRefusal.issuer
        }
        return VerifiedIDToken(issuer, token, at: session.now)
    }

    /// Where a browser begins a sign-in at an issuer that the tenant trusts. May fetch what the issuer publishes.
    ///
    /// - Throws: `IssuerUnavailable`.
    func authorization(of issuer: TrustedIssuer, in session: Session) async throws -> IssuerAuthorization {
        try session.requireNoTransaction("fetching where an issuer begins sign-ins")
        return try await keyring.authorization(of: issuer.issuer, at: session.now)
    }
}

/// An ID token that its issuer signed for one of the tenant's apps.
package struct VerifiedIDToken: Sendable {
    let issuer: TrustedIssuer
    let claims: IDToken.Claims
    let digest: SHA256Digest
    /// When the digest can be forgotten.
    let expiresAt: Timestamp

    /// Longer ones are taken for this, in seconds: a hundred years.
    private static let longestLife = 3.2e9

    fileprivate init(_ issuer: TrustedIssuer, _ token: IDToken, at now: Timestamp) {
        self.issuer = issuer
        claims = token.claims
        digest = token.digest
        let rest = min(token.claims.expiresAt - Double(now.milliseconds) / 1_000, Self.longestLife)
        expiresAt = now.adding(seconds: Int64(max(0, rest)) + 120)
    }

    /// The person's address as the issuer knows it, in the form of accounts; `nil` if there is none, or one that mail
    /// cannot be sent to.
    var email: String? {
        guard let text = claims.email?.trimmed, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let email = text.lowercased()
        return email.utf8.count <= EmailAddress.maximumLength && EmailAddress.isValid(email) ? email : nil
    }

    /// The same if the issuer says that it is the person's.
    var verifiedEmail: String? { claims.isEmailVerified ? email : nil }

    /// The same if the tenant takes the issuer's word for addresses: only then it proves anything.
    var trustedEmail: String? { issuer.linkByEmail ? verifiedEmail : nil }

    func isIssued(within seconds: Double, of now: Timestamp) -> Bool {
        claims.issuedAt >= Double(now.milliseconds) / 1_000 - seconds
    }
}
