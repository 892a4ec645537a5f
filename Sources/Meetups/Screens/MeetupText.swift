package import Localization

/// The texts of partners and meetups.
package enum MeetupText: String, TextKey {
    case matches, matchWith, noMatches, noMatchesText, findPartner

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
