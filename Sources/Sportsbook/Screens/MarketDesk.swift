internal import Localization
internal import Pages
internal import ParlayAPI

/// The markets of a game with their prices, and what is bet on each side.
struct MarketDesk {
    private let visit: Visit
    private let event: SportsEvent
    private let exposure: [Int64: OutcomeExposure]

    init(_ visit: Visit, _ event: SportsEvent, _ exposure: [OutcomeExposure]) {
        self.visit = visit
        self.event = event
        self.exposure = Dictionary(exposure.map { ($0.outcomeID, $0) }) { first, _ in first }
    }

    var html: HTML {
        let cards = each(event.markets) { card($0) }
        let empty = EmptyState(.ticket, visit.text(BookConsoleText.noMarkets))
        return """
            <section class="stack" aria-label="\(visit.text(BookConsoleText.markets))">\
            \(event.markets.isEmpty ? empty.html : cards)\(event.isDecided ? .none : addition)</section>
            """
    }

    // MARK: A market

    private func card(_ market: Market) -> HTML {
        let line = market.line.map { " \(visit.line($0, isHandicap: market.kind == .spread))" } ?? ""
        let table = Table(
            id: "market-\(market.id)",
            caption: visit.title(of: market.kind) + line,
            hidesCaption: true,
            columns: [
                .init(visit.text(BookConsoleText.side)), .init(visit.text(BookConsoleText.price), .end),
                .init(visit.text(BookConsoleText.staked), .end),
                .init(visit.text(BookConsoleText.mayPay), .end),
            ],
            rows: market.outcomes.map { row($0, market) },
            narrow: .rows
        )
        let isOver = market.status == .settled || market.status == .void || event.isDecided
        return Card(
            visit.title(of: market.kind) + line,
            trailing: badge(market),
            "\(table)\(isOver ? .none : "\(prices(market))\(moves(market))")"
        )
        .html
    }

    private func badge(_ market: Market) -> HTML {
        switch market.status.known {
        case .open?: Badge(visit.text(SportsbookText.open), .good).html
        case .suspended?: Badge(visit.text(SportsbookText.suspended), .warning, icon: .lock).html
        case .settled?: Badge(visit.text(SportsbookText.settledBets)).html
        case .void?: Badge(visit.text(SportsbookText.void)).html
        case nil: Badge(market.status.rawValue).html
        }
    }

    private func name(_ outcome: Outcome, _ market: Market) -> String {
        visit.name(of: outcome.side, outcome.name, outcome.line, market.kind)
    }

    private func row(_ outcome: Outcome, _ market: Market) -> Table.Row {
        let bets = exposure[outcome.id]
        let state: HTML =
            outcome.status == .active
            ? .none : "\(Badge(visit.word(of: outcome.status), outcome.status == .won ? .good : .neutral))"
        return Table.Row([
            "\(name(outcome, market)) \(state)",
            "<span>\(visit.price(outcome.price, .decimal)) <span class=\"soft\">\(visit.price(outcome.price, .american))</span></span>",
            "\(visit.money(bets?.stakeCents ?? 0))", "\(visit.money(bets?.payoutCents ?? 0))",
        ])
    }

    // MARK: What can be done

    private func moves(_ market: Market) -> HTML {
        let form = ScreenForm(visit, TreeAdminCalls.updateMarket, market.id)
        let isOpen = market.status == .open
        let change = form.button(
            visit.text(isOpen ? BookConsoleText.suspend : .open),
            icon: isOpen ? .lock : .check,
            fields: form.hidden("status", isOpen ? "suspended" : "open")
        )
        let void = Button(
            visit.text(BookConsoleText.void),
            .plain,
            .link(visit.decisionLink(event.id, [("decision", "void"), ("market", "\(market.id)")]))
        )
        // A market with bets can only be made void.
        guard market.outcomes.allSatisfy({ exposure[$0.id] == nil }) else {
            return "<div class=\"buttons\">\(change)\(void)</div>"
        }
        let delete = ScreenForm(visit, TreeAdminCalls.deleteMarket, market.id)
            .button(
                visit.text(BookConsoleText.deleteMarket),
                .plain,
                confirm: visit.text(BookConsoleText.deleteMarketSure)
            )
        return "<div class=\"buttons\">\(change)\(void)\(delete)</div>"
    }

    private func prices(_ market: Market) -> HTML {
        let forms = market.outcomes.map { outcome in
            let form = ScreenForm(visit, TreeAdminCalls.updateOutcome, outcome.id, part: "price")
            let state = ScreenForm(visit, TreeAdminCalls.updateOutcome, outcome.id, part: "state")
            let isActive = outcome.status == .active
            let price = form(
                """
                \(form.alert)
                \(form.field("price", name(outcome, market), value: outcome.price.text, hint: visit.text(BookConsoleText.priceHint), isShort: true))
                \(form.submit(visit.text(PageText.save), .quiet))
                """
            )
            let side = state.button(
                visit.text(
                    isActive ? BookConsoleText.suspendSide : .openSide,
                    ["name": .text(name(outcome, market))]
                ),
                .plain,
                fields: state.hidden("status", isActive ? "suspended" : "active")
            )
            return (html: "\(price)\(side)" as HTML, isRefused: form.refusal != nil)
        }
        return Disclosure(
            visit.text(BookConsoleText.changePrices),
            isOpen: forms.contains(where: \.isRefused),
            "<div class=\"stack\">\(each(forms) { $0.html })</div>"
        )
        .html
    }

    // MARK: A new market

    /// The kind is chosen first, because it decides the sides.
    private var addition: HTML {
        let kinds = MarketKind.allCases.map { kind -> HTML in
            let form = ScreenForm(visit, TreeAdminCalls.createMarket, part: kind.rawValue)
            return Disclosure(
                visit.title(of: Extensible(kind)),
                isOpen: form.refusal != nil,
                draft(kind, form)
            ).html
        }
        return Card(
            visit.text(BookConsoleText.addMarket),
            "<p class=\"soft\">\(visit.text(BookConsoleText.addMarketText))</p><div class=\"stack\">\(kinds)</div>"
        )
        .html
    }

    private func draft(_ kind: MarketKind, _ form: ScreenForm) -> HTML {
        let hint: BookConsoleText = kind == .spread ? .lineHintSpread : .lineHintTotal
        let line: HTML =
            kind.hasLine
            ? form.field(
                "line",
                visit.text(BookConsoleText.line),
                hint: visit.text(hint),
                isShort: true,
                isRequired: true
            )
            : .none
        var sides = HTML.none
        for (index, side) in kind.sides.enumerated() {
            let name = visit.name(of: Extensible(side), side == .home ? event.home : event.away)
            sides +=
                form.hidden("outcomes.\(index).side", side.rawValue)
                + form.field(
                    "outcomes.\(index).price",
                    visit.text(BookConsoleText.priceOf, ["name": .text(name)]),
                    value: "-110",
                    hint: visit.text(BookConsoleText.priceHint),
                    isShort: true,
                    isRequired: true
                )
        }
        return form(
            """
            \(form.alert)\(form.hidden("event_id", "\(event.id)"))\(form.hidden("kind", kind.rawValue))
            \(line)\(sides)
            \(form.submit(visit.text(BookConsoleText.addMarket), .quiet, icon: .plus))
            """
        )
    }
}
