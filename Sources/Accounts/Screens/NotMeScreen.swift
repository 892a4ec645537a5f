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
        let isExpired = form.refusal?.problem.code == DenialError.linkExpired.problem.code
        let content: HTML =
            isExpired
            ? """
            \(form.alert)<p><a href="\(visit.link("reset"))">\(visit.text(AccountText.forgotten))</a></p>
            """
            : form(
                """
                \(form.alert)\(form.hidden("code", visit.value("code")))
                \(form.submit(visit.text(AccountText.notMeDo), .danger, isWide: true))
                """
            )
        let lead: HTML = isExpired ? .none : "\(visit.text(AccountText.notMeText))"
        var document = Document(title, isNarrow: true, "\(PageHead(title, lead: lead))\(content)")
        document.hidesSignIn = true
        return document
    }
}
