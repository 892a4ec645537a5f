import ParlayAPI
import Testing

@testable import Sportsbook

/// American leagues name the guests of a game first, everybody else the hosts.
@Suite struct NamingOrderTests {
    private func event(_ kinds: [MarketKind], week: Int?) -> SportsEvent {
        var event = SportsEvent.example
        event.week = week
        let market = event.markets.first
        event.markets = kinds.compactMap { kind in
            var market = market
            market?.kind = Extensible(kind)
            return market
        }
        return event
    }

    @Test func `a game that can be drawn names the hosts first, with or without weeks`() {
        #expect(!event([.matchResult, .total], week: nil).isAmerican)
        #expect(!event([.matchResult], week: 3).isAmerican)
    }

    @Test func `a game with other markets names the guests first`() {
        #expect(event([.moneyline, .spread], week: nil).isAmerican)
    }

    @Test func `before there is a market, only leagues that count weeks name the guests first`() {
        #expect(event([], week: 12).isAmerican)
        #expect(!event([], week: nil).isAmerican)
    }
}
