import ParlayAPI
import Sportsbook
import TestSupport
import Testing

@testable import OddsFeeds

@Suite struct OddsAPISourceTests {
    private func source(_ options: JSONObject = [:]) throws -> OddsAPISource {
        OddsAPISource(
            base: "https://api.example",
            options: try OddsAPIOptions(options.or(FeedWorld.apiOptions)),
            key: "abc123"
        )
    }

    private func game(_ bookmakers: String, id: String = "g1") -> String {
        """
        {"id":"\(id)","sport_key":"americanfootball_nfl","sport_title":"NFL","commence_time":"2026-09-13T17:00:00Z",
         "home_team":"Boston","away_team":"Miami","bookmakers":[\(bookmakers)]}
        """
    }

    private func bookmaker(_ key: String, _ markets: String) -> String {
        #"{"key":"\#(key)","title":"X","last_update":"2026-09-02T23:45:00Z","markets":[\#(markets)]}"#
    }

    private let three = #"""
        {"key":"h2h","outcomes":[{"name":"Miami","price":230},{"name":"Boston","price":-280}]},
        {"key":"spreads","outcomes":[{"name":"Miami","price":-105,"point":7.5},{"name":"Boston","price":-115,"point":-7.5}]},
        {"key":"totals","outcomes":[{"name":"Under","price":-112,"point":44.5},{"name":"Over","price":-108,"point":44.5}]}
        """#

    private func read(
        _ json: String,
        _ part: SourceReading.Part = .odds,
        _ options: JSONObject = [:]
    ) throws -> SourceReading {
        try source(options).read(Array(json.utf8), part: part, now: OddsPage.now)
    }

    @Test func `sides are found by name, in whatever order`() throws {
        let reading = try read("[\(game(bookmaker("draftkings", three)))]")
        #expect(reading.tournament.name == "NFL" && reading.tournament.externalID == "americanfootball_nfl")
        #expect(reading.tournament.sport == "american_football")
        let game = try #require(reading.games.first)
        #expect(game.home == "Boston" && game.away == "Miami" && game.externalID == "g1")
        #expect(game.startsAt == .moment(try #require(Timestamp("2026-09-13T17:00:00Z"))))
        #expect(
            try game.markets == [
                SourceMarket(.moneyline, prices: [.home: price("-280"), .away: price("+230")]),
                SourceMarket(
                    .spread,
                    line: line(-7.5),
                    prices: [.home: price("-115"), .away: price("-105")]
                ),
                SourceMarket(
                    .total,
                    line: line(44.5),
                    prices: [.over: price("-108"), .under: price("-112")]
                ),
            ]
        )
    }

    @Test func `a draw makes a three-way market`() throws {
        let market =
            #"{"key":"h2h","outcomes":[{"name":"Draw","price":240},{"name":"Miami","price":310},{"name":"Boston","price":-110}]}"#
        let reading = try read("[\(game(bookmaker("draftkings", market)))]")
        #expect(
            try reading.games[0].markets
                == [
                    SourceMarket(
                        .matchResult,
                        prices: [.home: price("-110"), .away: price("+310"), .draw: price("+240")]
                    )
                ]
        )
    }

    @Test func `a team named Draw, or like a side, is a team`() throws {
        let market = #"{"key":"h2h","outcomes":[{"name":"Draw","price":240},{"name":"Over","price":-300}]}"#
        let json = "[\(game(bookmaker("draftkings", market)))]"
            .replacing("Boston", with: "Draw").replacing("Miami", with: "Over")
        let money = try SourceMarket(.moneyline, prices: [.home: price("+240"), .away: price("-300")])
        #expect(try read(json).games[0].markets == [money])
        // Which of the two is the team is unknown.
        let threeWay = json.replacing("-300}", with: #"-300},{"name":"Draw","price":300}"#)
        #expect(throws: SourceError.self) { try read(threeWay) }
    }

    @Test func `nothing in an answer traps`() throws {
        let odds = try JSONParser.parse(Array("[\(game(bookmaker("draftkings", three)))]".utf8))
        let scores = try JSONParser.parse(
            Array(
                """
                [{"id":"g1","sport_key":"x","sport_title":"NFL","commence_time":"2026-09-13T17:00:00Z","completed":true,
                  "home_team":"Boston","away_team":"Miami","last_update":"2026-09-13T19:00:00Z",
                  "scores":[{"name":"Boston","score":"24"},{"name":"Miami","score":"21"}]}]
                """.utf8
            )
        )
        for (part, document) in [(SourceReading.Part.odds, odds), (.scores, scores)] {
            let variants = HostileJSON.variants(of: document)
            #expect(variants.count > 100)
            for variant in variants {
                let games =
                    (try? source().read(variant.jsonBytes(), part: part, now: OddsPage.now))?.games ?? []
                #expect(
                    games.allSatisfy { $0.score.map { 0...9999 ~= $0.home && 0...9999 ~= $0.away } ?? true }
                )
            }
        }
    }

    @Test func `one bookmaker, else the event's first`() throws {
        func money(_ home: Int) -> String {
            #"{"key":"h2h","outcomes":[{"name":"Boston","price":\#(home)},{"name":"Miami","price":200}]}"#
        }
        let json =
            "[\(game([bookmaker("fanduel", money(-250)), bookmaker("draftkings", money(-240)), bookmaker("betmgm", money(-230))].joined(separator: ",")))]"
        func home(_ options: JSONObject) throws -> AmericanPrice? {
            try read(json, .odds, options).games[0].markets[0].prices[.home]
        }
        #expect(try home([:]) == price("-240"))
        #expect(try home(["bookmaker": "betmgm"]) == price("-230"))
        #expect(try home(["bookmaker": "nobody"]) == price("-250"))
        #expect(try home(["bookmaker": nil]) == price("-250"))
        #expect(try read("[\(game(""))]").games[0].markets.isEmpty)
    }

    @Test(arguments: [
        "{}", "", "<html>", "[1]", "[{}]", #"[{"id":"x"}]"#,
    ])
    func `another shape fails loudly`(json: String) {
        #expect(throws: SourceError.self) { try read(json) }
        #expect(throws: SourceError.self) { try read(json, .scores) }
    }

    @Test(arguments: [
        #"{"key":"h2h","outcomes":[{"name":"Boston","price":-240}]}"#,
        #"{"key":"h2h","outcomes":[{"name":"Boston","price":-240},{"name":"Boston","price":200}]}"#,
        #"{"key":"h2h","outcomes":[{"name":"Boston","price":-240},{"name":"Denver","price":200}]}"#,
        #"{"key":"h2h","outcomes":[{"name":"Boston","price":-50},{"name":"Miami","price":200}]}"#,
        #"{"key":"h2h","outcomes":[{"name":"Boston","price":1.91},{"name":"Miami","price":1.91}]}"#,
        #"{"key":"spreads","outcomes":[{"name":"Boston","price":-110,"point":-7.5},{"name":"Miami","price":-110,"point":7}]}"#,
        #"{"key":"spreads","outcomes":[{"name":"Boston","price":-110},{"name":"Miami","price":-110}]}"#,
        #"{"key":"spreads","outcomes":[{"name":"Boston","price":-110,"point":-7.3},{"name":"Miami","price":-110,"point":7.3}]}"#,
        #"{"key":"totals","outcomes":[{"name":"Over","price":-110,"point":44.5},{"name":"Under","price":-110,"point":45}]}"#,
        #"{"key":"totals","outcomes":[{"name":"Over","price":-110,"point":0},{"name":"Under","price":-110,"point":0}]}"#,
        #"{"key":"outrights","outcomes":[]}"#,
    ])
    func `a market that cannot be read fails loudly`(market: String) {
        #expect(throws: SourceError.self) { try read("[\(game(bookmaker("draftkings", market)))]") }
    }

    @Test func `no games are no error by themselves`() throws {
        #expect(try read("[]").games.isEmpty)
    }

    // MARK: Scores

    private func scored(_ completed: Bool, _ scores: String) -> String {
        """
        [{"id":"g1","sport_key":"x","sport_title":"NFL","commence_time":"2026-09-13T17:00:00Z","completed":\(completed),
          "home_team":"Boston","away_team":"Miami","scores":\(scores),"last_update":null}]
        """
    }

    @Test func `scores are texts, by name, and null before the start`() throws {
        func game(_ completed: Bool, _ scores: String) throws -> SourceGame {
            try read(scored(completed, scores), .scores).games[0]
        }
        let both = #"[{"name":"Miami","score":"21"},{"name":"Boston","score":"24"}]"#
        #expect(try game(true, both).score == Score(home: 24, away: 21))
        #expect(try game(true, both).status == .final)
        #expect(try game(false, both).status == .live)
        #expect(try game(false, "null").status == .scheduled)
        // A contradiction that is judged with the others.
        #expect(try game(true, "null").status == .final)
        #expect(try game(true, "null").score == nil)
        for wrong in [
            #"[{"name":"Miami","score":"21"}]"#,
            #"[{"name":"Miami","score":21},{"name":"Boston","score":24}]"#,
            #"[{"name":"Miami","score":"-1"},{"name":"Boston","score":"24"}]"#,
            #"[{"name":"Denver","score":"1"},{"name":"Boston","score":"24"}]"#, #""24-21""#,
        ] {
            #expect(throws: SourceError.self) { try game(true, wrong) }
        }
    }

    // MARK: Requests and failures

    @Test func `what is requested`() throws {
        let source = try source(["sport": "soccer_epl", "regions": "uk,eu"])
        #expect(
            source.url(for: .odds)
                == "https://api.example/v4/sports/soccer_epl/odds?apiKey=abc123&regions=uk,eu&markets=h2h,spreads,totals&oddsFormat=american&dateFormat=iso"
        )
        #expect(
            source.url(for: .scores)
                == "https://api.example/v4/sports/soccer_epl/scores?apiKey=abc123&daysFrom=3&dateFormat=iso"
        )
    }

    @Test(arguments: [
        (
            401, #"{"message":"Usage quota has been reached.","error_code":"OUT_OF_USAGE_CREDITS"}"#,
            SourceError.spent
        ),
        (429, #"{"message":"…","error_code":"EXCEEDED_FREQ_LIMIT"}"#, .throttled(seconds: 7)),
        (401, #"{"error_code":"INVALID_KEY"}"#, .unavailable("The Odds API refuses the key (INVALID_KEY).")),
        (
            401, #"{"error_code":"DEACTIVATED_KEY"}"#,
            .unavailable("The Odds API refuses the key (DEACTIVATED_KEY).")
        ),
        (404, #"{"error_code":"UNKNOWN_SPORT"}"#, .unavailable("The Odds API answered 404 (UNKNOWN_SPORT).")),
        (502, "<html>", .unavailable("The Odds API answered 502.")),
    ])
    func `what failures mean`(status: Int, body: String, error: SourceError) throws {
        #expect(try source().failure(status: status, body: Array(body.utf8), retryAfter: 7) == error)
    }

    @Test func `the quota is low below a tenth`() {
        #expect(SourceQuota { ["x-requests-remaining": "49", "x-requests-used": "451"][$0] }?.isLow == true)
        #expect(SourceQuota { ["x-requests-remaining": "50", "x-requests-used": "450"][$0] }?.isLow == false)
        #expect(SourceQuota { ["x-requests-remaining": "0.0", "x-requests-used": "500"][$0] }?.isLow == true)
        #expect(SourceQuota { _ in nil } == nil)
        for most in ["9e18", "9223372036854775807", "1e308", "99999999999999999999"] {
            let quota = SourceQuota { ["x-requests-remaining": most, "x-requests-used": most][$0] }
            #expect(quota == SourceQuota(remaining: 1_000_000_000, used: 1_000_000_000), "\(most)")
            #expect(quota?.isLow == false)
        }
        for bad in ["inf", "nan", "٤٩", "-", ""] {
            #expect(SourceQuota { ["x-requests-remaining": bad][$0] } == nil, "\(bad)")
        }
        #expect(
            SourceQuota { ["x-requests-remaining": "-1e300", "x-requests-used": "-7"][$0] }?.isLow == true
        )
        #expect(SourceQuota { _ in "many" } == nil)
    }

    @Test(
        arguments: [
            (["sport": "a/b"], ["options.sport"]), (["regions": "us&x=1"], ["options.regions"]),
            (["key": "x"], ["options.key"]),
            (["bookmaker": 1], ["options.bookmaker"]),
            (["sport": nil], ["options.sport"]), (["regions": ""], ["options.regions"]),
        ] as [(JSONObject, [String])]
    )
    func `refuses options`(options: JSONObject, paths: [String]) {
        let error = #expect(throws: FieldErrors.self) { try OddsAPIOptions(options.or(FeedWorld.apiOptions)) }
        #expect(error?.entries.map(\.path) == paths)
        let both = #expect(throws: FieldErrors.self) { try OddsAPIOptions([:]) }
        #expect(both?.entries.map(\.path) == ["options.sport", "options.regions"])
    }
}
