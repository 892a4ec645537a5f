/// The calls about the second factor of sign-ins.
package enum SecondFactorCalls {
    package static let logIn = Endpoint<Void, SecondSignIn, SignedIn>(.post, "login/second")
        .access(.open).repeating(.never)
        .titled("Sign in with the second factor").named("loginWithSecondFactor")
        .explained(
            """
            The second step of a sign-in that was refused with `second_factor_required`. Its `ticket` works once, for 5 minutes \
            and five tries. Wrong codes count as failed sign-ins.
            """
        )
        .taking(example: ["ticket": "7Jq1sX0bYt5RkWc9ZlN3pA", "code": "287082"])
        .answering(200, example: SignedIn.ada)
        .refusing(401, "bad_second_factor", "The code is wrong, or was used.")
        .refusing(401, "second_factor_expired", "The ticket is unknown, used or expired. Sign in again.")
        .refusing(429, "throttled", "Too many failed attempts for this account or from this address.")

    package static let show = Endpoint<Void, Never, SecondFactor>(.get, "second-factor")
        .titled("Get your second factor").named("getSecondFactor")
        .explained(
            "Whether it is on, how many recovery codes are left, and whether the app requires one of you."
        ).answering(200).forSetUp

    package static let begin = Endpoint<Void, OwnerProof, SecondFactorSecret>(.post, "second-factor")
        .titled("Set up a second factor").named("beginSecondFactor")
        .explained(
            """
            Makes a secret for an authenticator app. Nothing changes until a code proves that the app has it; another call \
            makes another secret.
            """
        )
        .taking(example: ["password": "correct horse battery"]).answering(201)
        .refusing(403, "bad_password", "This is not the account's password.").provingWithoutPassword
        .refusing(403, "second_factor_off", "The app offers no second factors.")
        .refusing(409, "second_factor_exists", "There is one already. Remove it first.")
        .refusing(409, "second_factor_exists", "The account has a second factor. Remove it first.")
        .guessingPasswords.forSetUp

    package static let prove = Endpoint<Void, SecondFactorCode, RecoveryCodes>(.post, "second-factor/proof")
        .titled("Turn the second factor on").named("proveSecondFactor")
        .explained("Signs out every other device. The answer has the recovery codes.")
        .taking(example: ["code": "287082"]).answering(200)
        .refusing(403, "bad_code", "The code is wrong, or was used.")
        .refusing(409, "second_factor_exists", "The second factor is on already.")
        .refusing(409, "second_factor_missing", "No second factor is being set up.")
        .guessingCodes.forSetUp

    package static let renewCodes = Endpoint<Void, SecondFactorProof, RecoveryCodes>(
        .post,
        "second-factor/recovery-codes"
    )
    .titled("Replace the recovery codes").named("replaceRecoveryCodes")
    .explained("The old ones work no longer.")
    .taking(example: ["code": "287082", "password": "correct horse battery"]).answering(200)
    .refusing(403, "bad_password", "This is not the account's password.").provingWithoutPassword
    .refusing(403, "bad_code", "The code is wrong, or was used.")
    .refusing(409, "second_factor_missing", "The account has no second factor.")
    .guessingCodes

    package static let remove = Endpoint<Void, SecondFactorProof, Void>(.post, "second-factor/delete")
        .titled("Remove the second factor").named("removeSecondFactor")
        .explained("A sign-in needs the password alone again, and the recovery codes are void.")
        .taking(example: ["code": "287082", "password": "correct horse battery"]).answering(204)
        .refusing(403, "bad_password", "This is not the account's password.").provingWithoutPassword
        .refusing(403, "bad_code", "The code is wrong, or was used.")
        .refusing(409, "second_factor_missing", "The account has no second factor.")
        .guessingCodes

    package static let keep = Endpoint<Void, Never, Void>(.post, "second-factor/keep")
        .titled("Object to a reset of the second factor").named("keepSecondFactor")
        .explained("Ends an admin's reset that has not taken effect.").answering(204)
        .refusing(409, "second_factor_missing", "There is no reset to object to.")
}

extension Endpoint {
    /// The description of a call that requires a code of the second factor.
    var guessingCodes: Endpoint {
        refusing(
            429,
            "throttled",
            "Too many wrong codes or passwords for this account or from this address. They count as failed sign-ins."
        )
    }

    /// The description of a call that requires one of some accounts.
    var provingLater: Endpoint {
        refusing(403, "bad_code", "`code` is wrong, or was used.")
            .refusing(
                422,
                "validation_failed",
                "`errors.code`: the account has a second factor, and signed in over 15 minutes ago."
            )
    }

    /// The description of a sign-in that may need a second step.
    var needingSecondStep: Endpoint {
        refusing(
            401,
            "second_factor_required",
            "The account has a second factor. `ticket` is for `POST /login/second/`: once, within 5 minutes."
        )
    }
}
