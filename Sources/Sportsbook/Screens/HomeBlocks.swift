internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension HomeBlock {
    private static let rows = 3

    /// What the person's bets wait for; the first step for somebody without any.
    static let openBets = HomeBlock(place: 40, module: .sportsbook, of: "bets") { visit in
        let bets = try await visit.read(
            BetCalls.list,
            [("status", BetStatus.open.rawValue), ("limit", "\(rows)")]
        ).items
        let button = Button(visit.text(SportsbookText.seeGames), .primary, .link(visit.link("events")))
        guard !bets.isEmpty else {
            let empty = EmptyState(
                .ticket,
                visit.text(SportsbookText.firstBet),
                visit.text(SportsbookText.firstBetText),
                action: button.html
            )
            return "<div id=\"home-bets\" data-subject=\"bet/*\">\(empty)</div>"
        }
        let words = BetWords(visit)
        let list = List(bets.map(words.row))
        return Card(
            visit.text(SportsbookText.yourOpenBets),
            footer: "<a href=\"\(visit.link("bets"))\">\(visit.text(SportsbookText.myBets))</a>",
            id: "home-bets",
            subject: "bet/*",
            list.html
        ).html
    }

    /// The games that begin next, or that there is none; for guests too where the tenant shows them.
    static let nextGames = HomeBlock(place: 45, module: .sportsbook, of: "events", isPublic: true) { visit in
        let isPublic = visit.tenant.settings[SportsbookSettings.publicSportsbook]
        guard visit.isSignedIn || isPublic else { return nil }
        let tree = try await visit.read(LiveCalls.tree)
        let all = tree.tournaments.flatMap(\.events)
        let events = all.filter { $0.status == .scheduled && $0.startsAt > visit.now }
            .sorted { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
            .prefix(rows)
        guard !events.isEmpty || !all.contains(where: { $0.isOn(at: visit.now) }) else { return nil }
        let list = List(
            events.map { event in
                ListRow(
                    visit.title(of: event),
                    href: visit.gameLink(event.id),
                    detail: visit.kickOff(event.startsAt)
                )
            }
        )
        return Card(
            visit.text(SportsbookText.nextGames),
            footer: "<a href=\"\(visit.link("events"))\">\(visit.text(SportsbookText.allGames))</a>",
            id: "home-games",
            events.isEmpty ? "<p>\(visit.text(SportsbookText.noNextGame))</p>" : list.html
        ).html
    }
}

extension BetWords {
    /// In a short list: what it is on, and what it waits for next.
    func row(_ bet: Bet) -> ListRow {
        let pending = bet.legs.filter { $0.result == .pending }
        let next = pending.min { $0.event.startsAt < $1.event.startsAt }
        return ListRow(
            title(bet),
            href: visit.betLink(bet.id),
            detail: optional(next) { leg in
                "\(bet.legs.count == 1 ? game(leg) : visit.text(SportsbookText.nextLeg, ["leg": .text(name(leg))])) · \(waiting(leg))"
            },
            trailing: "\(visit.money(bet.potentialPayoutCents))",
            trailingDetail: "\(visit.text(SportsbookText.payout))",
            id: "home-bet-\(bet.id)"
        )
    }
}
