internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The games of the tenant by what they need: a result first.
    static let consoleGames = Screen(
        "admin/events",
        "Games in the console",
        module: .sportsbook,
        for: .role(.admin)
    ) { visit in try await GameQueue(visit).document }
}

extension OverviewBlock {
    /// Games that are over and have no result.
    static let resultsMissing = OverviewBlock(place: 30, module: .sportsbook, role: .admin) { visit in
        let late = try await visit.read(
            TreeCalls.events,
            GameQueue.Tab.late.query(visit.now) + [("limit", "20")]
        )
        guard !late.items.isEmpty else { return nil }
        let count = "\(late.items.count)\(late.nextCursor == nil ? "" : "+")"
        return ListRow(
            visit.text(BookConsoleText.resultsMissing),
            href: visit.link("admin/events"),
            leading: "\(Icon.calendar)",
            detail: "\(visit.text(BookConsoleText.resultsMissingText))",
            trailing: "\(Badge(count, .warning))"
        )
    }
}

/// One state of games at a time, with the earliest first.
struct GameQueue {
    enum Tab: String, CaseIterable {
        case late, live, coming, postponed, over

        /// Within this time after its start a game usually ends, in seconds.
        private static let playingTime: Int64 = 4 * 3600
        private static let day: Int64 = 86_400

        /// Of the list of events.
        func query(_ now: Timestamp) -> [(String, String?)] {
            func time(_ seconds: Int64) -> String { now.adding(seconds: -seconds).description }
            return switch self {
            case .late:
                [
                    ("status", "scheduled,live"), ("from", time(365 * Self.day)),
                    ("to", time(Self.playingTime)),
                ]
            case .live: [("status", "scheduled,live"), ("from", time(Self.playingTime)), ("to", time(0))]
            case .coming: [("status", "scheduled,live"), ("from", time(0))]
            case .postponed: [("status", "postponed"), ("from", time(365 * Self.day))]
            case .over: [("status", "final,cancelled"), ("from", time(7 * Self.day))]
            }
        }

        var word: BookConsoleText {
            switch self {
            case .late: .late
            case .live: .live
            case .coming: .coming
            case .postponed: .postponed
            case .over: .over
            }
        }
    }

    private let visit: Visit
    private let tab: Tab
    private let tournament: Int64?
    /// Part of a team's name.
    private let team: String?
    private let tournaments: [Tournament]
    private let page: ListPage<SportsEvent>

    init(_ visit: Visit) async throws {
        self.visit = visit
        tab = visit.query("show").flatMap(Tab.init) ?? .late
        tournament = visit.query("tournament").flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
        team = visit.query("team").map { String($0.prefix(100)) }
        tournaments = try await visit.read(TreeCalls.tournaments, [("limit", "100")]).items
        page = try await visit.read(
            TreeCalls.events,
            tab.query(visit.now) + [
                ("tournament", tournament.map(String.init)), ("team", team),
                ("cursor", visit.query("cursor")),
            ]
        )
    }

    var document: Document {
        let title = visit.text(BookConsoleText.games)
        let empty = EmptyState(
            tab == .late ? .check : .calendar,
            visit.text(tab == .late ? BookConsoleText.noneLate : .none),
            visit.text(BookConsoleText.noneText)
        )
        return Document(
            title,
            in: "admin/events",
            """
            \(PageHead(title, lead: "\(visit.text(BookConsoleText.gamesText)) \(visit.timesIn)", actions: actions))\(visit.flash("deleted", BookConsoleText.wasDeleted))\(tabs)\(filters)
            <div class="region" id="games" data-subject="event/*">\
            \(List(page.items.map(row), label: visit.text(tab.word), empty: empty))</div>
            \(visit.pager(page.nextCursor, keeping: ["show", "tournament", "team"]))
            """
        )
    }

    private var actions: HTML {
        let tournaments = Button(
            visit.text(BookConsoleText.tournaments),
            .quiet,
            icon: .trophy,
            .link(visit.link("admin/tournaments"))
        )
        let new = Button(
            visit.text(BookConsoleText.newGame),
            .primary,
            icon: .plus,
            .link(visit.link("admin/events/new"))
        )
        return "\(tournaments)\(new)"
    }

    private var tabs: Tabs {
        Tabs(
            Tab.allCases.map { tab in
                Tabs.Tab(
                    visit.text(tab.word),
                    href: visit.here([
                        ("show", tab.rawValue), ("tournament", tournament.map(String.init)), ("team", team),
                    ]),
                    isCurrent: tab == self.tab
                )
            },
            label: visit.text(BookConsoleText.states)
        )
    }

    private var filters: HTML {
        // Closed ones have no games to come.
        let offered = tournaments.filter {
            [.late, .over].contains(tab) || $0.status == .open || $0.id == tournament
        }
        let options =
            [Field.Option("", visit.text(BookConsoleText.anyTournament))]
            + offered.map { Field.Option("\($0.id)", $0.name) }
        let field = Field(
            "tournament",
            visit.text(BookConsoleText.tournament),
            .select(options),
            value: tournament.map(String.init) ?? ""
        )
        return Filters(
            action: visit.link("admin/events"),
            open: visit.text(BookConsoleText.filter),
            active: (tournament == nil ? 0 : 1) + (team == nil ? 0 : 1),
            close: visit.text(PageText.close),
            apply: visit.text(BookConsoleText.filter),
            fields:
                "\(hiddenInput("show", tab.rawValue))\(Field("team", visit.text(BookConsoleText.team), value: team ?? ""))\(field)"
        )
        .html
    }

    private func row(_ event: SportsEvent) -> ListRow {
        let name = tournaments.first { $0.id == event.tournamentID }?.name ?? ""
        let open = event.markets.count { $0.status == .open }
        let score: HTML = optional(event.scoreText) { "<strong>\($0)</strong>" }
        return ListRow(
            visit.title(of: event),
            href: visit.deskLink(event.id),
            badge: visit.badge(event.status, startsAt: event.startsAt),
            detail: "\(name) · \(visit.time(event.startsAt))",
            trailing: score,
            trailingDetail: event.isDecided
                ? .none : "\(visit.text(BookConsoleText.openMarkets, ["count": .number(Int64(open))]))",
            id: "event-\(event.id)"
        )
    }
}

extension Visit {
    /// A game in the console.
    func deskLink(_ id: Int64) -> String { link("admin/events/\(id)") }

    /// Where something is decided about a game.
    func decisionLink(_ id: Int64, _ query: [(String, String?)] = []) -> String {
        link("admin/events/\(id)/result", query)
    }
}
