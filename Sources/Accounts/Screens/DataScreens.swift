internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Everything that is stored about the person, as a file.
    static let export = Screen("me/export", "Your data") { visit in
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let file = Button(
            visit.text(AccountText.download),
            .primary,
            icon: .download,
            .link(visit.link("me/export/data.json"))
        )
        return Document(
            visit.text(AccountText.export),
            isNarrow: true,
            """
            \(PageHead(
                visit.text(AccountText.export),
                lead: "\(visit.text(AccountText.exportLead))",
                back: visit.meLink
            ))
            \(ButtonRow(file))
            """
        )
    }

    /// Ends the account, with the password.
    static let deletion = Screen(
        "me/delete",
        "Delete your account",
        writes: [ScreenWrite(ProfileCalls.deleteOwnByPost, session: .signsOut) { _, _ in "?done=deleted" }]
    ) { visit in
        if visit.viewer == nil { _ = try await visit.call.session.principal() }
        let form = ScreenForm(visit, ProfileCalls.deleteOwnByPost)
        let factor = try await visit.read(SecondFactorCalls.show)
        return Document(
            visit.text(AccountText.deleteAccount),
            isNarrow: true,
            """
            \(PageHead(
                visit.text(AccountText.deleteAccount),
                lead: "\(visit.text(AccountText.deleteLead))",
                back: visit.meLink
            ))
            <p><a href="\(visit.link("me/export"))">\(visit.text(AccountText.deleteExport))</a></p>
            \(form(
                """
                \(form.alert)
                \(form.field(
                    "password",
                    visit.text(AccountText.password),
                    .password,
                    autocomplete: "current-password",
                    isRequired: true
                ))
                \(visit.needsCode(factor) ? form.secondCode() : .none)
                \(form.submit(visit.text(AccountText.deleteAccount), .danger, isWide: true))
                """,
                confirm: visit.text(AccountText.deleteSure),
                signsOut: true
            ))
            """
        )
    }
}
