internal import Database
internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// The paths of links in notice mails. They need no token: having the link proves that the mail was received.
package struct MailRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "unsubscribe/{signed}",
                "The page that notice mails link to",
                access: .open,
                handler: offer
            )
            .explained(
                "Offers to unsubscribe. Opening it changes nothing, because mail scanners follow every link."
            )
            .path("signed", "The signed part of the link in the mail.")
            .answering(200, .media(["text/html"]))
            .refusing(404, "not_found", "The link belongs to another tenant, or was altered."),
            TenantRoute(
                .post,
                "unsubscribe/{signed}",
                "Unsubscribe with one click",
                access: .open,
                body: .ignored,
                handler: end
            )
            .explained(
                "The address in `List-Unsubscribe` of each notice mail (RFC 8058). The body is ignored."
            )
            .path("signed", "The signed part of the link in the mail.")
            .answering(200, .media(["text/html"]))
            .refusing(404, "not_found", "The link belongs to another tenant, or was altered."),
        ]
    }

    private func offer(_ call: Call) async throws -> Response {
        _ = try account(call)
        return MailPage.unsubscribe(tenant: call.tenant.name)
    }

    private func end(_ call: Call) async throws -> Response {
        let account = try account(call)
        _ = try await call.session.write(
            MailStore.unsubscribe(.id(call.tenant.id), .id(account), .time(call.now))
        )
        return MailPage.unsubscribed(tenant: call.tenant.name)
    }

    private func account(_ call: Call) throws -> AccountID {
        let signed = call.request.parameters["signed"] ?? ""
        guard let account = UnsubscribeLink.account(signed, of: call.tenant.id, signer: call.signer) else {
            throw TenancyError.notFound("This link is not valid. Copy the whole link from the mail.")
        }
        return account
    }
}
