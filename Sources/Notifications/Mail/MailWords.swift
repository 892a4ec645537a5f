internal import Localization

/// What people read in mails, besides notices.
enum MailWords: String, TextKey {
    case greeting, unsubscribe, reasonAccount, reasonAddress, reasonOldAddress, resetSubject, resetText
    case resetAction, resetClosing, verifySubject, verifyText, verifyAction, verifyClosing, addressSubject
    case addressText, addressClosing, linkedSubject, linkedText, linkedPassword, linkedClosing
    case notMeText, notMeAction, notMeClosing
    case pageUnsubscribeTitle, pageUnsubscribeText, pageUnsubscribedTitle, pageUnsubscribedText,
        pageResetTitle
    case pageNewPassword, pageSetPassword, pageResetDone, pageVerifyTitle, pageConfirm, pageVerifyDone,
        pageCode
    case pageNoScript, pageAway, pageBadCode, pageBadPassword, pageFailed

    static let catalog = Catalog(
        en: PackageResources.mail_en_json,
        es: PackageResources.mail_es_json,
        de: PackageResources.mail_de_json
    )
}
