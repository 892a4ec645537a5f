internal import Database
internal import HTTPServer
internal import Notifications
internal import ParlayAPI
internal import Tenancy

extension AccountService {
    /// Sends the caller a code that proves the email address. The caller counts the call for the throttles.
    ///
    /// - Throws: `AccountError.alreadyVerified`, or `.noEmail`.
    func askForVerification(in session: Session) async throws {
        let asked = try await session.write(
            MailStore.askForVerification(.id(session.tenant.id), .time(session.now))
        )
        guard asked[0].affectedRows == 0 else { return }
        throw try await own(session).account.email == nil ? AccountError.noEmail : .alreadyVerified
    }

    /// Proves an email address with a code that was mailed to it. Wrong codes count as failed sign-ins. With a token,
    /// the code of another account is wrong.
    ///
    /// - Parameter requireMatch: refuses a condition of the call. A refused call does not use the code up.
    func verifyEmail(
        _ verification: EmailVerification,
        in session: Session,
        requireMatch: () throws -> Void
    ) async throws {
        let attempt = try await attempt(verification.code, .emailVerification, in: session)
        let caller = session.isAnonymous ? nil : try await session.principal().accountID
        guard let code = attempt.code, caller == nil || caller == code.account else {
            throw try await wrongCode(attempt, session)
        }
        try requireMatch()
        let used = try await session.write(
            MailedCodeStore.verifyEmail(
                .id(session.tenant.id),
                .bytes(attempt.digest),
                .time(session.now),
                .id(code.account)
            )
        )
        // Another call with the same code, or a change of the address, was faster.
        guard used[0].affectedRows == 1 else { throw try await wrongCode(attempt, session) }
    }

    private func wrongCode(_ attempt: CodeAttempt, _ session: Session) async throws -> Problem {
        try await countFailure(attempt.subject, session)
        var errors = FieldErrors()
        errors.add("code", CodeAttempt.wrong)
        return Problem.invalidFields(errors)
    }
}
