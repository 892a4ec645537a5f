internal import Database
internal import HTTPServer
package import ParlayAPI
package import Security
package import Tenancy

/// A new passkey that was verified, and whose owner was.
struct VerifiedPasskey: Sendable {
    let made: PasskeyRegistration.Made
    let transports: [String]
    let label: String
    let handle: [UInt8]
    let relyingParty: String
    let challenge: SHA256Digest
    let expiresAt: Timestamp
}

/// The passkeys of the caller.
extension AccountService {
    func relyingParty(in session: Session) throws -> RelyingParty {
        guard let party = RelyingParty(of: session.tenant, at: address) else {
            throw PasskeyError.unavailable
        }
        return party
    }

    /// What a browser needs to make a passkey, or to sign in with one.
    package func options(_ ceremony: PasskeyCeremony, _ signer: Signer, in session: Session) async throws
        -> PasskeyOptions
    {
        let party = try relyingParty(in: session)
        switch ceremony.purpose {
        case .create: return try await creationOptions(party, signer, session)
        case .signIn:
            let person = try await person(ceremony.username, session)
            let challenge = PasskeyChallenge(.signIn(only: person), at: session.now)
            return PasskeyOptions(
                challenge: try text(challenge, party, signer, session),
                timeout: PasskeyChallenge.seconds * 1_000,
                relyingParty: party.id
            )
        }
    }

    private func text(
        _ challenge: PasskeyChallenge,
        _ party: RelyingParty,
        _ signer: Signer,
        _ session: Session
    ) throws -> String {
        Base64URL.encode(try challenge.sealed(for: session.tenant.id, party.id, signer: signer))
    }

    private func creationOptions(_ party: RelyingParty, _ signer: Signer, _ session: Session) async throws
        -> PasskeyOptions
    {
        guard !session.isAnonymous else { throw TenancyError.unauthorized }
        let tenant = Parameter.id(session.tenant.id)
        let (owns, passkeys) = try await session.read(AccountStore.own(tenant), PasskeyStore.all(tenant))
        guard let account = try owns.first?.account else { throw TenancyError.unauthorized }
        let known = try passkeys.all
        let handle = try known.first?.userHandle ?? SecureRandom.bytes(count: PasskeyChallenge.handleCount)
        let challenge = PasskeyChallenge(.create(account.id, handle: handle), at: session.now)
        let name = [account.firstName, account.lastName].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " ")
        return PasskeyOptions(
            challenge: try text(challenge, party, signer, session),
            timeout: PasskeyChallenge.seconds * 1_000,
            relyingParty: (id: party.id, name: session.tenant.name),
            user: [
                "id": .string(Base64URL.encode(handle)), "name": .string(account.username),
                "displayName": .string(name.isEmpty ? account.username : name),
            ],
            algorithms: PasskeyKey.Algorithm.allCases.map(\.rawValue),
            known: known.map { row in
                [
                    "type": "public-key", "id": .string(Base64URL.encode(row.credential)),
                    "transports": .array(row.passkey.transports.map { .string($0) }),
                ]
            }
        )
    }

    /// Verifies a new passkey, and that the caller is the account's owner. Hashes, so it runs before any transaction.
    ///
    /// - Throws: `PasskeyError.newRefused`, or as `change(_:in:)` for the proof.
    func verify(_ draft: PasskeyDraft, _ signer: Signer, in session: Session) async throws -> VerifiedPasskey
    {
        let own = try await own(session)
        if !session.hasSignedInRecently {
            try await verify(
                draft.current,
                PasswordChange.current.name,
                or: draft.proof,
                of: own,
                in: session
            )
            // Or a stolen token and the password would make a way around the second factor.
            try await requireSecondFactor(draft.code, of: own, signer, in: session)
        }
        let party = try relyingParty(in: session)
        do {
            let registration = try PasskeyRegistration(draft.credential)
            try registration.clientData.check(.create)
            let challenge = try PasskeyChallenge(
                registration.clientData.challenge,
                for: session.tenant.id,
                party.id,
                signer: signer,
                at: session.now
            )
            guard case .create(own.account.id, let handle) = challenge.purpose, let digest = challenge.digest
            else { throw PasskeyRefusal.challenge }
            return VerifiedPasskey(
                made: try registration.verify(party.id, origin: party.admits),
                transports: registration.transports,
                label: draft.label ?? "",
                handle: handle,
                relyingParty: party.id,
                challenge: digest,
                expiresAt: challenge.expiresAt
            )
        } catch let refusal as PasskeyRefusal {
            throw PasskeyError.newRefused(refusal)
        }
    }

    /// Stores a new passkey of the caller.
    func add(_ passkey: VerifiedPasskey, in session: Session) async throws -> Passkey {
        let tenant = Parameter.id(session.tenant.id)
        do {
            return try await session.transaction {
                guard try await !session.read([IdentityStore.lock(tenant)])[0].isEmpty else {
                    throw TenancyError.unauthorized
                }
                _ = try await session.write(
                    IdentityStore.use(tenant, .bytes(passkey.challenge.bytes), .time(passkey.expiresAt))
                )
                let made = try await session.write(
                    PasskeyStore.add(
                        tenant,
                        .bytes(passkey.made.id),
                        .bytes(passkey.handle),
                        .text(passkey.relyingParty),
                        .integer(passkey.made.key.algorithm.rawValue),
                        .bytes(passkey.made.key.bytes),
                        .integer(passkey.made.counter),
                        .boolean(passkey.made.canBeBackedUp),
                        .boolean(passkey.made.isBackedUp),
                        .texts(passkey.transports),
                        .text(passkey.label),
                        .time(session.now),
                        .integer(PasskeyStore.limit)
                    )
                )
                guard let row = try made.first else { throw PasskeyError.tooMany }
                _ = try await session.write(
                    notice(.securityPasskey, to: try session.caller().accountID, in: session)
                )
                return row.passkey
            }
        } catch let error as DatabaseError where error.constraint == Self.proofKey {
            throw PasskeyError.newRefused(.challenge)
        } catch let error as DatabaseError where error.constraint == "passkeys_credential_key" {
            throw PasskeyError.newRefused(.registered)
        }
    }

    func passkeys(_ page: Page, in session: Session) async throws -> [Passkey] {
        try await session.read(
            PasskeyStore.page(.id(session.tenant.id), .integer(page.after?.first), .integer(page.fetchLimit))
        ).map(\.passkey)
    }

    func rename(_ id: PasskeyID, _ update: PasskeyUpdate, in session: Session) async throws -> Passkey {
        let rows = try await session.write(
            PasskeyStore.rename(.id(session.tenant.id), .id(id), .text(update.label.new))
        )
        guard let row = try rows.first else { throw Self.noPasskey(id) }
        return row.passkey
    }

    func delete(_ id: PasskeyID, in session: Session) async throws {
        let tenant = Parameter.id(session.tenant.id)
        // Two statements, so that the second sees what the lock had to wait for.
        try await session.transaction {
            let results = try await session.write([
                IdentityStore.lock(tenant), PasskeyStore.delete(tenant, .id(id)).query,
            ])
            let deleted = try Rows<UnlinkedRow>(results[1]).one
            guard deleted.wasThere else { throw Self.noPasskey(id) }
            guard deleted.isGone else { throw PasskeyError.lastCredential }
            _ = try await session.write(
                notice(.securityPasskeyGone, to: try session.caller().accountID, in: session)
            )
        }
    }

    private static func noPasskey(_ id: PasskeyID) -> TenancyError {
        .notFound("You have no passkey \(id.rawValue).")
    }
}
