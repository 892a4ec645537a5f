/// A page of `docs/` that the server shows below `/docs/guides/`.
struct Guide: Sendable {
    /// The file's name, such as `getting-started`.
    let name: String
    let title: String
    /// Its readers and content, in one line.
    let summary: String
    let html: HTML
    let sections: [Markdown.Section]

    var path: String { "/docs/guides/\(name)" }

    /// The headlines below the title.
    var headlines: [Markdown.Section] { sections.filter { $0.level == 2 } }

    private init(_ name: String, _ summary: String, _ bytes: [UInt8]) {
        let markdown = Markdown(String(decoding: bytes, as: UTF8.self), link: Self.link)
        self.name = name
        self.summary = summary
        title = markdown.sections.first?.title ?? name
        html = markdown.html
        sections = markdown.sections
    }

    /// In reading order.
    static func all() -> [Guide] {
        [
            Guide(
                "getting-started",
                "From a running server to a first match and a first wager, in ten minutes.",
                PackageResources.getting_started_md
            ),
            Guide(
                "accounts",
                "Registration, sign-in, profiles, photos, the inbox, lists and retries.",
                PackageResources.accounts_md
            ),
            Guide(
                "meetups",
                "Language exchange: partners, matches and meetups.",
                PackageResources.meetups_md
            ),
            Guide(
                "wagers",
                "Friendly bets: the lifecycle, the feed, payment and friends.",
                PackageResources.wagers_md
            ),
            Guide(
                "sportsbook",
                "Paper money on real games: prices, bets, settlement and the tree of events.",
                PackageResources.sportsbook_md
            ),
            Guide(
                "shelf",
                "Video games: the catalog, people's shelves and wishlists.",
                PackageResources.shelf_md
            ),
            Guide("client", "ParlayClient, the Swift library for apps.", PackageResources.client_md),
            Guide("webhooks", "Send events to your own server.", PackageResources.webhooks_md),
            Guide(
                "administration",
                "Calls and commands for admins and moderators.",
                PackageResources.administration_md
            ),
            Guide(
                "operations",
                "For operators: processes, checks, commands, logs, metrics and backup.",
                PackageResources.operations_md
            ),
            Guide("settings", "For operators: every setting.", PackageResources.settings_md),
        ]
    }

    /// Every name of a guide, without reading them.
    static let names = [
        "getting-started", "accounts", "meetups", "wagers", "sportsbook", "shelf", "client", "webhooks",
        "administration", "operations", "settings",
    ]

    /// Files of `docs/` as pages of the server. Files that it does not serve, such as decisions, are read in the
    /// repository.
    static func link(_ target: String) -> Markdown.Link {
        if target.hasPrefix("#") || target.hasPrefix("/") || target.contains("://") { return .to(target) }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        let file = String(parts[0])
        if file == "errors.md" { return .to("/docs/problems" + fragment) }
        if pictures.contains(file) { return .to("/docs/guides/" + file) }
        guard file.hasSuffix(".md"), names.contains(String(file.dropLast(3))) else { return .none }
        return .to("/docs/guides/\(file.dropLast(3))\(fragment)")
    }

    static let pictures = ["wagers.svg", "sportsbook.svg"]
}
