internal import Localization
internal import Pages
internal import ParlayAPI

extension AppPart {
    /// Games, shelves and wishlists.
    static let shelf = AppPart(
        screens: [
            .shelf, .shelfFiles, .shelfSettings, .discover, .game, .wishlist, .shelfStats, .shelves,
            .personalShelf, .featuredGames,
        ],
        downloads: [Download(ShelfFileCalls.exportFile)],
        sections: [
            Section(
                "shelf",
                ShelfText.shelf,
                icon: .game,
                module: .shelf,
                with: ["shelf/files", "shelf/settings"],
                place: 20
            ),
            Section("games", ShelfText.discover, icon: .search, module: .shelf, place: 21),
            Section("wishlist", ShelfText.wishlist, icon: .heart, module: .shelf, place: 22),
            Section("shelf/stats", ShelfText.stats, icon: .chart, module: .shelf, place: 23),
            Section(
                "admin/games",
                ShelfConsoleText.games,
                icon: .game,
                module: .shelf,
                role: .admin,
                place: 50
            ),
        ],
        menu: [Screen.shelfMenu],
        purposes: [Purpose(.shelf, ShelfText.purpose, name: .moduleName)],
        home: [.playedNow],
        subjects: [SubjectPage("game", module: .shelf) { "games/\($0)" }],
        fields: [
            FieldPart("shelf_default_status", ShelfText.defaultStatus, hint: .defaultStatusHint) { visit in
                ShelfStatus.shown.map { Field.Option("\($0.rawValue)", visit.text($0.text)) }
            },
            FieldPart("shelf_public", ShelfText.showShelfSetting, hint: .showShelfHint),
        ],
        settings: [
            FieldPart("public_shelves", ShelfText.publicShelves, hint: .publicShelvesHint, module: .shelf)
        ],
        people: [.shelfOfPerson],
        charts: [FigureChart("shelf_entries", ShelfText.chartEntries, place: 50)],
        consolePeople: [.consoleShelf],
        samples: [.covers]
    )
}

extension HomeBlock {
    /// What the person plays now, with everything at hand; the first step of who has no games.
    static let playedNow = HomeBlock(place: 20, module: .shelf, of: "shelf") { visit in
        let page = try await visit.read(
            ShelfCalls.own,
            [("status", "\(ShelfStatus.playing.rawValue)"), ("sort", "updated_at"), ("limit", "4")]
        )
        let id = "home-shelf"
        guard !page.items.isEmpty else {
            let stats = try await visit.read(ShelfCalls.stats)
            let find = Button(
                visit.text(ShelfText.findGames),
                stats.games == 0 ? .primary : .quiet,
                icon: .search,
                .link(visit.link("games"))
            )
            let shelf = Button(
                visit.text(ShelfText.wholeShelf),
                .primary,
                icon: .game,
                .link(visit.link("shelf"))
            )
            let empty =
                stats.games == 0
                ? EmptyState(
                    .game,
                    visit.text(ShelfText.homeEmpty),
                    visit.text(ShelfText.homeEmptyText),
                    action: find.html
                )
                : EmptyState(
                    .game,
                    visit.text(ShelfText.homeIdle),
                    visit.text(ShelfText.homeIdleText),
                    action: "\(ButtonRow(shelf, find))"
                )
            return "<section id=\"\(id)\" data-subject=\"game/*\">\(empty)</section>"
        }
        let whole = Button(visit.text(ShelfText.wholeShelf), .plain, .link(visit.link("shelf")))
        let cards = EntryCards(
            visit: visit,
            entries: page.items,
            page: "shelf?status=\(ShelfStatus.playing.rawValue)",
            label: visit.text(ShelfText.playingNow)
        )
        return """
            <section id="\(id)" data-subject="game/*"><div class="card-head"><h2>\(visit.text(ShelfText.playingNow))</h2>\(whole)</div>\
            \(cards)</section>
            """
    }
}

extension PersonBlock {
    /// A link to the shelf that the person shows.
    static let shelfOfPerson = PersonBlock(place: 40, module: .shelf) { visit, profile in
        let shelves = try await visit.read(ShelvesCalls.list, [("person", "\(profile.person.id)")])
        guard let shelf = shelves.items.first else { return nil }
        let name = profile.person.displayName
        let row = ListRow(
            visit.text(ShelfText.shelfOf, ["name": .text(name)]),
            href: visit.link(visit.personalShelfPath(profile.person.id)),
            leading: Icon.game.html,
            detail: "\(visit.text(ShelfText.gamesCount, ["count": .number(Int64(shelf.games))]))"
        )
        return "\(List([row]))"
    }
}
