internal import Localization

/// What people read of the notices about feeds: for each text its title too. See `NoticeArguments`.
enum FeedNoticeText: String, TextKey {
    case feedFailedTitle, feedFailed
    // Why. The details of the source are in English.
    case feedStructure, feedContradiction, feedSilent
    // MARK: Kinds of notices, to choose from
    case kindFeedFailed = "kind_feed_failed"

    static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
