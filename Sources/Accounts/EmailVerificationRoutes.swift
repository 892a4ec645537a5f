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
            TenantRoute(EmailVerificationCalls.ask, handler: ask),
            TenantRoute(EmailVerificationCalls.verify, handler: verify),
            TenantRoute(EmailVerificationCalls.page, handler: page),
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
        MailPage.verification(call)
    }
}
