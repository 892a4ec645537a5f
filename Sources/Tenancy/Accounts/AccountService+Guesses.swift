internal import Database
internal import HTTPServer

/// Wrong passwords and codes, which are counted wherever they are sent.
extension AccountService {
    /// Proves the password of the caller's account, asked for once more. A wrong one counts like a failed sign-in.
    ///
    /// - Throws: `AccountError.badPassword`; `Throttled` where failures were too many, also for the right password.
    func prove(_ password: String, of own: SecretAccount, in session: Session) async throws {
        let subject = ThrottleStore.LoginSubject(
            account: "id:\(own.account.id.rawValue)",
            address: session.address.network.description
        )
        try await requireOpen(subject, session)
        guard try await hashing.verify(password, against: own.passwordHash, in: session) else {
            try await countFailure(subject, session)
            throw AccountError.badPassword
        }
        try await requireOpen(subject, session)
    }

    /// Counts a failure, and takes its time where an account is being attacked from everywhere.
    func countFailure(_ subject: ThrottleStore.LoginSubject, _ session: Session) async throws {
        let delay = try await throttles.fail(subject, in: session)
        try await session.pause(for: .seconds(delay))
    }

    /// Refuses while failures of this account from this address, or of this address at all accounts, were too many. Asked
    /// again after a proof, which may have ended after the limit was reached.
    func requireOpen(_ subject: ThrottleStore.LoginSubject, _ session: Session) async throws {
        let ends = try await session.read(
            ThrottleStore.blocked(session.tenant.id, subject, at: session.now)
        )
        if let end = try ends.one { throw Throttled(until: end, at: session.now) }
    }
}
