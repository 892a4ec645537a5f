internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The paths of links in notice mails. They need no token: having the link proves that the mail was received.
package struct MailRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(UnsubscribeCalls.offer, handler: offer),
            TenantRoute(UnsubscribeCalls.end, handler: end),
        ]
    }

    private func offer(_ call: Call) async throws -> Response {
        _ = try account(call)
        return MailPage.unsubscribe(call)
    }

    private func end(_ call: Call) async throws -> Response {
        let account = try account(call)
        try await MailService.unsubscribe(account, in: call.session)
        return MailPage.unsubscribed(call)
    }

    private func account(_ call: Call) throws -> AccountID {
        let signed = call.request.parameters["signed"] ?? ""
        guard let account = UnsubscribeLink.account(signed, of: call.tenant.id, signer: call.signer) else {
            throw TenancyError.notFound("This link is not valid. Copy the whole link from the mail.")
        }
        return account
    }
}
