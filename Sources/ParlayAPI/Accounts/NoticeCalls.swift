/// The calls about notices.
package enum NoticeCalls {
    package static let unread = QueryField.boolean("unread", "Only unread notices.")

    package static let list = Endpoint<Void, Never, ListPage<Notice>>(.get, "inbox")
        .positioned
        .titled("List your notices").named("listNotices")
        .explained("What happened, newest first.")
        .query(Self.unread).paged.answering(200)

    package static let markRead = Endpoint<Void, InboxRead, Void>(.post, "inbox/read")
        .titled("Mark notices as read").named("markNoticesRead")
        .explained("Takes one of `ids`, `up_to` and `subject`. Ids of other people's notices are ignored.")
        .taking(example: ["up_to": 41]).answering(204)
}
