/// Signing in with outside accounts, and linking them.
package enum IdentityCalls {
    private static let example: JSONObject = [
        "id_token":
            "eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUifQ.c2lnbmF0dXJl",
        "nonce": "n-0S6_WzA2Mj7QpLx9",
    ]

    private static let signInExample: JSONObject = {
        var signIn = example
        signIn.add("device", "Ada's phone")
        return signIn
    }()

    package static let signIn = Endpoint<Void, IDTokenCredentials, SignedIn>(.post, "login/oidc")
        .access(.open).titled("Sign in with an outside account").named("loginWithIDToken")
        .explained(
            """
            Takes an ID token (OpenID Connect) of an issuer in the tenant's setting `oidc_issuers`, such as Google or \
            Apple. A token signs in once. Refused tokens count as failed sign-ins of the address.
            """
        )
        .taking(example: .object(signInExample)).answering(200)
        .needingSecondStep
        .refusing(403, "account_suspended", "The token is valid, but the account is suspended.")
        .refusing(
            404,
            "no_account",
            """
            The token is valid, but no account has its identity. `registration_ticket` is for `POST /register/`, works \
            once and for 15 minutes; `email`, `first_name` and `last_name` are the token's, if it has them.
            """
        )
        .refusing(409, "edit_conflict", "The account was changed at the same time. Sign in again.")
        .refusing(429, "throttled", "Too many failed sign-ins from this address.")
        .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed.")

    package static let list = Endpoint<Void, Never, ListPage<Identity>>(.get, "identities")
        .titled("List your outside accounts").named("listIdentities")
        .explained("Newest first.").paged.answering(200)

    package static let link = Endpoint<Void, IDTokenProof, Identity>(.post, "identities")
        .titled("Link an outside account").named("linkIdentity")
        .taking(example: .object(Self.example)).answering(201)
        .answering(200, "It was already linked.")
        .refusing(409, "identity_taken", "It is linked to another account.")
        .refusing(
            422,
            "validation_failed",
            "`errors.id_token`: the token is refused, and the member `check` says why as at sign-in; or there are too many."
        )
        .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed.")

    package static let unlink = Endpoint<Int64, Never, Void>(.delete, "identities/{id:id}")
        .titled("Unlink an outside account").named("unlinkIdentity")
        .explained("Devices that are signed in stay signed in.")
        .path("id", "The identity's id, from the list.").answering(204)
        .refusing(
            409,
            "last_sign_in",
            "The account has no password and no other outside account. Set a password by a reset code first."
        )
}
