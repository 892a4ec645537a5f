/// The calls of admins and moderators about accounts.
package enum AccountAdminCalls {
    package static let text = QueryField.text(
        "q",
        1...100,
        "Part of a name, username or email, in any case."
    )

    package static let list = Endpoint<Void, Never, ListPage<Profile>>(.get, "admin/accounts")
        .access(.role(.admin)).titled("List accounts")
        .explained("Newest first, with their emails. Deleted accounts are not listed.")
        .query(Self.text).paged.answering(200)

    package static let show = Endpoint<Int64, Never, Profile>(.get, "admin/accounts/{id:id}")
        .access(.role(.admin)).titled("Get an account")
        .explained("As in the list: with the email, the role and the status. Deleted accounts are not found.")
        .answering(200)
        .refusing(404, "not_found", "There is no such account.")

    package static let change = Endpoint<Int64, AccountChange, Profile>(.patch, "admin/accounts/{id:id}")
        .access(.role(.moderator)).titled("Change an account")
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
}
