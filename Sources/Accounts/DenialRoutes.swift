internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// What the links *this was not me* lead to.
package struct DenialRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] { [TenantRoute(DenialCalls.deny, handler: deny)] }

    private func deny(_ call: Call) async throws -> Response {
        try await accounts.deny(try call.decode(Denial.self), call.signer, in: call.session)
        return .noContent
    }
}
