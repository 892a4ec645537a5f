internal import Database
internal import HTTPServer
package import ParlayAPI
internal import Reactor
package import Security
package import Tenancy

extension AccountService {
    /// Creates an account and its first token. The caller counts the call for the throttles before reading the body.
    ///
    /// - Parameter object: the body, whose fields and password are checked together.
    package func register(
        _ object: JSONObject,
        label: String,
        _ signer: Signer,
        in session: Session
    ) async throws -> SignedIn {
        let tenant = session.tenant
        let invite: InviteCode?
        switch tenant.settings.registration {
        case .open: invite = nil
        case .closed: throw AccountError.registrationClosed
        case .invite: invite = try await self.invite(object, in: session)
        }
        let (registration, ticket, parts) = try self.registration(object, signer, in: session)
        let username: String
        if let given = registration.username {
            username = given
        } else {
            username = try await makeUsername(for: registration, in: session)
        }
        let hash: String?
        if let password = registration.password {
            hash = try await hashing.hash(password, for: .stranger, in: session)
        } else {
            hash = nil
        }
        let token = try NewToken(label: label, in: session)
        let query = AccountStore.register(
            .id(tenant.id),
            .text(username),
            .text(registration.email),
            .text(registration.firstName),
            .text(registration.lastName),
            .text(registration.bio),
            .text(hash),
            .time(session.now),
            .bytes(token.digest.bytes),
            .text(token.secret.displayPrefix),
            .text(token.label),
            .time(token.expiresAt),
            invite.map { .bytes($0.digest.bytes) } ?? .null,
            .text(ticket.flatMap { $0.verifies(registration.email, in: tenant) ? "id_token" : nil }),
            .text(token.kind.rawValue)
        )
        let identity = ticket.map { $0.queries(for: registration, in: session) } ?? []
        let network = SignInStore.record(token.digest, in: session)
        let reader = profiles[tenant.modules]
        do {
            let results = try await session.writeAccount(
                [query, network] + identity + parts + [reader.me(in: tenant)]
            )
            guard let shown = try reader.profile(results[results.count - 1], in: tenant) else {
                // Others used up the invite while the password was hashed.
                throw invite == nil
                    ? DatabaseError.decoding("no account was made") : AccountError.inviteRequired
            }
            try await note(
                signInOf: AccountID(rawValue: shown.profile.person.id),
                with: label,
                in: session
            )
            return signedIn(shown.profile, token)
        } catch let error as DatabaseError {
            throw AccountError.named(error)
        }
    }

    /// The invite code in a body, if it is valid. Checked before any costly work.
    private func invite(_ object: JSONObject, in session: Session) async throws -> InviteCode {
        guard case .string(let text)? = object[Registration.inviteCode.name] else {
            throw AccountError.inviteRequired
        }
        let code = InviteCode(text: text)
        let query = InviteStore.usable(
            .id(session.tenant.id),
            .bytes(code.digest.bytes),
            .time(session.now)
        )
        guard try await !session.read(query)[0].isEmpty else { throw AccountError.inviteRequired }
        return code
    }

    /// - Returns: with the ticket that replaces a password, and what modules store.
    private func registration(_ object: JSONObject, _ signer: Signer, in session: Session) throws -> (
        Registration, RegistrationTicket?, [Query]
    ) {
        let tenant = session.tenant
        var reader = BodyReader(object, modules: tenant.modules)
        var registration = Registration(reading: &reader)
        let ticket = registration.apply(&reader) { text in
            let ticket = RegistrationTicket(text, for: tenant.id, signer: signer, at: session.now)
            // An admin may have removed the issuer since.
            return ticket.flatMap { tenant.settings.trusts($0.issuer) ? $0 : nil }
        }
        var errors = FieldErrors()
        do throws(FieldErrors) { try reader.finish() } catch { errors = error }
        let hasTicket: Bool? = registration.registrationTicket == nil ? false : ticket.map { _ in true }
        Self.validate(registration, hasTicket: hasTicket, tenant.settings, &errors)
        if let password = registration.password, errors["password"].isEmpty {
            let found = violations(
                of: password,
                as: "password",
                registration.username,
                registration.email,
                tenant
            )
            for rule in found.rules(of: "password") { errors.add("password", rule) }
        }
        if let username = registration.username, errors["username"].isEmpty, Self.isReserved(username) {
            errors.add("username", Self.reservedName)
        }
        let parts = fields(of: tenant).compactMap { $0.register(registration, tenant, &errors) }
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        return (registration, ticket, parts)
    }

