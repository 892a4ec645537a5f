internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Signing in with a password. Leads back to the page that asked for it.
    static let signIn = Screen(
        "sign-in",
        "Sign in",
        for: .guest,
        writes: [
            ScreenWrite(AccountCalls.logIn, session: .signsIn) { visit, _ in visit.next ?? "" },
            ScreenWrite(PasskeyCalls.signIn, session: .signsIn) { visit, _ in visit.next ?? "" },
            ScreenWrite(SecondFactorCalls.logIn, session: .signsIn) { visit, _ in visit.next ?? "" },
        ]
    ) { visit in
        if let ticket = SecondStep.ticket(visit) { return SecondStep.page(ticket, visit) }
        let second = ScreenForm(visit, SecondFactorCalls.logIn)
        let form = ScreenForm(visit, AccountCalls.logIn)
        let title = visit.text(AccountText.signInTitle)
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title))\(visit.flash("reset", AccountText.passwordWasSet))\
            \(visit.flash("signed-out", AccountText.wasSignedOut))\
            \(visit.flash("everywhere", AccountText.wasSignedOutEverywhere))\
            \(visit.flash("ended", AccountText.sessionEnded, .info))\(second.alert)
            \(form("""
                \(form.alert)
                \(form.field("username", visit.text(AccountText.username), .text, autocomplete: "username"))
                \(form.field("password", visit.text(AccountText.password), autocomplete: "current-password"))
                \(form.hidden("device", visit.browserName), if: !visit.browserName.isEmpty)
                \(form.submit(visit.text(PageText.signIn), isWide: true))
                """))
            \(await visit.orPasskey())\(visit.orOutside(at: "sign-in/outside"))
            <p><a href="\(visit.link("reset"))">\(visit.text(AccountText.forgotten))</a></p>
            <p class="soft">\(visit.text(AccountText.noAccount))
            <a href="\(visit.registerLink())">\(visit.text(PageText.register))</a></p>
            """
        )
        document.hidesSignIn = true
        return document
    }

    /// Ends the session of this browser.
    static let signOut = Screen(
        "sign-out",
        "Sign out",
        writes: [ScreenWrite(TokenCalls.logOut, session: .signsOut) { _, _ in "sign-in?done=signed-out" }],
        isForSetUp: true
    ) { visit in
        let form = ScreenForm(visit, TokenCalls.logOut)
        return Document(
            visit.text(PageText.signOut),
            isNarrow: true,
            """
            \(PageHead(visit.text(PageText.signOut), lead: "\(visit.text(AccountText.signOutText))"))
            \(form("\(form.alert)\(form.submit(visit.text(PageText.signOut), isWide: true))", signsOut: true))
            """
        )
    }
}
