internal import Accounts
internal import Database
internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// What admins and moderators do with accounts of others.
struct AccountAdminService {
    private let accounts: AccountService
    private let session: Session
    private var tenant: Parameter { .id(session.tenant.id) }

    init(_ accounts: AccountService, _ session: Session) {
        self.accounts = accounts
        self.session = session
    }

    /// - Parameter text: part of a name or address; `nil` for all.
    func page(_ page: Page, _ text: String?, by order: AccountSort) async throws -> [Profile] {
        let (limit, last) = (Parameter.integer(page.fetchLimit), Parameter.integer(page.after?.last))
        let query =
            switch order {
            case .newest: AccountAdminStore.page(tenant, .text(text), last, limit)
            case .name: AccountAdminStore.pageByName(tenant, .text(text), last, limit)
            case .lastActive:
                AccountAdminStore.pageByActivity(
                    tenant,
                    .text(text),
                    .time(page.after.map { Timestamp(milliseconds: $0[0]) }),
                    last,
                    limit
                )
            }
        return try await accounts.ownProfiles(try session.read(query).all, in: session)
    }

    func find(_ id: AccountID) async throws -> Account {
        guard let account = try await session.read(AccountAdminStore.find(tenant, .id(id))).first else {
            throw TenancyError.notFound("There is no account \(id.rawValue).")
        }
        return account
    }

    /// What is wrong with new names beyond their own rules.
    func violations(of change: AccountChange, on account: Account) -> FieldErrors {
        var errors = FieldErrors()
        AccountService.validate(change.names, session.tenant.settings, &errors)
        if case .set(let username) = change.username, username != account.username,
            AccountService.isReserved(username)
        {
            errors.add("username", AccountService.reservedName)
        }
        return errors
    }

    /// - Returns: the account as it is then.
    func change(_ id: AccountID, _ change: AccountChange) async throws -> Account {
        if change.isForAdmins, try await session.principal().accountID == id { throw AccountError.ownRole }
        do {
            return try await session.transaction { try await apply(change, to: id) }
        } catch let error as DatabaseError {
            throw AccountError.named(error)
        }
    }

    // MARK: For someone who asks an admin

    /// Mails a code for a new password, with an entry of the audit log.
    ///
    /// - Throws: `AccountAdminError.unreachable`.
    func mailReset(to id: AccountID) async throws {
        let account = try await find(id)
        guard account.status == .active, let email = account.email else {
            throw AccountAdminError.unreachable
        }
        _ = try await session.write(
            MailStore.askForReset(tenant, .text(email), .time(session.now)),
            entry(.accountReset, on: id)
        )
    }

