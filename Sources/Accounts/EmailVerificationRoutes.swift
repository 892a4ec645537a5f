internal import HTTPServer
internal import Notifications
internal import ParlayAPI
package import Tenancy

/// Proves that an email address is the account's.
package struct EmailVerificationRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .post,
                "email/verification",
                "Request a code to verify the email address",
                handler: ask
            )
            .named("requestEmailVerification")
            .explained(
                """
                Sends a mail with a code and a link to the caller's address. The code works once, and expires after 30 \
                minutes, after five tries, or when the address changes. A new code replaces the old one. An account gets at \
                most ten codes in ten minutes; further calls answer 202 too, and send nothing.
                """
            )
            .answering(202, .none, "A mail is on its way.")
            .refusing(403, "no_email", "The account has no email address.")
            .refusing(409, "already_verified", "The address is verified.")
            .refusing(429, "throttled", "Too many requests for codes from this address."),
            TenantRoute(
                .put,
                "email/verification",
                "Verify an email address with a code",
                access: .optionalToken,
                body: .json,
                handler: verify
            )
            .named("verifyEmail")
            .explained(
                """
                The code is proof enough, so no token is needed. With a token, the code must be for that account. Wrong \
                codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.
                """
            )
            .taking(EmailVerification.self, example: ["code": "K7QF-2M9X-WTBC-4DPR"])
            .answering(204, .none, "The address is verified.")
            .refusing(422, "validation_failed", "`errors.code`: the code is wrong, used or expired.")
            .refusing(429, "throttled", "Too many wrong codes from this address."),
            TenantRoute(
                .get,
                "email/verification",
                "The page that the verification mail links to",
                access: .open,
                handler: page
            )
            .explained(
                """
                Reads the code from the URL fragment, which browsers do not send to the server, and verifies the address on \
                a click.
                """
            )
            .answering(200, .media(["text/html"])),
        ]
    }

    private func ask(_ call: Call) async throws -> Response {
        try await accounts.throttles.count(.verification, in: call.session)
        try await accounts.askForVerification(in: call.session)
        return Response(status: 202)
    }

    private func verify(_ call: Call) async throws -> Response {
        try await accounts.verifyEmail(try call.decode(EmailVerification.self), in: call.session) {
            try call.requireMatchOfUntagged()
        }
        return .noContent
    }

    private func page(_ call: Call) async throws -> Response {
        MailPage.verification(tenant: call.tenant.name)
    }
}
