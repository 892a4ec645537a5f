internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// What all pages of the sportsbook share: the games and prices now, the person's slip and money, and the frame around them.
struct SportsbookPage {
    let visit: Visit
    let tree: SportsbookTree
    /// `nil` for a guest.
    let wallet: Wallet?
    let slip: SlipState
    let format: OddsFormat

    init(_ visit: Visit) async throws {
        self.visit = visit
        tree = try await visit.read(LiveCalls.tree)
        wallet = visit.isSignedIn ? try await visit.read(BetCalls.showWallet) : nil
        slip = visit.slip
        format = visit.oddsFormat
    }

    func event(_ id: Int64) -> SportsEvent? {
        for tournament in tree.tournaments {
            if let event = tournament.events.first(where: { $0.id == id }) { return event }
        }
        return nil
    }

    /// The first game of these that is still to begin.
    func next(among events: [SportsEvent]) -> SportsEvent? {
        events.filter(isOpen).min { ($0.startsAt, $0.id) < ($1.startsAt, $1.id) }
    }

    /// The page with the slip beside it, following the prices.
    ///
    /// - Parameters:
    ///   - tournaments: whose games are shown; empty for all.
    ///   - isAlways: whether an empty slip is shown too, which says how to begin.
    func document(
        _ title: String,
        in section: String,
        tournaments: [Int64] = [],
        events: [Int64] = [],
        showsEmptySlip isAlways: Bool = false,
        _ main: HTML
    ) -> Document {
        let panel = SlipPanel(self)
        let content: HTML = """
            <form method="post" action="\(visit.address)" id="picks"></form>\(panel.refusalOnPhone)\(main)
            """
        let hasSlip = isAlways || !slip.picks.isEmpty
        let page: HTML = hasSlip ? "\(Columns(content, side: "\(panel.slip)"))" : content
        let filter =
            tournaments.isEmpty && events.isEmpty
            ? []
            : [
                (
                    "tournament",
                    tournaments.isEmpty ? nil : tournaments.map(String.init).joined(separator: ",")
                ),
                ("event", joined(events + slip.picks.map(\.event))),
            ]
        return Document(
            title,
            in: section,
            """
            <div class="region" data-feed="\(visit.link("live", filter))" data-after="\(tree.seq)" \
            data-lost="\(visit.text(PageText.connectionLost))">\(page)</div>
            """
        )
    }

    private func joined(_ events: [Int64]) -> String? {
        let known = Array(Set(events)).sorted().prefix(20)
        return known.isEmpty ? nil : known.map(String.init).joined(separator: ",")
    }

    // MARK: Prices to take

    func isOpen(_ event: SportsEvent) -> Bool { event.status == .scheduled && event.startsAt > visit.now }

    func isOpen(_ outcome: Outcome, _ market: Market, _ event: SportsEvent) -> Bool {
        isOpen(event) && market.status == .open && outcome.status == .active
    }

    /// The word in place of a price that cannot be taken.
    func word(_ outcome: Outcome, _ market: Market, _ event: SportsEvent) -> String {
        if outcome.status != .active { return visit.word(of: outcome.status) }
        switch market.status.known {
        case .suspended?: return visit.text(SportsbookText.suspended)
        case .void?: return visit.text(SportsbookText.void)
        case .open?, .settled?, nil: return visit.text(SportsbookText.closed)
        }
    }

    func odds(
        _ outcome: Outcome,
        _ market: Market,
        _ event: SportsEvent,
        label: String? = nil,
        line: String? = nil,
        context: String? = nil
    ) -> Odds {
        let pick = SlipState.Pick(event: event.id, outcome: outcome.id, price: outcome.price)
        let state: Odds.State =
            !isOpen(outcome, market, event)
            ? .suspended(word(outcome, market, event)) : slip.holds(outcome.id) ? .selected : .open
        return Odds(
            label: label,
            line: line,
            price: visit.price(outcome.price, format),
            context: context,
            state,
            name: "_keep",
            value: "\(Kept.slipName):pick.\(pick.text)",
            form: "picks",
            id: "outcome-\(outcome.id)",
            amount: outcome.priceDecimal.text
        )
    }
}

extension ScreenWrite {
    /// Leads to the bet.
    static var placesBet: ScreenWrite {
        ScreenWrite(BetCalls.place) { _, response in
            PlacedSlip(response).map { "bets/\($0.id)?placed=1" }
        }
    }
}
