internal import Database
internal import HTTPServer
internal import Notifications
package import ParlayAPI
package import Security
package import Tenancy

/// Signing in with outside accounts (OpenID Connect Core 1.0, and OAuth 2.0 for services without ID tokens).
extension AccountService {
    /// Signs in with an ID token: the account that has its identity, or the one that has proven to own its address where
    /// the tenant links those. A token is accepted once.
    ///
    /// - Throws: `IdentityError.noAccount` with a ticket to register with.
    package func signIn(
        _ credentials: IDTokenCredentials,
        label: String,
        _ signer: Signer,
        in session: Session
    )
        async throws -> SignedIn
    {
        try await requireOpen(Self.subject(of: session), session)
        do {
            let proof = try await verifier.verify(
                credentials.idToken,
                nonce: credentials.nonce,
                in: session
            )
            return try await signIn(with: proof, label: label, signer, in: session)
        } catch let refusal as IDTokenRefusal {
            throw try await counted(.tokenRefused(refusal), session)
        }
    }

    /// The same with the code of a provider, which is exchanged for the person's profile. A code is accepted once.
    package func signIn(
        _ credentials: OAuthCredentials,
        label: String,
        _ signer: Signer,
        in session: Session
    )
        async throws -> SignedIn
    {
        try await requireOpen(Self.subject(of: session), session)
        do {
            let proof = try await exchange(credentials.proof, signer, in: session)
            return try await signIn(with: proof, label: label, signer, in: session)
        } catch let refusal as OAuthRefusal {
            throw try await counted(.codeRefused(refusal), session)
        }
    }

    private func signIn(with proof: OutsideProof, label: String, _ signer: Signer, in session: Session)
        async throws -> SignedIn
    {
        let token = try NewToken(label: label, in: session)
        do {
            for _ in 0..<Self.linkAttempts {
                do {
                    switch try await signIn(proof, token, session) {
                    case .signedIn(let signedIn):
                        let account = AccountID(rawValue: signedIn.profile.person.id)
                        try await note(signInOf: account, with: label, in: session)
                        return signedIn
                    case .needsCode(let own):
                        throw try await secondStep(
                            of: own.account.id,
                            own.passwordHash,
                            label: label,
                            Self.subject(of: own.account.id, session),
                            in: session
                        )
                    case nil: break
                    }
                    // Accepted, and so used up.
                    _ = try await session.writeApart(use(proof, session))
                    let ticket = RegistrationTicket(proof, at: session.now)
                    throw IdentityError.noAccount(
                        ticket: try ticket.sealed(for: session.tenant.id, signer: signer),
                        email: proof.email,
                        firstName: proof.firstName,
                        lastName: proof.lastName
                    )
                } catch let error as DatabaseError where error.constraint == Self.identityKey {
                    // Another call linked it at the same time: the next look finds it.
                    continue
                }
            }
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            throw proof.way.used
        }
        throw AccountError.editedMeanwhile
    }

    /// How often a sign-in looks again because another one linked the identity first.
    private static let linkAttempts = 3
    static let identityKey = "identities_subject_key"
    static let proofKey = "used_proofs_pkey"

    /// Refusals are counted for an address alone: a token or code that is no good names no account.
    private static func subject(of session: Session) -> ThrottleStore.LoginSubject {
        let network = session.address.network.description
        return ThrottleStore.LoginSubject(account: "oidc", address: network)
    }

    /// Counts the failure for the address.
    private func counted(_ error: IdentityError, _ session: Session) async throws -> IdentityError {
        _ = try await throttles.fail(Self.subject(of: session), in: session)
        return error
    }

    /// Fails on `proofKey` if the token or code was accepted before.
    private func use(_ proof: OutsideProof, _ session: Session) -> Query {
        IdentityStore.use(.id(session.tenant.id), .bytes(proof.digest.bytes), .time(proof.expiresAt))
    }

    /// What comes of a good ID token or code.
    private enum Outcome {
        case signedIn(SignedIn)
        /// The account has a second factor. The proof is used up.
        case needsCode(SecretAccount)
    }

