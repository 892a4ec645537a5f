/// Signing in with accounts of services that give no ID tokens (OAuth 2.0, RFC 6749, with PKCE).
package enum OAuthCalls {
    private static let example: JSONObject = [
        "provider": "github", "code": "d4f1c0ffee0123456789",
        "verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "redirect_uri": "org.example.app:/signed-in",
    ]

    private static let signInExample: JSONObject = {
        var signIn = example
        signIn.add("device", "Ada's phone")
        return signIn
    }()

    private static let unavailable =
        "The service does not answer, answers what cannot be read, or refuses the app's client id or secret; `detail` says which."
        + " Nothing was changed."

    package static let begin = Endpoint<String, Never, Void>(.get, "login/oauth/{provider}")
        .access(.open).titled("Begin to sign in with another service in a browser").named("beginOAuthLogin")
        .explained(
            """
            A link for people: it leads to the page of the app that begins the sign-in there. Apps begin it themselves, with their own \
            `code_challenge` and `state`, and send the code to `POST /login/oauth/`.
            """
        )
        .path("provider", "The service, as in the tenant's setting `oauth_providers`.")
        .answering(303, "`Location` is the page.")
        .refusing(404, "not_found", "The tenant takes no accounts of this service.")

    package static let signIn = Endpoint<Void, OAuthCredentials, SignedIn>(.post, "login/oauth")
        .access(.open).titled("Sign in with an account of another service").named("loginWithOAuth")
        .explained(
            """
            For services without ID tokens, such as GitHub or Discord. Takes the code of an authorization that the app began with PKCE, \
            and exchanges it with the tenant's client id and secret. A code signs in once. Refused codes count as failed sign-ins of \
            the address.
            """
        )
        .taking(example: .object(signInExample)).answering(200)
        .needingSecondStep
        .refusing(403, "account_suspended", "The code is valid, but the account is suspended.")
        .refusing(
            404,
            "no_account",
            """
            The code is valid, but no account has its identity. `registration_ticket` is for `POST /register/`, works \
            once and for 15 minutes; `email`, `first_name` and `last_name` are the service's, if it names them.
            """
        )
        .refusing(409, "edit_conflict", "The account was changed at the same time. Sign in again.")
        .refusing(429, "throttled", "Too many failed sign-ins from this address.")
        .refusing(503, "provider_unavailable", unavailable)

    package static let link = Endpoint<Void, OAuthProof, Identity>(.post, "identities/oauth")
        .titled("Link an account of another service").named("linkOAuthIdentity")
        .taking(example: .object(example)).answering(201)
        .answering(200, "It was already linked.")
        .refusing(409, "identity_taken", "It is linked to another account.")
        .refusing(
            422,
            "validation_failed",
            "`errors.code`: the code is refused, and the member `check` says why as at sign-in; or there are too many."
        )
        .refusing(503, "provider_unavailable", unavailable)
}
