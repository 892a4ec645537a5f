internal import Database
internal import Meetups
internal import ParlayAPI
internal import Security
internal import Tenancy

extension Command {
    static let accountList = Command(
        "admin account list",
        options: [
            .tenant, .value("--query", "TEXT", "part of a username or email"),
            .value("--limit", "N", "at most so many, 50 by default"),
            .value("--after", "ID", "start behind this id"), .json,
        ],
        "list accounts by id"
    ) { call in
        let after = try call.count("--after", default: 0, 0...Int.max)
        let accounts = try call.accounts().list(
            call.value("--query"),
            after: AccountID(rawValue: Int64(after)),
            limit: try call.count("--limit", default: 50, 1...10_000)
        )
        if call.isJSON {
            call.terminal.print(JSONText.array(accounts.map(JSONText.account)))
            return .success
        }
        var table = TextTable(["ID", "USERNAME", "NAME", "ROLE", "STATUS", "ACTIVE"])
        for account in accounts {
            table.add([
                String(account.id.rawValue), account.username, "\(account.firstName) \(account.lastName)",
                account.role.rawValue, account.status.rawValue, account.lastActiveAt.description,
            ])
        }
        call.terminal.print(table.isEmpty ? "There are no such accounts." : table.text)
        return .success
    }

    static let accountShow = Command(
        "admin account show",
        arguments: ["NAME"],
        options: [.tenant, .json],
        "show an account by username, email or id"
    ) { call in
        let account = try call.accounts().account(try call.argument("NAME"))
        if call.isJSON {
            call.terminal.print(JSONText.text(JSONText.account(account)))
            return .success
        }
        var table = TextTable(["ACCOUNT", String(account.id.rawValue)])
        table.add(["username", account.username])
        table.add(["name", "\(account.firstName) \(account.lastName)"])
        table.add(["email", account.email ?? ""])
        table.add(["role", account.role.rawValue])
        table.add(["status", account.status.rawValue])
        table.add(["created", account.createdAt.description])
        table.add(["last active", account.lastActiveAt.description])
        call.terminal.print(table.text)
        return .success
    }

    static let accountCreate = Command(
        "admin account create",
        arguments: ["USERNAME"],
        options: [
            .tenant, .value("--email", "EMAIL", "their email"),
            .value("--first-name", "NAME", "their first name"),
            .value("--last-name", "NAME", "their last name"), .value("--known-lang", "CODE", "with meetups"),
            .value("--learn-lang", "CODE", "with meetups"),
            .value("--role", "ROLE", "member, moderator or admin; member by default"),
            .value(
                "--password-file",
                "FILE",
                "where the password stands; without it, it is read from standard input"
            ),
            .json,
        ],
        "make an account, whatever the tenant's registration says"
    ) { call in
        let tenant = try call.tenant()
        let password = try call.password()
        var body = JSONObject()
        let username = try call.argument("USERNAME")
        let fields = [
            ("username", username), ("email", try call.required("--email")),
            ("first_name", call.value("--first-name") ?? username),
            ("last_name", call.value("--last-name") ?? ""), ("password", password),
        ]
        for (name, value) in fields { _ = body.add(name, .string(value)) }
        if let code = call.value("--known-lang") { _ = body.add("known_lang", .string(code)) }
        if let code = call.value("--learn-lang") { _ = body.add("learn_lang", .string(code)) }
        let registration: Registration
        do throws(FieldErrors) {
            registration = try Registration.decode(body, modules: tenant.modules)
        } catch {
            let sentences = error.entries.map { "\($0.path): \($0.sentences.joined(separator: " "))" }
            throw CommandFailure(sentences.joined(separator: "\n"))
        }
        for code in [registration.knownLang, registration.learnLang].compactMap(\.self)
        where !Languages.isOffered(code, by: tenant.settings) {
            throw CommandFailure("\(code) is no language that \(tenant.slug) offers")
        }
        let role = try call.role(call.value("--role") ?? Role.member.rawValue)
        let account = try call.accounts().create(
            registration,
            role: role,
            hasher: try call.configuration.passwordHasher()
        )
        call.show(account, "created \(account.username), id \(account.id.rawValue)")
        return .success
    }

    static let accountPromote = Command(
        "admin account promote",
        arguments: ["NAME", "ROLE"],
        options: [.tenant, .json],
        "give an account a role: member, moderator or admin"
    ) { call in
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        let changed = try accounts.setRole(try call.role(try call.argument("ROLE")), of: account)
        call.show(changed, "\(changed.username) is \(changed.role.rawValue)")
        return .success
    }

    static let accountSuspend = Command(
        "admin account suspend",
        arguments: ["NAME"],
        options: [.tenant, .flag("--undo", "let the account in again"), .yes, .json],
        "shut an account out; its tokens are refused at once"
    ) { call in
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        let isUndo = call.has("--undo")
        if !isUndo { try call.confirm("Suspend \(account.username)?") }
        let changed = try accounts.setSuspended(!isUndo, account)
        call.show(changed, "\(changed.username) is \(changed.status.rawValue)")
        return .success
    }

