internal import Database
internal import HTTPServer
internal import Notifications
package import ParlayAPI
internal import Reactor
internal import Security
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
    package func reset(
        _ confirmation: PasswordResetConfirmation,
        in session: Session
    ) async throws {
        let tenant = Parameter.id(session.tenant.id)
        let network = session.address.network.description
        let typed = ResetCode(typed: confirmation.code)
        // Looked up even if it cannot be a code, so that it takes the same path as a wrong one.
        let (selector, digest) = (typed?.selector ?? "", typed?.digest.bytes ?? [])
        var subject = ThrottleStore.LoginSubject(account: "reset:\(selector)", address: network)
        // An attempt counts, whatever its result.
        let (codes, blocks) = try await session.writeApart(
            PasswordResetStore.judge(
                tenant,
                .text(selector),
                .bytes(digest),
                .time(session.now),
                .text(network)
            ),
            ThrottleStore.blocked(session.tenant.id, subject, at: session.now)
        )
        if let end = try blocks.one { throw Throttled(until: end, at: session.now) }
        guard let code = try codes.first else { throw try await wrongCode(confirmation, subject, session) }
        subject = ThrottleStore.LoginSubject(account: "id:\(code.account.rawValue)", address: network)
        guard code.isRight else { throw try await wrongCode(confirmation, subject, session) }
        // The code is right: a refused password does not use it up.
        let errors = violations(
            of: confirmation.new,
            as: "new",
            code.username,
            code.email,
            session.tenant
        )
        guard errors.isEmpty else { throw Problem.invalidFields(errors) }
        let hash = try await hashing.hash(confirmation.new, in: session)
        let used = try await session.write(
            PasswordResetStore.use(tenant, .bytes(digest), .time(session.now), .text(hash), .text(selector)),
            PasswordResetStore.revokeAll(tenant, .id(code.account), .text(hash))
        )
        // Another call with the same code was faster.
        guard used[0].affectedRows == 1 else { throw try await wrongCode(confirmation, subject, session) }
    }

    /// Counts the failure, and delays the answer if an account is attacked from many addresses.
    private func wrongCode(
        _ confirmation: PasswordResetConfirmation,
        _ subject: ThrottleStore.LoginSubject,
        _ session: Session
    ) async throws -> Problem {
        try await countFailure(subject, session)
        var errors = violations(of: confirmation.new, as: "new", nil, nil, session.tenant)
        errors.add("code", "This code is wrong, used or expired. Request a new one.")
        return Problem.invalidFields(errors)
    }
}
