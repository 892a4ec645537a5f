import ParlayAPI
import Testing

@testable import Sportsbook

@Suite struct TreeFileTests {
    @Test func `an event becomes a game with its markets`() throws {
        let file = try TreeSample.read([TreeSample.event])
        #expect(file.source == "tree")
        #expect(file.warnings == [])
        let tournament = try #require(file.tournaments.first)
        #expect(tournament.externalID == "eng-1")
        #expect(tournament.sport == "soccer")
        #expect(tournament.name == "Premier League")
        #expect(tournament.season == "2019-20")
        let prices: [OutcomeSide: AmericanPrice] = [
            .home: price(-111), .draw: price(240), .away: price(300),
        ]
        #expect(
            tournament.games == [
                FileGame(
                    externalID: "eng-1-watford-brighton",
                    line: 1,
                    home: "Watford",
                    away: "Brighton",
                    kickOff: .moment(1_565_445_600, zone: "Europe/London"),
                    week: 12,
                    status: .final,
                    score: Score(home: 0, away: 3),
                    markets: [
                        SourceMarket(.matchResult, prices: prices),
                        SourceMarket(
                            .total,
                            line: MarketLine(quarters: 10),
                            prices: [.over: price(110), .under: price(-139)]
                        ),
                        SourceMarket(
                            .spread,
                            line: MarketLine(quarters: -9),
                            prices: [.home: price(-104), .away: price(-106)]
                        ),
                    ]
                )
            ]
        )
    }

    private func price(_ value: Int) -> AmericanPrice { AmericanPrice(rawValue: value) ?? .assumed }

    // MARK: Status and score

    @Test func `statuses`() throws {
        func outcome(_ cells: String) throws -> (EventStatus, Score?) {
            let game = try #require(try TreeSample.read([TreeSample.minimal(cells)]).games.first)
            return (game.status, game.score)
        }
        #expect(
            try outcome(#""status": "finished", "score": {"ft": [2, 1]}"#) == (
                .final, Score(home: 2, away: 1)
            )
        )
        #expect(try outcome(#""status": "finished""#) == (.scheduled, nil))
        #expect(try outcome(#""status": "finished", "score": {"ht": [1, 0]}"#) == (.scheduled, nil))
        #expect(try outcome(#""status": "scheduled""#) == (.scheduled, nil))
        #expect(try outcome(#""status": "postponed""#) == (.postponed, nil))
        #expect(try outcome(#""status": "cancelled""#) == (.cancelled, nil))
        #expect(try outcome(#""status": "awarded", "score": {"ft": [0, 2]}"#) == (.cancelled, nil))
    }

    @Test func `the score after 90 minutes counts, not that after extra time`() throws {
        let cells = #""status": "finished", "score": {"ht": [0, 1], "ft": [1, 1], "et": [2, 1]}"#
        let game = try #require(try TreeSample.read([TreeSample.minimal(cells)]).games.first)
        #expect(game.score == Score(home: 1, away: 1))
    }

    @Test func `an impossible shoot-out is a warning`() throws {
        let good = #""status": "finished", "score": {"ft": [1, 1], "et": [1, 1], "p": [4, 2]}"#
        #expect(try TreeSample.read([TreeSample.minimal(good)]).warnings == [])
        for shootOut in ["[4, 4]", "[-1, 2]", "[4]", "[4, null]"] {
            let cells = #""status": "finished", "score": {"ft": [1, 1], "p": \#(shootOut)}"#
            let file = try TreeSample.read([TreeSample.event, TreeSample.minimal(cells)])
            #expect(file.warnings.map(\.line) == [2], "\(shootOut)")
            #expect(file.games[1].score == Score(home: 1, away: 1))
        }
    }

    @Test(arguments: [
        #""status": "played""#, #""status": 1"#, #""status": null"#,
        #""status": "scheduled", "score": {"ft": [0, 0]}"#, #""status": "finished", "score": {"ft": [1]}"#,
        #""status": "finished", "score": {"ft": [1, -1]}"#,
        #""status": "finished", "score": {"ft": ["1", 0]}"#,
        #""status": "finished", "score": {"ft": [1.0, 0]}"#, #""status": "finished", "score": [1, 0]"#,
    ])
    func `other statuses and scores are bad events`(cells: String) throws {
        #expect(try TreeSample.bad([TreeSample.minimal(cells)]).map(\.line) == [1])
    }

    // MARK: Kick-off

    @Test func `kick-off is startTime, else the date at 15:00 UTC`() throws {
        func kickOff(_ cells: String, _ country: String = "Nowhere") throws -> KickOff {
            let event = TreeSample.bare(#""status": "scheduled", \#(cells)"#)
            return try #require(try TreeSample.read([event], country: country).games.first).kickOff
        }
        let day = CivilDateTime(year: 2018, month: 8, day: 11, hour: 15)
        #expect(try kickOff(#""date": "2018-08-11""#) == .local(day, zone: "UTC"))
        #expect(
            try kickOff(#""date": "2018-08-11", "startTime": null"#, "England") == .local(day, zone: "UTC")
        )
        #expect(try kickOff(#""startTime": 1533999600"#) == .moment(1_533_999_600, zone: "UTC"))
        #expect(
            try kickOff(#""startTime": 1533999600, "date": "2018-08-11""#, "Germany")
                == .moment(1_533_999_600, zone: "Europe/Berlin")
        )
        // The zone at the ground follows from its time of day.
        #expect(
            try kickOff(#""startTime": 1403553600, "date": "2014-06-23", "localTime": "17:00 UTC-3""#)
                == .moment(1_403_553_600, zone: "<-0300>+03:00")
        )
        #expect(
            try kickOff(#""startTime": 1669734000, "date": "2022-11-29", "localTime": "18:00""#)
                == .moment(1_669_734_000, zone: "<+0300>-03:00")
        )
    }

    @Test(arguments: [
        "", #", "date": "11.8.2018""#, #", "date": 20180811"#, #", "startTime": "1533999600""#,
        #", "startTime": 1533999600.5"#, #", "startTime": 9000000000000"#,
    ])
    func `a kick-off that is none is a bad event`(cells: String) throws {
        #expect(try TreeSample.bad([TreeSample.bare(#""status": "scheduled"\#(cells)"#)]).map(\.line) == [1])
    }

    // MARK: Markets

    @Test func `the American price wins over the decimal one, which is converted if it stands alone`() throws
    {
        func prices(_ home: String) throws -> AmericanPrice? {
            let event = TreeSample.market(
                #""key": "1x2", "outcomes": [\#(home), {"key": "draw", "decimal": 3.4},"#
                    + #"{"key": "away", "decimal": 4}]"#
            )
            return try TreeSample.read([event]).games.first?.markets.first?.prices[.home]
        }
        #expect(try prices(#"{"key": "home", "decimal": 1.9, "american": "+150"}"#)?.rawValue == 150)
        #expect(try prices(#"{"key": "home", "decimal": 1.9}"#)?.rawValue == -111)
        #expect(try prices(#"{"key": "home", "decimal": 1.9, "american": null}"#)?.rawValue == -111)
    }

    @Test(arguments: [
        // A side is missing, unknown, or there twice.
        #""key": "1x2", "outcomes": [{"key": "home", "decimal": 2}, {"key": "away", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "home", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over", "decimal": 2}, {"key": "over", "decimal": 2}]"#,
        // The line is missing, impossible, or too much.
        #""key": "total_goals", "outcomes": [{"key": "over", "decimal": 2}, {"key": "under", "decimal": 2}]"#,
        #""key": "total_goals", "line": 0, "outcomes": [{"key": "over", "decimal": 2}, {"key": "under", "decimal": 2}]"#,
        #""key": "asian_handicap", "line": 0.3, "outcomes": [{"key": "home", "decimal": 2}, {"key": "away", "decimal": 2}]"#,
        #""key": "asian_handicap", "line": "0.5", "outcomes": [{"key": "home", "decimal": 2}, {"key": "away", "decimal": 2}]"#,
        #""key": "1x2", "line": 1, "outcomes": [{"key": "home", "decimal": 2}, {"key": "draw", "decimal": 2}, {"key": "away", "decimal": 2}]"#,
        // The price is none.
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over"}, {"key": "under", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over", "decimal": 1}, {"key": "under", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over", "american": "110"}, {"key": "under", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over", "american": -110}, {"key": "under", "decimal": 2}]"#,
        #""key": "total_goals", "line": 2.5, "outcomes": {}"#, #""key": "corners", "outcomes": []"#,
    ])
    func `other markets are bad events`(market: String) throws {
        #expect(try TreeSample.bad([TreeSample.event, TreeSample.market(market)]).map(\.line) == [2])
    }

    @Test func `a message names the place`() throws {
        let bad = try TreeSample.bad([
            TreeSample.market(
                #""key": "total_goals", "line": 2.5, "outcomes": [{"key": "over", "decimal": 2}, {"key": "under"}]"#
            )
        ])
        #expect(
            bad == [BadLine(1, #"markets[0].outcomes[1]: "american" and "decimal" are both missing."#)]
        )
    }

    // MARK: Shape and selection

    @Test func `documents of another shape are refused`() throws {
        func bad(_ text: String) throws -> [BadLine] {
            try #require(throws: BadLines.self) { try TreeFile.read(Array(text.utf8), badLineLimit: 9) }.first
        }
        #expect(try bad("{\n  \"tournaments\": [,]}").map(\.line) == [2])
        #expect(try bad("").map(\.line) == [1])
        for text in ["[]", "{}", #"{"tournaments": {}}"#, "null"] {
            #expect(try bad(text).map(\.line) == [1], "\(text)")
        }
        for text in [
            #"{"tournaments": [1]}"#, #"{"tournaments": [{"id": "a"}]}"#,
            #"{"tournaments": [{"id": "a", "name": "A", "sport": "soccer", "events": [1]}]}"#,
            #"{"tournaments": [{"id": "a", "name": "", "sport": "soccer", "events": []}]}"#,
        ] { #expect(try bad(text).map(\.line) == [1], "\(text)") }
    }

    @Test func `events count over all tournaments, and an id occurs once`() throws {
        let second = TreeSample.tournament(
            "ger-1",
            [TreeSample.event, TreeSample.minimal(#""status": "no""#)]
        )
        let text = TreeSample.document([TreeSample.tournament("eng-1", [TreeSample.event]), second])
        let bad = try #require(throws: BadLines.self) { try TreeFile.read(text, badLineLimit: 9) }
        #expect(bad.first.map(\.line) == [2, 3])
        #expect(bad.unit == .event)
        #expect(bad.first[0].sentence == "The id eng-1-watford-brighton is also that of event 1.")
        let twice = TreeSample.document([TreeSample.tournament("a", []), TreeSample.tournament("a", [])])
        #expect(throws: BadLines.self) { try TreeFile.read(twice, badLineLimit: 9) }
    }

    @Test func `what a selection leaves out is not judged, and positions stay`() throws {
        let bad = TreeSample.minimal(#""status": "no", "round": "Matchday 3""#)
        let text = TreeSample.document([
            TreeSample.tournament("old", [bad, bad], season: "2018-19"),
            TreeSample.tournament("eng-1", [bad, TreeSample.event]),
        ])
        let file = try TreeFile.read(text, FileSelection(season: "2019-20", week: 12), badLineLimit: 9)
        #expect(file.games.map(\.line) == [4])
        let error = try #require(throws: BadLines.self) {
            try TreeFile.read(text, FileSelection(season: "2019-20"), badLineLimit: 9)
        }
        #expect(error.first.map(\.line) == [3])
    }
}

/// Documents in the shape of the file.
enum TreeSample {
    static let event = #"""
        {"id": "eng-1-watford-brighton", "name": "Watford v Brighton", "home": "Watford", "away": "Brighton",
         "round": "Matchday 12", "date": "2019-08-10", "localTime": "15:00", "startTime": 1565445600,
         "status": "finished", "score": {"ft": [0, 3], "ht": [0, 1]}, "ftr": "A", "markets": [
          {"key": "1x2", "name": "Match Result", "bookmaker": "Bet365", "outcomes": [
            {"key": "home", "name": "Watford", "decimal": 1.9, "american": "-111", "closingDecimal": 2.1},
            {"key": "draw", "name": "Draw", "decimal": 3.4, "american": "+240"},
            {"key": "away", "name": "Brighton", "decimal": 4.0, "american": "+300"}]},
          {"key": "total_goals", "line": 2.5, "outcomes": [
            {"key": "under", "decimal": 1.72, "american": "-139"},
            {"key": "over", "decimal": 2.1, "american": "+110"}]},
          {"key": "asian_handicap", "line": -2.25, "outcomes": [
            {"key": "home", "decimal": 1.96}, {"key": "away", "decimal": 1.94}]}]}
        """#

    static func bare(_ cells: String) -> String {
        #"{"id": "b", "home": "H", "away": "A", "markets": [], \#(cells)}"#
    }

    static func minimal(_ cells: String) -> String { bare(#""date": "2019-08-10", \#(cells)"#) }

    static func market(_ cells: String) -> String {
        #"""
        {"id": "m", "home": "H", "away": "A", "date": "2019-08-10", "status": "scheduled",
         "markets": [{\#(cells)}]}
        """#
    }

    static func tournament(
        _ id: String,
        _ events: [String],
        country: String = "England",
        season: String = "2019-20"
    ) -> String {
        #"""
        {"id": "\#(id)", "name": "Premier League", "sport": "soccer", "country": "\#(country)",
         "season": "\#(season)", "source": "test", "events": [\#(events.joined(separator: ","))]}
        """#
    }

    static func document(_ tournaments: [String]) -> [UInt8] {
        Array(#"{"note": "n", "tournaments": [\#(tournaments.joined(separator: ","))]}"#.utf8)
    }

    static func read(_ events: [String], country: String = "England") throws -> OddsFile {
        try TreeFile.read(document([tournament("eng-1", events, country: country)]), badLineLimit: 100)
    }

    static func bad(_ events: [String]) throws -> [BadLine] {
        try #require(throws: BadLines.self) { try read(events) }.first
    }
}
