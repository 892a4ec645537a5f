/// The calls about invites.
package enum InviteCalls {
    package static let list = Endpoint<Void, Never, ListPage<Invite>>(.get, "admin/invites")
        .access(.role(.admin)).titled("List invites")
        .explained("Newest first. Codes are not shown again; `prefix` has the first characters of each.")
        .paged.answering(200)

    package static let create = Endpoint<Void, InviteRequest, NewInvite>(.post, "admin/invites")
        .access(.role(.admin)).titled("Create an invite")
        .explained("The answer contains the code, which is not shown again: only its digest is stored.")
        .taking(example: ["uses": 3, "expires_at": "2099-12-31T23:59:59Z"]).answering(201)

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "admin/invites/{id:id}")
        .access(.role(.admin)).titled("Withdraw an invite")
        .irreversible("The code stops working.")
        .explained("Accounts that registered with it stay.").answering(204)
        .refusing(404, "not_found", "There is no such invite.")
}
