internal import Database
internal import HTTPServer
package import ParlayAPI
internal import Security
package import Tenancy

/// The outside accounts of the caller, and what they stand for.
extension AccountService {
    func identities(_ page: Page, in session: Session) async throws -> [Identity] {
        try await session.read(
            IdentityStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map(\.identity)
    }

    /// Verifies an ID token of the caller. Fetches keys, so it runs before any transaction.
    ///
    /// - Throws: `IdentityError.proofRefused`, `IssuerUnavailable`.
    func verify(_ proof: IDTokenProof, in session: Session) async throws -> OutsideProof {
        // A stranger must not make the server fetch keys.
        _ = try await session.principal()
        do {
            return try await verifier.verify(proof.idToken, nonce: proof.nonce, in: session)
        } catch let refusal as IDTokenRefusal {
            throw IdentityError.proofRefused(refusal)
        }
    }

    /// The same for the code of a provider, which is exchanged.
    ///
    /// - Throws: `IdentityError.codeProofRefused`, `ProviderUnavailable`.
    func verify(_ proof: OAuthProof, _ signer: Signer, in session: Session) async throws -> OutsideProof {
        _ = try await session.principal()
        do {
            return try await exchange(proof, signer, in: session)
        } catch let refusal as OAuthRefusal {
            throw IdentityError.codeProofRefused(refusal)
        }
    }

    /// What a provider says of the person for whom it gave this code. It asks the provider, so it runs before any transaction.
    ///
    /// - Throws: `OAuthRefusal`, `ProviderUnavailable`.
    func exchange(_ proof: OAuthProof, _ signer: Signer, in session: Session) async throws -> OutsideProof {
        try session.requireNoTransaction("exchanging a code")
        let settings = session.tenant.settings
        guard let provider = settings.oauthProvider(proof.provider) else {
            throw OAuthRefusal.provider
        }
        let profile = try await providers.profile(
            proof,
            provider,
            secret: settings.secret(of: provider, signer: signer)
        )
        // The provider may have taken seconds.
        guard session.presentTenant?.settings.oauthProviders.contains(provider) == true else {
            throw OAuthRefusal.provider
        }
        return OutsideProof(provider, profile, code: proof.code, at: session.now)
    }

    /// Links an identity to the caller's account.
    ///
    /// - Returns: also whether it is new.
    package func link(_ proof: OutsideProof, in session: Session) async throws -> (Identity, isNew: Bool) {
        do {
            return try await session.transaction { try await linkOnce(proof, session) }
        } catch let error as DatabaseError where error.constraint == Self.identityKey {
            // Another call linked it at the same time: now it is there.
            return try await session.transaction { try await linkOnce(proof, session) }
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            throw proof.way.usedForLink
        }
    }

    private func linkOnce(_ proof: OutsideProof, _ session: Session) async throws -> (
        Identity, isNew: Bool
    ) {
        let tenant = Parameter.id(session.tenant.id)
        let (issuer, subject) = (
            Parameter.text(proof.issuer), Parameter.text(proof.subject)
        )
        let caller = try await session.principal().accountID
        // A suspension or deletion that the lock had to wait for.
        guard try await !session.read([IdentityStore.lock(tenant)])[0].isEmpty else {
            throw TenancyError.unauthorized
        }
        if let found = try await session.read(IdentityStore.find(tenant, issuer, subject)).first {
            guard found.account == caller else { throw IdentityError.taken }
            return (found.identity, false)
        }
        _ = try await session.write(
            IdentityStore.use(tenant, .bytes(proof.digest.bytes), .time(proof.expiresAt))
        )
        let made = try await session.write(
            IdentityStore.link(
                tenant,
                issuer,
                subject,
                .text(proof.email),
                .time(session.now),
                .integer(IdentityStore.limit)
            )
        )
        guard let identity = try made.first?.identity else { throw IdentityError.tooMany(proof.way) }
        let host = session.tenant.settings.name(ofOutside: proof.issuer)
        _ = try await session.write(
            notice(.securityLinked, to: caller, in: session, ["issuer": .string(host)])
        )
        if let email = proof.trustedEmail {
            _ = try await session.write(
                IdentityStore.verifyEmail(tenant, .id(caller), .text(email), .time(session.now))
            )
        }
        return (identity, true)
    }

    /// Unlinks one of the caller's identities.
    package func unlink(_ id: IdentityID, in session: Session) async throws {
        let tenant = Parameter.id(session.tenant.id)
        // Two statements, so that the second sees what the lock had to wait for.
        let results = try await session.write([
            IdentityStore.lock(tenant), IdentityStore.unlink(tenant, .id(id)).query,
        ])
        let unlinked = try Rows<UnlinkedRow>(results[1]).one
        guard unlinked.wasThere else {
            throw TenancyError.notFound("You have no outside account \(id.rawValue).")
        }
        guard unlinked.isGone else { throw IdentityError.lastSignIn }
        let caller = try await session.principal().accountID
        _ = try await session.write(notice(.securityUnlinked, to: caller, in: session))
    }

    // MARK: In place of a password

    /// How old an ID token that replaces a password may be, in seconds.
    private static let proofAge = 300.0

    /// Verifies an ID token of one of the identities of an account without a password. It is used up.
    ///
    /// - Throws: `IdentityError.noPassword` unless it is one.
    func verify(_ proof: IDTokenProof?, of own: SecretAccount, in session: Session) async throws {
        guard let proof else { throw IdentityError.noPassword(nil) }
        let verified: OutsideProof
        do {
            verified = try await verifier.verify(proof.idToken, nonce: proof.nonce, in: session)
        } catch let refusal as IDTokenRefusal {
            throw IdentityError.noPassword(refusal)
        }
        guard verified.isIssued(within: Self.proofAge, of: session.now) else {
            throw IdentityError.noPassword(.expiry)
        }
        let tenant = Parameter.id(session.tenant.id)
        let found = try await session.read(
            IdentityStore.find(tenant, .text(verified.issuer), .text(verified.subject))
        )
        guard try found.first?.account == own.account.id else { throw IdentityError.noPassword(nil) }
        do {
            _ = try await session.writeApart(
                IdentityStore.use(tenant, .bytes(verified.digest.bytes), .time(verified.expiresAt))
            )
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            throw IdentityError.noPassword(.used)
        }
    }
}
