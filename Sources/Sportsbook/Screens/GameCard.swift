internal import Localization
internal import Pages
internal import ParlayAPI

extension SportsbookPage {
    /// A game with its usual markets, as a card of a list.
    ///
    /// - Parameter saysSource: whether it says who made prices that nobody quoted; not where the list does.
    func card(_ event: SportsEvent, saysSource: Bool) -> HTML {
        let said = saysSource ? each(sources(of: event.markets)) { " · \($0)" } : .none
        let when: HTML = "\(when(event))\(said)"
        return event.isAmerican ? lines(event, when) : groups(event, when)
    }

    /// Spread, total and moneyline as columns.
    private func lines(_ event: SportsEvent, _ when: HTML) -> HTML {
        let kinds = [MarketKind.spread, .total, .moneyline]
        let markets = kinds.compactMap { event.market($0) }
        let sides: [(OutcomeSide, OutcomeSide, String)] = [
            (.away, .over, event.away), (.home, .under, event.home),
        ]
        return GameLines(
            visit.title(of: event),
            href: visit.gameLink(event.id),
            when: when,
            badge: visit.badge(event.status, startsAt: event.startsAt),
            columns: markets.map { visit.title(of: $0.kind) },
            sides: sides.map { side, total, name in
                GameLines.Side(
                    name,
                    score: side == .home ? event.score?.home : event.score?.away,
                    odds: markets.map { odds(market: $0, of: $0.kind == .total ? total : side, event, name) }
                )
            },
            id: "event-\(event.id)",
            subject: event.subjects
        ).html
    }

    private func odds(market: Market, of side: OutcomeSide, _ event: SportsEvent, _ team: String) -> Odds? {
        guard let outcome = market.outcomes.first(where: { $0.side == side }) else { return nil }
        let line = outcome.line.map { line -> String in
            let number = visit.line(line, isHandicap: market.kind == .spread)
            switch side {
            case .over: return visit.text(SportsbookText.overShort, ["line": .text(number)])
            case .under: return visit.text(SportsbookText.underShort, ["line": .text(number)])
            case .home, .away, .draw: return number
            }
        }
        let context = side == .over || side == .under ? visit.title(of: event) : team
        return odds(
            outcome,
            market,
            event,
            line: line,
            context: "\(context), \(visit.title(of: market.kind))"
        )
    }

    /// Each market as a row: home, draw, away; over, under.
    private func groups(_ event: SportsEvent, _ when: HTML) -> HTML {
        let score = event.score.map { " \($0.home)–\($0.away)" } ?? ""
        let markets = [MarketKind.matchResult, .total].compactMap { event.market($0) }
        return """
            <article class="card game" id="event-\(event.id)" data-subject="\(event.subjects)">\
            <div class="card-head"><h3><a href="\(visit.gameLink(event.id))">\(visit.title(of: event))</a>\(score)</h3>\
            <span>\(visit.badge(event.status, startsAt: event.startsAt)) \(when)</span></div>\
            <div class="stack">\(each(markets) { group($0, event, title: nil).html })</div></article>
            """
    }

    /// All outcomes of a market beside each other.
    func group(_ market: Market, _ event: SportsEvent, title: String?) -> OddsGroup {
        let isTotal = market.kind == .total
        let odds = market.outcomes.map { outcome in
            self.odds(
                outcome,
                market,
                event,
                label: isTotal
                    ? visit.name(of: outcome.side, outcome.name, outcome.line, market.kind)
                    : visit.name(of: outcome.side, outcome.name),
                line: isTotal ? nil : outcome.line.map { visit.line($0, isHandicap: true) },
                context: isTotal ? visit.title(of: event) : visit.title(of: market.kind)
            )
        }
        return OddsGroup(odds, title: title, note: note(market))
    }

    /// Where the prices are from, if nobody quoted them, and whether they stand still.
    private func note(_ market: Market) -> HTML {
        switch market.status.known {
        case .suspended?: return Badge(visit.text(SportsbookText.suspended), .warning, icon: .lock).html
        case .void?: return Badge(visit.text(SportsbookText.void)).html
        default: break
        }
        return optional(source(of: market)) { "<span class=\"soft\">\($0)</span>" }
    }

    /// Who made the prices, if nobody quoted them.
    func source(of market: Market) -> String? {
        switch market.prices.known {
        case .madeUp?: visit.text(SportsbookText.madeUp)
        case .assumed?: visit.text(SportsbookText.assumed)
        case .quoted?, nil: nil
        }
    }

    /// Once for all markets, or of each by its name.
    private func sources(of markets: [Market]) -> [String] {
        let sources = markets.map(source)
        if let first = sources.first ?? nil, sources.allSatisfy({ $0 == first }) { return [first] }
        return zip(markets, sources).compactMap { market, source in
            source.map { "\(visit.title(of: market.kind)): \($0)" }
        }
    }

    private func when(_ event: SportsEvent) -> HTML {
        isOpen(event)
            ? "\(TimeText(visit.localizer.relative(event.startsAt, to: visit.now), iso: event.startsAt.description, isCountdown: true)) · \(visit.time(event.startsAt, .time))"
            : visit.time(event.startsAt, .time)
    }

    /// A game that is over, in a row.
    func result(_ event: SportsEvent) -> ListRow {
        ListRow(
            visit.title(of: event),
            href: visit.gameLink(event.id),
            badge: event.status == .final ? .none : visit.badge(event.status, startsAt: event.startsAt),
            detail: visit.time(event.startsAt, .day),
            trailing: optional(event.scoreText) { "<strong>\($0)</strong>" },
            id: "event-\(event.id)",
            subject: "event/\(event.id)"
        )
    }
}
