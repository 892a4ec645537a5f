/// The calls that prove an email address.
package enum EmailVerificationCalls {
    package static let ask = Endpoint<Void, Never, Void>(.post, "email/verification")
        .titled("Request a code to verify the email address").named("requestEmailVerification")
        .explained(
            """
            Sends a mail with a code and a link to the caller's address. The code works once, and expires after 30 \
            minutes, after five tries, or when the address changes. A new code replaces the old one. An account gets at \
            most ten codes in ten minutes; further calls answer 202 too, and send nothing.
            """
        )
        .answering(202, "A mail is on its way.")
        .refusing(403, "no_email", "The account has no email address.")
        .refusing(409, "already_verified", "The address is verified.")
        .refusing(429, "throttled", "Too many requests for codes from this address.")

    package static let verify = Endpoint<Void, EmailVerification, Void>(.put, "email/verification")
        .access(.optionalToken).repeating(.never)
        .titled("Verify an email address with a code").named("verifyEmail")
        .explained(
            """
            The code is proof enough, so no token is needed. With a token, the code must be for that account. Wrong \
            codes count like failed sign-ins. Hyphens, spaces and case of the code do not matter.
            """
        )
        .taking(example: ["code": "K7QF-2M9X-WTBC-4DPR"]).answering(204, "The address is verified.")
        .refusing(422, "validation_failed", "`errors.code`: the code is wrong, used or expired.")
        .refusing(429, "throttled", "Too many wrong codes from this address.")

    package static let page = Endpoint<Void, Never, File>(.get, "email/verification")
        .access(.open).titled("The page that the verification mail links to")
        .explained(
            """
            Reads the code from the URL fragment, which browsers do not send to the server, and verifies the address on \
            a click.
            """
        )
        .answering(200, media: ["text/html"])
}
