package import Localization

/// The texts of the inbox.
package enum InboxText: String, TextKey {
    case inbox, all, unread, which, markRead, markAllRead, isUnread, none
    case noneText, noneUnread, noneUnreadText, newNotices, seeAll, acceptRequest

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
