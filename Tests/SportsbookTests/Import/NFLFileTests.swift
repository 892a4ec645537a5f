import ParlayAPI
import Testing

@testable import Sportsbook

@Suite struct NFLFileTests {
    @Test func `a line with everything becomes a game with three markets`() throws {
        let file = try NFLSample.read([NFLSample.full])
        #expect(file.source == "nfl")
        #expect(file.tournaments.map(\.externalID) == ["2024"])
        let tournament = try #require(file.tournaments.first)
        #expect(tournament.sport == "american_football")
        #expect(tournament.name == "NFL 2024")
        #expect(tournament.season == "2024")
        let game = try #require(tournament.games.first)
        #expect(
            game
                == FileGame(
                    externalID: "2024_01_BAL_KC",
                    line: 2,
                    home: "Kansas City Chiefs",
                    away: "Baltimore Ravens",
                    kickOff: .moment(1_725_582_000, zone: "America/New_York"),
                    week: 1,
                    status: .final,
                    score: Score(home: 27, away: 20),
                    markets: [
                        SourceMarket(.moneyline, prices: [.away: price(124), .home: price(-148)]),
                        SourceMarket(
                            .spread,
                            line: MarketLine(quarters: -12),
                            prices: [.away: price(-118), .home: price(-102)]
                        ),
                        SourceMarket(
                            .total,
                            line: MarketLine(quarters: 184),
                            prices: [.over: price(-110), .under: price(-112)]
                        ),
                    ]
                )
        )
    }

    private func price(_ value: Int) -> AmericanPrice { AmericanPrice(rawValue: value) ?? .assumed }

    // MARK: Lines and prices

    @Test(arguments: [("3", -12), ("-4.5", 18), ("0", 0), ("2.25", -9)])
    func `the spread is negated`(written: String, quarters: Int) throws {
        let game = try NFLSample.game(.with(["spread_line": written]))
        #expect(game.markets.first { $0.kind == .spread }?.line?.quarters == quarters)
    }

    @Test func `a line without prices is assumed at -110, and there is no moneyline without prices`() throws {
        let game = try NFLSample.game(.withoutPrices())
        #expect(game.markets.map(\.kind) == [.spread, .total])
        #expect(game.markets.map(\.origin) == [.assumed, .assumed])
        #expect(game.markets[0].prices == [.away: .assumed, .home: .assumed])
        #expect(game.markets[1].prices == [.over: .assumed, .under: .assumed])
    }

    @Test func `a game without lines has no markets`() throws {
        var row = NFLSample.Row.withoutPrices()
        row.cells["spread_line"] = ""
        row.cells["total_line"] = ""
        #expect(try NFLSample.game(row).markets == [])
    }

    @Test(arguments: [
        ("away_moneyline", ""), ("home_moneyline", ""), ("away_spread_odds", ""), ("home_spread_odds", ""),
        ("over_odds", ""), ("under_odds", ""), ("spread_line", ""), ("total_line", ""),
        ("home_moneyline", "-99"), ("home_moneyline", "1000001"), ("away_moneyline", "+"),
        ("over_odds", "1.9"),
        ("spread_line", "3.3"), ("spread_line", "1000.25"), ("spread_line", "PK"), ("total_line", "0"),
        ("total_line", "-40"), ("total_line", "1e2"),
    ])
    func `half a market and values out of range are bad lines`(column: String, value: String) throws {
        let bad = try NFLSample.bad([NFLSample.Row.with([column: value])])
        #expect(bad.map(\.line) == [2])
        // What is missing or wrong may be the line for the price, or the price for the line.
        let word = ["spread", "total"].first(where: column.contains) ?? column
        #expect(bad[0].sentence.contains(word), "\(bad)")
    }

    // MARK: Scores, teams, seasons

    @Test func `without scores a game is scheduled, with one it is bad`() throws {
        let game = try NFLSample.game(.with(["home_score": "", "away_score": ""]))
        #expect(game.status == .scheduled)
        #expect(game.score == nil)
        #expect(
            try NFLSample.bad([.with(["home_score": ""])])
                == [BadLine(2, "There is a score for one team only.")]
        )
        for score in ["-1", "1000", "7.5", "seven", "+7"] {
            #expect(try NFLSample.bad([.with(["home_score": score])]).count == 1, "\(score)")
        }
    }

    @Test func `team codes become names, and unknown ones stay`() throws {
        let game = try NFLSample.game(.with(["home_team": "LDN", "away_team": "STL"]))
        #expect(game.home == "LDN")
        #expect(game.away == "St. Louis Rams")
        #expect(try NFLSample.bad([.with(["home_team": "BAL"])]).count == 1)
        #expect(try NFLSample.bad([.with(["home_team": " "])]).count == 1)
        #expect(try NFLSample.bad([.with(["home_team": "K\u{202E}C"])]).count == 1)
    }

    @Test func `seasons are tournaments, and weeks go on in the playoffs`() throws {
        let file = try NFLSample.read([
            .with(["game_id": "a", "season": "2023", "week": "22"]), .with(["game_id": "b"]),
            .with(["game_id": "c", "season": "2023", "week": "3"]),
        ])
        #expect(file.tournaments.map(\.name) == ["NFL 2023", "NFL 2024"])
        #expect(file.tournaments.map { $0.games.map(\.externalID) } == [["a", "c"], ["b"]])
        #expect(file.tournaments[0].games.map(\.week) == [22, 3])
        for bad in [["week": "0"], ["week": "x"], ["season": "24"], ["season": "2024a"], ["season": ""]] {
            #expect(try NFLSample.bad([.with(bad)]).count == 1, "\(bad)")
        }
    }

    @Test func `the same game twice is a bad line`() throws {
        #expect(
            try NFLSample.bad([NFLSample.full, .with(["week": "2"])])
                == [BadLine(3, "game_id 2024_01_BAL_KC is also on line 2.")]
        )
    }

    // MARK: Kick-off

    @Test func `kick-off is in UTC, else local, else at 13:00 in New York`() throws {
        func kickOff(_ utc: String, _ time: String) throws -> KickOff {
            try NFLSample.game(.with(["kickoff_utc": utc, "gametime_et": time])).kickOff
        }
        let zone = "America/New_York"
        #expect(try kickOff("2024-09-06T00:20:00Z", "20:20") == .moment(1_725_582_000, zone: zone))
        let evening = CivilDateTime(year: 2024, month: 9, day: 5, hour: 20, minute: 20)
        #expect(try kickOff("", "20:20") == .local(evening, zone: zone))
        let afternoon = CivilDateTime(year: 2024, month: 9, day: 5, hour: 13)
        #expect(try kickOff("", "") == .local(afternoon, zone: zone))
    }

    @Test(arguments: [
        ["gameday": ""], ["gameday": "2024-02-30"], ["gameday": "9/5/2024"], ["kickoff_utc": "2024-09-06"],
        ["kickoff_utc": "2024-09-06T00:20:00-04:00"], ["kickoff_utc": "", "gametime_et": "25:00"],
        ["kickoff_utc": "", "gametime_et": "8:20 PM"],
    ])
    func `a kick-off that is none is a bad line`(cells: [String: String]) throws {
        #expect(try NFLSample.bad([.with(cells)]).map(\.line) == [2])
    }

    // MARK: Shape

    @Test func `columns are found by name`() throws {
        let columns = ["espn_id"] + NFLSample.columns.reversed()
        let file = try NFLSample.read([.with(["espn_id": "7"])], columns: columns)
        let plain = try NFLSample.read([NFLSample.full])
        #expect(file == plain)
    }

    @Test func `a header without a column is another shape`() throws {
        let columns = NFLSample.columns.filter { $0 != "spread_line" && $0 != "week" }
        #expect(
            try NFLSample.bad([NFLSample.full], columns: columns)
                == [BadLine(1, "The header lacks the columns week, spread_line.")]
        )
        #expect(
            try NFLSample.bad([], columns: NFLSample.columns + ["week"])
                == [BadLine(1, "The header has the column week twice.")]
        )
        #expect(throws: BadLines(BadLine(1, "The file is empty."))) {
            try NFLFile.read([], badLineLimit: 10)
        }
    }

    @Test func `all bad lines are reported, and the number of those that are not listed`() throws {
        let rows = (0..<5).map { NFLSample.Row.with(["game_id": "g\($0)", "week": $0 % 2 == 0 ? "x" : "1"]) }
        #expect(try NFLSample.bad(rows).map(\.line) == [2, 4, 6])
        let error = try #require(throws: BadLines.self) {
            try NFLFile.read(NFLSample.bytes(rows), badLineLimit: 2)
        }
        #expect(error.first.map(\.line) == [2, 4])
        #expect(error.count == 3)
        let short = NFLSample.bytes([NFLSample.full]) + Array("2024_01_X,2024\n".utf8)
        let shortError = try #require(throws: BadLines.self) { try NFLFile.read(short, badLineLimit: 9) }
        #expect(shortError.first == [BadLine(3, "The line has 2 fields; the header has 18.")])
    }

    @Test func `what a selection leaves out is not judged`() throws {
        let rows: [NFLSample.Row] = [
            .with(["game_id": "a", "season": "2023", "home_score": "x"]),
            .with(["game_id": "b", "week": "2", "home_score": "x"]), .with(["game_id": "c"]),
        ]
        let bytes = NFLSample.bytes(rows)
        let file = try NFLFile.read(bytes, FileSelection(season: "2024", week: 1), badLineLimit: 9)
        #expect(file.games.map(\.externalID) == ["c"])
        let bad = try #require(throws: BadLines.self) {
            try NFLFile.read(bytes, FileSelection(season: "2024"), badLineLimit: 9)
        }
        #expect(bad.first.map(\.line) == [3])
        let none = try NFLFile.read(bytes, FileSelection(season: "2031"), badLineLimit: 9)
        #expect(none.tournaments == [])
    }
}

