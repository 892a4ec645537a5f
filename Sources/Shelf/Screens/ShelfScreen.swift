internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The person's own games by status.
    static let shelf = Screen(
        "shelf",
        "Own shelf",
        module: .shelf,
        writes: [ScreenWrite(ShelfCalls.change, then: OwnShelf.next)]
    ) { visit in try await OwnShelf(visit).document }
}

/// Which part of a shelf a page shows.
enum ShelfTab: Equatable {
    case all
    case status(ShelfStatus)

    /// - Parameter text: of the query; `nil` for none of the tabs.
    init?(_ text: String?) {
        if text == "all" {
            self = .all
        } else {
            guard let number = text.flatMap({ Int($0) }), let status = ShelfStatus(rawValue: number) else {
                return nil
            }
            self = .status(status)
        }
    }

    static let every = [.all] + ShelfStatus.shown.map(ShelfTab.status)

    /// In the query of a page.
    var value: String {
        switch self {
        case .all: "all"
        case .status(let status): String(status.rawValue)
        }
    }

    /// For the call; `nil` for all.
    var filter: String? { self == .all ? nil : value }

    var text: ShelfText {
        switch self {
        case .all: .all
        case .status(let status): status.text
        }
    }
}

private struct OwnShelf {
    private static let limit = 30

    let visit: Visit
    let stats: ShelfStats
    let tab: ShelfTab
    let sort: ShelfSort?
    let page: ListPage<ShelfEntry>
    /// A game that another status took from this part of the shelf.
    let moved: ShelfEntry?

    init(_ visit: Visit) async throws {
        self.visit = visit
        stats = try await visit.read(ShelfCalls.stats)
        tab = ShelfTab(visit.query("status")) ?? (stats.games(.playing) > 0 ? .status(.playing) : .all)
        sort = visit.query("sort").flatMap(ShelfSort.init(rawValue:))
        page = try await visit.read(
            ShelfCalls.own,
            [
                ("status", tab.filter), ("sort", sort?.rawValue), ("cursor", visit.query("cursor")),
                ("limit", "\(Self.limit)"),
            ]
        )
        if let id = visit.query("moved").flatMap({ Int64($0) }), id > 0 {
            moved = try await visit.find { try await visit.read(ShelfCalls.show, id) }
        } else {
            moved = nil
        }
    }

    /// The same page; with what moved out of it, if something did.
    static func next(_ visit: Visit, _ response: Response) -> String? {
        guard let entry = response.value as? ShelfEntry, let tab = ShelfTab(visit.query("status")) else {
            return nil
        }
        guard tab != .all, tab != entry.status.known.map(ShelfTab.status) else {
            return visit.again(at: "game-\(entry.gameID)")
        }
        let sort = visit.query("sort").flatMap(ShelfSort.init(rawValue:)).map { "&sort=\($0.rawValue)" } ?? ""
        return "shelf?status=\(tab.value)\(sort)&moved=\(entry.gameID)"
    }

    // MARK: The page

    var document: Document {
        Document(
            visit.text(ShelfText.shelf),
            in: "shelf",
            """
            \(head)\(EntryActions.alert(visit))\(flash)
            <div class="region" id="shelf" data-subject="game/* account/\(visit.accountID)">\(content)</div>
            """
        )
    }

    private var head: PageHead {
        let add = Button(visit.text(ShelfText.addGame), .primary, icon: .plus, .link(visit.link("games")))
        let files = Button(
            visit.text(ShelfText.files),
            .quiet,
            icon: .swap,
            .link(visit.link("shelf/files")),
            hidesText: true
        )
        return PageHead(
            visit.text(ShelfText.shelf),
            lead: stats.games == 0 ? .none : "\(visit.total(stats))",
            actions: "\(ButtonRow(add, files))"
        )
    }

    private var content: HTML {
        guard stats.games > 0 else { return emptyShelf }
        return """
            \(tabs)\("\(order)", if: page.items.count > 1)\
            \(tab == .status(.playing) ? cards : grid)\(pager)
            """
    }

    private var emptyShelf: HTML {
        let actions = ButtonRow(
            Button(visit.text(ShelfText.findGames), .primary, icon: .search, .link(visit.link("games"))),
            Button(visit.text(ShelfText.importFile), .quiet, icon: .upload, .link(visit.link("shelf/files")))
        )
        return EmptyState(
            .game,
            visit.text(ShelfText.emptyShelf),
            visit.text(ShelfText.emptyShelfText),
            action: "\(actions)"
        ).html
    }

    private var tabs: Tabs {
        let tabs = ShelfTab.every.map { tab in
            Tabs.Tab(
                visit.text(tab.text),
                href: visit.link("shelf", [("status", tab.value)]),
                isCurrent: tab == self.tab,
                count: visit.localizer.number(Int64(count(tab)))
            )
        }
        return Tabs(tabs, label: visit.text(ShelfText.status))
    }

