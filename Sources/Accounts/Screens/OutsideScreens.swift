internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// Signing in with an outside account. `OutsideForms` does it.
    static let outside = Screen("sign-in/outside", "Sign in with an outside account", for: .guest) { visit in
        var document = OutsidePage.choice(
            .outsideTitle,
            at: "sign-in/outside",
            visit,
            back: visit.backToSignIn
        )
        document.hidesSignIn = true
        return document
    }

    /// Where an issuer sends a browser back to, with a form. Whoever opens it otherwise brings nothing.
    static let outsideReturn = Screen("sign-in/return", "Back from an issuer", for: .guest) { visit in
        var document = OutsidePage.refused(.incomplete, nil, visit)
        document.status = 200
        return document
    }

    /// The same for a provider, which sends a browser back with a code in the address.
    static let providerReturn = Screen("sign-in/return/{provider}", "Back from a provider", for: .guest) {
        visit in
        var document = OutsideForms.back(from: visit.value("provider"), visit)
        document.isForOnce = visit.query("state") != nil
        if !document.isForOnce { document.status = 200 }
        return document
    }

    /// Linking an outside account to one's own.
    static let linkOutside = Screen("me/outside", "Link an outside account") { visit in
        let back = (text: visit.text(AccountText.security), href: visit.link("me/security"))
        return OutsidePage.choice(.outsideLink, at: "me/outside", visit, back: back)
    }
}

