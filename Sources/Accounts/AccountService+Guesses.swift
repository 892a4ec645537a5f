internal import Database
internal import HTTPServer
internal import Tenancy

/// Wrong passwords and codes, which are counted on all calls.
extension AccountService {
    /// Verifies the current password of the caller's account. A wrong one counts as a failed sign-in.
    ///
    /// - Throws: `AccountError.badPassword`; `Throttled` after too many failures, even for the right password.
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

    /// Counts a failure, and delays the answer if an account is attacked from many addresses.
    func countFailure(_ subject: ThrottleStore.LoginSubject, _ session: Session) async throws {
        let delay = try await throttles.fail(subject, in: session)
        try await session.pause(for: .seconds(delay))
    }

    /// Refuses after too many failures of this account from this address, or of this address for all accounts. Also
    /// called after a verification, which may have ended after the limit was reached.
    func requireOpen(_ subject: ThrottleStore.LoginSubject, _ session: Session) async throws {
        let ends = try await session.read(
            ThrottleStore.blocked(session.tenant.id, subject, at: session.now)
        )
        if let end = try ends.one { throw Throttled(until: end, at: session.now) }
    }
}
