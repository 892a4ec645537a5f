internal import HTTPServer
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// The slip as it is now: each pick with the price that the person saw and the price of this moment, and the forms that place it.
struct SlipPanel {
    /// A pick with what the games say about it.
    struct Line {
        let pick: SlipState.Pick
        let found: (event: SportsEvent, market: Market, outcome: Outcome)?
        /// The price now, as far as anybody knows.
        let price: AmericanPrice
        let isOpen: Bool

        var hasMoved: Bool { isOpen && !price.pays(sameAs: pick.price) }
    }

    private let page: SportsbookPage
    private let lines: [Line]
    private let place: ScreenForm
    private var visit: Visit { page.visit }
    private var slipState: SlipState { page.slip }

    init(_ page: SportsbookPage) {
        self.page = page
        let place = ScreenForm(page.visit, BetCalls.place)
        let moved = place.refusal.map { Self.movedPrices($0.problem) } ?? [:]
        lines = page.slip.picks.map { Self.line($0, page, moved) }
        self.place = place
    }

    private static func line(
        _ pick: SlipState.Pick,
        _ page: SportsbookPage,
        _ moved: [Int64: AmericanPrice]
    )
        -> Line
    {
        guard let event = page.event(pick.event),
            let market = event.markets.first(where: { $0.outcomes.contains { $0.id == pick.outcome } }),
            let outcome = market.outcomes.first(where: { $0.id == pick.outcome })
        else { return Line(pick: pick, found: nil, price: pick.price, isOpen: false) }
        return Line(
            pick: pick,
            found: (event, market, outcome),
            // The refusal is newer than the tree.
            price: moved[pick.outcome] ?? outcome.price,
            isOpen: page.isOpen(outcome, market, event)
        )
    }

    /// What the refusal of a bet says about prices.
    private static func movedPrices(_ problem: Problem) -> [Int64: AmericanPrice] {
        guard case .array(let legs)? = problem.extensions["legs"] else { return [:] }
        var prices: [Int64: AmericanPrice] = [:]
        for case .object(let leg) in legs {
            guard case .integer(let outcome)? = leg["outcome_id"], case .string(let text)? = leg["price"]
            else { continue }
            prices[outcome] = AmericanPrice(text)
        }
        return prices
    }

    // MARK: The slip

    var slip: Slip {
        Slip(
            id: "slip",
            title: visit.text(SportsbookText.slip),
            bar: visit.text(SportsbookText.picks, ["count": .number(Int64(lines.count))]),
            barPrice: price ?? "",
            close: visit.text(PageText.close),
            picks: lines.map(pick),
            form: content,
            empty: EmptyState(
                .ticket,
                visit.text(SportsbookText.slipEmpty),
                visit.text(SportsbookText.slipEmptyText)
            ),
            subject: subjects
        )
    }

    private var subjects: String {
        let all = lines.flatMap { line in
            ["event/\(line.pick.event)", "outcome/\(line.pick.outcome)"]
                + (line.found.map { ["market/\($0.market.id)"] } ?? [])
        }
        return (all + ["account/\(visit.accountID)"]).joined(separator: " ")
    }

    private var parlay: ParlayPrice { ParlayPrice(lines.map(\.price)) }
    private var price: String? { visit.price(of: lines.map(\.price), page.format) }

    private var isSeparate: Bool { slipState.isSingles && lines.count > 1 }

    private func pick(_ line: Line) -> Slip.Pick {
        let title: String
        let detail: String
        if let (event, market, outcome) = line.found {
            title = visit.name(of: outcome.side, outcome.name, outcome.line, market.kind)
            detail = "\(visit.title(of: market.kind)) · \(visit.title(of: event))"
        } else {
            title = visit.text(SportsbookText.pickGone)
            detail = visit.text(SportsbookText.pickGoneText)
        }
        let old = line.hasMoved ? visit.price(line.pick.price, page.format) : nil
        return Slip.Pick(
            title,
            detail: detail,
            price: visit.price(line.price, page.format),
            oldPrice: old.map { ($0, visit.text(SportsbookText.priceWas, ["price": .text($0)])) },
            note: note(line),
            remove: Button(
                visit.text(SportsbookText.removePick, ["pick": .text(title)]),
                .plain,
                icon: .cross,
                keep("remove.\(line.pick.outcome)"),
                hidesText: true,
                form: "picks"
            ).html
        )
    }

    private func keep(_ action: String) -> Button.Action {
        .submit(name: "_keep", value: "\(Kept.slipName):\(action)")
    }

