public import ParlayAPI

extension Parlay {
    /// The caller's second factor: codes of an authenticator app.
    public var secondFactor: SecondFactors { SecondFactors(engine: engine) }

    /// See `Parlay.secondFactor`.
    public struct SecondFactors: Sendable {
        let engine: Engine
    }
}

extension Parlay.SecondFactors {
    /// Whether there is one, and whether the app requires it.
    public func get() async throws(ParlayError) -> SecondFactor {
        try await engine.value(Call(SecondFactorCalls.show))
    }

    /// Makes a secret for an authenticator app. Nothing changes until `prove`.
    public func begin(password: String) async throws(ParlayError) -> SecondFactorSecret {
        try await engine.value(Call(SecondFactorCalls.begin, OwnerProof(password: password)))
    }

    /// Turns it on with a code of the app, and signs out other devices. Show the recovery codes: they are not shown again.
    public func prove(code: String) async throws(ParlayError) -> RecoveryCodes {
        try await engine.value(Call(SecondFactorCalls.prove, SecondFactorCode(code: code)))
    }

    /// Replaces the recovery codes.
    public func replaceRecoveryCodes(code: String, password: String) async throws(ParlayError)
        -> RecoveryCodes
    {
        let proof = SecondFactorProof(code: code, password: password)
        return try await engine.value(Call(SecondFactorCalls.renewCodes, proof))
    }

    /// Removes it: the password alone signs in again.
    public func remove(code: String, password: String) async throws(ParlayError) {
        let proof = SecondFactorProof(code: code, password: password)
        try await engine.send(Call(SecondFactorCalls.remove, proof))
    }

    /// Objects to an admin's reset.
    public func keep() async throws(ParlayError) {
        try await engine.send(Call(SecondFactorCalls.keep))
    }
}

extension Parlay.Account {
    /// The second step of a sign-in.
    ///
    /// - Parameters:
    ///   - ticket: see `ParlayError.secondFactorTicket`.
    ///   - code: of the authenticator app, or a recovery code.
    @discardableResult
    public func logIn(ticket: String, code: String) async throws(ParlayError) -> Profile {
        try await enter(Call(SecondFactorCalls.logIn, SecondSignIn(ticket: ticket, code: code)))
    }
}

extension Parlay.Account {
    /// Says that it was somebody else, with the last part of the link in a security mail. Signs out every device.
    public func deny(code: String) async throws(ParlayError) {
        try await engine.send(Call(DenialCalls.deny, Denial(code: code)))
    }
}

extension ParlayError {
    /// With which a sign-in goes on that needs a second factor: ask for a code, and call `Account.logIn(ticket:code:)`. `nil` for
    /// every other error.
    public var secondFactorTicket: String? {
        guard case .problem(let problem, _) = self, problem.code == "second_factor_required",
            case .string(let ticket)? = problem.extensions["ticket"]
        else { return nil }
        return ticket
    }
}
