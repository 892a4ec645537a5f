package import Localization

/// What people read of the notices about what moderators did: for each text its title too. See `NoticeArguments`.
package enum AdministrationNoticeText: String, TextKey {
    case contentHiddenTitle, contentHidden, accountChangedTitle, accountChanged, accountChangedWithReasonTitle
    case accountChangedWithReason, hiddenPhoto = "hidden_photo", hiddenBio = "hidden_bio"
    case hiddenName = "hidden_name", fieldUsername = "field_username", fieldFirstName = "field_first_name"
    case fieldLastName = "field_last_name", fieldBio = "field_bio", fieldPhoto = "field_photo"
    case securityKey, securityKeyTitle
    // MARK: Kinds of notices, to choose from
    case kindContentRemoved = "kind_content_removed"

    package static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
