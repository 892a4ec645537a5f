internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Asks for a code to choose a new password.
    static let reset = Screen(
        "reset",
        "Reset the password",
        for: .guest,
        writes: [ScreenWrite(PasswordResetCalls.ask) { _, _ in "reset/set?done=sent" }]
    ) { visit in
        let form = ScreenForm(visit, PasswordResetCalls.ask)
        let title = visit.text(AccountText.resetTitle)
        return Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.resetText))", back: visit.backToSignIn))
            \(form("""
                \(form.alert)
                \(form.field("email", visit.text(AccountText.email), .email, autocomplete: "email"))
                \(form.submit(visit.text(AccountText.resetSend), isWide: true))
                """))
            <p><a href="\(visit.link("reset/set"))">\(visit.text(AccountText.haveCode))</a></p>
            """
        )
    }

    /// Where the link in the mail leads. A script takes the code from the link; without one it is typed.
    static let setPassword = Screen(
        "reset/set",
        "Choose a new password",
        for: .guest,
        writes: [ScreenWrite(PasswordResetCalls.confirm) { _, _ in "sign-in?done=reset" }]
    ) { visit in
        let form = ScreenForm(visit, PasswordResetCalls.confirm)
        let title = visit.text(AccountText.newPasswordTitle)
        return Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.newPasswordText))", back: visit.backToSignIn))
            \(visit.query("done") == "sent" && form.refusal == nil ? "\(Alert(.info, visit.text(AccountText.resetSent)))" : HTML.none)\(visit.flash("denied", AccountText.notMeDone))
            \(form("""
                \(form.alert)
                \(visit.codeField(form))
                \(form.field(
                    "new",
                    visit.text(AccountText.newPassword),
                    .password,
                    hint: visit.passwordHint,
                    autocomplete: "new-password"
                ))
                \(form.submit(visit.text(AccountText.setPassword), isWide: true))
                """))
            <p><a href="\(visit.link("reset"))">\(visit.text(AccountText.askAgain))</a></p>
            """
        )
    }

    /// Where the link in the mail about a new address leads.
    static let verify = Screen(
        "verify",
        "Confirm an email address",
        for: .anyone,
        writes: [
            ScreenWrite(EmailVerificationCalls.verify) { _, _ in "verify?done=verified" },
            ScreenWrite(EmailVerificationCalls.ask) { _, _ in "verify?done=sent" },
        ]
    ) { visit in
        if visit.isSignedIn { _ = try await visit.call.session.principal() }
        let title = visit.text(AccountText.verifyTitle)
        if visit.query("done") == "verified" {
            let on = Button(visit.text(PageText.next), .primary, .link(visit.link("")))
            return Document(
                title,
                isNarrow: true,
                "<h1 class=\"sr\">\(title)</h1>\(EmptyState(.check, visit.text(AccountText.verified), action: "\(on)"))"
            )
        }
        let form = ScreenForm(visit, EmailVerificationCalls.verify)
        let again = ScreenForm(visit, EmailVerificationCalls.ask)
        return Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.verifyText))"))
            \(visit.query("done") == "sent" && form.refusal == nil ? "\(Alert(.info, visit.text(AccountText.codeSent)))" : HTML.none)
            \(form("""
                \(form.alert)\(visit.codeField(form))
                \(form.submit(visit.text(AccountText.verify), isWide: true))
                """))
            \(visit.viewer == nil ? HTML.none : again.button(visit.text(AccountText.askAgain), .plain))
            """
        )
    }
}

extension Visit {
    var backToSignIn: (text: String, href: String) {
        (text(AccountText.signInTitle), signInLink())
    }

    fileprivate func codeField(_ form: ScreenForm) -> HTML {
        let field = form.field(
            "code",
            text(AccountText.code),
            autocomplete: "one-time-code",
            placeholder: "XXXX-XXXX-XXXX-XXXX"
        )
        return "<div data-fragment>\(field)</div>"
    }
}
