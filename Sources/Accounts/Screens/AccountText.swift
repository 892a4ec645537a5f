package import Localization

/// The texts of signing in and of a person's own pages.
package enum AccountText: String, TextKey {
    case signInTitle, username, password, wrongPassword, noAccount, signedInAs, welcome, welcomeText,
        continueTo

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
