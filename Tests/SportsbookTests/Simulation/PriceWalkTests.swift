import ParlayAPI
import Tenancy
import Testing

@testable import Sportsbook

@Suite struct PriceWalkTests {
    private static let prices = [
        100, -100, 101, -101, 105, -105, 110, -110, 118, -118, 150, -150, 330, -330, 1_200, -1_200, 10_000,
        -10_000, 1_000_000, -1_000_000,
    ].compactMap { AmericanPrice(rawValue: $0) }

    @Test(arguments: prices) func `a price stays near the first one and comes back to it`(
        first: AmericanPrice
    ) {
        let walk = PriceWalk(around: first)
        var random = SeededGenerator(seed: 7, text: first.text)
        var price = first
        var returns = 0
        let lowest = walk.price(at: -PriceWalk.bound)
        let highest = walk.price(at: PriceWalk.bound)
        for step in 0..<20_000 {
            guard let next = walk.price(after: price, roll: Int.random(in: 0..<16, using: &random)) else {
                Issue.record("no price after \(price.text)")
                return
            }
            #expect(!next.pays(sameAs: price), "step \(step)")
            #expect(!(next < lowest) && !(highest < next), "\(next.text) is out of bounds")
            #expect(next.rawValue.magnitude >= 100 && next.rawValue.magnitude <= 1_000_000)
            price = next
            if price.pays(sameAs: first) { returns += 1 }
        }
        // The walk is at the first price in about a fifth of the steps, when it can be.
        #expect(returns > 2_000)
    }

    @Test func `steps are two per cent of the profit, and the first price is exact`() throws {
        let long = PriceWalk(around: try #require(AmericanPrice(rawValue: 500)))
        #expect((-8...8).map { long.price(at: $0).text }.first == "+420")
        #expect(long.price(at: 0).text == "+500")
        #expect(long.price(at: 8).text == "+580")
        #expect(long.price(at: 99).text == "+580")
        let even = PriceWalk(around: try #require(AmericanPrice(rawValue: 100)))
        #expect(
            [-2, -1, 0, 1, 2].map { even.price(at: $0).text } == ["-104", "-102", "+100", "+102", "+104"]
        )
        let short = PriceWalk(around: try #require(AmericanPrice(rawValue: -110)))
        #expect([-1, 0, 1, 6].map { short.price(at: $0).text } == ["-112", "-110", "-108", "+102"])
    }

    @Test func `a price that is not on the walk begins another one`() throws {
        let walk = PriceWalk(around: try #require(AmericanPrice(rawValue: 150)))
        let foreign = try #require(AmericanPrice(rawValue: -400))
        #expect(walk.position(of: foreign) == nil)
        let next = try #require(walk.price(after: foreign, roll: 0))
        #expect(PriceWalk(around: foreign).position(of: next).map(abs) == 1)
    }

    @Test func `at the bound it always turns back, and at the first price to both sides`() throws {
        let walk = PriceWalk(around: try #require(AmericanPrice(rawValue: 300)))
        for roll in 0..<16 {
            #expect(walk.price(after: walk.price(at: 8), roll: roll) == walk.price(at: 7))
            #expect(walk.price(after: walk.price(at: -8), roll: roll) == walk.price(at: -7))
        }
        let up = (0..<16).filter { walk.price(after: walk.first, roll: $0) == walk.price(at: 1) }
        #expect(up.count == 8)
    }
}

@Suite struct MadeUpGameTests {
    @Test(arguments: [MadeUpGame.soccer, NFLFile.sport])
    func `scores rise to the result, the same for the same game`(sport: String) throws {
        let line = try #require(MarketLine(quarters: -14))
        let markets = [SourceMarket(.spread, line: line, prices: [:])]
        var results: Set<Score> = []
        for number in 0..<300 {
            let game = MadeUpGame("game \(number)", sport: sport, markets)
            #expect(game == MadeUpGame("game \(number)", sport: sport, markets))
            #expect(game.score(after: -1) == Score(home: 0, away: 0))
            var last = Score(home: 0, away: 0)
            for second in stride(from: Int64(0), through: game.length, by: 60) {
                let score = game.score(after: second)
                #expect(score.home >= last.home && score.away >= last.away)
                last = score
            }
            #expect(last == game.result)
            #expect(game.score(after: game.length + 86_400) == game.result)
            if sport == NFLFile.sport {
                #expect(game.result == MadeUpGame.footballScore(of: "game \(number)", markets))
            }
            results.insert(game.result)
        }
        #expect(results.count > 15)
    }

    @Test func `soccer has some three goals a game, and rests at half time`() {
        let games = (0..<1_000).map { MadeUpGame("game \($0)", sport: MadeUpGame.soccer) }
        let goals = games.reduce(0) { $0 + $1.result.home + $1.result.away }
        #expect((2_500...2_900).contains(goals))
        #expect(games.allSatisfy { $0.score(after: 2_700) == $0.score(after: 3_659) })
    }
}

@Suite struct PaceTests {
    @Test func `turns come at the rate, and a delay of more than a second is not caught up`() {
        let start = ContinuousClock.now
        func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }
        var pace = Pace(rate: 4, from: start)
        #expect((0..<3).map { _ in pace.turn(at: start) } == [start, at(250), at(500)])
        #expect(pace.turn(at: at(1_700)) == at(750))
        #expect(pace.turn(at: at(9_000)) == at(9_000))
        #expect(pace.turn(at: at(9_000)) == at(9_250))
        var slow = Pace(rate: 0.1, from: start)
        _ = slow.turn(at: start)
        #expect(slow.turn(at: start) == at(10_000))
    }
}
