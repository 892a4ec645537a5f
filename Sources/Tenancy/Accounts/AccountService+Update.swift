internal import Database
package import ParlayAPI

extension AccountService {
    /// Times that an edit is tried anew when another one was faster.
    private static let attempts = 20

    /// Edits the caller's profile.
    ///
    /// - Parameters:
    ///   - object: the body, whose fields are judged all at once.
    ///   - requireMatch: refuses the account as it is by its tag.
    package func update(
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        in session: Session,
        requireMatch: (Account) async throws -> Void
    ) async throws -> Account {
        // What was proved before another edit came in between is not proved again.
        var provedHash: String?
        for _ in 0..<Self.attempts {
            let own = try await own(session)
            try await requireMatch(own.account)
            let (edited, password) = try edit(own, object, mode, session.tenant)
            if let password, provedHash == nil || provedHash != own.passwordHash {
                try await prove(password, of: own, in: session)
                provedHash = own.passwordHash
            }
            do {
                if let account = try await write(edited, session) { return account }
            } catch let error as DatabaseError {
                throw AccountError.named(error)
            }
        }
        throw AccountError.editedMeanwhile
    }

    private func write(_ account: Account, _ session: Session) async throws -> Account? {
        let results = try await session.write(
            AccountStore.update(
                .id(session.tenant.id),
                .integer(account.version),
                .text(account.username),
                .text(account.email),
                .text(account.firstName),
                .text(account.lastName),
                .text(account.bio),
                .text(account.knownLang),
                .text(account.learnLang),
                .text(account.venmoUsername),
                .time(session.now)
            )
        )
        return try results[0].first.map { row throws(DatabaseError) in try Account(row) }
    }

    /// The account as it is to be, and the password that must be the account's for that.
    private func edit(
        _ own: SecretAccount,
        _ object: JSONObject,
        _ mode: BodyReader.Mode,
        _ tenant: Tenant
    ) throws -> (Account, password: String?) {
        var reader = BodyReader(object, modules: tenant.modules, mode: mode)
        let update = ProfileUpdate(reading: &reader)
        var errors = FieldErrors()
        do throws(FieldErrors) { try reader.finish() } catch { errors = error }

        let old = own.account
        var new = old
        new.username = update.username.applied(to: old.username)
        new.email = update.email.applied(to: old.email ?? "")
        new.firstName = update.firstName.applied(to: old.firstName)
        new.lastName = update.lastName.applied(to: old.lastName)
        new.bio = update.bio.applied(to: old.bio)
        new.knownLang = update.knownLang.optional(or: old.knownLang)
        new.learnLang = update.learnLang.optional(or: old.learnLang)
        new.venmoUsername = update.venmoUsername.applied(to: old.venmoUsername)

        if new.username != old.username && Self.isReserved(new.username) {
            errors.add("username", Self.reservedName)
        }
        for (field, code, before) in [
            ("known_lang", new.knownLang, old.knownLang), ("learn_lang", new.learnLang, old.learnLang),
        ] {
            guard let code, code != before, !isOffered(code, by: tenant) else { continue }
            errors.add(field, Self.notOffered)
        }
        if let known = new.knownLang, known == new.learnLang, errors["learn_lang"].isEmpty {
            errors.add("learn_lang", "The language to learn must differ from the known one.")
        }
        let isNewEmail = new.email != old.email
        if isNewEmail && update.currentPassword == nil && errors["current_password"].isEmpty {
            errors.add("current_password", "This field is required when the email changes.")
        }
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        return (new, isNewEmail ? update.currentPassword : nil)
    }
}

extension Change<String> {
    fileprivate func optional(or old: String?) -> String? {
        switch self {
        case .keep: old
        case .set(let new): new
        }
    }
}
