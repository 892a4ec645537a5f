internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Where the link in a security mail leads. Nothing happens before the button.
    static let notMe = Screen(
        "not-me/{code}",
        "This was not me",
        for: .guest,
        writes: [ScreenWrite(DenialCalls.deny) { _, _ in "reset/set?done=denied" }]
    ) { visit in
        let form = ScreenForm(visit, DenialCalls.deny)
        let title = visit.text(AccountText.notMeTitle)
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.notMeText))"))
            \(form("""
                \(form.alert)\(form.hidden("code", visit.value("code")))
                \(form.submit(visit.text(AccountText.notMeDo), .danger, isWide: true))
                """))
            """
        )
        document.hidesSignIn = true
        return document
    }
}