    private func note(_ line: Line) -> HTML {
        var note = HTML.none
        if !line.isOpen {
            let word = line.found.map {
                page.isOpen($0.event) ? page.word($0.outcome, $0.market, $0.event) : nil
            }
            note +=
                Badge(
                    (word ?? nil) ?? visit.text(SportsbookText.closed),
                    .warning,
                    icon: .lock
                ).html
        }
        if isSeparate { note += single(line) }
        return note
    }

    private var content: HTML {
        """
        \(isSeparate ? .none : form)\(guest)\(moved)\(modes)
        """
    }

    // MARK: Placing

    /// The bet on everything that is picked.
    private var form: HTML {
        guard page.wallet != nil else { return facts }
        let legs = lines.enumerated().map { number, line in leg(number, line) }
        let word = visit.text(
            lines.count > 1 ? SportsbookText.placeParlay : .placeBet,
            ["count": .number(Int64(lines.count))]
        )
        return place(
            """
            <button class="sr" name="_keep" value="\(Kept.slipName):update" tabindex="-1" aria-hidden="true"></button>\
            \(refusal(of: place))\(legs)\(stakeField)\(stakes)\(policy)\(facts)\(ConnectionNote())\
            \(place.submit(word, isWide: true))
            """
        )
    }

    private func leg(_ number: Int, _ line: Line) -> HTML {
        place.hidden("legs.\(number).outcome_id", "\(line.pick.outcome)")
            + place.hidden("legs.\(number).price", line.pick.price.text)
    }

    private var stakeField: HTML {
        place.field(
            BetDraft.stakeCents.name,
            visit.text(SportsbookText.stake),
            value: amount(slipState.stakeCents),
            hint: page.wallet.map {
                visit.text(SportsbookText.balanceIs, ["amount": .text(visit.money($0.balanceCents))])
            },
            autocomplete: "off"
        )
    }

    private func amount(_ cents: Int64) -> String {
        visit.localizer.decimal(Double(cents) / 100, places: 2...2)
    }

    /// Usual stakes, a press each.
    private var stakes: HTML {
        let buttons = [500, 1_000, 2_500, 10_000].map { cents -> Button in
            let text = visit.localizer.decimal(Double(cents) / 100, places: 0...0)
            return Button(
                visit.text(SportsbookText.stakeOf, ["amount": .text("$\(text)")]),
                .quiet,
                keep("stake.\(cents)")
            )
        }
        return """
            <div class="buttons chips">\(buttons)\
            <noscript>\(Button(visit.text(SportsbookText.showPayout), .plain, keep("update")))</noscript></div>
            """
    }

    private var policy: HTML {
        let names: [(PriceAcceptance, SportsbookText)] = [
            (.exact, .acceptExact), (.better, .acceptBetter), (.any, .acceptAny),
        ]
        let options = names.map { Field.Option($0.rawValue, visit.text($1)) }
        return Field(
            "accept",
            visit.text(SportsbookText.ifPriceMoves),
            .segmented(options),
            id: "accept",
            value: place.typed("accept", slipState.accept.rawValue)
        ).html
    }

    private var facts: HTML {
        let payout = parlay.payout(stakeCents: stake).map(visit.money) ?? "–"
        var facts: [(word: String, value: HTML)] = []
        if lines.count > 1 {
            facts.append(
                (visit.text(SportsbookText.price), "\(price ?? "–")")
            )
        }
        facts.append((visit.text(SportsbookText.payout), times(payout, of: "\(Self.fieldID)", lines)))
        return Facts(facts, isSum: true).html
    }

    /// The stake on this page: what was typed, if that was refused.
    private var stake: Int64 {
        place.refusal?.input.cents(BetDraft.stakeCents.name) ?? slipState.stakeCents
    }

    private static let fieldID = "\(BetCalls.place.description.name)-\(BetDraft.stakeCents.name)"

    /// A payout that a script recalculates while a stake is typed.
    private func times(_ text: String, of field: String, _ lines: [Line]) -> HTML {
        let factors = lines.map { line -> String in
            let factor = line.price.factor
            return "\(factor.numerator)/\(factor.denominator)"
        }
        return """
            <strong data-times="\(factors.joined(separator: " "))" data-of="\(field)" data-currency="USD">\(text)</strong>
            """
    }

    // MARK: Singles

