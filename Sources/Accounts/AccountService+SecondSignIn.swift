internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The second step of a sign-in.
extension AccountService {
    /// The refusal of the first step, with a ticket for the second one.
    ///
    /// - Parameters:
    ///   - hash: of the password; `nil` without one.
    ///   - queries: run before it.
    func secondStep(
        of account: AccountID,
        _ hash: String?,
        label: String,
        _ subject: ThrottleStore.LoginSubject,
        after queries: [Query] = [],
        in session: Session
    ) async throws -> any Error {
        let ticket = try SecureRandom.base62(count: 22)
        let results = try await session.write(
            queries + [
                SignInTicketStore.issue(
                    .id(session.tenant.id),
                    .id(account),
                    .bytes(sha256(ticket).bytes),
                    .text(hash),
                    .text(label),
                    .time(session.now),
                    .time(session.now.adding(seconds: SignInTicketStore.seconds)),
                    .text(subject.pair),
                    .text(subject.address)
                )
            ]
        )
        if results[queries.count].isEmpty {
            // The account was changed meanwhile, or there were too many failures.
            try await requireOpen(subject, session)
            return AccountError.badCredentials
        }
        return SecondFactorError.required(ticket: ticket)
    }

    /// Ends a sign-in with a code. A try of the ticket counts, right or wrong.
    func signIn(_ second: SecondSignIn, _ signer: Signer, in session: Session) async throws -> SignedIn {
        let (tenant, now) = (Parameter.id(session.tenant.id), Parameter.time(session.now))
        let digest = Parameter.bytes(sha256(second.ticket).bytes)
        guard let ticket = try await session.writeApart(SignInTicketStore.attempt(tenant, digest, now)).first
        else { throw SecondFactorError.expired }
        let subject = Self.subject(of: ticket.account, session)
        try await requireOpen(subject, session)
        guard
            let code = TypedCode(second.code, ticket.secret, after: ticket.lastStep, signer, at: session.now)
        else { throw try await refusedCode(subject, session) }
        let token = try NewToken(label: "", in: session)
        let reader = profiles[session.tenant.modules]
        let results = try await session.write(
            [
                SignInTicketStore.use(
                    tenant,
                    digest,
                    code.step,
                    .bytes(ticket.secret),
                    code.digest,
                    now,
                    .text(subject.pair),
                    .text(subject.address),
                    .bytes(token.digest.bytes),
                    .text(token.secret.displayPrefix),
                    .time(token.expiresAt),
                    .text(token.kind.rawValue)
                ),
                SignInStore.record(token.digest, in: session),
                AccountStore.visible(tenant, .id(ticket.account)).query,
            ] + reader.added(to: [ticket.account.rawValue], in: session.tenant)
        )
        // Another call was faster, with the code or with the ticket.
        guard !results[0].isEmpty, let account = try Rows<Account>(results[2]).first else {
            throw try await refusedCode(subject, session)
        }
        try await note(signInOf: ticket.account, with: ticket.label, in: session)
        let shown = try reader.ownProfile(
            account,
            results.count > 3 ? results.last : nil,
            in: session.tenant
        )
        return SignedIn(token: token.secret.text, expiresAt: token.expiresAt, profile: shown.profile)
    }

    private func refusedCode(_ subject: ThrottleStore.LoginSubject, _ session: Session) async throws
        -> SecondFactorError
    {
        try await countFailure(subject, session)
        return .refused
    }

    static func subject(of account: AccountID, _ session: Session) -> ThrottleStore.LoginSubject {
        ThrottleStore.LoginSubject(
            account: "id:\(account.rawValue)",
            address: session.address.network.description
        )
    }
}
