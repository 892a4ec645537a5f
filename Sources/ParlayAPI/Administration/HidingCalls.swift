/// The calls about what moderators hide.
package enum HidingCalls {
    package static let hide = Endpoint<Void, HidingRequest, HiddenContent>(.post, "admin/hidden")
        .access(.role(.moderator)).titled("Hide content").named("hideContent")
        .taking(example: [
            "subject": ["type": "account", "id": 12], "part": "photo",
            "reason": "Not your own picture.",
        ])
        .answering(201)
        .refusing(409, "already_hidden", "It is hidden already.")

    package static let list = Endpoint<Void, Never, ListPage<HiddenContent>>(.get, "admin/hidden")
        .access(.role(.moderator)).keys(.readReports).titled("List hidden content").named("listHiddenContent")
        .explained("Newest first.").paged.answering(200)

    package static let show = Endpoint<Int64, Never, Void>(.delete, "admin/hidden/{id:id}")
        .access(.role(.moderator)).keys(.writeReports).titled("Show hidden content again").named(
            "showContent"
        ).answering(204)
        .refusing(404, "not_found", "There is no such entry.")
}
