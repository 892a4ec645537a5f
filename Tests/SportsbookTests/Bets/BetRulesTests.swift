import ParlayAPI
import Testing

@testable import Sportsbook

struct BetRulesTests {
    private func state(_ stake: Int64, _ legs: [(Int, OutcomeStatus)]) throws -> BetRules.State {
        let legs = try legs.map { BetRules.Leg(try #require(AmericanPrice(rawValue: $0.0)), $0.1) }
        return BetRules.state(stakeCents: stake, legs: legs, limitCents: .max)
    }

    @Test func `singles pay by their result`() throws {
        #expect(try state(10_000, [(-110, .won)]) == .settled(.won, payoutCents: 19_090))
        #expect(try state(10_000, [(-110, .lost)]) == .settled(.lost, payoutCents: 0))
        #expect(try state(10_000, [(-110, .pushed)]) == .settled(.pushed, payoutCents: 10_000))
        #expect(try state(10_000, [(-110, .void)]) == .settled(.void, payoutCents: 10_000))
        #expect(try state(10_000, [(-110, .halfWon)]) == .settled(.won, payoutCents: 14_545))
        #expect(try state(10_000, [(-110, .halfLost)]) == .settled(.lost, payoutCents: 5_000))
        #expect(try state(10_001, [(-110, .halfLost)]) == .settled(.lost, payoutCents: 5_000))
        #expect(try state(10_000, [(-110, .active)]) == .open)
        #expect(try state(10_000, [(-110, .suspended)]) == .open)
    }

    @Test func `a parlay is lost with its first lost leg, and otherwise waits for the last`() throws {
        #expect(try state(100, [(150, .won), (-110, .active)]) == .open)
        #expect(try state(100, [(150, .lost), (-110, .active)]) == .settled(.lost, payoutCents: 0))
        #expect(try state(100, [(100, .won), (300, .won)]) == .settled(.won, payoutCents: 800))
    }

    @Test func `void and pushed legs leave the other odds`() throws {
        #expect(try state(100, [(300, .void), (100, .won)]) == .settled(.won, payoutCents: 200))
        #expect(try state(100, [(300, .pushed), (100, .won)]) == .settled(.won, payoutCents: 200))
        #expect(try state(100, [(300, .void), (100, .void)]) == .settled(.void, payoutCents: 100))
        #expect(try state(100, [(300, .void), (100, .pushed)]) == .settled(.pushed, payoutCents: 100))
        #expect(try state(100, [(300, .void), (100, .halfLost)]) == .settled(.lost, payoutCents: 50))
        // Half of one and all of the other give the stake back.
        #expect(try state(100, [(100, .won), (100, .halfLost)]) == .settled(.pushed, payoutCents: 100))
    }

    @Test func `rounding happens once, at the end`() throws {
        // 15 × 21/11 × 21/11 = 54.67…; rounded after each leg it would be 53.
        #expect(try state(15, [(-110, .won), (-110, .won)]) == .settled(.won, payoutCents: 54))
        let twelve = [(Int, OutcomeStatus)](repeating: (-110, .won), count: 12)
        // 100 × (21/11)^12
        #expect(try state(100, twelve) == .settled(.won, payoutCents: 234_379))
    }

    @Test func `a bet that pays its stake counts as pushed`() throws {
        #expect(try state(1, [(-1_000_000, .won)]) == .settled(.pushed, payoutCents: 1))
    }
}
