import ParlayAPI
import Sportsbook
import Tenancy
import Testing

@testable import OddsFeeds

/// Each contradiction of the specification's table, and what is just this side of it.
@Suite struct ContradictionTests {
    private let now = Timestamp(milliseconds: 1_789_300_000_000)

    private func event(
        _ id: String = "g1",
        home: String = "Seattle",
        away: String = "Green Bay",
        hours: Double = 48,
        status: EventStatus = .scheduled,
        score: Score? = nil,
        markets: [SourceMarket] = []
    ) -> SourceEvent {
        SourceEvent(
            externalID: id,
            home: home,
            away: away,
            startsAt: now.adding(seconds: Int64(hours * 3600)),
            status: status,
            score: score,
            markets: markets
        )
    }

    private func known(
        _ id: String = "g1",
        home: String = "Seattle",
        away: String = "Green Bay",
        hours: Double = 48,
        status: EventStatus = .scheduled,
        score: Score? = nil,
        resultHours: Double? = nil,
        spread: MarketLine? = nil
    ) -> KnownGame {
        KnownGame(
            id,
            home: home,
            away: away,
            startsAt: now.adding(seconds: Int64(hours * 3600)),
            status: status,
            score: score,
            resultAt: resultHours.map { now.adding(seconds: Int64($0 * 3600)) },
            spread: spread
        )
    }

    private func validate(
        _ known: [KnownGame],
        _ events: [SourceEvent],
        _ part: SourceReading.Part = .odds
    ) -> Contradictions {
        Contradictions(known: known, events: events, part: part, now: now)
    }

    private func money(_ home: String, _ away: String) throws -> SourceMarket {
        SourceMarket(.moneyline, prices: [.home: try price(home), .away: try price(away)])
    }

    private func spread(_ points: Double) throws -> SourceMarket {
        SourceMarket(.spread, line: try line(points), prices: [.home: .assumed, .away: .assumed])
    }

