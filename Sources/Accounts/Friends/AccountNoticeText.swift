package import Localization

/// What people read of the notices about friends: for each text its title too. See `NoticeArguments`.
package enum AccountNoticeText: String, TextKey {
    case friendRequestTitle, friendRequest, friendAcceptedTitle, friendAccepted

    package static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