/// The pages on the way to an issuer and back.
enum OutsidePage {
    /// The issuers to choose from.
    static func choice(
        _ title: AccountText,
        at page: String,
        _ visit: Visit,
        back: (text: String, href: String)
    ) -> Document {
        let title = visit.text(title)
        let buttons = visit.outsideButtons(at: page)
        return Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, back: back))\
            \(buttons.isEmpty ? "<p class=\"soft\">\(visit.text(AccountText.outsideNone))</p>" : buttons)
            """
        )
    }

    /// On the way to the issuer.
    static func onward(to issuer: String, at address: String, _ visit: Visit) -> Document {
        let name = visit.nameOfOutside(issuer)
        let title = visit.text(AccountText.outsideContinue, ["issuer": .text(name)])
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.outsideGoing, ["issuer": .text(name)]))"))\
            \(Button(visit.text(AccountText.outsideNext), .primary, .link(address), isWide: true))
            """
        )
        document.hidesSignIn = true
        return document
    }

    /// Back from the issuer: what its site sent goes on from a page of the app, and so with the app's cookies. A script sends it.
    static func back(_ fields: [(name: String, value: String)], _ state: AuthorizationState, _ visit: Visit)
        -> Document
    {
        let name = visit.nameOfOutside(state.issuer)
        let title = visit.text(AccountText.outsideBack)
        let page = state.purpose == .signIn ? "sign-in/outside" : "me/outside"
        let hidden = each(fields) { hiddenInput($0.name, $0.value) }
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title, lead: "\(visit.text(AccountText.outsideBackText, ["issuer": .text(name)]))"))
            <form method="post" action="\(visit.link(page))" class="form" data-continue>\(hidden)\
            \(Button(visit.text(AccountText.outsideNext), .primary, isWide: true))</form>
            """
        )
        document.hidesSignIn = true
        return document
    }

    /// Why it came to nothing, and how to begin again.
    ///
    /// - Parameter state: of the attempt; `nil` if it is unknown.
    static func refused(_ refusal: OutsideRefusal, _ state: AuthorizationState?, _ visit: Visit) -> Document {
        let title = visit.text(AccountText.outsideFailed)
        let again: String
        switch state?.purpose {
        case .link: again = visit.link("me/outside")
        case .signIn, nil: again = visit.signInLink(next: state?.next.map { visit.base + $0 })
        }
        var document = Document(
            title,
            isNarrow: true,
            """
            \(PageHead(title))\(Alert(.error, refusal.sentence(visit, visit.nameOfOutside(state?.issuer ?? ""))))
            \(ButtonRow(Button(visit.text(AccountText.outsideAgain), .primary, .link(again))))
            """
        )
        document.status = refusal.status
        document.hidesSignIn = true
        return document
    }
}

/// Why a way through an issuer came to nothing.
enum OutsideRefusal {
    /// The state is none of this server, too old, or used.
    case expired
    /// Another browser began.
    case otherBrowser
    /// The person did not want to, or the issuer did not let them.
    case cancelled
    /// The error that the issuer named (RFC 6749, section 4.2.2.1).
    case failed(String)
    case incomplete
    /// The token is not of the issuer that was asked.
    case otherIssuer
    /// Someone else is signed in than the one who began.
    case otherPerson
    /// A provider did not do its part.
    case unavailable(ProviderUnavailable)
    /// What a call of the API refused.
    case problem(Problem)

    var status: Int {
        switch self {
        case .expired, .cancelled, .failed, .incomplete, .otherIssuer: 400
        case .otherBrowser, .otherPerson: 403
        case .unavailable(let error): error.problem.status
        case .problem(let problem): problem.status == 401 ? 422 : problem.status
        }
    }

    fileprivate func sentence(_ visit: Visit, _ issuer: String) -> String {
        switch self {
        case .expired: visit.text(AccountText.outsideExpired)
        case .otherBrowser: visit.text(AccountText.outsideOtherBrowser)
        case .cancelled: visit.text(AccountText.outsideCancelled, ["issuer": .text(issuer)])
        case .failed(let error):
            visit.text(AccountText.outsideError, ["issuer": .text(issuer), "error": .text(error)])
        case .incomplete: visit.text(AccountText.outsideIncomplete)
        case .otherIssuer: visit.text(AccountText.outsideOtherIssuer, ["issuer": .text(issuer)])
        case .otherPerson: visit.text(AccountText.outsideOtherPerson)
        case .unavailable(let error): visit.text(error.fault.text, ["issuer": .text(issuer)])
        case .problem(let problem): Self.sentence(about: problem, visit)
        }
    }

    /// What a person cannot read of a field they did not fill in is said in one sentence.
    private static func sentence(about problem: Problem, _ visit: Visit) -> String {
        guard problem.code == "validation_failed" else { return visit.sentence(about: problem) }
        let rules = ["id_token", "code"].flatMap { problem.errors?.rules(of: $0) ?? [] }
        let limit = rules.first { $0.key == "outsideAccountLimit" }
        return limit.map { visit.sentence(about: $0, of: "id_token") }
            ?? visit.text(AccountProblemText.oidcTokenRefused)
    }
}

extension TrustedIssuer {
    /// What people call an issuer: `Google`, `Apple`, otherwise its host.
    static func name(of issuer: String) -> String {
        switch issuer {
        case "https://accounts.google.com": "Google"
        case "https://appleid.apple.com": "Apple"
        default: String(issuer.dropFirst("https://".count).prefix { $0 != "/" })
        }
    }
}

extension Visit {
    /// The issuers at which people begin to sign in here.
    var outsideIssuers: [TrustedIssuer] { tenant.settings.oidcIssuers.filter { $0.webClientID != nil } }

    /// What people call an issuer or a provider.
    func nameOfOutside(_ issuer: String) -> String { tenant.settings.name(ofOutside: issuer) }

    /// Whether outside accounts sign people in, here or in an app.
    var takesOutside: Bool {
        !tenant.settings.oidcIssuers.isEmpty || !tenant.settings.oauthProviders.isEmpty
    }

    /// Whether people begin to sign in here with any outside account.
    var hasOutside: Bool { !outsideIssuers.isEmpty || !tenant.settings.oauthProviders.isEmpty }

    /// A button for each issuer and provider; nothing without any. A link to this page may choose one provider.
    ///
    /// - Parameter page: takes the form, `sign-in/outside` or `me/outside`.
    func outsideButtons(at page: String) -> HTML {
        let chosen = query("provider")
        let providers = tenant.settings.oauthProviders.filter { chosen == nil || $0.provider == chosen }
        let issuers = chosen == nil ? outsideIssuers : []
        guard !issuers.isEmpty || !providers.isEmpty else { return .none }
        let action = link(page, [("next", query("next")), ("invite", query("invite"))])
        let buttons =
            issuers.map { outsideButton(TrustedIssuer.name(of: $0.issuer), "issuer", $0.issuer) }
            + providers.map { outsideButton($0.title, "provider", $0.provider) }
        return
            "<form method=\"post\" action=\"\(action)\" class=\"form outside\">\(each(buttons) { $0 })</form>"
    }

    private func outsideButton(_ name: String, _ field: String, _ value: String) -> HTML {
        Button(
            text(AccountText.outsideContinue, ["issuer": .text(name)]),
            icon: .key,
            .submit(name: field, value: value),
            isWide: true
        ).html
    }

    /// The same below a form that does without.
    func orOutside(at page: String) -> HTML {
        let buttons = outsideButtons(at: page)
        return buttons.isEmpty ? .none : "<p class=\"or soft\">\(text(AccountText.outsideOr))</p>\(buttons)"
    }
}

extension ProviderUnavailable.Fault {
    fileprivate var text: AccountText {
        switch self {
        case .slow: .providerSlow
        case .unreachable: .providerUnreachable
        case .unreadable: .providerUnreadable
        case .refusesApp: .providerRefusesApp
        }
    }
}
