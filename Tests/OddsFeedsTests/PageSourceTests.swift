import ParlayAPI
import Sportsbook
import TestSupport
import Testing

@testable import OddsFeeds

@Suite struct PageSourceTests {
    private func local(_ day: Int, _ hour: Int, _ minute: Int) -> SourceTime {
        .local(CivilDateTime(year: 2014, month: 9, day: day, hour: hour, minute: minute))
    }

    @Test func `the games of both tables, without headings and empty rows`() throws {
        let games = try OddsPage.read(OddsPage.week)
        #expect(games.map(\.home) == ["Seattle", "Atlanta", "Baltimore", "Miami & Friends", "Arizona"])
        #expect(games.map(\.away) == ["Green Bay", "New Orleans", "Cincinnati", "New England", "San Diego"])
        #expect(
            games.map(\.startsAt)
                == [local(4, 20, 35), local(7, 13, 0), local(7, 13, 0), local(7, 9, 30), local(8, 22, 25)]
        )
        #expect(games.allSatisfy { $0.status == .scheduled && $0.score == nil })
        #expect(games[0].externalID == "2014-09-04 Green Bay - Seattle")
    }

    @Test func `spreads are the home handicap, whichever column the home team is in`() throws {
        let games = try OddsPage.read(OddsPage.week)
        let spreads = games.compactMap { $0.markets.first { $0.kind == .spread } }
        #expect(try spreads.map(\.line) == [-5, 3, -1, 0, -3].map(line))
        #expect(
            spreads.allSatisfy { $0.origin == .assumed && $0.prices == [.home: .assumed, .away: .assumed] }
        )
        let totals = games.compactMap { $0.markets.first { $0.kind == .total } }
        #expect(try totals.map(\.line) == [47, 51.5, 43.5, 47.5, 46].map(line))
        #expect(
            totals.allSatisfy { $0.origin == .assumed && $0.prices == [.over: .assumed, .under: .assumed] }
        )
    }

    @Test func `the first moneyline is the favorite's, and both may be negative`() throws {
        let games = try OddsPage.read(OddsPage.week)
        let money = games.compactMap { $0.markets.first { $0.kind == .moneyline } }
        #expect(try money[0].prices == [.home: price("-240"), .away: price("+200")])
        #expect(try money[1].prices == [.away: price("-165"), .home: price("+145")])
        #expect(try money[2].prices == [.home: price("-115"), .away: price("-105")])
        #expect(money.allSatisfy { $0.origin == .quoted && $0.line == nil })
    }

    @Test func `no text in a cell traps, and digits of other scripts are no digits`() throws {
        let row = ["9/7 1:00 ET", "At Seattle", "-5", "Green Bay", "47", "-$240 +$200"]
        for text in HostileJSON.texts + HostileJSON.numbers + [
            "At ", "At At Seattle", "٩/٧ ١:٠٠ ET", "9/7 ١:00",
        ] {
            for column in row.indices {
                var row = row
                row[column] = text
                let games = (try? OddsPage.read(OddsPage.page(sunday: [row]))) ?? []
                #expect(games.count <= 1)
            }
        }
        for digits in ["-٣", "٣", "٤٧", "-$٢٤٠ +$200"] {
            #expect(
                OddsText.line(digits) == nil && OddsText.price(digits) == nil && OddsText.score(digits) == nil
            )
        }
    }

    @Test func `a game whose line is off has no market of it`() throws {
        let rows = [["9/7 1:00 ET", "At Seattle", "OFF", "Green Bay", "-", ""]]
        #expect(try OddsPage.read(OddsPage.page(sunday: rows))[0].markets.isEmpty)
    }

    @Test func `a game on neutral ground is left out, but not all of them`() throws {
        let neutral = ["9/7 1:00 ET", "Seattle", "-3", "Green Bay", "44", "-$150 +$130"]
        let normal = ["9/7 1:00 ET", "At Dallas", "-3", "Denver", "44", "-$150 +$130"]
        #expect(try OddsPage.read(OddsPage.page(sunday: [neutral, normal])).map(\.home) == ["Dallas"])
        #expect(throws: SourceError.structure("No team is marked as the home team by \"At \".")) {
            try OddsPage.read(OddsPage.page(sunday: [neutral]))
        }
    }

    @Test(arguments: [
        (["9/7", "At Seattle", "-3", "Green Bay", "44", ""], "starts_at"),
        (["", "At Seattle", "-3", "Green Bay", "44", ""], "starts_at"),
        (["9/7 1:00 ET", "", "-3", "At Green Bay", "44", ""], "favorite"),
        (["9/7 1:00 ET", "At Seattle", "-3", "", "44", ""], "underdog"),
        (["9/7 1:00 ET", "At Seattle", "+3", "Green Bay", "44", ""], "line"),
        (["9/7 1:00 ET", "At Seattle", "-3.3", "Green Bay", "44", ""], "line"),
        (["9/7 1:00 ET", "At Seattle", "three", "Green Bay", "44", ""], "line"),
        (["9/7 1:00 ET", "At Seattle", "-3", "Green Bay", "-44", ""], "total"),
        (["9/7 1:00 ET", "At Seattle", "-3", "Green Bay", "44", "-$50 +$200"], "money"),
        (["9/7 1:00 ET", "At Seattle", "-3", "Green Bay", "44", "-$240"], "money"),
    ])
    func `a cell that cannot be read fails loudly and names its field`(row: [String], field: String) throws {
        let error = try #require(throws: SourceError.self) { try OddsPage.read(OddsPage.page(sunday: [row])) }
        guard case .structure(let sentence) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(sentence.contains(field) && sentence.contains("row 1"))
    }

    @Test func `both teams at home`() throws {
        let row = ["9/7 1:00 ET", "At Seattle", "-3", "At Green Bay", "44", ""]
        #expect(throws: SourceError.structure("Both teams of row 1 are marked as the home team.")) {
            try OddsPage.read(OddsPage.page(sunday: [row]))
        }
    }

    @Test func `an XPath without matches is an error that names the field`() throws {
        #expect(throws: SourceError.structure("The XPath of the rows matches nothing.")) {
            try OddsPage.read("<html><body><p>Sorry, we are closed.")
        }
        #expect(throws: SourceError.structure("The XPath of the field total matches nothing.")) {
            try OddsPage.read(OddsPage.week, ["fields": ["total": "td[7]"]])
        }
        // Scores are not there before the games.
        let late = try OddsPage.read(
            OddsPage.week,
            ["fields": ["home_score": "td[7]", "away_score": "td[8]"]]
        )
        #expect(late.count == 5)
        #expect(throws: SourceError.structure("Every row of the page is empty.")) {
            try OddsPage.read(OddsPage.page(sunday: []))
        }
    }

    @Test func `a page by home and away, with ids, prices, scores and states`() throws {
        let options: JSONObject = [
            "tournament": "Cup", "sport": "soccer", "time_zone": "Europe/Berlin", "row": "//li",
            "fields": [
                "starts_at": "@data-time", "id": "@id", "home": "b[1]", "away": "b[2]", "line": "i[1]",
                "home_price": "i[2]", "away_price": "i[3]", "total": "i[4]", "over_price": "i[5]",
                "under_price": "i[6]", "home_score": "u[1]", "away_score": "u[2]", "status": "em",
            ],
        ]
        let html = """
            <ul><li id=g1 data-time="2014-09-07T18:30:00+02:00"><b>Bonn<b/></b><b>Köln</b><i>+½</i><i>EV</i><i>-120</i>\
            <i>2.25</i><i>−105</i><i>−115</i><em></em></li>
            <li id=g2 data-time="2014-09-01 18:30"><b>Essen</b><b>Mainz</b><i></i><i></i><i></i><i></i><i></i><i></i>\
            <u>2</u><u>1</u><em>Final/OT</em></li>
            <li id=g3 data-time="2014-09-03T11:30:00Z"><b>Ulm</b><b>Jena</b><i></i><i></i><i></i><i></i><i></i><i></i>\
            <u>0</u><u>0</u><em>Q1 3:20</em></li>
            <li id=g4 data-time="2014-09-03T11:30:00Z"><b>Gera</b><b>Suhl</b><em>PPD</em></li></ul>
            """
        let games = try OddsPage.read(html.replacing("<b>Bonn<b/></b>", with: "<b>Bonn</b>"), options)
        #expect(games.map(\.externalID) == ["g1", "g2", "g3", "g4"])
        #expect(games.map(\.status) == [.scheduled, .final, .live, .postponed])
        #expect(games.map(\.score) == [nil, Score(home: 2, away: 1), Score(home: 0, away: 0), nil])
        #expect(games[0].startsAt == .moment(try #require(Timestamp("2014-09-07T16:30:00Z"))))
        #expect(
            games[1].startsAt == .local(CivilDateTime(year: 2014, month: 9, day: 1, hour: 18, minute: 30))
        )
        #expect(
            try games[0].markets == [
                SourceMarket(.spread, line: line(0.5), prices: [.home: price("+100"), .away: price("-120")]),
                SourceMarket(
                    .total,
                    line: line(2.25),
                    prices: [.over: price("-105"), .under: price("-115")]
                ),
            ]
        )
    }

    @Test func `without a line, the prices of home and away are the moneyline`() throws {
        let options: JSONObject = [
            "row": "//li",
            "fields": [
                "starts_at": "i[1]", "home": "b[1]", "away": "b[2]", "home_price": "i[2]",
                "away_price": "i[3]",
                "line": nil, "total": nil,
            ],
        ]
        let html = "<li><i>9/7 1:00 ET</i><b>A</b><b>B</b><i>+150</i><i>-170</i>"
        #expect(
            try OddsPage.read(html, options)[0].markets
                == [SourceMarket(.moneyline, prices: [.home: price("+150"), .away: price("-170")])]
        )
    }

    @Test func `a price of one side only is an error`() throws {
        let options: JSONObject = [
            "fields": ["favorite_price": "td[6]", "money": nil, "underdog_price": "td[7]"]
        ]
        let row = ["9/7 1:00 ET", "At Seattle", "-3", "Green Bay", "44", "-115"]
        #expect(throws: SourceError.self) { try OddsPage.read(OddsPage.page(sunday: [row]), options) }
    }

    @Test func `an XPath without end and a page without end`() throws {
        let rows = Array(repeating: ["9/7 1:00 ET", "At A", "-3", "B", "44", ""], count: 400)
        let error = try #require(throws: SourceError.self) {
            try OddsPage.read(
                OddsPage.page(sunday: rows),
                ["fields": ["total": "count(//td[count(//td) > 1])"]]
            )
        }
        #expect(error == .structure("Cannot read the field total: the XPath takes too long."))
        #expect(throws: SourceError.structure("Cannot read the page: the page is larger than 2097152 bytes."))
        {
            try OddsPage.read(String(repeating: "x", count: 2_097_153))
        }
        let many = Array(repeating: ["9/7 1:00 ET", "At A", "-3", "B", "44", ""], count: 501)
        #expect(
            throws: SourceError.structure(
                "Cannot read the field row: the XPath selects more than 500 elements."
            )
        ) {
            try OddsPage.read(OddsPage.page(sunday: many))
        }
    }

    @Test func `answers other than 200`() throws {
        let source = try OddsPage.source()
        #expect(
            source.failure(status: 503, body: [], retryAfter: nil) == .unavailable("The page answered 503.")
        )
        #expect(source.failure(status: 429, body: [], retryAfter: 90) == .throttled(seconds: 90))
    }
}