    /// The devices that are signed in, newest first.
    func tokens(of id: AccountID, _ page: Page) async throws -> [TokenInfo] {
        let account = try await find(id)
        return try await session.read(
            AccountAdminStore.tokens(
                tenant,
                .id(account.id),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        ).map { $0.token(current: nil) }
    }

    /// What was mailed, or should be.
    func mails(to id: AccountID, _ page: Page) async throws -> [MailRow] {
        let account = try await find(id)
        return try await session.read(
            AccountAdminStore.mails(
                tenant,
                .id(account.id),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        ).all
    }

    /// Revokes all tokens of the account, with an entry of the audit log that counts them.
    func signOut(_ id: AccountID) async throws {
        let account = try await find(id)
        _ = try await session.write(AccountAdminStore.signOut(tenant, .id(account.id), .time(session.now)))
    }

    func secondFactor(of id: AccountID) async throws -> SecondFactor {
        let account = try await find(id)
        let found = try await session.read(SecondFactorStore.find(tenant, .id(id))).first
        let policy = session.tenant.settings.secondFactor
        return AccountService.shown(found, required: policy.isRequired(of: account.role))
    }

    /// Lets the second factor end after the tenant's delay, with an entry of the audit log.
    func resetSecondFactor(of id: AccountID) async throws -> SecondFactor {
        if try await session.principal().accountID == id { throw AccountError.ownRole }
        let account = try await find(id)
        let hours = session.tenant.settings.secondFactorResetHours
        // The mail has the link to object, so there is no reset without it.
        return try await session.transaction {
            let asked = try await session.write(
                SecondFactorResetStore.ask(
                    tenant,
                    .id(account.id),
                    .time(session.now.adding(seconds: hours * 3600)),
                    .time(session.now)
                )
            )
            guard try asked.first != nil else { throw SecondFactorError.missing }
            let state = try await secondFactor(of: id)
            let time = (state.resetAt ?? session.now).description
            _ = try await session.write(
                SecurityNotice(to: id, AccountNoticeText.securityFactorReset, ["time_at": .string(time)])
                    .query(session.tenant.id, at: session.now)
            )
            return state
        }
    }

    /// Writes the entry of the audit log before anything is read.
    ///
    /// - Returns: the account as its owner sees it.
    func export(_ id: AccountID) async throws -> Profile {
        let account = try await find(id)
        _ = try await session.write(entry(.accountExport, on: id))
        return try await accounts.ownProfile(account, in: session).profile
    }

    /// Permanently deletes the account, with an entry of the audit log.
    ///
    /// - Throws: `AccountError.ownRole` for the caller's own, which its owner deletes with the password.
    func erase(_ id: AccountID) async throws {
        if try await session.principal().accountID == id { throw AccountError.ownRole }
        let account = try await find(id)
        try await accounts.erase(account.id, logging: entry(.accountErase, on: id), in: session)
    }

    private func entry(_ action: AuditAction, on id: AccountID) -> Query {
        AuditDraft(action, on: Subject(type: "account", id: id.rawValue)).query(
            session.tenant.id,
            at: session.now
        )
    }

    private func apply(_ change: AccountChange, to id: AccountID) async throws -> Account {
        if change.isForAdmins {
            _ = try await session.write(
                AccountAdminStore.change(
                    tenant,
                    .id(id),
                    .text(change.role.new?.rawValue),
                    .text(change.status.new?.rawValue),
                    .time(session.now),
                    .text(change.reason)
                )
            )
        }
        if change.changesContent { try await edit(change, id) }
        return try await find(id)
    }

    /// Changes what the account shows, and notifies the person.
    private func edit(_ change: AccountChange, _ id: AccountID) async throws {
        let edited = try await session.write(
            AccountAdminStore.edit(
                tenant,
                .id(id),
                .text(change.username.new),
                .boolean(change.firstName != .keep),
                .text(change.firstName.new ?? nil),
                .boolean(change.lastName != .keep),
                .text(change.lastName.new ?? nil),
                .boolean(change.bio != .keep),
                .boolean(change.photo != .keep),
                .time(session.now),
                .text(change.reason)
            )
        )
        let fields = (try edited.first ?? "").split(separator: ",").map(String.init)
        guard !fields.isEmpty else { return }
        let notice = NoticeDraft(
            to: [id],
            .contentRemoved,
            title: "Changed by a moderator",
            text: Self.text(fields, change.reason),
            subject: Subject(type: "account", id: id.rawValue),
            by: try await session.principal().accountID,
            arguments: NoticeArguments(
                change.reason == nil
                    ? AdministrationNoticeText.accountChanged : .accountChangedWithReason,
                [
                    "fields_words": .string(fields.map { "field_\($0)" }.joined(separator: ",")),
                    "reason": .string(change.reason ?? ""),
                ]
            )
        )
        _ = try await session.write(notice.query(session.tenant.id, at: session.now))
    }

    /// - Parameter fields: that changed, at least one.
    static func text(_ fields: [String], _ reason: String?) -> String {
        func list(_ verb: String, _ words: [String]) -> [String] {
            guard let last = words.last else { return [] }
            let rest = words.dropLast().joined(separator: ", ")
            return ["\(verb) your \(rest.isEmpty ? last : "\(rest) and \(last)")"]
        }
        let removed = fields.filter { ["photo", "bio"].contains($0) }
        let changed = fields.filter { !removed.contains($0) }.map { $0.replacing("_", with: " ") }
        let done = (list("removed", removed) + list("changed", changed)).joined(separator: " and ")
        return "A moderator \(done)" + (reason.map { ": \($0)" } ?? ".")
    }
}

extension AccountChange {
    fileprivate var changesContent: Bool {
        photo != .keep || bio != .keep || username != .keep || firstName != .keep || lastName != .keep
    }
}
