package import ParlayAPI

extension TournamentRow {
    package var resource: Tournament {
        Tournament(
            id: id.rawValue,
            sport: sport,
            name: name,
            season: season,
            iconURL: iconURL,
            status: status
        )
    }
}

extension EventTree {
    package var resource: SportsEvent {
        SportsEvent(
            id: event.id.rawValue,
            tournamentID: event.tournament.rawValue,
            home: event.home,
            away: event.away,
            startsAt: event.startsAt,
            week: event.week,
            status: event.status,
            homeScore: event.score?.home,
            awayScore: event.score?.away,
            markets: markets.map(\.resource)
        )
    }
}

extension MarketTree {
    package var resource: Market {
        Market(
            id: market.id.rawValue,
            eventID: market.event.rawValue,
            kind: market.kind,
            line: market.line,
            status: market.status,
            prices: market.prices,
            outcomes: outcomes.map { $0.resource(in: market) }
        )
    }
}

extension OutcomeRow {
    package func resource(in market: MarketRow) -> Outcome {
        Outcome(
            id: id.rawValue,
            marketID: self.market.rawValue,
            name: name,
            side: side,
            price: price,
            line: market.kind.line(of: side, in: market.line),
            status: status
        )
    }
}
