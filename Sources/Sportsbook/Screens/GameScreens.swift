internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The games of a tournament, by week or by day, with their prices as they move.
    static let games = Screen(
        "events",
        "Games and prices",
        module: .sportsbook,
        for: .anyone,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in GameList(try await SportsbookPage(visit)).document }

    /// A game with all of its markets.
    static let game = Screen(
        "events/{id:id}",
        "Game",
        module: .sportsbook,
        for: .anyone,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in
        let page = try await SportsbookPage(visit)
        let id = try visit.id()
        // A tournament that is over is no longer among what guests see.
        if let event = page.event(id) { return page.document(of: event) }
        return page.document(of: try await visit.read(TreeCalls.event, id))
    }
}

/// One tournament's games at a time: all that can be bet on, and what was decided lately.
struct GameList {
    /// Of games to come in a tournament without weeks.
    private static let pageSize = 24
    private static let resultsShown = 12

    private let page: SportsbookPage
    private let tournament: SportsbookTournament?
    private var visit: Visit { page.visit }
    private var search: String? { visit.query("q") }

    init(_ page: SportsbookPage) {
        self.page = page
        let wanted = page.visit.query("tournament").flatMap(Int64.init)
        tournament =
            page.tree.tournaments.first { $0.tournament.id == wanted }
            ?? page.tree.tournaments.min { Self.next($0) < Self.next($1) }
    }

    /// When its next game begins.
    private static func next(_ tournament: SportsbookTournament) -> Int64 {
        tournament.events.first { !$0.isDecided }?.startsAt.milliseconds ?? .max
    }

    var document: Document {
        let title = visit.text(SportsbookText.games)
        guard let tournament else {
            let empty = EmptyState(
                .calendar,
                visit.text(SportsbookText.noGames),
                visit.text(SportsbookText.noGamesText)
            )
            return page.document(title, in: "events", "\(PageHead(title))\(empty)")
        }
        let isSearch = search != nil
        return page.document(
            title,
            in: "events",
            tournaments: isSearch ? [] : [tournament.tournament.id],
            showsEmptySlip: true,
            """
            \(PageHead(title, lead: lead, actions: page.formatSwitch.html))\(find)\
            \(isSearch ? found : "\(tabs)\(games(of: tournament))")
            """
        )
    }

    private var lead: HTML {
        "\(visit.text(SportsbookText.paperMoney)) \(visit.timesIn)"
    }

    private var find: HTML {
        SearchForm(
            action: visit.link("events"),
            label: visit.text(SportsbookText.findTeam),
            button: visit.text(PageText.search),
            value: search ?? ""
        ).html
    }

    private var tabs: HTML {
        guard page.tree.tournaments.count > 1 else { return .none }
        let tabs = page.tree.tournaments.map { one in
            Tabs.Tab(
                one.tournament.name,
                href: visit.link("events", [("tournament", "\(one.tournament.id)")]),
                isCurrent: one.tournament.id == tournament?.tournament.id
            )
        }
        return Tabs(tabs, label: visit.text(SportsbookText.tournaments)).html
    }

    // MARK: Games

    private func games(of tournament: SportsbookTournament) -> HTML {
        // Elsewhere a week is the number of a round, which people do not look for.
        let isByWeek = tournament.events.contains { $0.isAmerican && $0.week != nil }
        guard isByWeek else { return coming(tournament) }
        let weeks = Set(tournament.events.compactMap(\.week)).sorted()
        let current = tournament.events.first { !$0.isDecided }?.week ?? weeks.last
        let wanted = visit.query("week").flatMap(Int.init) ?? current
        let events = tournament.events.filter { $0.week == wanted }
        let near = weeks.filter { abs($0 - (current ?? $0)) <= 3 || $0 == wanted }
        let tabs = near.map { week in
            Tabs.Tab(
                week == current
                    ? visit.text(SportsbookText.thisWeek)
                    : visit.text(SportsbookText.week, ["week": .text("\(week)")]),
                href: visit.link(
                    "events",
                    [("tournament", "\(tournament.tournament.id)"), ("week", "\(week)")]
                ),
                isCurrent: week == wanted
            )
        }
        let weeksBar: HTML = near.count > 1 ? Tabs(tabs, label: visit.text(SportsbookText.weeks)).html : .none
        let open = events.filter { !$0.isDecided }
        return weeksBar + list(open, results: events.filter(\.isDecided), isNow: open.isEmpty)
    }

