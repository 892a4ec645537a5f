import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What the original Betbull app is sent: its feed and its messages.
@Suite(.database) struct OriginalFeedTests {
    private let book: SportsbookWorld

    init() async throws { book = try await SportsbookWorld() }

    private func icons() async throws -> [String] {
        let tenant = Parameter.integer(book.world.tenant.id.rawValue)
        let tree = try TreeDocument(try book.owner.query(LiveStore.tree(tenant)))
        guard case .array(let tournaments) = try JSONParser.parse(tree.originalFeed) else { return [] }
        return tournaments.compactMap { $0["icon"]?.text }
    }

    @Test func `the icon is the tournament's, or one of its sport`() async throws {
        var ids: [Int64] = []
        for sport in ["american_football", "soccer", "curling"] {
            let body: JSONObject = ["sport": .string(sport), "name": "Cup"]
            let made = book.expect(
                201,
                try await book.call("POST", "admin/tournaments/", as: book.admin, body)
            )
            #expect(made["icon_url"] == .null)
            ids.append(try #require(made["id"]?.integer))
            _ = try await book.market(of: try await book.event(in: ids.last))
        }
        let first = try await icons()
        #expect(Set(first).count == 3 && first.allSatisfy { $0.hasPrefix("data:image/png;base64,iVBOR") })
        let path = "admin/tournaments/\(ids[1])/"
        let url = "https://img.example.org/cup.png"
        try book.owner.execute("delete from live_updates; update live_counters set pruned = seq")
        let set = try await book.call("PATCH", path, as: book.admin, ["icon_url": .string(url)])
        #expect(book.expect(200, set)["icon_url"]?.text == url)
        #expect(try await icons() == [first[0], url, first[2]])
        // Whoever has the tree is told to load it again.
        #expect(try book.owner.query("select 1 from live_updates where kind = 'tree'").count == 1)
        let shown = try await book.call("GET", "tournaments/\(ids[1])/", as: book.admin)
        #expect(shown["icon_url"]?.text == url)
        #expect(try await book.call("GET", "sportsbook/", as: book.admin).text.contains(url))
        book.expect(200, try await book.call("PATCH", path, as: book.admin, ["name": "League"]))
        #expect(try await icons()[1] == url)
        book.expect(200, try await book.call("PATCH", path, as: book.admin, ["icon_url": .null]))
        #expect(try await icons() == first)
    }

    @Test(
        arguments: [
            "http://img.example.org/a.png", "img.example.org/a.png", "data:image/png;base64,AA", "https://",
            "",
            "https://a:b@img.example.org/a.png", "https://img.example.org/a b.png", "javascript:alert(1)",
        ]
    )
    func `an icon has an https address`(url: String) async throws {
        let body: JSONObject = ["sport": "soccer", "name": "Cup", "icon_url": .string(url)]
        let made = try await book.call("POST", "admin/tournaments/", as: book.admin, body)
        #expect(made.status == 422 && made.faultyFields == ["icon_url"], "\(made)")
        let path = "admin/tournaments/\(try await book.tournament())/"
        let changed = try await book.call("PATCH", path, as: book.admin, ["icon_url": .string(url)])
        #expect(changed.status == 422 && changed.faultyFields == ["icon_url"], "\(changed)")
    }

    @Test func `an import keeps the icon`() async throws {
        let database = book.world.database
        let tenant = book.world.tenant.id
        let workers = try await database.worker()
        func apply(_ name: String) async throws {
            try await database.onLoop {
                try await workers.transaction { transaction in
                    let source = SourceTournament(externalID: "x", sport: "soccer", name: name)
                    let work = TenantTransaction(tenant, at: .now, transaction)
                    _ = try await TreeImport.apply([source], from: "test", in: work)
                }
            }
        }
        try await apply("Cup")
        try book.owner.execute("update tournaments set icon_url = 'https://img.example.org/a.png'")
        try await apply("League")
        let row = try book.owner.query("select name, icon_url from tournaments")[0]
        #expect(try row.text(0) == "League" && row.text(1) == "https://img.example.org/a.png")
    }

    @Test func `it knows two messages, with two keys each`() throws {
        let price = try #require(AmericanPrice("+300"))
        func text(_ change: LiveMessage.Change) -> String? {
            LiveUpdate(LiveMessage(seq: 7, change), tournament: nil, event: nil).originalText
        }
        #expect(
            text(.start(event: 2_365_260, seconds: 1_600_260_600))
                == #"{"event":"2365260","startTime":1600260600}"#
        )
        #expect(
            text(.outcome(9_818_322, price, Extensible(.suspended)))
                == #"{"outcome":"9818322","price":"+300"}"#
        )
        #expect(text(.event(1, Extensible(.live), nil)) == nil)
        #expect(text(.market(1, Extensible(.open))) == nil)
        #expect(text(.tree) == nil)
        var filter = LiveFilter(tournaments: [TournamentID(rawValue: 1)])
        filter.form = .original
        func passes(_ change: LiveMessage.Change, of tournament: Int64) -> Bool {
            filter.passes(
                LiveUpdate(
                    LiveMessage(seq: 1, change),
                    tournament: TournamentID(rawValue: tournament),
                    event: nil
                )
            )
        }
        #expect(passes(.outcome(1, price, nil), of: 1) && !passes(.outcome(1, price, nil), of: 2))
        #expect(!passes(.tree, of: 1) && !filter.isEverything)
    }
}
