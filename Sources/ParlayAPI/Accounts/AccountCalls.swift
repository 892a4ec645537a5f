/// Registration, sign-in, and the public facts about a tenant.
package enum AccountCalls {
    package static let register = Endpoint<Void, Registration, SignedIn>(.post, "register")
        .access(.open).titled("Register").registering
        .named("register")

    package static let logIn = Endpoint<Void, Credentials, SignedIn>(.post, "login")
        .access(.open).repeating(.harmless)
        .titled("Sign in with username or email").named("login")
        .explained("Creates a token for this device. Tokens of other devices stay valid.")
        .taking(example: ["username": "ada", "password": "correct horse battery", "device": "Ada's phone"])
        .answering(200, example: SignedIn.ada)
        .refusing(401, "bad_credentials", "The name or the password is wrong. The answer does not say which.")
        .needingSecondStep
        .refusing(403, "account_suspended", "The password is right, but the account is suspended.")
        .refusing(429, "throttled", "Too many failed attempts for this account or from this address.")

    package static let token = Endpoint<Void, TokenRequest, BareToken>(.post, "token")
        .access(.open).repeating(.harmless)
        .titled("Get a token only (compatible with Django REST framework)").named("obtainToken")
        .explained("For clients that expect `obtain_auth_token`: the answer contains only the token.")
        .taking(example: ["username": "ada", "password": "correct horse battery"]).answering(200)
        .refusing(
            400,
            "bad_credentials",
            "The name or the password is wrong; `non_field_errors` says so too."
        )
        .needingSecondStep
        .refusing(403, "account_suspended", "The password is right, but the account is suspended.")
        .refusing(429, "throttled", "Too many failed attempts for this account or from this address.")

    package static let changePassword = Endpoint<Void, PasswordChange, Void>(.put, "password")
        .repeating(.never)
        .titled("Change the password").named("changePassword")
        .explained("Signs out every other device: only the token of this call stays valid.")
        .irreversible("Signs out every other device and replaces the password.")
        .taking(example: ["current": "correct horse battery", "new": "tango in the sunshine"])
        .answering(204)
        .refusing(403, "bad_password", "`current` is not the account's password.").provingWithoutPassword
        .provingLater.guessingPasswords

    package static let about = Endpoint<Void, Never, About>(.get, "about")
        .access(.open).titled("Describe the tenant").named("about")
        .explained("For the first screen of an app: the name, the modules that are on, and who may register.")
        .answering(200)
}

extension Endpoint {
    /// The description of a call that requires the caller's password, if the account has one.
    var provingWithoutPassword: Endpoint {
        refusing(
            403,
            "no_password",
            """
            The account has no password, and the call has no valid ID token of a linked outside account. `check` says what is \
            wrong with the token, if there is one. A token is accepted once, and up to 5 minutes after it was issued.
            """
        )
        .refusing(503, "issuer_unavailable", "The issuer's keys cannot be fetched. Nothing was changed.")
    }

    /// The description of a call that requires the caller's current password.
    var guessingPasswords: Endpoint {
        refusing(
            429,
            "throttled",
            "Too many wrong passwords for this account or from this address. They count as failed sign-ins."
        )
    }
}

extension Endpoint where Body == Registration, Answer == SignedIn {
    /// The description of a call that registers an account. The server adds what modules say about it.
    var registering: Endpoint {
        taking(example: [
            "username": "ann", "password": "tango under the rain", "email": "ann@example.org",
            "first_name": "Ann", "last_name": "Archer",
        ])
        .answering(201)
        .refusing(403, "registration_closed", "The tenant currently accepts no new accounts.")
        .refusing(403, "invite_required", "Registration requires a valid `invite_code`.")
        .refusing(409, "username_taken", "The username is taken. Case does not matter.")
        .refusing(409, "email_taken", "An account with this email exists.")
        .refusing(
            422,
            "validation_failed",
            "`errors.registration_ticket`: the ticket is wrong, expired or used. Sign in with the outside account again."
        )
        .refusing(429, "throttled", "Too many registrations from this address.")
    }
}
