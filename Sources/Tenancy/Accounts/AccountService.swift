package import Database
package import ParlayAPI
internal import Security

/// The rules of accounts.
package struct AccountService: Sendable {
    let hashing: PasswordHashing
    package let throttles: Throttles
    let isOfferedLanguage: @Sendable (String, TenantSettings) -> Bool
    let deletionSteps: [Statement]
    let profileParts: [ProfilePart]

    /// - Parameters:
    ///   - isOfferedLanguage: whether people of a tenant may choose a language.
    ///   - modules: what they add to profiles, and what they do when an account is deleted.
    package init(
        hashing: PasswordHashing,
        throttles: Throttles,
        isOfferedLanguage: @escaping @Sendable (String, TenantSettings) -> Bool,
        modules: [FeatureModule]
    ) {
        self.hashing = hashing
        self.throttles = throttles
        self.isOfferedLanguage = isOfferedLanguage
        deletionSteps = modules.deletionSteps
        profileParts = modules.profileParts
    }

    /// A profile that the caller may see; the caller's own without `id`.
    package func profile(
        _ id: AccountID?,
        in session: Session
    ) async throws -> (account: Account, isOwn: Bool) {
        let tenant = Parameter.id(session.tenant.id)
        let query = id.map { AccountStore.visible(tenant, .id($0)) } ?? AccountStore.me(tenant)
        let results = try await session.read([query])
        let caller = try await session.principal().accountID
        guard let row = results[0].first else { throw AccountError.notOne(id ?? caller) }
        let account = try Account(row)
        return (account, account.id == caller)
    }

    func own(_ session: Session) async throws -> SecretAccount {
        let results = try await session.read(AccountStore.own(.id(session.tenant.id)))
        guard let row = results[0].first else { throw TenancyError.unauthorized }
        return try SecretAccount(row)
    }

    /// Refuses what will not do as a new password of the caller.
    func judge(
        _ password: String,
        as field: BodyField<String>,
        _ body: inout BodyReader,
        in session: Session
    ) async throws {
        let account = try await own(session).account
        let errors = violations(of: password, as: field.name, account.username, account.email, session.tenant)
        for sentence in errors[field.name] { body.refuse(field, sentence) }
    }

    /// Changes the password, which was judged; tokens other than the caller's stop working at once.
    package func change(_ change: PasswordChange, in session: Session) async throws {
        let own = try await own(session)
        try await prove(change.current, of: own, in: session)
        let hash = try await hashing.hash(change.new, in: session)
        let principal = try await session.principal()
        let (tenant, id) = (Parameter.id(session.tenant.id), Parameter.id(principal.accountID))
        let results = try await session.write(
            PasswordResetStore.void(tenant, id, .time(session.now)),
            AccountStore.setHash(tenant, id, .text(own.passwordHash), .text(hash)),
            AccountStore.revokeOthers(tenant, id, .id(principal.tokenID), .text(hash))
        )
        // Another change came in between: what was proved is no longer the password.
        guard results[1].affectedRows == 1 else { throw AccountError.badPassword }
    }

    /// Proves the caller's password. Hashes, so it runs before any transaction; see `TenantRoute.prepare`.
    ///
    /// - Throws: `AccountError.badPassword`.
    func prove(_ password: String, in session: Session) async throws -> ProvedPassword {
        let own = try await own(session)
        try await prove(password, of: own, in: session)
        return ProvedPassword(account: own.account.id, hash: own.passwordHash)
    }

    /// Deletes the caller's account for good.
    ///
    /// - Throws: `AccountError.badPassword` when the password has changed since it was proved.
    func delete(_ proof: ProvedPassword, in session: Session) async throws {
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

    /// What erases an account, to be run as one transaction. The first statement touches a row when there was one.
    package static func erasure(
        of account: AccountID,
        in tenant: TenantID,
        at now: Timestamp,
        _ steps: [Statement]
    ) -> [Query] {
        let (tenant, id) = (Parameter.id(tenant), Parameter.id(account))
        return [
            AccountStore.erase(tenant, id, .time(now)), AccountStore.eraseTokens(tenant, id),
            AccountStore.eraseBlocks(tenant, id), AccountStore.eraseNotices(tenant, id),
            MailStore.erase(tenant, id), PhotoStore.erase(tenant, id), IdempotencyStore.erase(tenant, id),
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
        let sentences = PasswordPolicy.violations(
            password: password,
            minimumLength: Int(tenant.settings.passwordMinLength),
            username: username,
            email: email
        )
        for sentence in sentences { errors.add(field, sentence) }
        return errors
    }

    /// The codes that people of this tenant may choose.
    func isOffered(_ language: String, by tenant: Tenant) -> Bool {
        isOfferedLanguage(language, tenant.settings)
    }

    static let notOffered = "This language is not available here."
    static let reservedName = "Names that begin with \"deleted-\" are reserved."

    /// Deleted accounts are called so.
    static func isReserved(_ username: String) -> Bool { username.lowercased().hasPrefix("deleted-") }
}

/// An account whose password was proved, and the hash that it was proved against.
struct ProvedPassword: Sendable {
    let account: AccountID
    fileprivate let hash: String?
}
