package import Tenancy

extension ReferencePart {
    /// Notices and mail.
    package static let notifications = ReferencePart(
        chapters: [
            Chapter(
                .everyone,
                "Inbox and mail",
                "Notices about what happened, in the app and by mail.",
                words: ["inbox", "unsubscribe"],
                guide: "accounts"
            )
        ],
        samples: samples,
        events: [
            Event("inbox.read", about: "account", "Notices were marked as read.")
        ],
        synonyms: [
            [
                "dm", "dms", "direct message", "message", "messages", "chat", "notification", "notifications",
                "notice", "inbox",
            ],
            ["unsubscribe", "opt out", "email notifications"],
            ["mail", "email", "e-mail", "smtp"],
        ]
    )

    private static let samples: [String: Sample] = [
        "listNotices": """
        for try await notice in parlay.inbox.notices(unread: true) {
            print(notice.title)
        }
        """,
        "markNoticesRead": "try await parlay.inbox.markRead(upTo: 41)",
    ]
}
