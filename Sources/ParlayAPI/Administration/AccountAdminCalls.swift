/// The calls of admins and moderators about accounts.
package enum AccountAdminCalls {
    package static let text = QueryField.text(
        "q",
        1...100,
        "Part of a name, username or email, in any case."
    )

    package static let sort = QueryField.choice(
        "sort",
        of: AccountSort.self,
        "`newest` accounts first, by `name`, or by when people were last active. By default the newest come first."
    )
    .defaulting(to: .newest)

    package static let list = Endpoint<Void, Never, ListPage<Profile>>(.get, "admin/accounts")
        .access(.role(.admin)).keys(.readAccounts).titled("List accounts")
        .explained("With their emails. Deleted accounts are not listed.")
        .query(Self.text, Self.sort).paged.answering(200)

    package static let show = Endpoint<Int64, Never, Profile>(.get, "admin/accounts/{id:id}")
        .access(.role(.admin)).keys(.readAccounts).titled("Get an account")
        .explained("As in the list: with the email, the role and the status. Deleted accounts are not found.")
        .answering(200)
        .refusing(404, "not_found", "There is no such account.")

    package static let change = Endpoint<Int64, AccountChange, Profile>(.patch, "admin/accounts/{id:id}")
        .access(.role(.moderator)).keys(.writeAccounts).titled("Change an account")
        .explained(
            "Admins set the role and the status. The tokens of a suspended account stop working immediately, and work again "
                + "when it is active. Moderators and admins remove the photo and the bio with null, and change the names; "
                + "the person gets a notice with the changes and the reason."
        )
        .taking(mode: .merge, example: ["role": "moderator"]).conditional
        .answering(200)
        .refusing(404, "not_found", "There is no such account.")
        .refusing(409, "own_role", "Only another admin can change your role and status.")
        .refusing(403, "forbidden", "Only admins change roles and states.")
        .refusing(409, "username_taken", "The username is taken. Case does not matter.")
        .refusing(409, "last_admin", "A tenant needs at least one active admin.")

    package static let mailReset = Endpoint<Int64, Never, Void>(
        .post,
        "admin/accounts/{id:id}/password-reset"
    )
    .access(.role(.admin)).keys(.writeAccounts).titled("Mail someone a code to reset the password").named(
        "mailPasswordReset"
    )
    .explained(
        """
        The mail of `POST /password/reset/`, to the account's address. The present password works until the code is used, and \
        the devices stay signed in until then.
        """
    )
    .answering(202, "The mail is on its way.")
    .refusing(404, "not_found", "There is no such account.")
    .refusing(409, "account_unreachable", "The account has no email address, or is suspended.")

    package static let tokens = Endpoint<Int64, Never, ListPage<TokenInfo>>(
        .get,
        "admin/accounts/{id:id}/tokens"
    )
    .access(.role(.admin)).titled("List someone's devices").named("listTokensOfAccount")
    .explained("One token for each device that is signed in, newest first.")
    .path("id", "The account's id.")
    .paged.answering(200)
    .refusing(404, "not_found", "There is no such account.")

    package static let mails = Endpoint<Int64, Never, ListPage<AccountMail>>(
        .get,
        "admin/accounts/{id:id}/mails"
    )
    .access(.role(.admin)).titled("List someone's mail").named("listMailsOfAccount")
    .explained(
        """
        Mail of the last 30 days that a mail server took, that is stored because none is set, that waits, or that could not be \
        sent, newest first and without its text.
        """
    )
    .path("id", "The account's id.")
    .paged.answering(200)
    .refusing(404, "not_found", "There is no such account.")

    package static let signOut = Endpoint<Int64, Never, Void>(.delete, "admin/accounts/{id:id}/tokens")
        .access(.role(.admin)).keys(.writeAccounts).titled("Sign someone out on all devices").named(
            "signOutAccount"
        )
        .explained(
            "Revokes all tokens of the account. They stop working immediately; the person can sign in again."
        )
        .irreversible("Signs the person out on all devices.")
        .answering(204)
        .refusing(404, "not_found", "There is no such account.")

    package static let secondFactor = Endpoint<Int64, Never, SecondFactor>(
        .get,
        "admin/accounts/{id:id}/second-factor"
    )
    .access(.role(.admin)).keys(.readAccounts).titled("Get someone's second factor").named(
        "getSecondFactorOfAccount"
    )
    .path("id", "The account's id.").answering(200)
    .refusing(404, "not_found", "There is no such account.")

    package static let resetSecondFactor = Endpoint<Int64, Never, SecondFactor>(
        .post,
        "admin/accounts/{id:id}/second-factor/reset"
    )
    .access(.role(.admin)).titled("Reset someone's second factor").named("resetSecondFactorOfAccount")
    .explained(
        """
        For someone who has lost the device and the recovery codes. The person is told by mail, and can object by its link. It takes \
        effect after the hours of the setting `second_factor_reset_hours`, and signs the person out on all devices.
        """
    )
    .irreversible("Removes the person's second factor, unless they object.")
    .path("id", "The account's id.").answering(202)
    .refusing(404, "not_found", "There is no such account.")
    .refusing(409, "second_factor_missing", "The account has no second factor.")
    .refusing(409, "own_role", "Only another admin can reset yours.")

    package static let export = Endpoint<Int64, Never, File>(.get, "admin/accounts/{id:id}/export")
        .access(.role(.admin)).keys(.writeAccounts).titled("Export someone's data").named("exportAccount")
        .explained(
            """
            The document of `GET /export/`, for someone who asks you for their data. Each export is in the audit log.
            """
        )
        .refusing(404, "not_found", "There is no such account.")

    package static let erase = Endpoint<Int64, Never, Void>(.delete, "admin/accounts/{id:id}")
        .access(.role(.admin)).keys(.writeAccounts).titled("Delete someone's account").named("eraseAccount")
        .explained("The same as when the owner deletes it: personal data is erased, and history stays.")
        .irreversible("Erases the account's personal data.")
        .answering(204)
        .refusing(404, "not_found", "There is no such account.")
        .refusing(409, "own_role", "Only another admin can delete your account here.")
}

/// The orders of a tenant's accounts. In each the id decides between equals.
public enum AccountSort: String, CaseIterable, Sendable {
    /// The newest account first.
    case newest
    /// By the name that people read, from A to Z.
    case name
    /// Who was active last comes first.
    case lastActive = "last_active"
}