    /// Without weeks: the next ones, a page at a time.
    private func coming(_ tournament: SportsbookTournament) -> HTML {
        let all = tournament.events.filter { !$0.isDecided }
        let start = min(max(visit.query("from").flatMap(Int.init) ?? 0, 0), all.count)
        let shown = Array(all[start...].prefix(Self.pageSize))
        let address = { (from: Int) in
            visit.link("events", [("tournament", "\(tournament.tournament.id)"), ("from", "\(from)")])
        }
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: start + shown.count < all.count
                ? (visit.text(SportsbookText.laterGames), address(start + shown.count)) : nil,
            previous: start > 0
                ? (visit.text(SportsbookText.earlierGames), address(max(start - Self.pageSize, 0))) : nil
        )
        let results = start == 0 ? tournament.events.filter(\.isDecided).suffix(Self.resultsShown) : []
        return list(shown, results: results.reversed(), isNow: start == 0) + pager.html
    }

    /// When something happens again, while no game is on.
    private var next: HTML {
        let own = tournament?.events ?? []
        guard !own.isEmpty, !own.contains(where: { $0.isOn(at: visit.now) }) else { return .none }
        let all = page.tree.tournaments.flatMap(\.events)
        guard let next = page.next(among: own) ?? page.next(among: all) else {
            return "<p id=\"next-game\">\(visit.text(SportsbookText.noNextGame))</p>"
        }
        return """
            <p id="next-game">\(visit.text(SportsbookText.nextGame)) \
            <a href="\(visit.gameLink(next.id))">\(visit.title(of: next))</a>, \(visit.kickOff(next.startsAt))</p>
            """
    }

    /// - Parameter isNow: whether it says what comes next if no game is on.
    private func list(_ events: [SportsEvent], results: [SportsEvent], isNow: Bool = false) -> HTML {
        let source = source(of: events)
        var days: [(title: String, events: [SportsEvent])] = []
        for event in events {
            let title = visit.date(event.startsAt, .day)
            if days.last?.title == title {
                days[days.count - 1].events.append(event)
            } else {
                days.append((title, [event]))
            }
        }
        let cards = each(days) { day in
            let isWide = day.events.contains(where: \.isAmerican)
            return """
                <h2>\(day.title)</h2><div class="\(isWide ? "stack" : "grid")">\(each(day.events) { page.card($0, saysSource: source == nil) })</div>
                """
        }
        let said: HTML = optional(source) { "<p class=\"soft\">\($0)</p>" }
        let rows = results.map(page.result)
        let over: HTML =
            rows.isEmpty
            ? .none : "<h2>\(visit.text(SportsbookText.results))</h2>\(List(rows))"
        let empty: HTML =
            events.isEmpty && rows.isEmpty
            ? EmptyState(
                .calendar,
                visit.text(SportsbookText.noGames),
                visit.text(SportsbookText.noGamesText)
            )
            .html : .none
        return
            "<div class=\"region\" id=\"games\" data-subject=\"event/*\">\(next, if: isNow)\(said)\(cards)\(over)\(empty)</div>"
    }

    /// Who made the prices of all these games, if nobody quoted any.
    private func source(of events: [SportsEvent]) -> String? {
        let markets = events.lazy.flatMap(\.markets)
        guard let kind = markets.first?.prices, markets.allSatisfy({ $0.prices == kind }) else { return nil }
        return markets.first.flatMap(page.source)
    }

    /// By the name of a team, in all tournaments.
    private var found: HTML {
        let word = (search ?? "").lowercased()
        let events = page.tree.tournaments.flatMap(\.events)
            .filter { $0.home.lowercased().contains(word) || $0.away.lowercased().contains(word) }
            .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
        let open = Array(events.filter { !$0.isDecided }.prefix(Self.pageSize))
        let over = events.filter(\.isDecided).suffix(Self.resultsShown).reversed()
        guard open.isEmpty && over.isEmpty else { return list(open, results: Array(over)) }
        return EmptyState(
            .search,
            visit.text(SportsbookText.noTeam),
            visit.text(SportsbookText.noTeamText),
            action: Button(visit.text(SportsbookText.allGames), .quiet, .link(visit.link("events"))).html
        ).html
    }
}

extension SportsbookPage {
    func document(of event: SportsEvent) -> Document {
        let title = visit.title(of: event)
        let tournament = tree.tournaments.first { $0.tournament.id == event.tournamentID }
        let score: HTML = optional(event.score) { score in
            let facts = event.ordered(home: (event.home, score.home), away: (event.away, score.away))
            return Facts(facts.map { (word: $0.0, value: "<strong>\($0.1)</strong>") }).html
        }
        let markets = each(event.markets) { market in
            let title = visit.title(of: market.kind)
            let isOver = market.status == .settled || market.status == .void
            return isOver
                ? "<section id=\"market-\(market.id)\"><h2>\(title)</h2>\(results(market))</section>"
                : Card(nil, id: "market-\(market.id)", group(market, event, title: title).html).html
        }
        let empty = EmptyState(
            .ticket,
            visit.text(SportsbookText.noMarkets),
            visit.text(SportsbookText.noMarketsText)
        )
        let lead: HTML = """
            \(tournament.map { "\($0.tournament.name) · " as HTML })\(isOpen(event) ? visit.kickOff(event.startsAt) : visit.time(event.startsAt))
            """
        return self.document(
            title,
            in: "events",
            events: [event.id],
            showsEmptySlip: isOpen(event),
            """
            \(PageHead(
                title,
                lead: lead,
                back: (visit.text(SportsbookText.games), back(event)),
                actions: formatSwitch.html
            ))
            <div class="region" id="event-\(event.id)" data-subject="\(event.subjects)">
            \(visit.badge(event.status, startsAt: event.startsAt))\(score)\
            \(event.markets.isEmpty ? empty.html : "<div class=\"stack\">\(markets)</div>")</div>
            """
        )
    }

    /// How each outcome of a decided market came out.
    private func results(_ market: Market) -> List {
        let rows = market.outcomes.map { outcome in
            let tone: Tone =
                switch outcome.status.known {
                case .won?, .halfWon?: .good
                case .lost?, .halfLost?: .bad
                default: .neutral
                }
            return ListRow(
                visit.name(of: outcome.side, outcome.name, outcome.line, market.kind),
                trailing: Badge(visit.word(of: outcome.status), tone).html
            )
        }
        return List(rows)
    }

    private func back(_ event: SportsEvent) -> String {
        let week = event.isAmerican ? event.week.map { "\($0)" } : nil
        return visit.link("events", [("tournament", "\(event.tournamentID)"), ("week", week)])
    }
}
