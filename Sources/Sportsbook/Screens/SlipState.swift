internal import HTTPServer
internal import Pages
internal import ParlayAPI
internal import Tenancy

/// What a person picked and has not placed, with the prices that they saw. The browser keeps it, so it is theirs to change: what
/// is placed is judged by the call.
struct SlipState: Equatable {
    struct Pick: Equatable {
        let event: Int64
        let outcome: Int64
        var price: AmericanPrice

        init(event: Int64, outcome: Int64, price: AmericanPrice) {
            self.event = event
            self.outcome = outcome
            self.price = price
        }

        /// `118.1203.-110`
        init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let event = Int64(parts[0]), let outcome = Int64(parts[1]),
                event > 0, outcome > 0, let price = AmericanPrice(String(parts[2]))
            else { return nil }
            self.init(event: event, outcome: outcome, price: price)
        }

        var text: String { "\(event).\(outcome).\(price.text)" }
    }

    /// As many as a parlay has legs.
    static let limit = 12
    static let usualStake: Int64 = 1_000

    var picks: [Pick] = []
    var stakeCents = usualStake
    var accept = PriceAcceptance.exact
    /// Whether several picks are separate bets.
    var isSingles = false

    init() {}

    /// Reads `text`. What it does not understand is left out.
    init(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        for part in parts.first?.split(separator: "_") ?? [] {
            if let pick = Pick(part), !holds(pick.outcome), picks.count < Self.limit { picks.append(pick) }
        }
        if parts.count > 1 { setStake(Int64(parts[1])) }
        if parts.count > 2, let accept = PriceAcceptance(rawValue: String(parts[2])) { self.accept = accept }
        isSingles = parts.count > 3 && parts[3] == "singles"
    }

    /// Empty if nothing is picked.
    var text: String {
        guard !picks.isEmpty else { return "" }
        return [
            picks.map(\.text).joined(separator: "_"), "\(stakeCents)", accept.rawValue,
            isSingles ? "singles" : "parlay",
        ]
        .joined(separator: "~")
    }

    func holds(_ outcome: Int64) -> Bool { picks.contains { $0.outcome == outcome } }

    mutating func setStake(_ cents: Int64?) {
        if let cents, 1...BetDraft.largestStakeCents ~= cents { stakeCents = cents }
    }

    mutating func remove(_ outcomes: [Int64]) { picks.removeAll { outcomes.contains($0.outcome) } }

    /// Does what a button says: `pick`, `remove`, `take`, `stake`, `mode`, `clear`, `update`.
    mutating func apply(_ action: Substring, _ value: String) {
        switch action {
        case "pick":
            guard let pick = Pick(value) else { return }
            if holds(pick.outcome) { return remove([pick.outcome]) }
            if picks.count < Self.limit { picks.append(pick) }
        case "take":
            for taken in value.split(separator: "_").compactMap({ Pick($0) }) {
                for index in picks.indices where picks[index].outcome == taken.outcome {
                    picks[index].price = taken.price
                }
            }
        case "remove": remove([Int64(value) ?? 0])
        case "stake": setStake(Int64(value))
        case "mode": isSingles = value == "singles"
        case "clear": picks = []
        default: break
        }
    }
}

extension Kept {
    static let slipName = "slip"

    /// The slip: `slip:pick.118.1203.-110` is a button that picks an outcome, or takes it off again.
    static let slip = Kept(
        slipName,
        change: { visit, action, input in
            var slip = visit.slip
            slip.setStake(input.cents(BetDraft.stakeCents.name))
            if let accept = input["accept"].flatMap(PriceAcceptance.init) { slip.accept = accept }
            let halves = action.split(separator: ".", maxSplits: 1)
            let value = halves.count > 1 ? String(halves[1]) : ""
            slip.apply(halves.first ?? "", value)
            let event = halves.first == "pick" ? SlipState.Pick(value)?.event : nil
            return Change(slip.text, at: event.map { "event-\($0)" })
        },
        settle: { visit, response in
            guard let bet = PlacedSlip(response) else { return nil }
            var slip = visit.slip
            slip.remove(bet.outcomes)
            return slip.text
        }
    )
}

extension Visit {
    var slip: SlipState { SlipState(kept(Kept.slipName)) }
}

/// What the call that places a bet answered, now or when the same form was sent before.
struct PlacedSlip {
    let id: Int64
    let outcomes: [Int64]

    init?(_ response: Response) {
        if let bet = response.value as? Bet {
            id = bet.id
            outcomes = bet.legs.map(\.outcomeID)
            return
        }
        guard let object = try? JSONParser.parseObject(response.body.bytes),
            case .integer(let id)? = object["id"]
        else { return nil }
        self.id = id
        var outcomes: [Int64] = []
        if case .array(let legs)? = object["legs"] {
            for case .object(let leg) in legs {
                if case .integer(let outcome)? = leg["outcome_id"] { outcomes.append(outcome) }
            }
        }
        self.outcomes = outcomes
    }
}
