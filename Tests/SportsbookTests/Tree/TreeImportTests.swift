import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

@Suite(.database) struct TreeImportTests {
    private let book: SportsbookWorld

    init() async throws { book = try await SportsbookWorld() }

    private func apply(
        _ events: [SourceEvent],
        source: String = "nfl",
        limit: Int64? = nil,
        in other: TenantID? = nil
    ) async throws -> [Int] {
        let tournament = SourceTournament(
            externalID: "2025",
            sport: "american_football",
            name: "NFL",
            events: events
        )
        let pool = try await book.world.database.worker()
        let tenant = other ?? book.world.tenant.id
        let counts = try await book.world.database.onLoop {
            try await pool.transaction { transaction in
                try await TreeImport.apply(
                    [tournament],
                    from: source,
                    in: TenantTransaction(tenant, at: .now, transaction),
                    correctionLimit: limit
                )
            }
        }
        return [counts.created, counts.updated, counts.unchanged]
    }

    private func game(
        _ id: String = "g1",
        line: Double = -3.5,
        price: Int = -110,
        status: EventStatus = .scheduled,
        score: Score? = nil
    ) throws -> SourceEvent {
        let price = try #require(AmericanPrice(rawValue: price))
        return SourceEvent(
            externalID: id,
            home: "Chiefs",
            away: "Bills",
            startsAt: try #require(Timestamp("2030-11-28T18:00:00Z")),
            week: 12,
            status: status,
            score: score,
            markets: [
                SourceMarket(.moneyline, prices: [.home: price, .away: price]),
                SourceMarket(
                    .spread,
                    line: MarketLine(line),
                    origin: .assumed,
                    prices: [.home: .assumed, .away: .assumed]
                ),
            ]
        )
    }

    private func markets() throws -> [String] {
        try book.owner.query(
            """
            select concat_ws(' ', kind, line_quarters / 4.0, status, status_by, prices) from markets order by id
            """
        ).map { try $0.text(0) }
    }

    @Test func `importing twice changes nothing`() async throws {
        // A tournament, 2 events, 4 markets, 8 outcomes.
        let games = [try game(), try game("g2", status: .final, score: Score(home: 7, away: 0))]
        #expect(try await apply(games) == [15, 0, 0])
        #expect(try await apply(games) == [0, 0, 15])
        #expect(try await apply(games, source: "feed:1") == [15, 0, 0])
        let graded = try book.owner.query(
            "select count(*) from outcomes where status in ('won', 'lost', 'pushed')"
        )
        #expect(try graded[0].integer(0) == 8)
    }

    @Test func `a price and a start move`() async throws {
        _ = try await apply([try game()])
        #expect(try await apply([try game(price: 150)]) == [0, 2, 6])
        var moved = try game(price: 150)
        moved.startsAt = moved.startsAt.adding(seconds: 3600)
        #expect(try await apply([moved]) == [0, 1, 7])
    }

    @Test func `a market without bets moves to another line`() async throws {
        _ = try await apply([try game()])
        #expect(try await apply([try game(line: -4)]) == [0, 1, 7])
        #expect(try markets().last == "spread -4.0000000000000000 open assumed")
    }

    @Test func `a market with bets is suspended, and opens when its line comes back`() async throws {
        let ada = try await book.person("Ada")
        _ = try await apply([try game()])
        let outcome = try book.owner.query(
            "select o.id from outcomes o join markets m on m.id = o.market_id where m.kind = 'spread' and o.side = 'home'"
        )
        _ = try await book.placed([(try outcome[0].integer(0), "-110")], as: ada)
        _ = try await apply([try game(line: -4)])
        let (old, new) = ("spread -3.5000000000000000", "spread -4.0000000000000000")
        #expect(try markets().suffix(2) == ["\(old) suspended line assumed", "\(new) open assumed"])
        _ = try await apply([try game()])
        #expect(try markets().suffix(2) == ["\(old) open assumed", "\(new) suspended line assumed"])
    }

    @Test func `what an admin suspended or voided stays`() async throws {
        _ = try await apply([try game()])
        let ids = try book.owner.query("select id from markets order by id").map { try $0.integer(0) }
        for (id, status) in zip(ids, ["suspended", "void"]) {
            book.expect(
                200,
                try await book.call(
                    "PATCH",
                    "admin/markets/\(id)/",
                    as: book.admin,
                    ["status": .string(status)]
                )
            )
        }
        _ = try await apply([try game(price: 150)])
        #expect(
            try markets() == [
                "moneyline suspended admin quoted", "spread -3.5000000000000000 void admin assumed",
            ]
        )
    }

    @Test func `a result settles, and a source corrects it within its limit`() async throws {
        let ada = try await book.person("Ada")
        _ = try await apply([try game()])
        let outcome = try book.owner.query(
            "select o.id from outcomes o join markets m on m.id = o.market_id where m.kind = 'moneyline' and o.side = 'home'"
        )
        let bet = try await book.placed([(try outcome[0].integer(0), "-110")], as: ada)
        let event = try book.owner.query("select id from events")[0].integer(0)
        _ = try await apply([try game(status: .final, score: Score(home: 7, away: 0))], limit: 3600)
        try await book.settle(event)
        #expect(try await book.status(of: bet, as: ada) == ["won", "19090"])
        _ = try await apply([try game(status: .final, score: Score(home: 0, away: 7))], limit: 3600)
        try await book.settle(event)
        #expect(try await book.status(of: bet, as: ada) == ["lost", "0"])
        _ = try book.owner.query("update events set first_result_at = now() - interval '2 hours'")
        _ = try await apply([try game(status: .final, score: Score(home: 7, away: 0))], limit: 3600)
        #expect(try await book.settle(event) == 0)
        // A file that knows no score does not take the result back.
        _ = try await apply([try game()])
        #expect(try book.owner.query("select id from events where status = 'final'").count == 1)
    }

    /// A tenant that came after the last `analyze` must not be taken for empty: then any index that begins with its id
    /// looks as good as the right one, and a join reads the whole tenant for each of its rows.
    @Test func `a tenant that the statistics do not know is read by the right indexes`() async throws {
        let games = try (0..<400).map { try game("g\($0)") }
        _ = try await apply(games)
        let owner = try book.owner
        for table in ["events", "markets", "outcomes"] { try owner.execute("analyze \(table)") }
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        _ = try await apply(games, in: other.id)
        let ids = games.map(\.externalID).joined(separator: ",")
        try owner.execute("prepare q as \(TreeImportStore.findEvents.statement.sql)")
        let plan = try owner.query("explain execute q (\(other.id.rawValue), 'nfl', '{\(ids)}')")
            .map { try $0.text(0) }
            .joined(separator: "\n")
        #expect(!plan.contains("Join Filter"), "\(plan)")
        #expect(plan.contains("AND (market_id = "), "\(plan)")
        #expect(plan.contains("AND (event_id = e.id)"), "\(plan)")
    }
}
