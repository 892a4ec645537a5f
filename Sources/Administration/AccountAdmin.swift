package import Accounts
package import Database
internal import Notifications
package import ParlayAPI
package import Security
package import Tenancy

/// The operator's actions on the accounts of a tenant, over a connection as `parlay_owner`.
package struct AccountAdmin {
    private let connection: BlockingConnection
    private let tenant: Tenant
    private let profiles: ProfileReaders

    /// - Parameter profiles: what modules add to accounts.
    package init(
        _ connection: BlockingConnection,
        tenant: Tenant,
        profiles: ProfileReaders = ProfileReaders([])
    ) {
        self.connection = connection
        self.tenant = tenant
        self.profiles = profiles
    }

    /// `$2` is part of a name or an email in lower case, `$3` the id after which to start.
    static let search = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.id > $3
           and ($2::text is null or position($2 in a.username_key) > 0 or position($2 in a.email) > 0)
         order by a.id
         limit $4
        """
    )
    /// `$2` is a username or an email in lower case, or an id.
    static let find = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and (a.username_key = $2 or a.email = $2 or a.id::text = $2)
         order by a.username_key = $2 desc
         limit 1
        """
    )
    static let create = RowStatement<Account>(
        """
        insert into accounts as a (
            tenant_id, username, email, first_name, last_name, bio, password_hash, role, created_at, updated_at,
            last_active_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, date_trunc('hour', $9::timestamptz))
        returning
        """,
        Account.columns.of("a")
    )
    /// Null parameters change nothing. A deleted account stays deleted.
    static let change = RowStatement<Account>(
        """
        update accounts a
           set role = coalesce($3, a.role), status = coalesce($4, a.status),
               password_hash = coalesce($5, a.password_hash), updated_at = $6, version = a.version + 1
         where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted'
        returning
        """,
        Account.columns.of("a")
    )
    /// The tokens of the account `$2`, or of all if that is null, newest first, below the id `$3`.
    static let tokens = RowStatement<TokenOfAccount>(
        "select",
        TokenOfAccount.columns,
        """
          from tokens t
          join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
         where t.tenant_id = $1 and ($2::bigint is null or t.account_id = $2)
           and ($3::bigint is null or t.id < $3)
         order by t.id desc
         limit $4
        """
    )
    static let revoke = RowStatement<AccountID>(
        "delete from tokens where tenant_id = $1 and id = $2 returning account_id"
    )
    /// Scopes the transaction to an account, for what modules store about it.
    private static let scope = Statement("select set_config('parlay.account_id', $1::text, true)")
    package static let statements = [
        search.statement, find.statement, create.statement, change.statement, tokens.statement,
        revoke.statement, scope,
    ]

    /// Accounts in the order of their ids.
    ///
    /// - Parameters:
    ///   - text: part of a username or an email; `nil` for all.
    ///   - after: the id after which to start.
    package func list(
        _ text: String? = nil,
        after: AccountID = AccountID(rawValue: 0),
        limit: Int
    ) throws(AdministrationError) -> [Account] {
        try connection.run(
            Self.search(.id(tenant.id), .text(text?.lowercased()), .id(after), .integer(limit))
        )
    }

    /// The accounts as a tenant's admins see them, with what modules add.
    package func profiles(_ accounts: [Account]) throws(AdministrationError) -> [Profile] {
        let reader = profiles[tenant.modules]
        do throws(DatabaseError) {
            var profiles = accounts.map { $0.profile(in: tenant, isOwn: true) }
            for query in reader.added(to: accounts.map(\.id.rawValue), in: tenant) {
                try reader.add(try connection.query(query), to: &profiles)
            }
            return profiles
        } catch {
            throw AdministrationError(error)
        }
    }

    /// By username, email or id.
    package func account(_ name: String) throws(AdministrationError) -> Account {
        let found = try connection.run(Self.find(.id(tenant.id), .text(name.lowercased())))
        guard let account = found.first else { throw .unknownAccount(name) }
        return account
    }

    /// The registration with these fields. A first name that the tenant requires is the username, and a last name is empty, if they
    /// are absent.
    package func registration(_ given: [(name: String, value: String)]) throws(AdministrationError)
        -> Registration
    {
        var body = JSONObject()
        for (name, value) in given { body.add(name, .string(value)) }
        let required = tenant.settings.signUpFields
        if required.contains(.firstName), body["first_name"] == nil, let username = body["username"] {
            body.add("first_name", username)
        }
        if required.contains(.lastName), body["last_name"] == nil { body.add("last_name", "") }
        do throws(FieldErrors) {
            return try Registration.decode(body, modules: tenant.modules)
        } catch {
            throw AdministrationError(error.entries.map { ($0.path, $0.sentences) })
        }
    }

    /// Creates an account, even if the tenant's registration is closed. Hashes on the calling thread.
    package func create(
        _ registration: Registration,
        role: Role,
        hasher: PasswordHasher,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Account {
        guard let username = registration.username else { throw .invalid(["An account needs a username."]) }
        guard !AccountService.isReserved(username) else {
            throw .invalid(["username: \(AccountService.reservedName.sentence)"])
        }
        var errors = FieldErrors()
        AccountService.validate(registration, hasTicket: false, tenant.settings, &errors)
        let parts = profiles.fields.filter { tenant.modules.contains($0.module) }
            .compactMap { $0.fields.register(registration, tenant, &errors) }
        guard errors.isEmpty else {
            throw AdministrationError(errors.entries.map { ($0.path, $0.sentences) })
        }
        guard let password = registration.password else { throw .invalid(["An account needs a password."]) }
        let hash = try hash(password, hasher, username, registration.email)
        return try connection.atomically { () throws(AdministrationError) in
            let made = try connection.run(
                Self.create(
                    .id(tenant.id),
                    .text(username),
                    .text(registration.email),
                    .text(registration.firstName),
                    .text(registration.lastName),
                    .text(registration.bio),
                    .text(hash),
                    .text(role.rawValue),
                    .time(now)
                )
            )
            guard let account = made.first else { throw .unknownAccount(username) }
            // Before the scope: the new account did not make itself.
            try log(.accountCreate, ["role": .string(role.rawValue)], on: account, at: now)
            _ = try connection.run(Self.scope, .id(account.id))
            for part in parts { _ = try connection.run(part) }
            return account
        }
    }

    package func setRole(
        _ role: Role,
        of account: Account,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Account {
        try logged(account, "role", from: account.role.rawValue, to: role.rawValue, at: now) {
            () throws(AdministrationError) in
            try change(account, role: role.rawValue, at: now)
        }
    }

    /// A suspended account's tokens are refused immediately, and work again when it is reactivated.
    package func setSuspended(
        _ isSuspended: Bool,
        _ account: Account,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Account {
        let status = isSuspended ? "suspended" : "active"
        return try logged(account, "status", from: account.status.rawValue, to: status, at: now) {
            () throws(AdministrationError) in
            try change(account, status: status, at: now)
        }
    }

    private func logged(
        _ account: Account,
        _ field: String,
        from old: String,
        to new: String,
        at now: Timestamp,
        _ change: () throws(AdministrationError) -> Account
    ) throws(AdministrationError) -> Account {
        try connection.atomically { () throws(AdministrationError) in
            let changed = try change()
            if old != new {
                try log(
                    .accountChange,
                    [field: ["from": .string(old), "to": .string(new)]],
                    on: account,
                    at: now
                )
            }
            return changed
        }
    }

    /// Sets a new password, revokes every token, and tells the person.
    package func setPassword(
        _ password: String,
        of account: Account,
        hasher: PasswordHasher,
        at now: Timestamp = .now
    ) throws(AdministrationError) -> Account {
        let hash = try hash(password, hasher, account.username, account.email)
        return try connection.atomically { () throws(AdministrationError) in
            let void = MailedCodeStore.passwordReset.void
            _ = try connection.run(void, .id(tenant.id), .id(account.id), .time(now))
            let changed = try change(account, hash: hash, at: now)
            _ = try connection.run(AccountStore.eraseTokens, .id(tenant.id), .id(account.id))
            _ = try connection.run(
                SecurityNotice(to: account.id, AccountNoticeText.securityPassword).query(tenant.id, at: now)
            )
            try log(.accountPassword, [:], on: account, at: now)
            return changed
        }
    }

    /// Tokens with their owners, newest first.
    ///
    /// - Parameters:
    ///   - account: `nil` for all accounts.
    ///   - before: the id below which to start.
    package func tokens(
        of account: Account?,
        before: TokenID? = nil,
        limit: Int
    ) throws(AdministrationError) -> [(token: TokenInfo, username: String)] {
        try connection.run(
            Self.tokens(.id(tenant.id), .id(account?.id), .id(before), .integer(limit))
        )
        .map { ($0.token.token(current: nil), $0.username) }
    }

    /// Revokes a token; it is refused immediately.
    package func revoke(_ token: TokenID, at now: Timestamp = .now) throws(AdministrationError) {
        try connection.atomically { () throws(AdministrationError) in
            let owners = try connection.run(Self.revoke(.id(tenant.id), .id(token)))
            guard let account = owners.first?.rawValue else { throw .unknownToken(token) }
            let details: JSONObject = ["token": .integer(token.rawValue)]
            let entry = AuditDraft(.tokenRevoke, details, on: Subject(type: "account", id: account))
            try connection.log(entry, in: tenant.id, at: now)
        }
    }

    private func log(
        _ action: AuditAction,
        _ details: JSONObject,
        on account: Account,
        at now: Timestamp
    ) throws(AdministrationError) {
        let subject = Subject(type: "account", id: account.id.rawValue)
        try connection.log(AuditDraft(action, details, on: subject), in: tenant.id, at: now)
    }

    /// Sends a code with which the account sets a new password.
    package func sendResetCode(to account: Account, at now: Timestamp = .now) throws(AdministrationError) {
        try connection.atomically { () throws(AdministrationError) in
            _ = try connection.run(MailStore.askForReset, .id(tenant.id), .text(account.email), .time(now))
            try log(.accountReset, [:], on: account, at: now)
        }
    }

    private func hash(
        _ password: String,
        _ hasher: PasswordHasher,
        _ username: String,
        _ email: String?
    ) throws(AdministrationError) -> String {
        let violations = PasswordPolicy.violations(
            password: password,
            minimumLength: Int(tenant.settings.passwordMinLength),
            username: username,
            email: email
        )
        guard violations.isEmpty else { throw .invalid(violations) }
        // A front that has other settings must compute it too, once it starts again.
        _ = try connection.run(PasswordCostStore.allow(hasher.cost))
        do { return try hasher.hash(password) } catch { throw .invalid([error.description]) }
    }

    private func change(
        _ account: Account,
        role: String? = nil,
        status: String? = nil,
        hash: String? = nil,
        at now: Timestamp
    ) throws(AdministrationError) -> Account {
        let results = try connection.run(
            Self.change(
                .id(tenant.id),
                .id(account.id),
                .text(role),
                .text(status),
                .text(hash),
                .time(now)
            )
        )
        guard let changed = results.first else { throw .unknownAccount(account.username) }
        return changed
    }
}

/// A token, with the name of its account. The tables are called `t` and `a`.
struct TokenOfAccount: ColumnGroup {
    static let columns: SQLFragment = TokenRow.columns.of("t") + "a.username"

    let token: TokenRow
    let username: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        token = try TokenRow(&columns)
        username = try columns.text()
    }
}