/// Lines in the shape of the file.
enum NFLSample {
    static let columns = NFLColumn.allCases.map(\.rawValue)

    struct Row {
        var cells: [String: String] = [
            "game_id": "2024_01_BAL_KC", "season": "2024", "week": "1", "gameday": "2024-09-05",
            "gametime_et": "20:20", "kickoff_utc": "2024-09-06T00:20:00Z", "away_team": "BAL",
            "home_team": "KC", "away_score": "20", "home_score": "27", "away_moneyline": "124",
            "home_moneyline": "-148", "spread_line": "3", "away_spread_odds": "-118",
            "home_spread_odds": "-102", "total_line": "46", "over_odds": "-110", "under_odds": "-112",
        ]

        static func with(_ cells: [String: String]) -> Row {
            var row = Row()
            row.cells.merge(cells) { $1 }
            return row
        }

        static func withoutPrices() -> Row {
            with([
                "away_moneyline": "", "home_moneyline": "", "away_spread_odds": "", "home_spread_odds": "",
                "over_odds": "", "under_odds": "",
            ])
        }
    }

    static let full = Row()

    static func bytes(_ rows: [Row], columns: [String] = columns) -> [UInt8] {
        let lines = rows.map { row in columns.map { row.cells[$0] ?? "" } }
        return Array(([columns] + lines).map { $0.joined(separator: ",") + "\n" }.joined().utf8)
    }

    static func read(_ rows: [Row], columns: [String] = columns) throws -> OddsFile {
        try NFLFile.read(bytes(rows, columns: columns), badLineLimit: 100)
    }

    static func game(_ row: Row) throws -> FileGame {
        let games = try read([row]).games
        return try #require(games.first)
    }

    static func bad(_ rows: [Row], columns: [String] = columns) throws -> [BadLine] {
        try #require(throws: BadLines.self) { try read(rows, columns: columns) }.first
    }
}