    @Test func `a first reading is accepted`() throws {
        let events = [
            event("g1", markets: [try money("-240", "+200"), try spread(-5)]),
            event("g2", home: "A", away: "B"),
        ]
        let found = validate([], events)
        #expect(
            found.accepted == events && found.games.isEmpty && found.everything == nil && found.summary == nil
        )
    }

    @Test func `home and away swapped`() {
        let found = validate(
            [known()],
            [event(home: "Green Bay", away: "Seattle"), event("g2", home: "A", away: "B")]
        )
        #expect(found.games == ["g1": "Green Bay against Seattle: home and away are swapped."])
        #expect(found.accepted.map(\.externalID) == ["g2"])
        #expect(found.summary == "Green Bay against Seattle: home and away are swapped.")
    }

    @Test func `other teams under the same id`() {
        #expect(validate([known()], [event(home: "Denver")]).games.keys.sorted() == ["g1"])
    }

    @Test(arguments: [
        (-3.0, 3.0, true), (3, -3, true), (-7, 3.5, true), (-2.5, 3, false), (-3, 2.75, false),
        (-3, -9, false),
    ])
    func `a spread that changes sides`(old: Double, new: Double, isContradiction: Bool) throws {
        let found = validate([known(spread: try line(old))], [event(markets: [try spread(new)])])
        #expect(found.games.isEmpty != isContradiction)
    }

    @Test(arguments: [
        ("+200", "-240", -5.0, true), ("+200", "-240", -3, true), ("+200", "-240", -2.5, false),
        ("-240", "+200", 3, true), ("-240", "+200", -5, false), ("-110", "-110", -5, false),
        ("+100", "-100", -5, false),
    ])
    func `different favorites`(home: String, away: String, points: Double, isContradiction: Bool) throws {
        let found = validate([], [event(markets: [try money(home, away), try spread(points)])])
        #expect(found.games.isEmpty != isContradiction)
    }

    @Test(arguments: [
        // 40 % and 40 %; 200 points each are 33.3 %.
        ("+150", "+150", true), ("+200", "+105", true), ("+100", "+100", false), ("-105", "+105", false),
        // One side is negative: a bargain, but no lost sign.
        ("-110", "+130", false),
        // 70 % and 70 % are 140 %; -234 is 70.06 %.
        ("-234", "-234", true), ("-233", "-233", false), ("-1000", "-1000", true),
    ])
    func `implied chances`(home: String, away: String, isContradiction: Bool) throws {
        #expect(validate([], [event(markets: [try money(home, away)])]).games.isEmpty != isContradiction)
    }

    @Test func `implied chances of three ways`() throws {
        func market(_ home: String, _ draw: String, _ away: String) throws -> SourceMarket {
            SourceMarket(
                .matchResult,
                prices: [.home: try price(home), .draw: try price(draw), .away: try price(away)]
            )
        }
        #expect(validate([], [event(markets: [try market("+150", "+220", "+180")])]).games.isEmpty)
        #expect(validate([], [event(markets: [try market("+250", "+220", "+280")])]).games.count == 1)
        #expect(validate([], [event(markets: [try market("-150", "-150", "-150")])]).games.count == 1)
        // Far more than 64 bits.
        #expect(validate([], [event(markets: [try market("-999999", "+999999", "+999983")])]).games.isEmpty)
        #expect(
            validate([], [event(markets: [SourceMarket(.matchResult, prices: [.home: .assumed])])]).games
                .count
                == 1
        )
    }

    @Test func `a score that falls`() {
        let before = known(hours: -1, status: .live, score: Score(home: 14, away: 7))
        func found(_ home: Int, _ away: Int, _ status: EventStatus) -> Contradictions {
            validate(
                [before],
                [event(hours: -1, status: status, score: Score(home: home, away: away))],
                .scores
            )
        }
        #expect(found(13, 7, .live).games.count == 1)
        #expect(found(21, 6, .final).games.count == 1)
        #expect(found(14, 7, .final).games.isEmpty)
        #expect(found(14, 10, .live).accepted.count == 1)
    }

    @Test func `final without scores`() {
        let found = validate([known(hours: -3)], [event(hours: -3, status: .final)], .scores)
        #expect(found.games == ["g1": "Seattle against Green Bay is final without scores."])
        #expect(found.accepted.isEmpty)
    }

    @Test func `a corrected score counts for 72 hours`() {
        func found(_ resultHours: Double, _ status: EventStatus = .final) -> Contradictions {
            let before = known(
                hours: -100,
                status: .final,
                score: Score(home: 21, away: 20),
                resultHours: resultHours
            )
            return validate(
                [before],
                [event(hours: -100, status: status, score: Score(home: 14, away: 20))],
                .scores
            )
        }
        #expect(found(-72).accepted.map(\.score) == [Score(home: 14, away: 20)])
        #expect(found(-72.01).accepted.isEmpty && found(-72.01).games.isEmpty)
        // A result does not go away.
        #expect(found(-1, .live).accepted.isEmpty && found(-1, .live).games.isEmpty)
    }

    @Test func `gone more than 15 minutes before its start`() {
        let others = [event("a", home: "A", away: "B"), event("b", home: "C", away: "D")]
        let rest = [known("a", home: "A", away: "B"), known("b", home: "C", away: "D")]
        #expect(validate(rest + [known(hours: 0.26)], others).games.keys.sorted() == ["g1"])
        #expect(validate(rest + [known(hours: 0.25)], others).games.isEmpty)
        #expect(validate(rest + [known(hours: -1)], others).games.isEmpty)
        for status in [EventStatus.postponed, .cancelled, .final, .live] {
            #expect(validate(rest + [known(status: status)], others).games.isEmpty)
        }
        // Scores are of some games only.
        #expect(validate(rest + [known()], [], .scores).games.isEmpty)
    }

    @Test func `the kick-off moved`() {
        #expect(validate([known()], [event(hours: 48 + 7 * 24)]).games.isEmpty)
        #expect(validate([known()], [event(hours: 48.1 + 7 * 24)]).games.count == 1)
        #expect(validate([known(hours: 200)], [event(hours: 31)]).games.count == 1)
        #expect(validate([known()], [event(hours: 0)]).games.count == 1)
        #expect(validate([known(hours: -1)], [event(hours: -2)]).games.isEmpty)
        // A new one may be of the past.
        #expect(validate([], [event(hours: -30)]).games.isEmpty)
    }

    @Test func `the same two teams twice within a day`() {
        let twice = [event("a"), event("b", home: "Green Bay", away: "Seattle", hours: 72)]
        #expect(validate([], twice).games.keys.sorted() == ["a", "b"])
        #expect(validate([], [event("a"), event("b", hours: 72.1)]).games.isEmpty)
        #expect(validate([], [event("a"), event("a")]).accepted.isEmpty)
    }

    // MARK: All markets of the feed

    @Test func `an empty feed that had games`() {
        #expect(
            validate([known()], []).everything == "The feed has no games; before, it had 1 upcoming ones."
        )
        #expect(validate([], []).everything == nil)
        // They have begun since.
        #expect(validate([known(hours: -1)], []).everything == nil)
        #expect(validate([known(status: .postponed)], []).everything == nil)
    }

    @Test func `fewer than half of the coming games`() {
        let before = (0..<5).map { known("g\($0)", home: "H\($0)", away: "A\($0)") }
        func now(_ count: Int) -> Contradictions {
            validate(before, (0..<count).map { event("g\($0)", home: "H\($0)", away: "A\($0)") })
        }
        #expect(now(2).everything == "The feed has 2 upcoming games; before, it had 5.")
        #expect(now(2).accepted.isEmpty)
        #expect(now(3).everything == nil)
        #expect(now(3).games.keys.sorted() == ["g3", "g4"])
        #expect(now(3).summary == "H3 against A3 is gone from the feed. 1 more of this kind.")
    }

    @Test func `scores make no games, and odds no results undone`() {
        #expect(
            validate([], [event(hours: -1, status: .live, score: Score(home: 0, away: 0))], .scores).accepted
                .isEmpty
        )
        let live = known(hours: -0.1, status: .live, score: Score(home: 7, away: 0))
        let accepted = validate([live], [event(hours: -0.1)]).accepted
        #expect(accepted.map(\.status) == [.live] && accepted.map(\.score) == [Score(home: 7, away: 0)])
    }
}