    /// - Returns: `nil` if no account may be signed in to.
    private func signIn(_ proof: OutsideProof, _ token: NewToken, _ session: Session) async throws
        -> Outcome?
    {
        let found = try await session.read(
            IdentityStore.account(
                .id(session.tenant.id),
                .text(proof.issuer),
                .text(proof.subject)
            )
        )
        guard let own = try found.first else { return try await link(proof, token, session) }
        guard own.account.status == .active else {
            _ = try await session.writeApart(use(proof, session))
            throw AccountError.suspended
        }
        if own.hasSecondFactor {
            _ = try await session.writeApart(use(proof, session))
            return .needsCode(own)
        }
        let queries = [use(proof, session)] + issue(token, own.account, proof, session)
        return .signedIn(try await write(queries, signingIn: own.account.id, token, session))
    }

    /// The token and what the sign-in proves. The query for the token is the last but one.
    private func issue(_ token: NewToken, _ account: Account, _ proof: OutsideProof, _ session: Session)
        -> [Query]
    {
        let (tenant, id) = (Parameter.id(session.tenant.id), Parameter.id(account.id))
        var queries: [Query] = []
        if let email = proof.trustedEmail {
            queries.append(IdentityStore.verifyEmail(tenant, id, .text(email), .time(session.now)))
        }
        queries.append(
            IdentityStore.signIn(
                tenant,
                id,
                .text(proof.issuer),
                .text(proof.subject),
                .text(proof.email),
                .bytes(token.digest.bytes),
                .text(token.secret.displayPrefix),
                .text(token.label),
                .time(session.now),
                .time(token.expiresAt),
                .text(session.address.network.description),
                .text(token.kind.rawValue)
            )
        )
        queries.append(SignInStore.record(token.digest, in: session))
        return queries
    }

    /// Writes the queries, of which the last but one makes the token, and reads the answer.
    ///
    /// - Throws: `AccountError.editedMeanwhile` if no token was made, because the account or what signs in to it was changed.
    func write(
        _ queries: [Query],
        signingIn id: AccountID,
        _ token: NewToken,
        _ session: Session
    ) async throws -> SignedIn {
        let (tenant, reader) = (session.tenant, profiles[session.tenant.modules])
        let count = queries.count
        let results = try await session.write(
            queries + [AccountStore.visible(.id(tenant.id), .id(id)).query]
                + reader.added(to: [id.rawValue], in: tenant)
        )
        guard !results[count - 2].isEmpty, let account = try Rows<Account>(results[count]).first else {
            throw AccountError.editedMeanwhile
        }
        let rows = results.count > count + 1 ? results.last : nil
        let shown = try reader.ownProfile(account, rows, in: tenant)
        return SignedIn(token: token.secret.text, expiresAt: token.expiresAt, profile: shown.profile)
    }

    /// Links the identity to the account with its proven address, where the tenant wants that. The person is notified by
    /// mail. Unless a reset code had proved the address, nothing that was set up before gives access any more: it need
    /// not have been the address's owner.
    private func link(_ proof: OutsideProof, _ token: NewToken, _ session: Session) async throws
        -> Outcome?
    {
        guard let email = proof.trustedEmail else { return nil }
        let tenant = Parameter.id(session.tenant.id)
        return try await session.transaction {
            let found = try await session.read(
                IdentityStore.lockByEmail(tenant, .text(email), .integer(IdentityStore.limit))
            )
            guard let own = try found.first else { return nil }
            // Neither a mailbox nor another issuer replaces a second factor.
            guard !own.hasSecondFactor else {
                _ = try await session.write([use(proof, session)])
                return .needsCode(own)
            }
            let account = own.account
            let id = Parameter.id(account.id)
            let now = Parameter.time(session.now)
            let queries: [Query] = [
                use(proof, session),
                IdentityStore.unlinkUnproven(
                    tenant,
                    id,
                    .text(proof.issuer),
                    .text(proof.subject)
                ),
                PasskeyStore.deleteUnproven(tenant, id),
                IdentityStore.linkByEmail(
                    tenant,
                    id,
                    .text(proof.issuer),
                    .text(proof.subject),
                    .text(email),
                    now
                ),
                IdentityStore.revokeUnprovenTokens(tenant, id),
                IdentityStore.removeUnprovenPassword(tenant, id, now),
                MailStore.noticeLinked(
                    tenant,
                    id,
                    .text(email),
                    .text(
                        proof.way == .code
                            ? session.tenant.settings.name(ofOutside: proof.issuer) : proof.issuer
                    ),
                    now
                ),
            ]
            let signing = issue(token, account, proof, session)
            return .signedIn(try await write(queries + signing, signingIn: account.id, token, session))
        }
    }
}