    static let accountResetPassword = Command(
        "admin account reset-password",
        arguments: ["NAME"],
        options: [
            .tenant,
            .flag("--mail", "send them a code to choose one with, instead of setting it"),
            .value(
                "--password-file",
                "FILE",
                "where the new password stands; without it, it is read from standard input"
            ),
            .json,
        ],
        "set a new password and sign the account out everywhere, or mail a code for that"
    ) { call in
        let accounts = try call.accounts()
        let account = try accounts.account(try call.argument("NAME"))
        if call.has("--mail") {
            guard account.status == .active, account.email != nil else {
                throw CommandFailure("\(account.username) is \(account.status.rawValue) and gets no mail")
            }
            try accounts.sendResetCode(to: account)
            call.show(account, "a code for \(account.username) is under way by mail")
            return .success
        }
        let changed = try accounts.setPassword(
            try call.password(),
            of: account,
            hasher: try call.configuration.passwordHasher()
        )
        call.show(changed, "\(changed.username) has a new password and is signed out everywhere")
        return .success
    }
}

extension Command {
    static let accountErase = Command(
        "admin account erase",
        arguments: ["NAME"],
        options: [.tenant, .yes, .json],
        "delete an account for good, as its owner could"
    ) { call in
        let tenant = try call.tenant()
        let account = try call.accounts().account(try call.argument("NAME"))
        guard account.status != .deleted else {
            throw CommandFailure("\(account.username) is deleted already")
        }
        try call.confirm("Erase \(account.username)? What is personal is gone for good.")
        let now = Timestamp.now
        let subject = Subject(type: "account", id: account.id.rawValue)
        let queries =
            AccountService.erasure(of: account.id, in: tenant.id, at: now, Features.deletionSteps)
            + [AuditDraft(.accountErase, on: subject).query(tenant.id, at: now)]
        do {
            _ = try await AdminSession.run(call.configuration) { try await $0.write(queries) }
        } catch let error as DatabaseError {
            guard let known = AccountError.named(error) as? AccountError else { throw error }
            throw CommandFailure(known.problem.detail)
        }
        let value = JSONText.object([("id", .integer(account.id.rawValue)), ("status", "deleted")])
        call.terminal.print(call.isJSON ? JSONText.text(value) : "\(account.username) is erased")
        return .success
    }

    static let tokenList = Command(
        "admin token list",
        arguments: ["[NAME]"],
        options: [.tenant, .value("--limit", "N", "at most so many, 50 by default"), .json],
        "list the tokens of an account, or of all, newest first"
    ) { call in
        let accounts = try call.accounts()
        let account = try call.arguments("NAME").first.map { try accounts.account($0) }
        let limit = try call.count("--limit", default: 50, 1...10_000)
        let tokens = try accounts.tokens(of: account, limit: limit)
        if call.isJSON {
            call.terminal.print(
                JSONText.array(tokens.map { JSONText.token($0.token, of: $0.username) })
            )
            return .success
        }
        var table = TextTable(["ID", "USERNAME", "PREFIX", "LABEL", "USED", "EXPIRES"])
        for (token, username) in tokens {
            table.add([
                String(token.id), username, token.prefix, token.label, token.lastUsedAt?.description ?? "",
                token.expiresAt.description,
            ])
        }
        call.terminal.print(table.isEmpty ? "There are no tokens." : table.text)
        return .success
    }

    static let tokenRevoke = Command(
        "admin token revoke",
        arguments: ["ID"],
        options: [.tenant, .json],
        "revoke a token; it is refused at once"
    ) { call in
        guard let id = Int64(try call.argument("ID")), id > 0 else {
            throw UsageError("ID is the number that `parlay admin token list` shows")
        }
        try call.accounts().revoke(TokenID(rawValue: id))
        let value = JSONText.object([("id", .integer(id)), ("revoked", .bool(true))])
        call.terminal.print(call.isJSON ? JSONText.text(value) : "token \(id) is revoked")
        return .success
    }
}

extension Invocation {
    func tenant() throws -> Tenant { try tenants().tenant(try required("--tenant")) }

    func accounts() throws -> AccountAdmin {
        let connection = try owner()
        return AccountAdmin(connection, tenant: try TenantAdmin(connection).tenant(try required("--tenant")))
    }

    func role(_ name: String) throws -> Role {
        guard let role = Role(rawValue: name) else {
            throw UsageError("a role is member, moderator or admin")
        }
        return role
    }

    /// Never an argument: those are seen by everybody on the machine.
    func password() throws -> String {
        if let path = value("--password-file") {
            let text = try TextFile.read(path)
            return String(text.prefix { !$0.isNewline })
        }
        if terminal.isInteractive { terminal.complain("password: ") }
        guard let line = readLine(), !line.isEmpty else {
            throw UsageError("no password came from standard input")
        }
        return line
    }

    func show(_ account: Account, _ sentence: String) {
        terminal.print(isJSON ? JSONText.text(JSONText.account(account)) : sentence)
    }
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

extension JSONText {
    static func token(_ token: TokenInfo, of username: String) -> JSONValue {
        object([
            ("id", .integer(token.id)), ("username", .string(username)), ("prefix", .string(token.prefix)),
            ("label", .string(token.label)), ("created_at", .string(token.createdAt.description)),
            ("last_used_at", optional(token.lastUsedAt?.description)),
            ("expires_at", .string(token.expiresAt.description)),
        ])
    }

    static func account(_ account: Account) -> JSONValue {
        object([
            ("id", .integer(account.id.rawValue)), ("username", .string(account.username)),
            ("email", optional(account.email)), ("first_name", .string(account.firstName)),
            ("last_name", .string(account.lastName)), ("role", .string(account.role.rawValue)),
            ("status", .string(account.status.rawValue)), ("known_lang", optional(account.knownLang)),
            ("learn_lang", optional(account.learnLang)),
            ("created_at", .string(account.createdAt.description)),
            ("last_active_at", .string(account.lastActiveAt.description)),
        ])
    }
}
