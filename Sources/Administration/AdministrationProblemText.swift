package import Localization

/// What people read of the problems and of the rules of fields of moderators and admins.
package enum AdministrationProblemText: String, TextKey {
    // MARK: Codes of problems

    case alreadyHidden = "already_hidden", accountUnreachable = "account_unreachable"

    // MARK: Rules of fields

    case oneSubject, reportable, reportableOther, hideable, partToHide, fieldsDiffer, emailOrUsername, aColor
    case anOrigin, issuersDiffer, sectionsDiffer, aSection, aSender, anAddressOrEmpty, anIssuer, anAudience,
        anAppleApp, anAndroidPackage, aFingerprint,
        aPageLanguage, oneOfAudiences, aNetwork, scopesDiffer
    case visibleCharacters, aProviderName, aServiceAddress, aScope, providersDiffer, presetHasAddresses
    case ownNeedsAddresses, secretNeeded
    case aBundle, aProject, aServiceAccount, anAppleCode, keyNeeded, notItsKey, ofOtherPlatform,
        platformsDiffer

    package static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
