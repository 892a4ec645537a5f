internal import HTTPServer
internal import Localization
package import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Signing in with a password. Leads back to the page that asked for it.
    static let signIn = Screen(
        "sign-in",
        "Sign in",
        for: .guest,
        writes: [ScreenWrite(AccountCalls.logIn, session: .signsIn) { visit, _ in visit.next ?? "" }]
    ) { visit in
        let form = ScreenForm(visit, AccountCalls.logIn)
        var document = Document(
            visit.text(AccountText.signInTitle),
            isNarrow: true,
            """
            \(PageHead(visit.text(AccountText.signInTitle)))
            \(form("""
                \(form.alert)
                \(form.field("username", visit.text(AccountText.username), autocomplete: "username"))
                \(form.field("password", visit.text(AccountText.password), autocomplete: "current-password"))
                \(form.submit(visit.text(PageText.signIn), isWide: true))
                """))
            """
        )
        document.hidesSignIn = true
        return document
    }

    /// Ends the session of this browser.
    static let signOut = Screen(
        "sign-out",
        "Sign out",
        writes: [ScreenWrite(TokenCalls.logOut, session: .signsOut) { _, _ in "sign-in" }]
    ) { visit in
        let form = ScreenForm(visit, TokenCalls.logOut)
        return Document(
            visit.text(PageText.signOut),
            isNarrow: true,
            """
            \(PageHead(visit.text(PageText.signOut)))
            \(form(form.submit(visit.text(PageText.signOut)), signsOut: true))
            """
        )
    }

    /// The first page of an app.
    static let home = Screen("", "Home", for: .anyone) { visit in
        if visit.isSignedIn { _ = try await visit.call.session.principal() }
        guard visit.viewer != nil else {
            return Document(
                visit.tenant.name,
                isNarrow: true,
                """
                \(PageHead(visit.text(AccountText.welcome, ["app": .text(visit.tenant.name)])))
                <p class="lead">\(visit.text(AccountText.welcomeText))</p>
                \(ButtonRow(Button(visit.text(PageText.signIn), .primary, .link(visit.link("sign-in")))))
                """
            )
        }
        let blocks = try await visit.homeBlocks()
        return Document(visit.tenant.name, "\(PageHead(visit.tenant.name))\(each(blocks) { $0 })")
    }

}

extension AppPart {
    package static let accounts = AppPart(screens: [.home, .signIn, .signOut], menu: AccountMenu.entries)
}
