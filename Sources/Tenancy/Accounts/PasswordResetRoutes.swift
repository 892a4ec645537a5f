internal import HTTPServer
internal import ParlayAPI

/// Choosing a new password without the old one.
package struct PasswordResetRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .post,
                "password/reset",
                "Ask for a code by mail",
                access: .open,
                body: .json,
                handler: ask
            )
            .explained(
                """
                The answer is the same whether or not an account has this email. A code is good for 30 minutes \
                and five tries; a later one replaces it.
                """
            )
            .taking(PasswordReset.self, example: ["email": "ann@example.org"])
            .answering(202, .none, "A mail is under way if somebody has this email."),
            TenantRoute(
                .post,
                "password/reset/confirm",
                "Choose a new password with a code",
                access: .open,
                body: .json,
                handler: confirm
            )
            .explained(
                """
                Every token of the account is revoked. Wrong codes are counted like failed sign-ins. Hyphens, spaces \
                and case of the code do not matter.
                """
            )
            .taking(
                PasswordResetConfirmation.self,
                example: ["code": "K7QF-2M9X-WTBC-4DPR", "new": "tango in the sunshine"]
            )
            .answering(204, .none, "The password is changed; sign in with it.")
            .refusing(422, "validation_failed", "`errors.code`: the code is wrong, used or expired."),
            TenantRoute(
                .get,
                "password/reset",
                "The page that a reset mail leads to",
                access: .open,
                handler: page
            )
            .explained("Takes the code from the address's fragment, which browsers send to nobody.")
            .answering(200, .media(["text/html"])),
        ]
    }

    private func ask(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.reset, in: call.session)
        try call.requireNoQuery()
        try await accounts.askForReset(try call.decode(PasswordReset.self).email, in: call.session)
        return Response(status: 202)
    }

    private func confirm(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        try await accounts.reset(
            try call.decode(PasswordResetConfirmation.self),
            in: call.session
        )
        return .noContent
    }

    private func page(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        return MailPage.reset(tenant: call.tenant.name)
    }
}