    /// Verifies a password and creates a token. Unknown names take as long as wrong passwords, and both count as
    /// failures; after too many failures even the right password is refused.
    package func signIn(
        username: String,
        password: String,
        label: String,
        in session: Session
    ) async throws -> SignedIn {
        let (found, hash, subject) = try await verify(username, password, in: session)
        let account = found.account
        let (stronger, expected) = try await strengthened(hash, password, of: account.id, session)
        if found.hasSecondFactor {
            throw try await secondStep(
                of: account.id,
                expected,
                label: label,
                subject,
                after: stronger,
                in: session
            )
        }
        let token = try NewToken(label: label, in: session)
        let shown = try await issue(token, to: account, expected, after: stronger, subject, session)
        guard let shown else {
            try await requireOpen(subject, session)
            throw try await refusal(subject, session)
        }
        try await note(signInOf: account.id, with: label, in: session)
        return signedIn(shown.profile, token)
    }

    /// Verifies a password without creating a token, for clients that request one in a separate call.
    package func verify(
        username: String,
        password: String,
        in session: Session
    ) async throws -> Account {
        let (found, _, subject) = try await verify(username, password, in: session)
        try await requireOpen(subject, session)
        guard !found.hasSecondFactor else { throw SecondFactorError.required(ticket: nil) }
        return found.account
    }

    private func verify(
        _ username: String,
        _ password: String,
        in session: Session
    ) async throws -> (account: SecretAccount, hash: String, subject: ThrottleStore.LoginSubject) {
        let tenant = session.tenant
        let name = Self.nameKey(username)
        let network = session.address.network.description
        let (states, accounts) = try await session.read(
            ThrottleStore.login(name, in: session),
            AccountStore.named(.id(tenant.id), .text(name))
        )
        let state = try states.one
        let subject = ThrottleStore.LoginSubject(account: state.account, address: network)
        if let end = state.blockedUntil { throw Throttled(until: end, at: session.now) }

        let found = try accounts.first
        let client: PasswordHashing.Client
        if let found, state.isKnown { client = .known(found.account.id) } else { client = .stranger }
        guard
            try await hashing.verify(password, against: found?.passwordHash, for: client, in: session),
            let found,
            let hash = found.passwordHash
        else { throw try await refusal(subject, session) }
        guard found.account.status == .active else {
            try await requireOpen(subject, session)
            throw AccountError.suspended
        }
        return (found, hash, subject)
    }

    /// As names and addresses are compared. They are ASCII: case-folding other characters could make different names equal.
    static func nameKey(_ username: String) -> String {
        username.unicodeScalars.allSatisfy(\.isASCII) ? username.lowercased() : username
    }

    /// What stores a stronger hash where that is due, and the hash that the account has then.
    private func strengthened(_ hash: String, _ password: String, of id: AccountID, _ session: Session)
        async throws -> ([Query], String)
    {
        guard hashing.needsRehash(hash) else { return ([], hash) }
        let stronger = try await hashing.hash(password, for: .known(id), in: session)
        return (
            [AccountStore.setHash(.id(session.tenant.id), .id(id), .text(hash), .text(stronger))], stronger
        )
    }

    /// Stores the token; `nil` when it may not be had any more.
    ///
    /// - Parameter earlier: run before it.
    private func issue(
        _ token: NewToken,
        to account: Account,
        _ expected: String,
        after earlier: [Query],
        _ subject: ThrottleStore.LoginSubject,
        _ session: Session
    ) async throws -> ShownProfile? {
        let (tenant, id) = (Parameter.id(session.tenant.id), account.id)
        var queries = earlier
        let place = queries.count
        queries.append(
            TokenStore.issue(
                tenant,
                .id(id),
                .text(expected),
                .bytes(token.digest.bytes),
                .text(token.secret.displayPrefix),
                .text(token.label),
                .time(session.now),
                .time(token.expiresAt),
                .text(subject.pair),
                .text(subject.address),
                .text(token.kind.rawValue)
            )
        )
        queries.append(SignInStore.record(token.digest, in: session))
        let reader = profiles[session.tenant.modules]
        let results = try await session.write(queries + reader.added(to: [id.rawValue], in: session.tenant))
        guard !results[place].isEmpty else { return nil }
        let rows = results.count > queries.count ? results.last : nil
        return try reader.ownProfile(account, rows, in: session.tenant)
    }

    /// Counts the failure and returns its error, delayed if an account is attacked from many addresses.
    private func refusal(
        _ subject: ThrottleStore.LoginSubject,
        _ session: Session
    ) async throws -> AccountError {
        try await countFailure(subject, session)
        return .badCredentials
    }

    private func signedIn(_ profile: Profile, _ token: NewToken) -> SignedIn {
        SignedIn(token: token.secret.text, expiresAt: token.expiresAt, profile: profile)
    }
}
