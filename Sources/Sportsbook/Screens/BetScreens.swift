internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Screen {
    /// The person's bets: what is open, with what each leg waits for, and what was paid.
    static let bets = Screen(
        "bets",
        "My bets",
        module: .sportsbook,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in
        let page = try await SportsbookPage(visit)
        let isSettled = visit.query("show") == "settled"
        let states: [BetStatus] = isSettled ? [.won, .lost, .pushed, .void] : [.open]
        let bets = try await visit.read(
            BetCalls.list,
            [
                ("status", states.map(\.rawValue).joined(separator: ",")), ("limit", "20"),
                ("cursor", visit.query("cursor")),
            ]
        )
        return page.document(of: bets, isSettled: isSettled)
    }

    static let bet = Screen(
        "bets/{id:id}",
        "Bet",
        module: .sportsbook,
        writes: [.placesBet],
        keeps: [.slip, .odds]
    ) { visit in
        let bet = try await visit.read(BetCalls.show, try visit.id())
        return try await SportsbookPage(visit).document(of: bet)
    }
}

extension SportsbookPage {
    fileprivate func document(of bets: ListPage<Bet>, isSettled: Bool) -> Document {
        let title = visit.text(SportsbookText.myBets)
        let tabs = Tabs(
            [
                .init(
                    visit.text(SportsbookText.openBets),
                    href: visit.link("bets"),
                    isCurrent: !isSettled
                ),
                .init(
                    visit.text(SportsbookText.settledBets),
                    href: visit.link("bets", [("show", "settled")]),
                    isCurrent: isSettled
                ),
            ],
            label: visit.text(SportsbookText.myBets)
        )
        let empty = EmptyState(
            .ticket,
            visit.text(isSettled ? SportsbookText.noSettledBets : SportsbookText.noOpenBets),
            visit.text(isSettled ? SportsbookText.noSettledBetsText : SportsbookText.noOpenBetsText),
            action: Button(visit.text(SportsbookText.seeGames), .primary, .link(visit.link("events"))).html
        )
        let words = BetWords(visit)
        let cards = bets.items.map { words.card($0) }
        let pager = Pager(
            label: visit.text(PageText.pages),
            next: bets.nextCursor.map { cursor in
                (
                    visit.text(SportsbookText.olderBets),
                    visit.link("bets", [("show", visit.query("show")), ("cursor", cursor)])
                )
            }
        )
        return document(
            title,
            in: "bets",
            """
            \(PageHead(title))\(tabs)<div class="region" id="bets" data-subject="bet/*">\
            \(cards.isEmpty ? empty.html : "<div class=\"stack\">\(cards)</div>")</div>\(pager)
            """
        )
    }

    fileprivate func document(of bet: Bet) -> Document {
        let words = BetWords(visit)
        let title = words.title(bet)
        let placed: HTML =
            visit.query("placed") == nil || bet.status != .open
            ? .none
            : Flash(
                visit.text(SportsbookText.betPlaced, ["stake": .text(visit.money(bet.stakeCents))])
            ).html
        return document(
            title,
            in: "bets",
            """
            \(placed)\(PageHead(title, lead: visit.time(bet.placedAt), back: (visit.text(SportsbookText.myBets), visit.link("bets"))))
            <div class="region" id="bet-\(bet.id)" data-subject="\(words.subjects(bet))">\
            \(Card(visit.text(SportsbookText.stakeAndPayoutTitle), trailing: words.badge(bet.status).html, words.facts(bet).html))\
            <h2>\(visit.text(SportsbookText.legs, ["count": .number(Int64(bet.legs.count))]))</h2>\(words.legs(bet))</div>
            \(ButtonRow(Button(visit.text(SportsbookText.seeGames), .quiet, .link(visit.link("events")))))
            """
        )
    }
}

/// A bet as people read it.
struct BetWords {
    let visit: Visit
    private let format: OddsFormat

    init(_ visit: Visit) {
        self.visit = visit
        format = visit.oddsFormat
    }

    func title(_ bet: Bet) -> String {
        if bet.legs.count == 1, let leg = bet.legs.first { return name(leg) }
        return kind(bet)
    }

    /// "Single", "Parlay of 3".
    func kind(_ bet: Bet) -> String {
        visit.text(SportsbookText.parlayOf, ["count": .number(Int64(bet.legs.count))])
    }

    /// The bet, and the games that the tenant's stream tells about.
    func subjects(_ bet: Bet) -> String {
        (["bet/\(bet.id)"] + bet.legs.map { "event/\($0.eventID)" }).joined(separator: " ")
    }

    func name(_ leg: BetLeg) -> String { visit.name(of: leg.side, leg.name, leg.line, leg.kind) }

