internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security
package import Tenancy

/// Signing in with outside accounts, and linking them.
package struct IdentityRoutes: Sendable {
    private let accounts: AccountService

    package init(_ accounts: AccountService) { self.accounts = accounts }

    private static let example: JSONObject = [
        "id_token":
            "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUifQ.c2lnbmF0dXJl",
        "nonce": "n-0S6_WzA2Mj7QpLx9",
    ]

    package var routes: [TenantRoute] {
        var signIn = Self.example
        signIn.add("device", "Ada's phone")
        return [
            TenantRoute(
                .post,
                "login/oidc",
                "Sign in with an outside account",
                access: .open,
                body: .json,
                handler: self.signIn
            )
            .named("loginWithIDToken")
            .explained(
                """
                Takes an ID token (OpenID Connect) of an issuer in the tenant's setting `oidc_issuers`, such as Google or \
                Apple. A token signs in once. Refused tokens count as failed sign-ins of the address.
                """
            )
            .taking(IDTokenCredentials.self, example: .object(signIn))
            .answering(200, .resource(SignedIn.self))
            .refusing(
                401,
                "oidc_token_refused",
                "`check` says why: \(IDTokenRefusal.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
            )
            .refusing(403, "account_suspended", "The token is good, but the account is suspended.")
            .refusing(
                404,
                "no_account",
                """
                The token is good, but nobody has its identity. `registration_ticket` is for `POST /register/`, works \
                once and for 15 minutes; `email`, `first_name` and `last_name` are the token's, if it has them.
                """
            )
            .refusing(
                409,
                "edit_conflict",
                "The account was changed at the same time. Sign in again."
            )
            .refusing(429, "throttled", "Too many failed sign-ins from this address.")
            .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed."),
            TenantRoute(.get, "identities", "List your outside accounts", handler: list)
                .named("listIdentities")
                .explained("Newest first.")
                .paged
                .answering(200, .page(of: Identity.self)),
            TenantRoute(
                .post,
                "identities",
                "Link an outside account",
                body: .json,
                preparing: { call in
                    try await accounts.verify(try call.decode(IDTokenProof.self), in: call.session)
                },
                handler: link
            )
            .named("linkIdentity")
            .explained(
                """
                From then on one can sign in with it. Linking one's own again changes nothing. An account can have \
                \(IdentityStore.limit). A verified address in the token that equals the \
                account's proves it, if the issuer's `link_by_email` is on.
                """
            )
            .taking(IDTokenProof.self, example: .object(Self.example))
            .answering(201, .resource(Identity.self))
            .answering(200, .resource(Identity.self), "It was already linked.")
            .refusing(409, "identity_taken", "It is linked to another account.")
            .refusing(
                422,
                "validation_failed",
                "`errors.id_token`: the token is refused, and the member `check` says why as at sign-in; or there are too many."
            )
            .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed."),
            TenantRoute(.delete, "identities/{id:id}", "Unlink an outside account", handler: unlink)
                .named("unlinkIdentity")
                .explained("Devices that are signed in stay signed in.")
                .path("id", "The identity's id, from the list.")
                .answering(204, .none)
                .refusing(
                    409,
                    "last_sign_in",
                    "The account has no password and no other outside account. Set a password by a reset code first."
                ),
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
        let rows = try await call.session.read(
            IdentityStore.page(
                .id(call.tenant.id),
                .integer(page.after?.first),
                .integer(page.fetchLimit)
            )
        )
        let identities = try rows.map { $0.identity }
        return try await call.list(identities, page) { [identities[$0].id] }
    }

    private func link(_ call: Call, _ proof: VerifiedIDToken) async throws -> Response {
        let (identity, isNew) = try await accounts.link(proof, in: call.session)
        return .json(identity, status: isNew ? 201 : 200)
    }

    private func unlink(_ call: Call) async throws -> Response {
        let id = try call.id("id", as: IdentityID.self)
        try await call.changeUntagged { try await accounts.unlink(id, in: call.session) }
        return .noContent
    }
}
