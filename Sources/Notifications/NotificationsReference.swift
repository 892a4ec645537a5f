package import Tenancy

extension ReferencePart {
    /// Notices, mail and push messages.
    package static let notifications = ReferencePart(
        chapters: [
            Chapter(
                .everyone,
                "Inbox and mail",
                "Notices about what happened, in the app, by mail and as push messages.",
                words: ["inbox", "unsubscribe", "push"],
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
            [
                "web push", "push notification", "push message", "vapid", "service worker", "apns", "fcm",
                "firebase",
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
        "listPushDevices": "let devices = try await parlay.push.devices().devices",
        "addPushDevice": """
        let keys = PushKeys(p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6", auth: "BTBZMqHH6r4Tts7J_aSIgg")
        try await parlay.push.add(PushSubscription(endpoint: "https://push.example.net/send/8fQ2", keys: keys))
        """,
        "deletePushDevice": "try await parlay.push.delete(5)",
    ]
}
