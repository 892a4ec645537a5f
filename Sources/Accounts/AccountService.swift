package import Database
internal import Notifications
package import ParlayAPI
package import Security
package import Tenancy

/// The rules of accounts.
package struct AccountService: Sendable {
    let hashing: PasswordHashing
    let verifier: IDTokenVerifier
    let providers: OAuthClient
    package let throttles: Throttles
    /// Passkeys are for its host, unless the tenant has one.
    let address: InstallationAddress
    let deletionSteps: [Statement]
    /// What the deletion of an account ends; see `Component.deletionNote`.
    let deletionNotes: [String]
    let profiles: ProfileReaders

    /// - Parameters:
    ///   - profileParts: what modules add to profiles.
    ///   - deletionSteps: what modules delete with an account: `$1` is the tenant's id and `$2` the account's.
    ///   - deletionNotes: what the deletion ends, a sentence each.
    package init(
        hashing: PasswordHashing,
        verifier: IDTokenVerifier,
        providers: OAuthClient,
        throttles: Throttles,
        address: InstallationAddress,
        profileParts: [ProfilePart],
        deletionSteps: [Statement],
        deletionNotes: [String]
    ) {
        self.hashing = hashing
        self.verifier = verifier
        self.providers = providers
        self.throttles = throttles
        self.address = address
        self.deletionSteps = deletionSteps
        self.deletionNotes = deletionNotes
        profiles = ProfileReaders(profileParts)
    }

    func own(_ session: Session) async throws -> SecretAccount {
        let rows = try await session.read(AccountStore.own(.id(session.tenant.id)))
        guard let own = try rows.first else { throw TenancyError.unauthorized }
        return own
    }

    /// Refuses an unacceptable new password of the caller, and the absence of the old one if there is one.
    func validate(_ change: PasswordChange, _ body: inout BodyReader, in session: Session) async throws {
        let own = try await own(session)
        if own.passwordHash != nil, change.current == nil, body.isValid(PasswordChange.current) {
            body.refuse(Self.required(PasswordChange.current.name))
        }
        guard body.isValid(PasswordChange.new) else { return }
        let (field, account) = (PasswordChange.new, own.account)
        let errors = violations(
            of: change.new,
            as: field.name,
            account.username,
            account.email,
            session.tenant
        )
        for rule in errors.rules(of: field.name) { body.refuse(field, rule) }
    }

    /// Changes the password, which was checked before; tokens other than the caller's stop working immediately.
    package func change(_ change: PasswordChange, _ signer: Signer, in session: Session) async throws {
        let own = try await own(session)
        try await verify(change.current, PasswordChange.current.name, or: change.proof, of: own, in: session)
        try await requireSecondFactor(change.code, of: own, signer, in: session)
        let hash = try await hashing.hash(change.new, for: .known(own.account.id), in: session)
        let principal = try await session.principal()
        let (tenant, id) = (Parameter.id(session.tenant.id), Parameter.id(principal.accountID))
        try await session.transaction {
            let results = try await session.write(
                MailedCodeStore.passwordReset.void(tenant, id, .time(session.now)),
                AccountStore.setHash(tenant, id, .text(own.passwordHash), .text(hash)),
                AccountStore.revokeOthers(tenant, id, .id(principal.tokenID), .text(hash))
            )
            // Another change came first: the verified password is no longer current.
            guard results[1].affectedRows == 1 else { throw AccountError.badPassword }
            _ = try await session.write(notice(.securityPassword, to: principal.accountID, in: session))
        }
    }

    /// Verifies that the caller is the account's owner. Hashes, so it runs before any transaction; see
    /// `TenantRoute.prepare`.
    ///
    /// - Throws: `AccountError.badPassword`.
    func verify(_ deletion: AccountDeletion, _ signer: Signer, in session: Session) async throws
        -> VerifiedOwner
    {
        let own = try await own(session)
        let name = AccountDeletion.password.name
        try await verify(deletion.password, name, or: deletion.proof, of: own, in: session)
        try await requireSecondFactor(deletion.code, of: own, signer, in: session)
        return VerifiedOwner(account: own.account.id, hash: own.passwordHash)
    }

    /// Verifies that the caller is the account's owner, and permanently deletes the account.
    package func delete(_ deletion: AccountDeletion, _ signer: Signer, in session: Session) async throws {
        try await delete(try await verify(deletion, signer, in: session), in: session)
    }

    /// Permanently deletes the caller's account.
    ///
    /// - Throws: `AccountError.badPassword` if the password has changed since it was verified.
    func delete(_ proof: VerifiedOwner, in session: Session) async throws {
        try await session.transaction {
            let own = try await own(session)
            guard own.account.id == proof.account, own.passwordHash == proof.hash else {
                throw AccountError.badPassword
            }
            do {
                _ = try await session.write(
                    Self.erasure(of: proof.account, in: session.tenant.id, at: session.now, deletionSteps)
                )
            } catch let error as DatabaseError {
                throw AccountError.named(error)
            }
        }
    }

    /// Permanently deletes the account of somebody else, for an admin.
    ///
    /// - Parameter entry: of the audit log.
    /// - Throws: `AccountError.lastAdmin`.
    package func erase(_ account: AccountID, logging entry: Query, in session: Session) async throws {
        let queries = Self.erasure(of: account, in: session.tenant.id, at: session.now, deletionSteps)
        do {
            _ = try await session.write(queries + [entry])
        } catch let error as DatabaseError {
            throw AccountError.named(error)
        }
    }

    /// The statements that erase an account, to run in one transaction. The first one affects a row if the account
    /// existed.
    package static func erasure(
        of account: AccountID,
        in tenant: TenantID,
        at now: Timestamp,
        _ steps: [Statement]
    ) -> [Query] {
        let (tenant, id) = (Parameter.id(tenant), Parameter.id(account))
        return [
            AccountStore.erase(tenant, id, .time(now)), AccountStore.eraseTokens(tenant, id),
            AccountStore.eraseBlocks(tenant, id), NoticeStore.erase(tenant, id),
            MailStore.erase(tenant, id), AccountStore.erasePhotos(tenant, id),
            IdempotencyStore.erase(tenant, id), SecondFactorStore.erase(tenant, id),
            KnownDeviceStore.erase(tenant, id),
        ] + steps.map { $0(tenant, id) }
    }

    func violations(
        of password: String,
        as field: String,
        _ username: String?,
        _ email: String?,
        _ tenant: Tenant
    ) -> FieldErrors {
        var errors = FieldErrors()
        let rules = PasswordPolicy.brokenRules(
            password: password,
            minimumLength: Int(tenant.settings.passwordMinLength),
            username: username,
            email: email
        )
        for rule in rules { errors.add(field, rule) }
        return errors
    }

    package static let reservedName = FieldRule(
        "nameNotReserved",
        "Names that begin with \"deleted-\" are reserved."
    )

    /// The prefix of deleted accounts' names.
    package static func isReserved(_ username: String) -> Bool { username.lowercased().hasPrefix("deleted-") }
}

/// An account whose owner was verified, with the hash of the password that it had.
struct VerifiedOwner: Sendable {
    let account: AccountID
    fileprivate let hash: String?
}
