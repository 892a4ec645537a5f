/// What calls answer before a game is over.
extension Outcome {
    package static var active: Outcome {
        var outcome = example
        outcome.status = Extensible(.active)
        return outcome
    }

    package static var repriced: Outcome {
        var outcome = active
        outcome.price = .example
        outcome.priceDecimal = AmericanPrice.example.decimal
        return outcome
    }
}

extension Market {
    package static var open: Market {
        var market = example
        market.status = Extensible(.open)
        for place in market.outcomes.indices { market.outcomes[place].status = Extensible(.active) }
        return market
    }
}

extension SportsEvent {
    /// Without markets yet.
    package static var scheduled: SportsEvent {
        var event = example
        event.status = Extensible(.scheduled)
        event.homeScore = nil
        event.awayScore = nil
        event.markets = []
        return event
    }
}

extension Bet {
    package static var placed: Bet {
        var bet = example
        for place in bet.legs.indices { bet.legs[place].result = Extensible(.pending) }
        bet.status = Extensible(.open)
        bet.payoutCents = nil
        bet.settledAt = nil
        return bet
    }
}