    /// A bet on one of several picks, with a stake of its own.
    private func single(_ line: Line) -> HTML {
        guard page.wallet != nil else { return .none }
        let form = ScreenForm(visit, BetCalls.place)
        let isRefused = form.refusal?.input["legs.0.outcome_id"] == "\(line.pick.outcome)"
        let id = "stake-\(line.pick.outcome)"
        let errors = isRefused ? form.errors(BetDraft.stakeCents.name).joined(separator: " ") : ""
        let typed = isRefused ? form.typed(BetDraft.stakeCents.name, nil) : amount(slipState.stakeCents)
        let cents = isRefused ? stake : slipState.stakeCents
        let payout = ParlayPrice([line.price]).payout(stakeCents: cents).map(visit.money) ?? "–"
        let field = Field(
            BetDraft.stakeCents.name,
            visit.text(SportsbookText.stake),
            .money(symbol: "$"),
            id: id,
            value: typed,
            error: errors.isEmpty ? nil : errors,
            isRequired: true,
            autocomplete: "off"
        )
        return form(
            """
            \(refusal(of: form), if: isRefused)\(leg(0, line))\(form.hidden("accept", slipState.accept.rawValue))\
            \(field)\(Facts([(visit.text(SportsbookText.payout), times(payout, of: id, [line]))], isSum: true))\(ConnectionNote())\
            \(form.submit(visit.text(SportsbookText.placeBet), isWide: true))
            """
        )
    }

    private var modes: HTML {
        guard lines.count > 1 else { return .none }
        let other =
            isSeparate
            ? Button(visit.text(SportsbookText.asParlay), .plain, keep("mode.parlay"), form: "picks")
            : Button(visit.text(SportsbookText.asSingles), .plain, keep("mode.singles"), form: "picks")
        let clear = Button(visit.text(SportsbookText.clearSlip), .plain, keep("clear"), form: "picks")
        return "<div class=\"buttons\">\(other)\(clear)</div>"
    }

    // MARK: What stands in the way

    /// Prices that moved are taken by a press of their own, below everything else, so that nothing moves.
    private var moved: HTML {
        let count = lines.count(where: \.hasMoved)
        guard count > 0, !isRefusedForPrice else { return .none }
        let text = visit.text(SportsbookText.pricesMoved, ["count": .number(Int64(count))])
        return Alert(.warning, text, id: "moved", actions: take).html
    }

    private var isRefusedForPrice: Bool { place.refusal?.problem.code == "price_changed" }

    /// Makes the prices that are shown the ones that are asked for.
    private var take: HTML {
        let moved = lines.filter(\.hasMoved)
        guard !moved.isEmpty else { return .none }
        let now = moved.map { line in
            SlipState.Pick(event: line.pick.event, outcome: line.pick.outcome, price: line.price).text
        }
        return Button(
            visit.text(SportsbookText.takePrices, ["count": .number(Int64(moved.count))]),
            .quiet,
            keep("take.\(now.joined(separator: "_"))"),
            form: "picks"
        ).html
    }

    private var guest: HTML {
        guard page.wallet == nil else { return .none }
        let next = [("next", String?.some(visit.address))]
        let buttons = ButtonRow(
            Button(visit.text(PageText.signIn), .primary, .link(visit.link("sign-in", next))),
            Button(visit.text(PageText.register), .quiet, .link(visit.link("register", next)))
        )
        return "<p class=\"soft\">\(visit.text(SportsbookText.guestText))</p>\(buttons)"
    }

    private func refusal(of form: ScreenForm) -> HTML {
        sentence.map { Alert(.error, $0, actions: isRefusedForPrice ? take : .none).html } ?? .none
    }

    /// Why the bet was not placed.
    private var sentence: String? {
        guard let problem = place.refusal?.problem else { return nil }
        switch problem.code {
        case "price_changed": return visit.text(SportsbookText.refusedPrice)
        case "event_started": return visit.text(SportsbookText.refusedStarted)
        case "market_suspended": return visit.text(SportsbookText.refusedSuspended)
        case "same_event": return visit.text(SportsbookText.refusedSameGame)
        case "insufficient_funds": return visit.text(SportsbookText.refusedFunds)
        default: return place.problem
        }
    }

    /// The slip of a phone is closed after a page was loaded, so the page itself says that nothing was placed.
    var refusalOnPhone: HTML {
        guard let sentence else { return .none }
        let open = Button(visit.text(SportsbookText.openSlip), .quiet, .opens("slip"))
        return "<div class=\"sheet-open\">\(Alert(.error, sentence, actions: "\(open)"))</div>"
    }
}
