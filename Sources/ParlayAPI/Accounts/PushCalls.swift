/// Notices as push messages, to browsers (Web Push: RFC 8030, 8291 and 8292) and apps (APNs, FCM).
package enum PushCalls {
    package static let list = Endpoint<Void, Never, PushDevices>(.get, "push")
        .titled("List the devices that get your notices").named("listPushDevices")
        .explained(
            """
            With `public_key`, which a browser needs to subscribe. `push_notices`, `push_muted`, `push_text` and `quiet_hours` of your \
            settings say what is sent to them.
            """
        )
        .answering(200)

    package static let add = Endpoint<Void, PushSubscription, PushDevice>(.post, "push")
        .titled("Get your notices on this device").named("addPushDevice")
        .explained(
            """
            Takes what a browser's `pushManager.subscribe()` gave, or `platform` and `token` of an app. The device belongs to the token \
            of the call: when that is signed out or expires, it gets nothing any more. The same endpoint, or the same token of an app, \
            replaces the device. An account has at most 20: the oldest goes.
            """
        )
        .taking(example: [
            "endpoint": "https://push.example.net/send/8fQ2",
            "keys": ["p256dh": .string(PushKeys.examplePoint), "auth": "BTBZMqHH6r4Tts7J_aSIgg"],
            "label": "Firefox · Linux",
        ])
        .answering(201)
        .refusing(
            409,
            "push_unavailable",
            "The tenant has no credentials for the platform (setting `push_apps`)."
        )

    package static let delete = Endpoint<Int64, Never, Void>(.delete, "push/{id:id}")
        .titled("Send no more notices to a device").named("deletePushDevice")
        .explained("It stays signed in.")
        .path("id", "The device's id, from the list.").answering(204)
}
