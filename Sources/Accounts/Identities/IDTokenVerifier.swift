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
    func verify(_ text: String, nonce: String, in session: Session) async throws -> OutsideProof {
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
        return OutsideProof(issuer, token, at: session.now)
    }

    /// Where a browser begins a sign-in at an issuer that the tenant trusts. May fetch what the issuer publishes.
    ///
    /// - Throws: `IssuerUnavailable`.
    func authorization(of issuer: TrustedIssuer, in session: Session) async throws -> IssuerAuthorization {
        try session.requireNoTransaction("fetching where an issuer begins sign-ins")
        return try await keyring.authorization(of: issuer.issuer, at: session.now)
    }
}
