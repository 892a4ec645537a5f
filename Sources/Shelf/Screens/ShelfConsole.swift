internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The texts of the catalog in the console.
enum ShelfConsoleText: String, TextKey {
    case featured, featuredText, noFeatured, noFeaturedText, find, add, isFeatured, remove, earlier, later
    case games, wasSaved, noneFound, limit, game, shelf, gamesShown, hiddenShelf

    static let catalog = Catalog(
        en: PackageResources.console_en_json,
        es: PackageResources.console_es_json,
        de: PackageResources.console_de_json
    )
}

extension Screen {
    /// The games that come first in the catalog of the tenant.
    static let featuredGames = Screen(
        "admin/games",
        "Featured games",
        module: .shelf,
        for: .role(.admin),
        writes: [
            ScreenWrite(FeaturedCalls.replace) { visit, _ in
                "admin/games?done=saved\(visit.query("q").map { "&q=\(RequestTarget.encode($0))" } ?? "")"
            }
        ]
    ) { visit in try await FeaturedDesk(visit).document }
}

/// The list, and a search for what is not on it yet.
private struct FeaturedDesk {
    private let visit: Visit
    private let ids: [Int64]
    private let tag: String?
    /// By id; without games that the catalog has no more.
    private let games: [Int64: Game]
    /// What was searched for; `nil` without a search.
    private let found: [Game]?

    init(_ visit: Visit) async throws {
        self.visit = visit
        let (featured, tag) = try await visit.readTagged(FeaturedCalls.show)
        ids = featured.gameIDs
        self.tag = tag
        var games: [Int64: Game] = [:]
        if !ids.isEmpty {
            let first = try await visit.read(
                GameCalls.list,
                [("featured", "true"), ("limit", "\(ids.count)")]
            )
            for game in first.items { games[game.id] = game }
        }
        self.games = games
        guard let words = visit.query("q").map({ String($0.prefix(200)) }) else {
            found = nil
            return
        }
        do {
            found = try await visit.read(GameCalls.list, [("q", words), ("limit", "10")]).items
        } catch let error as any ProblemConvertible where error.problem.code == "catalog_unavailable" {
            found = []
        }
    }

    var document: Document {
        let title = visit.text(ShelfConsoleText.featured)
        let search = SearchForm(
            action: visit.link("admin/games"),
            label: visit.text(ShelfConsoleText.find),
            button: visit.text(PageText.search),
            value: visit.query("q") ?? ""
        )
        return Document(
            title,
            in: "admin/games",
            """
            \(PageHead(title, lead: "\(visit.text(ShelfConsoleText.featuredText))"))
            \(visit.flash("saved", ShelfConsoleText.wasSaved))\(refusal)
            \(Columns(
                "<div id=\"featured\">\(list)</div>",
                side: "<div class=\"stack\">\(search)\(results)</div>"
            ))
            """
        )
    }

    /// What was refused in any form: the buttons have no room for it.
    private var refusal: HTML {
        optional(visit.refusal) { Alert(.error, visit.sentence(about: $0.problem)).html }
    }

    /// A button that replaces the list.
    private func button(
        _ text: ShelfConsoleText,
        _ part: String,
        icon: Icon,
        hidesText: Bool = true,
        _ new: [Int64]
    ) -> HTML {
        let form = ScreenForm(visit, FeaturedCalls.replace, tag: tag, part: part)
        // The empty value says that the list is meant, even without games.
        let fields = form.hidden("game_ids", "") + each(new) { form.hidden("game_ids", "\($0)") }
        return form(
            "\(fields)\(Button(visit.text(text), .plain, icon: icon, hidesText: hidesText))",
            class: "inline-form"
        )
    }

    // MARK: The list

    private var list: List {
        List(
            ids.indices.map(row),
            label: visit.text(ShelfConsoleText.featured),
            empty: EmptyState(
                .game,
                visit.text(ShelfConsoleText.noFeatured),
                visit.text(ShelfConsoleText.noFeaturedText)
            )
        )
    }

    private func row(_ index: Int) -> ListRow {
        let id = ids[index]
        var without = ids
        without.remove(at: index)
        func moved(to place: Int) -> [Int64] {
            var new = without
            new.insert(id, at: place)
            return new
        }
        let up =
            index == 0
            ? HTML.none : button(.earlier, "up-\(id)", icon: .arrowUp, moved(to: index - 1))
        let down =
            index == ids.count - 1
            ? HTML.none : button(.later, "down-\(id)", icon: .arrowDown, moved(to: index + 1))
        return ListRow(
            games[id]?.name ?? visit.text(ShelfConsoleText.game, ["number": .number(id)]),
            href: visit.link("games/\(id)"),
            leading: "\(Icon.game)",
            detail: games[id].map(detail) ?? .none,
            trailing: "\(up)\(down)\(button(.remove, "remove-\(id)", icon: .cross, without))"
        )
    }

    private func detail(_ game: Game) -> HTML {
        optional(game.releaseDate) { "\(String($0.description.prefix(4)))" }
    }

    // MARK: The search

    private var results: HTML {
        guard let found else { return .none }
        let isFull = ids.count >= FeaturedGames.limit
        let full = isFull ? Alert(.info, visit.text(ShelfConsoleText.limit)).html : .none
        let list = List(
            found.map { result($0, isFull: isFull) },
            label: visit.text(ShelfConsoleText.find),
            empty: EmptyState(.search, visit.text(ShelfConsoleText.noneFound))
        )
        return "\(full)\(list)"
    }

    private func result(_ game: Game, isFull: Bool) -> ListRow {
        let trailing: HTML =
            if ids.contains(game.id) {
                Badge(visit.text(ShelfConsoleText.isFeatured), .good).html
            } else if isFull {
                .none
            } else {
                button(.add, "add-\(game.id)", icon: .plus, hidesText: false, ids + [game.id])
            }
        return ListRow(
            game.name,
            href: visit.link("games/\(game.id)"),
            leading: "\(Icon.game)",
            detail: detail(game),
            trailing: trailing
        )
    }
}

extension PersonBlock {
    /// How much of somebody's shelf others see, for moderators.
    static let consoleShelf = PersonBlock(place: 40, module: .shelf, role: .moderator) { visit, profile in
        let id = profile.person.id
        let shelf = try await visit.read(ShelvesCalls.list, [("person", "\(id)")]).items.first
        let title = visit.text(ShelfConsoleText.shelf)
        guard let shelf else {
            return Card(title, "<p class=\"soft\">\(visit.text(ShelfConsoleText.hiddenShelf))</p>").html
        }
        let games = visit.text(ShelfConsoleText.gamesShown, ["count": .number(Int64(shelf.games))])
        return Card(
            title,
            "<p><a href=\"\(visit.link(visit.personalShelfPath(id)))\">\(games)</a></p>"
        ).html
    }
}
