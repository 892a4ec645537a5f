/// What an ID token must say before its signature is worth looking at.
package struct IDTokenExpectation: Sendable {
    /// An issuer that is trusted, and the client ids that its tokens may be for.
    package struct Issuer: Hashable, Sendable {
        /// Exactly as in the tokens.
        package let address: String
        package let audiences: [String]

        package init(_ address: String, audiences: [String]) {
            self.address = address
            self.audiences = audiences
        }
    }

    private let issuers: [Issuer]
    private let nonce: String

    /// How far clocks may differ, in seconds.
    private static let tolerance = 60.0

    /// - Parameter nonce: what the app made for this sign-in.
    package init(issuers: [Issuer], nonce: String) {
        self.issuers = issuers
        self.nonce = nonce
    }

    /// Checks everything but the signature.
    ///
    /// - Parameter now: in seconds since 1970.
    package func check(_ token: IDToken, now: Double) throws(IDTokenRefusal) {
        let claims = token.claims
        guard let issuer = issuers.first(where: { $0.address == claims.issuer }) else { throw .issuer }
        guard claims.audiences.contains(where: issuer.audiences.contains) else { throw .audience }
        if claims.audiences.count > 1 {
            guard let party = claims.authorizedParty, issuer.audiences.contains(party) else {
                throw .audience
            }
        }
        guard claims.expiresAt > now - Self.tolerance, claims.issuedAt < now + Self.tolerance else {
            throw .expiry
        }
        guard let presented = claims.nonce, isOurs(presented) else { throw .nonce }
    }

    /// Apps on iOS send Apple the digest of their nonce.
    private func isOurs(_ presented: String) -> Bool {
        let bytes = Array(presented.utf8)
        return constantTimeEquals(bytes, Array(nonce.utf8))
            || constantTimeEquals(bytes, Array(sha256(nonce).hex.utf8))
    }
}