    func game(_ leg: BetLeg) -> String {
        visit.matchup(home: leg.event.home, away: leg.event.away, isAmerican: leg.kind != .matchResult)
    }

    func badge(_ status: Extensible<BetStatus>) -> Badge {
        switch status.known {
        case .open?: Badge(visit.text(SportsbookText.open), .accent)
        case .won?: Badge(visit.text(SportsbookText.won), .good)
        case .lost?: Badge(visit.text(SportsbookText.lost), .bad)
        case .pushed?: Badge(visit.text(SportsbookText.pushed))
        case .void?: Badge(visit.text(SportsbookText.void))
        case nil: Badge(status.rawValue)
        }
    }

    /// In a list, with its legs.
    func card(_ bet: Bet) -> HTML {
        let summary = visit.text(
            SportsbookText.stakeAndPayout,
            ["stake": .text(visit.money(bet.stakeCents)), "payout": .text(visit.money(payout(bet)))]
        )
        return """
            <article class="card" id="bet-\(bet.id)" data-subject="\(subjects(bet))"><div class="card-head">\
            <h2><a href="\(visit.betLink(bet.id))">\(kind(bet))</a></h2>\(badge(bet.status))</div>\
            <p>\(summary)</p>\(legs(bet))</article>
            """
    }

    /// What it paid, or pays if it wins.
    private func payout(_ bet: Bet) -> Int64 { bet.payoutCents ?? bet.potentialPayoutCents }

    private func price(of bet: Bet) -> String {
        visit.price(of: bet.legs.map(\.price), format) ?? bet.priceDecimal.text
    }

    func facts(_ bet: Bet) -> Facts {
        var facts: [(word: String, value: HTML)] = [
            (visit.text(SportsbookText.stake), "\(visit.money(bet.stakeCents))"),
            (visit.text(SportsbookText.price), "\(price(of: bet))"),
        ]
        if let time = bet.settledAt {
            facts.append((visit.text(SportsbookText.settledAt), visit.time(time)))
        }
        facts.append((visit.text(SportsbookText.payout), "\(visit.money(payout(bet)))"))
        return Facts(facts, isSum: true)
    }

    // MARK: Legs

    func legs(_ bet: Bet) -> List {
        List(
            bet.legs.map { leg in
                ListRow(
                    name(leg),
                    href: visit.gameLink(leg.eventID),
                    badge: badge(leg),
                    detail: """
                        \(visit.title(of: leg.kind)) · \
                        \(game(leg))\
                        <br>\(waiting(leg))
                        """,
                    trailing: "\(visit.price(leg.price, format))"
                )
            },
            label: visit.text(SportsbookText.legs, ["count": .number(Int64(bet.legs.count))])
        )
    }

    private func badge(_ leg: BetLeg) -> HTML {
        switch leg.result.known {
        case .won?: Badge(visit.text(SportsbookText.won), .good).html
        case .halfWon?: Badge(visit.text(SportsbookText.halfWon), .good).html
        case .lost?: Badge(visit.text(SportsbookText.lost), .bad).html
        case .halfLost?: Badge(visit.text(SportsbookText.halfLost), .bad).html
        case .pushed?: Badge(visit.text(SportsbookText.pushed)).html
        case .void?: Badge(visit.text(SportsbookText.void)).html
        case .pending?: visit.badge(leg.event.status, startsAt: leg.event.startsAt)
        case nil: .none
        }
    }

    /// What the leg waits for: the start, the end, or its result.
    func waiting(_ leg: BetLeg) -> HTML {
        let event = leg.event
        let isAmerican = leg.kind != .matchResult
        let score: HTML = optional(event.homeScore) { home in
            optional(event.awayScore) { away in isAmerican ? "\(away)–\(home)" : "\(home)–\(away)" }
        }
        guard leg.result == .pending else {
            return score.isEmpty
                ? visit.time(event.startsAt, .day) : "\(visit.text(SportsbookText.final)) \(score)"
        }
        switch event.status.known {
        case .live?: return "\(visit.text(SportsbookText.waitsForEnd)) \(score)"
        case .scheduled? where event.startsAt > visit.now:
            return "\(visit.text(SportsbookText.waitsForStart)) \(visit.kickOff(event.startsAt))"
        case .scheduled?: return "\(visit.text(SportsbookText.waitsForEnd))"
        case .final?: return "\(visit.text(SportsbookText.waitsForPayout)) \(score)"
        case .postponed?: return "\(visit.text(SportsbookText.waitsPostponed))"
        case .cancelled?: return "\(visit.text(SportsbookText.waitsForRefund))"
        case nil: return .none
        }
    }
}
