internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The catalog: the top games, search and filters.
    static let discover = Screen(
        "games",
        "Catalog of games",
        module: .shelf,
        writes: [
            ScreenWrite(ShelfCalls.add) { visit, response in
                (response.value as? ShelfEntry).map { visit.again(at: "game-\($0.gameID)") }
            }
        ]
    ) { visit in try await Catalog(visit).document }
}

private struct Catalog {
    private static let limit = 30

    let visit: Visit
    let filters: CatalogFilters
    /// `nil` if the source of the catalog could not be asked, and nothing is known here.
    let page: GamePage?
    /// The entries of the shown games that are on the person's shelf.
    let own: [Int64: ShelfEntry]
    let genres: [GameGroup]
    let platforms: [GameGroup]

    init(_ visit: Visit) async throws {
        self.visit = visit
        filters = CatalogFilters(visit)
        let page = try await Self.read(visit, filters)
        self.page = page
        var own: [Int64: ShelfEntry] = [:]
        if let games = page?.items, !games.isEmpty {
            let ids = games.map { String($0.id) }.joined(separator: ",")
            let entries = try await visit.read(
                ShelfCalls.own,
                [("game_id", ids), ("limit", "\(Self.limit)")]
            )
            for entry in entries.items { own[entry.gameID] = entry }
        }
        self.own = own
        genres = try await visit.read(GroupCalls.genres, [("limit", "100")]).items
        platforms = try await visit.read(GroupCalls.platforms, [("limit", "100")]).items
    }

    private static func read(_ visit: Visit, _ filters: CatalogFilters) async throws -> GamePage? {
        let query = filters.query + [("cursor", visit.query("cursor")), ("limit", "\(limit)")]
        do {
            return try await visit.read(GameCalls.list, query)
        } catch let error as any ProblemConvertible where error.problem.code == "catalog_unavailable" {
            return nil
        }
    }

    var document: Document {
        let action = visit.link("games")
        let search = SearchForm(
            action: action,
            label: visit.text(ShelfText.searchGames),
            button: visit.text(PageText.search),
            value: filters.q ?? "",
            hidden: filters.hidden(except: "q"),
            results: "results"
        )
        return Document(
            visit.text(ShelfText.discover),
            in: "games",
            """
            \(PageHead(visit.text(ShelfText.discover), actions: people))\(alert)
            \(search)\(filterForm)
            <div class="region" id="results" data-subject="game/*">\(results)</div>
            """
        )
    }

    private var people: HTML {
        Button(visit.text(ShelfText.shelves), .quiet, icon: .people, .link(visit.link("shelves"))).html
    }

    private var alert: HTML { ScreenForm(visit, ShelfCalls.add).alert }

    // MARK: Filters

    private var filterForm: Filters {
        Filters(
            action: visit.link("games"),
            open: visit.text(ShelfText.filters),
            active: filters.count,
            close: visit.text(PageText.close),
            apply: visit.text(ShelfText.applyFilters),
            clear: filters.count == 0
                ? nil : (visit.text(ShelfText.clearFilters), visit.link("games", [("q", filters.q)])),
            fields: "\(optional(filters.q) { hiddenInput("q", $0) })\(fields)"
        )
    }

    private var fields: [Field] {
        let year = Int(String(visit.now.description.prefix(4))) ?? 2026
        let years = [0, 1, 2, 4, 9, 19].map { back in
            Field.Option(
                "\(year - back)-01-01",
                visit.text(ShelfText.sinceYear, ["year": .text("\(year - back)")])
            )
        }
        let ratings = [90, 80, 70, 60].map { rating in
            Field.Option("\(rating)", visit.text(ShelfText.atLeast, ["rating": .number(Int64(rating))]))
        }
        var fields: [Field] = []
        if !genres.isEmpty { fields.append(group("genre", .genre, .anyGenre, genres, filters.genre)) }
        if platforms.count > 1 {
            fields.append(group("platform", .platform, .anyPlatform, platforms, filters.platform))
        }
        return fields + [
            select("released_from", .released, .anyTime, years, filters.releasedFrom),
            select("min_rating", .minRating, .anyRating, ratings, filters.minRating),
            select(
                "sort",
                .sort,
                .best,
                [
                    .init("release_date", visit.text(ShelfText.newest)),
                    .init("name", visit.text(ShelfText.byName)),
                ],
                filters.sort?.rawValue
            ),
        ]
    }

