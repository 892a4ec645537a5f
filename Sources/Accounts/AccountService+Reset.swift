internal import Database
internal import HTTPServer
internal import Notifications
package import ParlayAPI
package import Tenancy

extension AccountService {
    /// Sends a code to the account with this email. It does the same whether or not there is one; the mail's job
    /// finds out. The caller counts the call for the throttles.
    package func askForReset(_ email: String, in session: Session) async throws {
        _ = try await session.write(
            MailStore.askForReset(.id(session.tenant.id), .text(email), .time(session.now))
        )
    }

    /// Sets a new password with a code from a mail, and revokes every token. Wrong codes count as failed sign-ins.
    /// The address that the code was mailed to is proven then.
    package func reset(
        _ confirmation: PasswordResetConfirmation,
        in session: Session
    ) async throws {
        let attempt = try await attempt(confirmation.code, .passwordReset, in: session)
        guard let code = attempt.code else { throw try await wrongCode(confirmation, attempt, session) }
        // The code is right: a refused password does not use it up.
        let errors = violations(
            of: confirmation.new,
            as: "new",
            code.username,
            code.email,
            session.tenant
        )
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        let hash = try await hashing.hash(confirmation.new, for: .known(code.account), in: session)
        let tenant = Parameter.id(session.tenant.id)
        let isUsed = try await session.transaction {
            let used = try await session.write(
                MailedCodeStore.resetPassword(
                    tenant,
                    .bytes(attempt.digest),
                    .time(session.now),
                    .text(hash),
                    .text(attempt.selector)
                ),
                MailedCodeStore.revokeAll(tenant, .id(code.account), .text(hash))
            )
            guard used[0].affectedRows == 1 else { return false }
            _ = try await session.write(notice(.securityPassword, to: code.account, in: session))
            return true
        }
        // Another call with the same code was faster.
        guard isUsed else { throw try await wrongCode(confirmation, attempt, session) }
    }

    /// Counts the failure, and says what is wrong with the password too.
    private func wrongCode(
        _ confirmation: PasswordResetConfirmation,
        _ attempt: CodeAttempt,
        _ session: Session
    ) async throws -> Problem {
        try await countFailure(attempt.subject, session)
        var errors = violations(of: confirmation.new, as: "new", nil, nil, session.tenant)
        errors.add("code", CodeAttempt.wrong)
        return Problem.invalidFields(errors)
    }
}
