internal import Database
internal import HTTPServer
internal import ParlayAPI

/// Where the links in mails about notices lead. No token: whoever holds the link got the mail.
package struct MailRoutes: Sendable {
    package init() {}

    package var routes: [TenantRoute] {
        [
            TenantRoute(
                .get,
                "unsubscribe/{signed}",
                "A page that offers to end mail about notices",
                access: .open,
                handler: offer
            )
            .explained("Changes nothing: programs that look for danger in mails follow each link.")
            .answering(200, .media(["text/html"]))
            .refusing(404, "not_found", "The link was not made for this tenant, or was changed."),
            TenantRoute(
                .post,
                "unsubscribe/{signed}",
                "End mail about notices with one click",
                access: .open,
                body: .ignored,
                handler: end
            )
            .explained(
                "What `List-Unsubscribe` of each such mail names (RFC 8058). The body is not looked at."
            )
            .answering(200, .media(["text/html"]))
            .refusing(404, "not_found", "The link was not made for this tenant, or was changed."),
        ]
    }

    private func offer(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        _ = try account(call)
        return MailPage.unsubscribe(tenant: call.tenant.name)
    }

    private func end(_ call: Call) async throws -> Response {
        try call.requireNoQuery()
        let account = try account(call)
        _ = try await call.session.write(
            MailStore.unsubscribe(.id(call.tenant.id), .id(account), .time(call.now))
        )
        return MailPage.unsubscribed(tenant: call.tenant.name)
    }

    private func account(_ call: Call) throws -> AccountID {
        let signed = call.request.parameters["signed"] ?? ""
        guard let account = UnsubscribeLink.account(signed, of: call.tenant.id, signer: call.signer) else {
            throw TenancyError.notFound("This link is not one of ours. Copy it whole from the mail.")
        }
        return account
    }
}
