internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The second step of signing in: the code of an account that has a second factor.
enum SecondStep {
    /// The ticket of a sign-in that goes on here; `nil` on a page that begins one.
    static func ticket(_ visit: Visit) -> String? {
        guard let refusal = visit.refusal else { return nil }
        if let ticket = refusal.problem.secondFactorTicket { return ticket }
        guard refusal.name == SecondFactorCalls.logIn.callName,
            refusal.problem.code != SecondFactorError.expired.problem.code
        else { return nil }
        return refusal.input["ticket"]
    }

    /// - Parameter next: where the sign-in leads, a whole path; `nil` to keep where this page leads to.
    static func page(_ ticket: String, next: String? = nil, _ visit: Visit) -> Document {
        let form = ScreenForm(
            visit,
            SecondFactorCalls.logIn,
            at: "sign-in" + ((next ?? visit.query("next")).map { "?next=\(RequestTarget.encode($0))" } ?? "")
        )
        let title = visit.text(AccountText.secondTitle)
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(PageText.secondText))", back: visit.backToSignIn))
            \(form("""
                \(form.alert)\(form.hidden("ticket", ticket))
                \(form.secondCode())
                \(form.submit(visit.text(PageText.signIn), isWide: true))
                """))
            """
        )
        document.hidesSignIn = true
        return document
    }
}

extension ScreenForm {
    /// The field for a code of the authenticator app.
    func secondCode() -> HTML {
        field(
            "code",
            visit.text(PageText.secondCode),
            .text,
            hint: visit.text(PageText.secondCodeHint),
            autocomplete: "one-time-code",
            isRequired: true
        )
    }
}

extension Visit {
    /// Whether a call that matters needs a code, because the person signed in a while ago.
    func needsCode(_ factor: SecondFactor) -> Bool {
        guard factor.enabled else { return false }
        guard let viewer else { return true }
        return viewer.signedInAt.adding(seconds: AccountService.recentSeconds) < now
    }
}