    private func count(_ tab: ShelfTab) -> Int {
        switch tab {
        case .all: stats.games
        case .status(let status): stats.games(status)
        }
    }

    private var order: HTML {
        let options: [(ShelfSort, ShelfText)] = [
            (.addedAt, .byAdded), (.updatedAt, .byUpdated), (.name, .byName), (.userRating, .byRating),
            (.userHours, .byHours),
        ]
        let lines = each(options) { option in
            """
            <option value="\(option.0.rawValue)"\(flag("selected", option.0 == sort ?? .addedAt))>\(visit.text(option.1))</option>
            """
        }
        return """
            <form class="order" method="get" action="\(visit.link("shelf"))"><input type="hidden" name="status" value="\(tab.value)">\
            <label><span class="sr">\(visit.text(ShelfText.sort))</span><select name="sort" data-autosubmit>\(lines)</select></label>\
            \(Button(visit.text(ShelfText.sort)))</form>
            """
    }

    private var pager: Pager {
        Pager(visit, page.nextCursor, query: [("status", tab.value), ("sort", sort?.rawValue)])
    }

    private var flash: HTML {
        guard let moved, let status = moved.status.known else { return .none }
        let words = visit.text(
            ShelfText.moved,
            ["game": .text(moved.game.name), "status": .text(visit.text(status.text))]
        )
        guard case .status(let before) = tab, before != status else { return Flash(words).html }
        let form = ScreenForm(visit, ShelfCalls.change, moved.gameID, at: "shelf?status=\(tab.value)")
        let undo = form(
            "\(form.hidden("status", "\(before.rawValue)"))\(form.submit(visit.text(ShelfText.undo), .quiet, icon: .swap))",
            class: "inline-form"
        )
        return Alert(.good, content: "<p>\(words)</p>", id: "flash", actions: undo).html
    }

    // MARK: Games

    /// This part of the shelf, for its forms.
    private var address: String {
        let sort = sort.map { "&sort=\($0.rawValue)" } ?? ""
        let cursor = visit.query("cursor").map { "&cursor=\(RequestTarget.encode($0))" } ?? ""
        return "shelf?status=\(tab.value)\(sort)\(cursor)"
    }

    /// What the person plays now, with everything at hand.
    private var cards: HTML {
        page.items.isEmpty
            ? emptyTab
            : "<h2 class=\"sr\">\(visit.text(tab.text))</h2>"
                + EntryCards(visit: visit, entries: page.items, page: address, label: visit.text(tab.text))
                .html
    }

    private var grid: HTML {
        let words = EntryWords(visit, page.items)
        let address = address
        let items = page.items.map { entry -> CoverGrid.Item in
            let rating = entry.userRating.map { visit.stars($0) } ?? .none
            let played =
                entry.userHours > .zero ? "<span>\(visit.hours(entry.userHours))</span>" as HTML : .none
            return CoverGrid.Item(
                visit.cover(entry.game, badge: tab == .all ? visit.badge(entry.status) : .none),
                href: visit.gameLink(entry.gameID),
                detail: "\(rating)\(played)",
                action: quick(EntryActions(words: words, entry: entry, page: address)),
                id: "game-\(entry.gameID)"
            )
        }
        return items.isEmpty ? emptyTab : CoverGrid(items, label: visit.text(tab.text)).html
    }

    /// A button that opens the same actions over the page, without a script.
    private func quick(_ actions: EntryActions) -> HTML {
        let id = "quick-\(actions.entry.gameID)"
        let name = actions.entry.game.name
        let close = Button(visit.text(PageText.close), .plain, icon: .cross, .closes(id), hidesText: true)
        return """
            \(Button(visit.text(ShelfText.change), .quiet, .opens(id), isWide: true))\
            <div class="card quick" id="\(id)" popover role="dialog" aria-label="\(name)">\
            <div class="sheet-head"><h2>\(name)</h2>\(close)</div>\(actions.taps)\(actions.hours)</div>
            """
    }

    private var emptyTab: HTML {
        EmptyState(
            .game,
            visit.text(ShelfText.emptyStatus),
            action: Button(visit.text(ShelfText.findGames), .primary, .link(visit.link("games"))).html
        ).html
    }
}

extension ShelfStats {
    func games(_ status: ShelfStatus) -> Int { byStatus.first { $0.status == status }?.games ?? 0 }
}

extension Visit {
    /// "42 games · 812 h"
    func total(_ stats: ShelfStats) -> String {
        text(
            ShelfText.gamesAndHours,
            ["count": .number(Int64(stats.games)), "hours": .text(hours(stats.hours))]
        )
    }
}
