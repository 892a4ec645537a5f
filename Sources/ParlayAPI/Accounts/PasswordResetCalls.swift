/// The calls that set a new password without the old one.
package enum PasswordResetCalls {
    package static let ask = Endpoint<Void, PasswordReset, Void>(.post, "password/reset")
        .access(.open).repeating(.harmless)
        .titled("Request a code to reset the password").named("requestPasswordReset")
        .explained(
            """
            The answer is the same whether or not an account has this email. The code is sent by mail, works once, \
            and expires after 30 minutes or five tries. A new code replaces the old one.
            """
        )
        .taking(example: ["email": "ada@example.org"])
        .answering(202, "If there is an account with this email, a mail is on its way.")

    package static let confirm = Endpoint<Void, PasswordResetConfirmation, Void>(
        .post,
        "password/reset/confirm"
    )
    .access(.open).titled("Reset the password with a code").named("resetPassword")
    .explained(
        """
        Signs out every device. Wrong codes count like failed sign-ins. Hyphens, spaces and case of the code \
        do not matter.
        """
    )
    .irreversible("Replaces the password and signs out every device.")
    .taking(example: ["code": "K7QF-2M9X-WTBC-4DPR", "new": "tango in the sunshine"])
    .answering(204, "The password is changed. Sign in with it.")
    .refusing(422, "validation_failed", "`errors.code`: the code is wrong, used or expired.")

    package static let page = Endpoint<Void, Never, File>(.get, "password/reset")
        .access(.open).titled("The page that the reset mail links to")
        .explained("Reads the code from the URL fragment, which browsers do not send to the server.")
        .answering(200, media: ["text/html"])
}
