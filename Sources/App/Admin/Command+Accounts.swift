internal import Accounts
internal import Administration
internal import Components
internal import Console
internal import Database
internal import ParlayAPI
internal import Security
internal import Tenancy

extension Command {
    static let accountList = Command(
        "admin account list",
        options: [.tenant, .value("--query", "TEXT", "part of a username or email")] + Option.paging + [
            .json
        ],
        "list accounts",
        example: "parlay admin account list --tenant demo --query ada"
    ) { call in
        let page = try call.page()
        let accounts = try call.accounts()
        let found = try accounts.list(
            call.value("--query"),
            after: AccountID(rawValue: page.cursor ?? 0),
            limit: page.fetchLimit
        )
        let profiles = try accounts.profiles(found)
        call.show(
            profiles,
            page,
            empty: "No accounts found.",
            headings: ["ID", "USERNAME", "NAME", "ROLE", "STATUS", "LAST ACTIVE (UTC)"],
            id: { $0.person.id },
            json: JSONText.value,
            cells: { profile in
                [
                    String(profile.person.id), profile.person.username, profile.person.fullName,
                    profile.role.rawValue, profile.status.rawValue, profile.lastActiveAt.short,
                ]
            }
        )
        return .success
    }

    static let accountShow = Command(
        "admin account show",
        arguments: ["NAME"],
        options: [.tenant, .json],
        "show an account",
        details: "NAME is a username, an email address or an id.",
        example: "parlay admin account show ada --tenant demo"
    ) { call in
        let accounts = try call.accounts()
        let profile = try accounts.profile(try accounts.account(try call.argument("NAME")))
        call.show(
            JSONText.value(profile),
            [
                ("id", String(profile.person.id)), ("username", profile.person.username),
                ("name", profile.person.fullName), ("email", profile.email ?? ""),
                ("email verified", profile.emailVerified == true ? "yes" : "no"),
                ("role", profile.role.rawValue), ("status", profile.status.rawValue),
                ("created", profile.createdAt.description), ("last active", profile.lastActiveAt.description),
            ]
        )
        return .success
    }

    static let accountCreate = Command(
        "admin account create",
        arguments: ["USERNAME"],
        options: [
            .tenant, .value("--email", "EMAIL", "the email address; required if it is at sign-up"),
            .value(
                "--first-name",
                "NAME",
                "the first name; by default the username if it is required at sign-up"
            ),
            .value("--last-name", "NAME", "the last name"),
        ] + profileFields.map(\.option) + [
            .value("--role", "ROLE", "member (the default), moderator or admin"), .passwordFile, .json,
        ],
        "create an account",
        details:
            "Works even if the tenant's registration is closed. The password is asked for at the terminal, or read from"
            + " the first line of standard input.",
        example: "parlay admin account create ada --tenant demo --email ada@example.org"
    ) { call in
        let tenant = try call.tenant()
        let username = try call.argument("USERNAME")
        let role = try call.role(call.value("--role") ?? Role.member.rawValue)
        let email: String? =
            try tenant.settings.signUpFields.contains(.email)
            ? call.required("--email") : call.value("--email")
        let fields: [(String, String?)] =
            [
                ("username", username), ("email", email), ("first_name", call.value("--first-name")),
                ("last_name", call.value("--last-name")),
                ("password", try call.newPassword("Password for \(username)")),
            ] + profileFields.map { ($0.name, call.value($0.flag)) }
        let accounts = try call.accounts()
        let registration = try accounts.registration(
            fields.compactMap { field in field.1.map { (name: field.0, value: $0) } }
        )
        let account = try accounts.create(
            registration,
            role: role,
            hasher: try call.configuration.passwordHasher()
        )
        try call.report("created \(account.username), id \(account.id.rawValue)", account, accounts)
        return .success
    }

    /// What modules ask of an account.
    private static let profileFields = Features.components.profileParts.flatMap { $0.fields?.options ?? [] }

    static let accountPromote = Command(
        "admin account promote",
        arguments: ["NAME", "ROLE"],
        options: [.tenant, .json],
        "give an account a role",
        details: "ROLE is member, moderator or admin. The last admin of a tenant cannot be demoted.",
        example: "parlay admin account promote ada admin --tenant demo"
    ) { call in
        let role = try call.role(try call.argument("ROLE"))
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        let changed = try accounts.setRole(role, of: account)
        try call.report("\(changed.username) is now \(changed.role.phrase)", changed, accounts)
        return .success
    }

    static let accountSuspend = Command(
        "admin account suspend",
        arguments: ["NAME"],
        options: [.tenant, Option.flag("--undo", "the same as `account resume`").hidden, .yes, .json],
        "suspend an account",
        details: "Its tokens are refused immediately, and no one can sign in to it until it is resumed.",
        example: "parlay admin account suspend eve --tenant demo"
    ) { call in
        try setSuspended(!call.has("--undo"), call)
        return .success
    }

    static let accountResume = Command(
        "admin account resume",
        arguments: ["NAME"],
        options: [.tenant, .json],
        "reactivate a suspended account",
        details: "Its tokens work again.",
        example: "parlay admin account resume eve --tenant demo"
    ) { call in
        try setSuspended(false, call)
        return .success
    }