    private func group(
        _ name: String,
        _ label: ShelfText,
        _ none: ShelfText,
        _ groups: [GameGroup],
        _ value: String?
    ) -> Field {
        let options = groups.map { group in
            Field.Option(group.name, "\(group.name) (\(visit.localizer.number(group.games)))")
        }
        return select(name, label, none, options, value)
    }

    private func select(
        _ name: String,
        _ label: ShelfText,
        _ none: ShelfText,
        _ options: [Field.Option],
        _ value: String?
    ) -> Field {
        Field(
            name,
            visit.text(label),
            .select([.init("", visit.text(none))] + options),
            id: "filter-\(name)",
            value: value ?? ""
        )
    }

    // MARK: Results

    private var results: HTML {
        guard let page else { return Alert(.warning, visit.text(ShelfText.unavailable)).html }
        let title: HTML =
            filters.isBare
            ? "<h2>\(visit.text(ShelfText.topGames))</h2>"
            : "<h2 class=\"sr\">\(visit.text(ShelfText.results))</h2>"
        return
            "\(title)\(notes(page))\(CoverGrid(page.items.map(item), label: nil, empty: empty(page)))\(pager(page))"
    }

    private func notes(_ page: GamePage) -> HTML {
        if page.isSearching {
            let again = Button(
                visit.text(ShelfText.searchAgain),
                .quiet,
                .link(visit.link("games", filters.pageQuery))
            )
            return Alert(.info, visit.text(ShelfText.searching), actions: again.html).html
        }
        return page.isStale ? Alert(.info, visit.text(ShelfText.stale)).html : .none
    }

    private func empty(_ page: GamePage) -> EmptyState? {
        if page.isSearching { return nil }
        guard filters.isBare else {
            return EmptyState(.search, visit.text(ShelfText.noResults), visit.text(ShelfText.noResultsText))
        }
        let words = visit.text(ShelfText.emptyCatalogText, ["app": .text(visit.tenant.name)])
        return EmptyState(.game, visit.text(ShelfText.emptyCatalog), words)
    }

    private func pager(_ page: GamePage) -> Pager {
        Pager(visit, page.nextCursor, query: filters.pageQuery)
    }

    private func item(_ game: Game) -> CoverGrid.Item {
        let entry = own[game.id]
        return CoverGrid.Item(
            visit.cover(game, badge: entry.map { visit.badge($0.status) } ?? .none),
            href: visit.gameLink(game.id),
            detail: visit.facts(game),
            action: entry == nil ? add(game) : .none,
            id: "game-\(game.id)"
        )
    }

    private func add(_ game: Game) -> HTML {
        let form = ScreenForm(visit, ShelfCalls.add)
        let button = Button(visit.text(ShelfText.add), .quiet, icon: .plus, isWide: true)
        return form("\(form.hidden("game_id", "\(game.id)"))\(button)", class: "add")
    }
}

/// What the address of the page asks for, as far as it makes sense.
struct CatalogFilters {
    let q: String?
    let genre: String?
    let platform: String?
    let releasedFrom: String?
    let minRating: String?
    let sort: GameSort?

    init(_ visit: Visit) {
        func text(_ name: String) -> String? {
            guard let value = visit.query(name) else { return nil }
            let text = String(String.UnicodeScalarView(value.unicodeScalars.prefix(200))).trimmed
            return text.isEmpty ? nil : text
        }
        q = text("q")
        genre = text("genre")
        platform = text("platform")
        releasedFrom = visit.query("released_from").flatMap { CivilDate($0) }?.description
        minRating = visit.query("min_rating").flatMap { Int($0) }
            .flatMap { (0...100).contains($0) ? String($0) : nil }
        sort = visit.query("sort").flatMap(GameSort.init(rawValue:))
    }

    /// Of the page.
    var pageQuery: [(String, String?)] {
        [
            ("q", q), ("genre", genre), ("platform", platform), ("released_from", releasedFrom),
            ("min_rating", minRating), ("sort", sort?.rawValue),
        ]
    }

    /// Of the call: without a search or an order, the games that the tenant chose come first.
    var query: [(String, String?)] {
        pageQuery + [("featured", q == nil && sort == nil ? "true" : nil)]
    }

    /// Besides the search.
    var count: Int { pageQuery.count { $0.0 != "q" && $0.1 != nil } }
    var isBare: Bool { q == nil && count == 0 }

    /// The others as fields of a form.
    func hidden(except name: String) -> HTML {
        each(pageQuery.filter { $0.0 != name }) { pair in
            optional(pair.1) { hiddenInput(pair.0, $0) }
        }
    }
}
