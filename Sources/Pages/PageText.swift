package import Localization

/// The texts that all pages share.
package enum PageText: String, TextKey {
    case optional, checkFields, skip, signIn, signOut, register, inbox, inboxUnread, menu, more, home
    case save, cancel, back, next, previous, search, close, edit, delete, done
    case connectionLost, unreachable, offline, notFoundTitle, notFound, notFoundForVisitor, errorTitle
    case forbiddenTitle, signInOverHTTP
    case pages, sections
    case password, againTitle, again, againOtherwise, goOn, secondCode, secondCodeHint, secondText
    case gone, sure, yes, no, asTable, timesIn, zoneHint, isTrue, isFalse
    case copied, copyFailed

    package static let catalog = Catalog(
        en: PackageResources.en_json,
        es: PackageResources.es_json,
        de: PackageResources.de_json
    )
}
