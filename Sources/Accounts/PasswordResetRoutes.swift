internal import HTTPServer
internal import Notifications
internal import ParlayAPI
package import Tenancy

/// Sets a new password without the old one.
package struct PasswordResetRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .post,
                "password/reset",
                "Request a code to reset the password",
                access: .open,
                body: .json,
                handler: ask
            )
            // Every call counts for the throttle, also a refused one.
            .checkingQueryItself()
            .explained(
                """
                The answer is the same whether or not an account has this email. The code is sent by mail, works once, \
                and expires after 30 minutes or five tries. A new code replaces the old one.
                """
            )
            .taking(PasswordReset.self, example: ["email": "ada@example.org"])
            .answering(202, .none, "If there is an account with this email, a mail is on its way."),
            TenantRoute(
                .post,
                "password/reset/confirm",
                "Reset the password with a code",
                access: .open,
                body: .json,
                handler: confirm
            )
            .explained(
                """
                Signs out every device. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code \
                do not matter.
                """
            )
            .irreversible("Replaces the password and signs out every device.")
            .taking(
                PasswordResetConfirmation.self,
                example: ["code": "K7QF-2M9X-WTBC-4DPR", "new": "tango in the sunshine"]
            )
            .answering(204, .none, "The password is changed. Sign in with it.")
            .refusing(422, "validation_failed", "`errors.code`: the code is wrong, used or expired."),
            TenantRoute(
                .get,
                "password/reset",
                "The page that the reset mail links to",
                access: .open,
                handler: page
            )
            .explained(
                "Reads the code from the URL fragment, which browsers do not send to the server."
            )
            .answering(200, .media(["text/html"])),
        ]
    }

    private func ask(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.reset, in: call.session)
        _ = try call.query
        try await accounts.askForReset(try call.decode(PasswordReset.self).email, in: call.session)
        return Response(status: 202)
    }

    private func confirm(_ call: Call) async throws -> Response {
        let confirmation = try await call.decode(
            try call.object(),
            as: PasswordResetConfirmation.self
        ) { confirmation, body in
            // If the code is right, the new password is checked against the account's names.
            guard !body.isValid(PasswordResetConfirmation.code), body.isValid(PasswordChange.new) else {
                return
            }
            let errors = accounts.violations(of: confirmation.new, as: "new", nil, nil, call.tenant)
            for sentence in errors["new"] { body.refuse(PasswordChange.new, sentence) }
        }
        try await accounts.reset(confirmation, in: call.session)
        return .noContent
    }

    private func page(_ call: Call) async throws -> Response {
        return MailPage.reset(tenant: call.tenant.name)
    }
}
