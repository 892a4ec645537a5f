internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// Wrong passwords and codes, which are counted on all calls.
extension AccountService {
    /// Verifies the owner of the caller's account, by its password or, if it has none, by an ID token.
    ///
    /// - Parameter name: the field with the password.
    func verify(
        _ password: String?,
        _ name: String,
        or proof: IDTokenProof?,
        of own: SecretAccount,
        in session: Session
    ) async throws {
        guard own.passwordHash != nil else { return try await verify(proof, of: own, in: session) }
        guard let password else { throw Problem.invalidFields(Self.required(name)) }
        try await verify(password, of: own, in: session)
    }

    static func required(_ name: String) -> FieldErrors {
        var errors = FieldErrors()
        errors.add(name, .required)
        return errors
    }

    /// Verifies the current password of the caller's account. A wrong one counts as a failed sign-in.
    ///
    /// - Throws: `AccountError.badPassword`; `Throttled` after too many failures, even for the right password.
    func verify(_ password: String, of own: SecretAccount, in session: Session) async throws {
        let subject = ThrottleStore.LoginSubject(
            account: "id:\(own.account.id.rawValue)",
            address: session.address.network.description
        )
        try await requireOpen(subject, session)
        let client = PasswordHashing.Client.known(own.account.id)
        guard try await hashing.verify(password, against: own.passwordHash, for: client, in: session) else {
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
