internal import Accounts
internal import ParlayAPI

/// What people set for their shelf.
enum ShelfSettings {
    /// Of games that are added without a status.
    static let defaultStatus = PersonalSetting(
        .shelf,
        AccountSettingsUpdate.shelfDefaultStatus,
        change: \.shelfDefaultStatus,
        show: { status, settings in
            settings.shelf = settings.shelf ?? AccountSettings.Shelf()
            settings.shelf?.defaultStatus = Extensible(status)
        }
    )

    /// Whether others can see the shelf.
    static let isPublic = PersonalSetting(
        .shelf,
        AccountSettingsUpdate.shelfIsPublic,
        change: \.shelfIsPublic,
        show: { isPublic, settings in
            settings.shelf = settings.shelf ?? AccountSettings.Shelf()
            settings.shelf?.isPublic = isPublic
        }
    )

    static let all = [AnyPersonalSetting(defaultStatus), AnyPersonalSetting(isPublic)]
}
