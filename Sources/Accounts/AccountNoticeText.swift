package import Localization

/// What people read of the notices about friends and about the security of their account: for each text its title too. See `NoticeArguments`.
package enum AccountNoticeText: String, TextKey {
    case friendRequestTitle, friendRequest, friendAcceptedTitle, friendAccepted
    // MARK: Security
    case securityPasswordTitle, securityPassword, securityEmailTitle, securityEmail, securityFactorOnTitle,
        securityFactorOn
    case securityFactorOffTitle, securityFactorOff, securityCodesTitle, securityCodes,
        securityFactorResetTitle, securityFactorReset
    case securityLinkedTitle, securityLinked, securityUnlinkedTitle, securityUnlinked, securitySignInTitle,
        securitySignIn, securityFailuresTitle, securityFailures
    case securityPasskeyTitle, securityPasskey, securityPasskeyGoneTitle, securityPasskeyGone,
        securityPasskeyCopyTitle,
        securityPasskeyCopy
    // MARK: Kinds of notices, to choose from
    case kindFriendRequest = "kind_friend_request", kindFriendAccepted = "kind_friend_accepted"
    case kindAccountSecurity = "kind_account_security"

    package static let catalog = Catalog(
        en: PackageResources.notices_en_json,
        es: PackageResources.notices_es_json,
        de: PackageResources.notices_de_json
    )
}
