internal import Database
internal import HTTPServer
internal import Notifications
package import ParlayAPI
package import Security
package import Tenancy

extension AccountService {
    /// Secures an account whose owner says, by the link in a mail, that somebody else did what the mail is about.
    ///
    /// - Throws: `DenialError.linkExpired`.
    package func deny(_ denial: Denial, _ signer: Signer, in session: Session) async throws {
        let tenant = Parameter.id(session.tenant.id)
        let now = Parameter.time(session.now)
        guard let notice = NotMeLink.notice(denial.code, of: session.tenant.id, signer: signer) else {
            throw DenialError.linkExpired
        }
        try await session.transaction {
            let denied = try await session.write(DenialStore.deny(tenant, .integer(notice), now))
            guard let account = try denied.first else { throw DenialError.linkExpired }
            // A statement of its own, so that the next sees what sign-ins under way have stored.
            _ = try await session.write([SecondFactorStore.lockAccount(tenant, .id(account))])
            _ = try await session.write([DenialStore.undoEmail(tenant, .id(account), now)])
            let locked = try await session.write(DenialStore.lock(tenant, .id(account), now)).one
            // Somebody else's, which would keep the owner out. A code for a new password is enough then.
            if locked.hasNewFactor {
                _ = try await session.write([SecondFactorStore.remove(tenant, .id(account), now)])
            }
            guard let email = locked.email else { return }
            _ = try await session.write([MailStore.askForReset(tenant, .text(email), now)])
        }
    }
}

/// Refusals of links in security mails.
package enum DenialError: ProblemConvertible, Equatable {
    case linkExpired

    package var problem: Problem {
        Problem(
            status: 404,
            code: "link_expired",
            title: "Link not valid",
            detail: "This link was used or has expired. Reset your password instead."
        )
    }
}
