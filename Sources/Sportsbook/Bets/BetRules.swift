package import ParlayAPI

/// What a bet pays. Pure.
package enum BetRules {
    package struct Leg: Sendable, Equatable {
        package let price: AmericanPrice
        /// Of the outcome that the leg is on.
        package let outcome: OutcomeStatus

        package init(_ price: AmericanPrice, _ outcome: OutcomeStatus) {
            self.price = price
            self.outcome = outcome
        }
    }

    package enum State: Sendable, Equatable {
        case open
        case settled(BetStatus, payoutCents: Int64)
    }

    /// The state that follows from the outcomes. A lost leg settles a parlay at once; otherwise its last leg does.
    ///
    /// - Parameter limitCents: what the bet can pay at most, which no result exceeds.
    package static func state(stakeCents: Int64, legs: [Leg], limitCents: Int64) -> State {
        let results = legs.map { LegResult($0.outcome) }
        if results.contains(.lost) { return .settled(.lost, payoutCents: 0) }
        if results.contains(.pending) { return .open }
        if results.allSatisfy({ $0 == .void }) { return .settled(.void, payoutCents: stakeCents) }
        let factors = zip(legs, results).map { $1.factor(at: $0.price) }
        let payout = min(ParlayPrice(factors).payout(stakeCents: stakeCents) ?? limitCents, limitCents)
        if payout == stakeCents { return .settled(.pushed, payoutCents: payout) }
        return .settled(payout > stakeCents ? .won : .lost, payoutCents: payout)
    }
}

extension LegResult {
    package init(_ outcome: OutcomeStatus) {
        self =
            switch outcome {
            case .active, .suspended: .pending
            case .won: .won
            case .lost: .lost
            case .pushed: .pushed
            case .halfWon: .halfWon
            case .halfLost: .halfLost
            case .void: .void
            }
    }

    /// What comes back for each unit of stake. For a leg that is not lost.
    fileprivate func factor(at price: AmericanPrice) -> PriceFactor {
        let won = price.factor
        return switch self {
        case .won: won
        case .halfWon:
            PriceFactor(numerator: won.numerator + won.denominator, denominator: 2 * won.denominator)
        case .halfLost: PriceFactor(numerator: 1, denominator: 2)
        case .pushed, .void, .pending, .lost: PriceFactor(numerator: 1, denominator: 1)
        }
    }
}
