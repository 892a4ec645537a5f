internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The first page of an app: for guests what it is, for members what waits for them.
    static let home = Screen("", "Home", for: .anyone) { visit in
        if visit.isSignedIn { _ = try await visit.call.session.principal() }
        return visit.viewer == nil ? try await guestHome(visit) : try await memberHome(visit)
    }

    private static func guestHome(_ visit: Visit) async throws -> Document {
        let about = try await visit.read(AccountCalls.about)
        let blocks = try await visit.homeBlocks()
        let title = visit.text(AccountText.welcome, ["app": .text(about.name)])
        let canRegister = about.registration.known != .closed
        let buttons = ButtonRow(
            markup: [
                canRegister
                    ? Button(visit.text(PageText.register), .primary, .link(visit.link("register"))).html
                    : .none,
                Button(
                    visit.text(PageText.signIn),
                    canRegister ? .quiet : .primary,
                    .link(visit.link("sign-in"))
                )
                .html,
            ].filter { !$0.isEmpty }
        )
        let makers = about.creators.map { maker -> HTML in
            guard let url = maker.url, url.hasPrefix("https://") else { return "\(maker.name)" }
            return "<a href=\"\(url)\" rel=\"noopener noreferrer\">\(maker.name)</a>"
        }
        let names = makers.dropFirst().reduce(makers.first ?? .none) { $0 + ", " + $1 }
        return Document(
            about.name,
            isNarrow: blocks.isEmpty,
            """
            \(visit.flash("deleted", AccountText.wasDeleted))
            \(PageHead(title, lead: lead(visit)))
            \(buttons)
            \(each(blocks) { $0 })
            \(makers.isEmpty ? HTML.none : "<p class=\"soft\">\(visit.text(AccountText.madeBy)) \(names)</p>")
            """
        )
    }

    /// What the app is for.
    private static func lead(_ visit: Visit) -> HTML {
        let modules = visit.tenant.modules.sorted { $0.rawValue < $1.rawValue }
        let sentences = modules.compactMap { visit.site.purpose(of: $0, visit.localizer) }
        return "\((sentences + [visit.text(AccountText.welcomeText)]).joined(separator: " "))"
    }

    private static func memberHome(_ visit: Visit) async throws -> Document {
        let profile = try await visit.read(ProfileCalls.showOwn)
        let blocks = try await visit.homeBlocks()
        let empty = EmptyState(
            .bell,
            visit.text(AccountText.nothingWaits),
            visit.text(AccountText.nothingWaitsText),
            action: "\(Button(visit.text(AccountText.profile), .primary, .link(visit.link("me/profile"))))"
        )
        return Document(
            visit.tenant.name,
            """
            \(PageHead(visit.text(AccountText.hello, ["name": .text(profile.person.displayName)])))
            \(unverified(profile, visit))
            \(blocks.isEmpty ? empty.html : each(blocks) { $0 })
            """
        )
    }

    private static func unverified(_ profile: Profile, _ visit: Visit) -> HTML {
        guard profile.email != nil, profile.emailVerified == false else { return .none }
        let ask = ScreenForm(visit, EmailVerificationCalls.ask, at: "verify")
        let send = ask.button(visit.text(AccountText.sendCode), .quiet, icon: .mail)
        return "\(Alert(.info, visit.text(AccountText.verifyNow), actions: "<p>\(send)</p>"))"
    }
}
