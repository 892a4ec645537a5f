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
            TenantRoute(PasswordResetCalls.ask, handler: ask)
                .checkingQueryItself(),
            TenantRoute(PasswordResetCalls.confirm, handler: confirm),
            TenantRoute(PasswordResetCalls.page, handler: page),
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
            for rule in errors.rules(of: "new") { body.refuse(PasswordChange.new, rule) }
        }
        try await accounts.reset(confirmation, in: call.session)
        return .noContent
    }

    private func page(_ call: Call) async throws -> Response {
        return MailPage.reset(call)
    }
}
