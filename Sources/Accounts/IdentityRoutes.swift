internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// Signing in with outside accounts, and linking them.
package struct IdentityRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    package var routes: [TenantRoute] {
        [
            TenantRoute(IdentityCalls.signIn, handler: signIn)
                .refusing(
                    401,
                    "oidc_token_refused",
                    "`check` says why: \(IDTokenRefusal.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
                ),
            TenantRoute(IdentityCalls.list, handler: list),
            TenantRoute(
                IdentityCalls.link,
                preparing: { call in
                    try await accounts.verify(try call.decode(IDTokenProof.self), in: call.session)
                },
                handler: accounts.answerLink
            )
            .explained(
                """
                From then on you can sign in with it. Linking it again changes nothing. An account can have \
                \(IdentityStore.limit). A verified address in the token that equals the \
                account's proves it, if the issuer's `link_by_email` is on.
                """
            ),
            TenantRoute(IdentityCalls.unlink, handler: unlink),
        ]
    }

    private func signIn(_ call: Call) async throws -> Response {
        let body = try call.decode(IDTokenCredentials.self)
        return .json(
            try await accounts.signIn(
                body,
                label: body.device ?? call.deviceLabel,
                call.signer,
                in: call.session
            )
        )
    }

    private func list(_ call: Call) async throws -> Response {
        let page = try call.page(keys: 1)
        let identities = try await accounts.identities(page, in: call.session)
        return try await call.list(identities, page) { [identities[$0].id] }
    }

    private func unlink(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: IdentityID.self)
        try await call.changeUntagged { try await accounts.unlink(id, in: call.session) }
        return .noContent
    }
}

extension AccountService {
    /// Links a token's or a code's account: 201, or 200 if it was linked before.
    func answerLink(_ call: Call, _ proof: OutsideProof) async throws -> Response {
        let (identity, isNew) = try await link(proof, in: call.session)
        return .json(identity, status: isNew ? 201 : 200)
    }
}
