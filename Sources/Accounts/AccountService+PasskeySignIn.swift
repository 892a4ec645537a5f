internal import Database
internal import HTTPServer
package import ParlayAPI
package import Security
package import Tenancy

/// Signing in with passkeys.
extension AccountService {
    /// The address alone: a passkey that is no good names no account.
    private static func subject(of session: Session) -> ThrottleStore.LoginSubject {
        ThrottleStore.LoginSubject(account: "passkey", address: session.address.network.description)
    }

    /// Who may sign in with the passkey. With a name it is one round trip, whether or not there is such an account.
    func person(_ username: String?, _ session: Session) async throws -> PasskeyChallenge.Person {
        guard let username else { return .anybody }
        let tenant = Parameter.id(session.tenant.id)
        let blocked = ThrottleStore.blocked(session.tenant.id, Self.subject(of: session), at: session.now)
        let (ends, accounts) = try await session.read(
            blocked,
            PasskeyStore.named(tenant, .text(Self.nameKey(username)))
        )
        if let end = try ends.one { throw Throttled(until: end, at: session.now) }
        return try accounts.first.map { .account($0) } ?? .nobody
    }

    /// Signs in with a passkey of the tenant. A challenge is accepted once.
    ///
    /// - Throws: `PasskeyError.refused`, which counts as a failed sign-in of the address.
    package func signIn(
        _ credentials: PasskeyCredentials,
        label: String,
        _ signer: Signer,
        in session: Session
    ) async throws -> SignedIn {
        try await requireOpen(Self.subject(of: session), session)
        let party = try relyingParty(in: session)
        do {
            let assertion = try PasskeyAssertion(credentials.credential)
            try assertion.clientData.check(.get)
            let challenge = try PasskeyChallenge(
                assertion.clientData.challenge,
                for: session.tenant.id,
                party.id,
                signer: signer,
                at: session.now
            )
            guard case .signIn(let person) = challenge.purpose else { throw PasskeyRefusal.challenge }
            try assertion.check(party.id, origin: party.admits)
            let passkey = try await verify(assertion, by: person, party, session)
            guard assertion.counter > passkey.counter || assertion.counter == 0 && passkey.counter == 0 else {
                throw try await refuseCopy(of: passkey, challenge, session)
            }
            let signedIn = try await signIn(passkey, assertion, challenge, label, session)
            try await note(signInOf: passkey.account.id, with: label, in: session)
            return signedIn
        } catch let refusal as PasskeyRefusal {
            _ = try await throttles.fail(Self.subject(of: session), in: session)
            throw PasskeyError.refused(refusal)
        }
    }

    /// - Throws: `PasskeyRefusal`.
    private func verify(
        _ assertion: PasskeyAssertion,
        by person: PasskeyChallenge.Person,
        _ party: RelyingParty,
        _ session: Session
    ) async throws -> StoredPasskey {
        let found = try await session.read(
            PasskeyStore.find(.id(session.tenant.id), .bytes(assertion.id), .text(party.id))
        )
        guard let passkey = try found.first else { throw PasskeyRefusal.credential }
        // All of ours are discoverable, so the authenticator knows whose they are.
        guard let handle = assertion.userHandle, constantTimeEquals(handle, passkey.userHandle) else {
            throw PasskeyRefusal.userHandle
        }
        guard person == .anybody || person == .account(passkey.account.id) else {
            throw PasskeyRefusal.username
        }
        guard let key = passkey.key else { throw PasskeyRefusal.key }
        try assertion.verify(key, party.id)
        // What was promised when it was made (section 7.2, step 19).
        guard assertion.canBeBackedUp == passkey.canBeBackedUp else { throw PasskeyRefusal.flags }
        return passkey
    }

    /// Tells the person that the counter of the passkey fell. The same answer a second time is no copy of it: its challenge is used up.
    private func refuseCopy(of passkey: StoredPasskey, _ challenge: PasskeyChallenge, _ session: Session)
        async throws
        -> PasskeyRefusal
    {
        guard let digest = challenge.digest else { return .challenge }
        do {
            _ = try await session.writeApart([
                IdentityStore.use(.id(session.tenant.id), .bytes(digest.bytes), .time(challenge.expiresAt)),
                notice(.securityPasskeyCopy, to: passkey.account.id, in: session),
            ])
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            return .challenge
        }
        return .counter
    }

    private func signIn(
        _ passkey: StoredPasskey,
        _ assertion: PasskeyAssertion,
        _ challenge: PasskeyChallenge,
        _ label: String,
        _ session: Session
    ) async throws -> SignedIn {
        guard let digest = challenge.digest else { throw PasskeyRefusal.challenge }
        let (tenant, id) = (Parameter.id(session.tenant.id), Parameter.id(passkey.account.id))
        let use = IdentityStore.use(tenant, .bytes(digest.bytes), .time(challenge.expiresAt))
        let token = try NewToken(label: label, in: session)
        let queries = [
            use,
            PasskeyStore.signIn(
                tenant,
                id,
                .id(passkey.id),
                .integer(assertion.counter),
                .boolean(assertion.isBackedUp),
                .bytes(token.digest.bytes),
                .text(token.secret.displayPrefix),
                .text(token.label),
                .time(session.now),
                .time(token.expiresAt),
                .text(session.address.network.description),
                .text(token.kind.rawValue)
            ),
            SignInStore.record(token.digest, in: session),
        ]
        do {
            guard passkey.account.status == .active else {
                _ = try await session.writeApart(use)
                throw AccountError.suspended
            }
            return try await write(queries, signingIn: passkey.account.id, token, session)
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            throw PasskeyRefusal.challenge
        }
    }
}