    private static func setSuspended(_ isSuspended: Bool, _ call: Invocation) throws {
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        if isSuspended {
            try call.confirm(
                "Suspend \(account.username)? Their devices are signed out until you resume them."
            )
        }
        let changed = try accounts.setSuspended(isSuspended, account)
        try call.report("\(changed.username) is \(changed.status.rawValue)", changed, accounts)
    }

    static let accountResetPassword = Command(
        "admin account reset-password",
        arguments: ["NAME"],
        options: [
            .tenant,
            .flag("--stdin", "set a password instead, from the terminal or the first line of standard input"),
            .passwordFile, Option.flag("--mail", "the default").hidden,
            .json,
        ],
        "mail a code for a new password",
        details:
            "The person sets the new password with the code. --stdin and --password-file set one, sign out all devices of the"
            + " account, and tell the person, by mail too, that the password was changed. Neither removes a second factor.",
        example: "parlay admin account reset-password ada --tenant demo"
    ) { call in
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        if !call.has("--stdin"), call.value("--password-file") == nil {
            guard account.status == .active, account.email != nil else {
                throw CommandFailure(
                    account.status == .active
                        ? "the account \(account.username) has no email address; --stdin sets a password"
                        : "the account \(account.username) is \(account.status.rawValue), so no mail was sent"
                )
            }
            try accounts.sendResetCode(to: account)
            try call.report("a code is on its way to \(account.username) by mail", account, accounts)
            return .success
        }
        let changed = try accounts.setPassword(
            try call.newPassword("New password for \(account.username)"),
            of: account,
            hasher: try call.configuration.passwordHasher()
        )
        let sentence = "\(changed.username) has a new password and is signed out everywhere"
        try call.report(sentence, changed, accounts)
        return .success
    }

    static let accountErase = Command(
        "admin account erase",
        arguments: ["NAME"],
        options: [.tenant, .yes, .json],
        "delete an account permanently",
        details: "Does the same as when the owner deletes it. This cannot be undone.",
        example: "parlay admin account erase eve --tenant demo"
    ) { call in
        let tenant = try call.tenant()
        let account = try call.accounts().account(try call.argument("NAME"))
        guard account.status != .deleted else {
            throw CommandFailure("\(account.username) is already deleted")
        }
        try call.confirm("Erase \(account.username)? Their personal data cannot be restored.")
        let now = Timestamp.now
        let subject = Subject(type: "account", id: account.id.rawValue)
        let queries =
            AccountService.erasure(
                of: account.id,
                in: tenant.id,
                at: now,
                call.installation.components.deletionSteps
            )
            + [AuditDraft(.accountErase, on: subject).query(tenant.id, at: now)]
        do {
            _ = try await AdminSession.run(call.configuration) { try await $0.write(queries) }
        } catch let error as DatabaseError {
            guard let known = AccountError.named(error) as? AccountError else { throw error }
            throw CommandFailure(known.problem.detail)
        }
        let value = JSONText.object([("id", .integer(account.id.rawValue)), ("status", "deleted")])
        call.report("\(account.username) is erased", value)
        return .success
    }
}

extension Invocation {
    func accounts() throws -> AccountAdmin {
        let connection = try owner()
        return AccountAdmin(
            connection,
            tenant: try TenantAdmin(connection).tenant(try required("--tenant")),
            profiles: ProfileReaders(installation.components.profileParts)
        )
    }

    func role(_ name: String) throws -> Role {
        guard let role = Role(rawValue: name) else {
            throw UsageError("the role must be member, moderator or admin, not \"\(name)\"")
        }
        return role
    }

    /// Read from a file, the terminal or standard input; never from an argument, which everybody on the machine can
    /// see.
    fileprivate func newPassword(_ prompt: String) throws -> String {
        guard let path = value("--password-file") else {
            return try terminal.password(prompt, isNew: true)
        }
        do {
            return String(try TextFile.read(path).prefix { !$0.isNewline })
        } catch {
            throw CommandFailure("\(path) cannot be read: \(error)")
        }
    }

    fileprivate func report(_ sentence: String, _ account: Account, _ accounts: AccountAdmin) throws {
        report(sentence, isJSON ? JSONText.value(try accounts.profile(account)) : .null)
    }
}

extension AccountAdmin {
    fileprivate func profile(_ account: Account) throws -> Profile {
        guard let profile = try profiles([account]).first else {
            throw CommandFailure("the account \(account.username) no longer exists")
        }
        return profile
    }
}

extension ProfileFields.Option {
    /// `--home-town` for `home_town`.
    fileprivate var flag: String { "--" + name.split(separator: "_").joined(separator: "-") }
    fileprivate var option: Command.Option { .value(flag, placeholder, summary) }
}

extension Profile.Role {
    fileprivate var phrase: String { self == .admin ? "an admin" : "a \(rawValue)" }
}

extension Configuration {
    func passwordHasher() throws -> PasswordHasher {
        try PasswordHasher(
            memoryKiB: self[Self.passwordMemory],
            iterations: self[Self.passwordIterations],
            parallelism: self[Self.passwordParallelism]
        )
    }
}
