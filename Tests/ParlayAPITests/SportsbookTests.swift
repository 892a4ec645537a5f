import Foundation
import ParlayAPI
import Testing

@Suite struct SportsbookTests {
    /// What a client encodes is read as the same body, and decodes to it.
    private func check<Body: RequestBody & Codable & Equatable>(
        _ body: Body,
        mode: BodyReader.Mode = .complete
    ) throws {
        let data = try JSONEncoder().encode(body)
        #expect(try Body.decode(Array(data), mode: mode) == body)
        #expect(try JSONDecoder().decode(Body.self, from: data) == body)
    }

    private func paths<Body: RequestBody>(
        _ type: Body.Type,
        _ json: String,
        mode: BodyReader.Mode = .complete
    ) -> [String] {
        do {
            _ = try Body.decode(Array(json.utf8), mode: mode)
            return []
        } catch .invalid(let errors) {
            return errors.entries.map(\.path)
        } catch { return ["malformed"] }
    }

    private func price(_ text: String) throws -> AmericanPrice { try #require(AmericanPrice(text)) }

    @Test func `what clients encode is read as the same`() throws {
        let line = MarketLine(quarters: -14)
        try check(BetDraft(legs: [LegDraft(outcomeID: 1, price: .assumed)], stakeCents: 1))
        try check(
            BetDraft(
                legs: [
                    LegDraft(outcomeID: 1, price: .assumed), LegDraft(outcomeID: 2, price: price("+300")),
                ],
                stakeCents: 10_000,
                accept: .better
            )
        )
        try check(TournamentDraft(sport: "soccer", name: "Liga"))
        try check(TournamentDraft(sport: "soccer", name: "Liga", season: "2025/26"))
        try check(EventDraft(tournamentID: 1, home: "A", away: "B", startsAt: .example, week: 3))
        try check(EventDraft(tournamentID: 1, home: "A", away: "B", startsAt: .example))
        try check(
            MarketDraft(
                eventID: 1,
                kind: .spread,
                line: line,
                outcomes: [
                    OutcomeDraft(side: .home, name: "H", price: .assumed, line: line),
                    OutcomeDraft(side: .away, price: price("+100")),
                ]
            )
        )
        try check(WalletGrant(amountCents: 100, reason: "A prize."))
    }

    @Test func `changes that clients encode are read as the same`() throws {
        try check(TournamentUpdate(), mode: .merge)
        var tournament = TournamentUpdate()
        tournament.season = .set(nil)
        tournament.status = .set(.closed)
        try check(tournament, mode: .merge)
        try check(EventUpdate.result(home: 27, away: 0), mode: .merge)
        var event = EventUpdate()
        event.week = .set(nil)
        event.startsAt = .set(.example)
        event.status = .set(.postponed)
        try check(event, mode: .merge)
        var market = MarketUpdate()
        market.status = .set(.void)
        market.line = .set(.zero)
        try check(market, mode: .merge)
        var outcome = OutcomeUpdate()
        outcome.price = .set(.assumed)
        outcome.status = .set(.suspended)
        try check(outcome, mode: .merge)
    }

    private static let leg = #"{"outcome_id":1,"price":"-110"}"#

    @Test(
        arguments: [
            (#"{"legs":[\#(leg)],"stake_cents":1}"#, []),
            (#"{"legs":[],"stake_cents":1}"#, ["legs"]),
            (#"{"legs":[\#(Array(repeating: leg, count: 12).joined(separator: ","))],"stake_cents":1}"#, []),
            (
                #"{"legs":[\#(Array(repeating: leg, count: 13).joined(separator: ","))],"stake_cents":1}"#,
                ["legs"]
            ),
            (#"{"legs":[\#(leg)],"stake_cents":0}"#, ["stake_cents"]),
            (#"{"legs":[\#(leg)],"stake_cents":1.0}"#, ["stake_cents"]),
            (#"{"legs":[\#(leg)],"stake_cents":9223372036854775807}"#, ["stake_cents"]),
            (#"{"legs":[\#(leg)],"stake_cents":1,"accept":"worse"}"#, ["accept"]),
            (#"{"legs":[{"outcome_id":1}],"stake_cents":1}"#, ["legs.0.price"]),
            (#"{"legs":[{"outcome_id":1,"price":-110}],"stake_cents":1}"#, ["legs.0.price"]),
            (#"{"legs":[{"outcome_id":1,"price":"110"}],"stake_cents":1}"#, ["legs.0.price"]),
            (#"{"legs":[{"outcome_id":1,"price":"+99"}],"stake_cents":1}"#, ["legs.0.price"]),
            (#"{"legs":[{"outcome_id":1,"price":"+1000001"}],"stake_cents":1}"#, ["legs.0.price"]),
            (#"{"legs":[{"outcome_id":0,"price":"+100"}],"stake_cents":1}"#, ["legs.0.outcome_id"]),
            (
                #"{"legs":[\#(leg),{"x":1}],"stake_cents":1}"#,
                ["legs.1.outcome_id", "legs.1.price", "legs.1.x"]
            ),
            ("{}", ["legs", "stake_cents"]),
        ] as [(String, [String])]
    )
    func `a bet has 1 to 12 legs with prices, and a stake`(json: String, expected: [String]) {
        #expect(paths(BetDraft.self, json) == expected)
    }

    @Test func `a bet accepts exactly its prices by default`() throws {
        let json = #"{"legs":[\#(Self.leg)],"stake_cents":1}"#
        #expect(try BetDraft.decode(Array(json.utf8)).accept == .exact)
    }

    @Test(
        arguments: [
            (#"{"status":"final","home_score":1,"away_score":0}"#, []),
            (#"{"status":"final"}"#, ["home_score", "away_score"]),
            (#"{"status":"final","home_score":1}"#, ["away_score"]),
            (#"{"status":"final","home_score":-1,"away_score":0}"#, ["home_score"]),
            (#"{"status":"final","home_score":null,"away_score":0}"#, ["home_score"]),
            (#"{"status":"final","home_score":1.5,"away_score":0}"#, ["home_score"]),
            (#"{"home_score":1,"away_score":0}"#, ["home_score", "away_score"]),
            (#"{"status":"live","home_score":1}"#, ["away_score"]),
            (#"{"status":"live","home_score":1,"away_score":0}"#, []),
            (#"{"status":"over","home_score":1}"#, ["status"]),
            (#"{"status":"cancelled"}"#, []), (#"{"week":null}"#, []), (#"{"week":-1}"#, ["week"]),
            ("{}", []), (#"{"starts_at":"2026-05-20"}"#, ["starts_at"]), (#"{"home":" "}"#, ["home"]),
            (#"{"home":"A","away":"A"}"#, ["away"]), (#"{"home":"A","away":"B"}"#, []),
            (#"{"tournament_id":2}"#, ["tournament_id"]),
        ] as [(String, [String])]
    )
    func `a result is final with both scores`(json: String, expected: [String]) {
        #expect(paths(EventUpdate.self, json, mode: .merge) == expected)
    }

    @Test func `a team does not play against itself`() {
        let json = #"{"tournament_id":1,"home":"A","away":"A","starts_at":"2026-05-20T18:30:00Z"}"#
        #expect(paths(EventDraft.self, json) == ["away"])
        #expect(paths(EventDraft.self, json.replacing(#""away":"A""#, with: #""away":"B""#)) == [])
        #expect(paths(EventDraft.self, "{}") == ["tournament_id", "home", "away", "starts_at"])
    }

    private static let two =
        #""outcomes":[{"side":"home","price":"-110"},{"side":"away","price":"-110"}]"#

    @Test(
        arguments: [
            (#"{"event_id":1,"kind":"moneyline",\#(two)}"#, []),
            (#"{"event_id":1,"kind":"moneyline","period":"full",\#(two)}"#, []),
            (#"{"event_id":1,"kind":"moneyline","period":"half",\#(two)}"#, ["period"]),
            (#"{"event_id":1,"kind":"moneyline","line":-3.5,\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"moneyline","line":null,\#(two)}"#, []),
            (#"{"event_id":1,"kind":"spread",\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"spread","line":null,\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"spread","line":-3.25,\#(two)}"#, []),
            (#"{"event_id":1,"kind":"spread","line":-3.3,\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"spread","line":"-3",\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"spread","line":1000,\#(two)}"#, []),
            (#"{"event_id":1,"kind":"spread","line":1000.25,\#(two)}"#, ["line"]),
            (#"{"event_id":1,"kind":"match_result",\#(two)}"#, ["outcomes"]),
            (#"{"event_id":1,"kind":"total","line":44,\#(two)}"#, ["outcomes"]),
            (
                #"{"event_id":1,"kind":"moneyline","outcomes":[{"side":"home","price":"-110"},{"side":"home","price":"-110"}]}"#,
                ["outcomes"]
            ),
            (#"{"event_id":1,"kind":"moneyline","outcomes":[{"side":"home","price":"-110"}]}"#, ["outcomes"]),
            (
                #"{"event_id":1,"kind":"match_result","outcomes":[{"side":"draw","price":"+250"},{"side":"home","price":"-110"},{"side":"away","price":"+200"}]}"#,
                []
            ),
            (
                #"{"event_id":1,"kind":"spread","line":-3.5,"outcomes":[{"side":"home","price":"-110","line":-3.5},{"side":"away","price":"-110","line":3.5}]}"#,
                []
            ),
            (
                #"{"event_id":1,"kind":"spread","line":-3.5,"outcomes":[{"side":"home","price":"-110","line":3.5},{"side":"away","price":"-110","line":-3.5}]}"#,
                ["outcomes.0.line", "outcomes.1.line"]
            ),
            (
                #"{"event_id":1,"kind":"total","line":44.5,"outcomes":[{"side":"over","price":"-110","line":44.5},{"side":"under","price":"-110","line":-44.5}]}"#,
                ["outcomes.1.line"]
            ),
            (
                #"{"event_id":1,"kind":"moneyline","outcomes":[{"side":"home","price":"-110","line":0},{"side":"away","price":"-110"}]}"#,
                ["outcomes.0.line"]
            ),
            (#"{"event_id":1,"kind":"race",\#(two)}"#, ["kind"]),
        ] as [(String, [String])]
    )
    func `a market has the line and the sides of its kind`(json: String, expected: [String]) {
        #expect(paths(MarketDraft.self, json) == expected)
    }

    @Test(
        arguments: [
            (#"{"status":"settled"}"#, ["status"]), (#"{"status":"void"}"#, []),
            (#"{"line":null}"#, ["line"]),
            (#"{"line":2.75}"#, []), ("{}", []), (#"{"kind":"total"}"#, ["kind"]),
        ] as [(String, [String])]
    )
    func `an admin sets the states of a market that are theirs to set`(json: String, expected: [String]) {
        #expect(paths(MarketUpdate.self, json, mode: .merge) == expected)
    }

    @Test(
        arguments: [
            (#"{"status":"won"}"#, ["status"]), (#"{"status":"active"}"#, []),
            (#"{"price":null}"#, ["price"]),
            (#"{"price":"+120"}"#, []), (#"{"price":"120"}"#, ["price"]),
        ] as [(String, [String])]
    )
    func `an admin sets prices, but no results of outcomes`(json: String, expected: [String]) {
        #expect(paths(OutcomeUpdate.self, json, mode: .merge) == expected)
    }

    @Test(
        arguments: [
            (#"{"amount_cents":1,"reason":"x"}"#, []),
            (#"{"amount_cents":0,"reason":"x"}"#, ["amount_cents"]),
            (#"{"amount_cents":100000001,"reason":" "}"#, ["amount_cents", "reason"]),
            (#"{"amount_cents":100000000,"reason":"\#(String(repeating: "é", count: 200))"}"#, []),
            (#"{"amount_cents":1,"reason":"\#(String(repeating: "e", count: 201))"}"#, ["reason"]),
        ] as [(String, [String])]
    )
    func `a grant has an amount and a reason`(json: String, expected: [String]) {
        #expect(paths(WalletGrant.self, json) == expected)
    }

    @Test func `an outcome's line and name follow from its side`() {
        let line = MarketLine(quarters: -14)
        #expect(MarketKind.spread.line(of: .home, in: line)?.text == "-3.5")
        #expect(MarketKind.spread.line(of: .away, in: line)?.text == "3.5")
        #expect(MarketKind.total.line(of: .under, in: MarketLine(quarters: 178))?.text == "44.5")
        #expect(MarketKind.moneyline.line(of: .home, in: line) == nil)
        func name(_ side: OutcomeSide, _ line: MarketLine?) -> String {
            side.name(home: "Chiefs", away: "Bills", line: line)
        }
        #expect(name(.home, line) == "Chiefs" && name(.away, line) == "Bills" && name(.draw, nil) == "Draw")
        #expect(name(.over, MarketLine(quarters: 178)) == "Over 44.5")
        #expect(name(.under, MarketLine(quarters: 176)) == "Under 44")
    }

    @Test func `prices and lines of an answer are exact`() throws {
        let text = String(decoding: Outcome.example.jsonBytes(), as: UTF8.self)
        #expect(text.contains(#""price":"-110","price_decimal":1.9091,"line":-3.5"#))
        let event = try JSONDecoder().decode(SportsEvent.self, from: Data(SportsEvent.example.jsonBytes()))
        #expect(event == SportsEvent.example)
        let long = DecimalPrice(tenThousandths: 100_020_003_000_400_000)
        #expect(String(decoding: long.jsonBytes(), as: UTF8.self) == "10002000300040")
        let whole = String(decoding: MarketLine(quarters: 176).jsonBytes(), as: UTF8.self)
        #expect(whole == "44")
    }

    @Test func `a moved price stands in a problem as it is written`() throws {
        let moved = MovedPrice(outcomeID: 9, price: .assumed, asked: try price("+120"))
        #expect(moved.json.jsonBytes() == moved.jsonBytes())
        #expect(try JSONDecoder().decode(MovedPrice.self, from: Data(moved.json.jsonBytes())) == moved)
    }

    @Test func `a state that a newer server has leaves an event readable`() throws {
        let text = String(decoding: SportsEvent.example.jsonBytes(), as: UTF8.self)
            .replacing(#""kind":"spread""#, with: #""kind":"first_goal""#)
            .replacing(#""period":"full""#, with: #""period":"first_half""#)
            .replacing(#""status":"final""#, with: #""status":"abandoned""#)
        let event = try JSONDecoder().decode(SportsEvent.self, from: Data(text.utf8))
        #expect(event.status == .unknown("abandoned"))
        #expect(event.markets.first?.kind.known == nil && event.markets.first?.period.known == nil)
    }
}
