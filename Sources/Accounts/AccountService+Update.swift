internal import Database
package import ParlayAPI
package import Security
package import Tenancy

extension AccountService {
    /// How often an edit is retried when another one came first.
    private static let attempts = 20

    /// Edits the caller's profile.
    ///
    /// - Parameters:
    ///   - object: the body, whose fields are all checked together.
    ///   - requireMatch: refuses the profile as it is by its tag.
    package func update(
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        _ signer: Signer,
        in session: Session,
        requireMatch: (String) throws -> Void
    ) async throws -> ShownProfile {
        let tenant = session.tenant
        let reader = profiles[tenant.modules]
        // What was verified before another edit is not verified again.
        var verified: String??
        for _ in 0..<Self.attempts {
            let rows = try await session.read(reader.own(in: tenant))[0]
            guard let (own, shown) = try reader.ownProfile(rows, in: tenant) else {
                throw TenancyError.unauthorized
            }
            try requireMatch(shown.tag)
            let edit = try edit(own, shown.profile, object, mode, tenant)
            if edit.isNewEmail, verified != .some(own.passwordHash) {
                let name = ProfileUpdate.currentPassword.name
                try await verify(edit.password, name, or: edit.proof, of: own, in: session)
                try await requireSecondFactor(edit.code, of: own, signer, in: session)
                verified = .some(own.passwordHash)
            }
            do {
                let written = try await session.writeAccount(
                    [Self.store(edit.account, session)] + edit.parts + [reader.me(in: tenant)]
                )
                if let new = try reader.profile(written[written.count - 1], in: tenant) { return new }
            } catch let error as DatabaseError {
                throw AccountError.named(error)
            }
        }
        throw AccountError.editedMeanwhile
    }

    private static func store(_ account: Account, _ session: Session) -> Query {
        AccountStore.update(
            .id(session.tenant.id),
            .integer(account.version),
            .text(account.username),
            .text(account.email),
            .text(account.firstName),
            .text(account.lastName),
            .text(account.bio),
            .time(session.now)
        )
    }

    private struct Edit {
        /// As it is to be.
        var account: Account
        /// What modules store.
        var parts: [Query]
        var isNewEmail: Bool
        /// One of them must be the account's for that.
        var password: String?
        var proof: IDTokenProof?
        /// Of the second factor.
        var code: String?
    }

    private func edit(
        _ own: SecretAccount,
        _ profile: Profile,
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        _ tenant: Tenant
    ) throws -> Edit {
        var reader = BodyReader(object, modules: tenant.modules, mode: mode)
        let update = ProfileUpdate(reading: &reader)
        var errors = FieldErrors()
        do throws(FieldErrors) { try reader.finish() } catch { errors = error }

        let old = own.account
        var new = old
        new.username = update.username.applied(to: old.username)
        new.email = update.email.applied(to: old.email)
        new.firstName = update.firstName.applied(to: old.firstName)
        new.lastName = update.lastName.applied(to: old.lastName)
        new.bio = update.bio.applied(to: old.bio)

        Self.validate(update, tenant.settings, &errors)
        if new.username != old.username && Self.isReserved(new.username) {
            errors.add("username", Self.reservedName)
        }
        let parts = fields(of: tenant).compactMap { $0.update(update, profile, tenant, &errors) }
        let isNewEmail = new.email != old.email && errors["email"].isEmpty
        if isNewEmail, own.passwordHash != nil, update.currentPassword == nil,
            errors["current_password"].isEmpty
        {
            errors.add(
                "current_password",
                FieldRule("passwordForEmail", "This field is required when the email changes.")
            )
        }
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        return Edit(
            account: new,
            parts: parts,
            isNewEmail: isNewEmail,
            password: update.currentPassword,
            proof: update.proof,
            code: update.code
        )
    }
}
