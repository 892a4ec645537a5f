internal import HTTPServer
internal import ParlayAPI
package import Tenancy

/// Signing in with accounts of services without ID tokens, and linking them.
package struct OAuthRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(OAuthCalls.begin, handler: begin),
            TenantRoute(OAuthCalls.signIn, handler: signIn)
                .refusing(
                    401,
                    "oauth_code_refused",
                    "`check` says why: \(OAuthRefusal.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
                ),
            TenantRoute(
                OAuthCalls.link,
                preparing: { call in
                    try await accounts.verify(try call.decode(OAuthProof.self), call.signer, in: call.session)
                },
                handler: accounts.answerLink
            )
            .explained(
                """
                From then on you can sign in with it. Linking it again changes nothing. An account can have \
                \(IdentityStore.limit) outside accounts. An address that the service calls verified and that equals the \
                account's proves it, if the provider's `link_by_email` is on.
                """
            ),
        ]
    }

    /// A page begins it, because it binds what follows to the browser.
    private func begin(_ call: Call) async throws -> Response {
        let name = call.request.parameters["provider"] ?? ""
        guard call.tenant.settings.oauthProvider(name) != nil else {
            throw TenancyError.notFound(OAuthRefusal.provider.sentence)
        }
        let page = "/app/\(call.tenant.slug)/sign-in/outside?provider=\(RequestTarget.encode(name))"
        return Response(status: 303).with("Location", page).with("Cache-Control", "no-store")
    }

    private func signIn(_ call: Call) async throws -> Response {
        let body = try call.decode(OAuthCredentials.self)
        return .json(
            try await accounts.signIn(
                body,
                label: body.device ?? call.deviceLabel,
                call.signer,
                in: call.session
            )
        )
    }
}
