/// The calls about what people set for themselves.
package enum SettingsCalls {
    package static let show = Endpoint<Void, Never, AccountSettings>(.get, "settings")
        .positioned
        .titled("Show your settings").named("getSettings")
        .explained("Language, time zone, mail, and the settings of modules.").answering(200)

    package static let replace = Endpoint<Void, AccountSettingsUpdate, AccountSettings>(.put, "settings")
        .titled("Replace your settings")
        .explained("Omitted fields get their defaults.")
        .taking(example: ["locale": "de", "time_zone": "Europe/Berlin", "mail_notices": false])
        .answering(200)
        .refusingEditConflicts

    package static let change = Endpoint<Void, AccountSettingsUpdate, AccountSettings>(.patch, "settings")
        .titled("Change some of your settings").named("changeSettings")
        .taking(mode: .merge, example: ["mail_notices": true]).answering(200)
        .refusingEditConflicts
}

extension Endpoint {
    /// The refusal of a change of settings that another call changes too.
    var refusingEditConflicts: Endpoint {
        refusing(
            409,
            "edit_conflict",
            "Another call changed the settings at the same time. Read them and try again."
        )
    }
}
