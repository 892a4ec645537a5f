import Administration
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// Uploads of files to `/admin/odds/`.
@Suite(.database) struct FileImportTests {
    private func site() async throws -> (world: World, admin: SignedInPerson) {
        let world = try await World.make(modules: [.sportsbook])
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        return (world, ada)
    }

    private func upload(
        _ world: World,
        _ person: SignedInPerson,
        _ bytes: [UInt8],
        _ query: String = "",
        type: String = "text/csv"
    ) async throws -> Answer {
        try await world.send(
            "POST",
            "admin/odds/\(query)",
            token: person.token,
            bytes: bytes,
            headers: ["Content-Type": type]
        )
    }

    private func expect(
        _ status: Int,
        _ answer: Answer,
        location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(answer.status == status, "\(answer)", sourceLocation: location)
    }

    private func counts(_ answer: Answer) -> [Int64?] {
        [answer["created"]?.integer, answer["updated"]?.integer, answer["unchanged"]?.integer]
    }

    /// Everything that an import writes, as text.
    private func tree(_ world: World) throws -> [String] {
        let rows = try world.database.owner.query(
            """
            select concat_ws(' ', t.external_id, t.name, e.external_id, e.home, e.away, extract(epoch from e.starts_at),
                             e.week, e.status, e.home_score, e.away_score, m.kind, m.line_quarters, m.status, m.prices,
                             o.side, o.price, o.status)
              from tournaments t
              left join events e on e.tournament_id = t.id
              left join markets m on m.event_id = e.id
              left join outcomes o on o.market_id = m.id
             order by 1
            """
        )
        return try (0..<rows.count).map { try rows[$0].text(0) }
    }

    @Test func `the CSV is imported once, and again changes nothing`() async throws {
        let (world, ada) = try await site()
        let bytes = NFLSample.bytes([
            NFLSample.full, .with(["game_id": "b", "home_score": "", "away_score": "", "week": "2"]),
        ])
        let first = try await upload(world, ada, bytes)
        #expect(first.status == 200, "\(first)")
        // A tournament, and two events with three markets and six outcomes each.
        #expect(counts(first) == [1 + 2 * 10, 0, 0])
        let tree = try tree(world)
        let again = try await upload(world, ada, bytes)
        #expect(counts(again) == [0, 0, 21])
        #expect(try self.tree(world) == tree)
        #expect(tree.count == 12)
        #expect(
            tree.contains { $0.contains("2024_01_BAL_KC Kansas City Chiefs Baltimore Ravens 1725582000") }
        )
        // The favourite by 3 has won by 7: covered.
        #expect(tree.contains { $0.hasSuffix("final 27 20 spread -12 settled quoted home -102 won") })
        #expect(tree.contains { $0.hasSuffix("scheduled spread -12 open quoted home -102 active") })
    }

    @Test func `the JSON tree is imported once, and again changes nothing`() async throws {
        let (world, ada) = try await site()
        let bytes = TreeSample.document([
            TreeSample.tournament(
                "eng-1",
                [TreeSample.event, TreeSample.minimal(#""status": "awarded", "score": {"ft": [0, 2]}"#)]
            )
        ])
        let first = try await upload(world, ada, bytes, type: "application/json")
        #expect(counts(first) == [1 + 1 + 3 + 7 + 1, 0, 0], "\(first)")
        let tree = try tree(world)
        #expect(counts(try await upload(world, ada, bytes, type: "application/json")) == [0, 0, 13])
        #expect(try self.tree(world) == tree)
        #expect(tree.contains { $0.contains(" b H A ") && $0.hasSuffix("cancelled") })
        #expect(tree.contains { $0.hasSuffix("match_result settled quoted away 300 won") })
    }

    @Test func `a single bad line changes nothing`() async throws {
        let (world, ada) = try await site()
        try await expect(200, upload(world, ada, NFLSample.bytes([NFLSample.full])))
        let tree = try tree(world)
        let answer = try await upload(
            world,
            ada,
            NFLSample.bytes([
                .with(["home_moneyline": "-200", "home_score": "30"]), .with(["game_id": "b"]),
                .with(["game_id": "c", "over_odds": "", "week": "9"]),
                .with(["game_id": "d", "gameday": "soon"]),
            ])
        )
        #expect(answer.status == 422)
        #expect(answer.code == "validation_failed")
        #expect(
            answer["errors", "lines.4"]
                == ["over_odds and under_odds: there is a price for one side only."]
        )
        #expect(answer["errors", "lines.5"] == ["gameday \"soon\" is not a date (YYYY-MM-DD)."])
        #expect(try self.tree(world) == tree)
        // The same lines without the bad ones.
        try await expect(200, upload(world, ada, NFLSample.bytes([.with(["game_id": "c"])]), "?week=1"))
    }

    @Test func `a file of another shape is refused, and a hundred bad lines are named`() async throws {
        let (world, ada) = try await site()
        let shape = try await upload(world, ada, Array("a,b\n1,2\n".utf8))
        #expect(shape.status == 422)
        #expect(shape["errors", "lines.1"] != nil, "\(shape)")
        let syntax = try await upload(world, ada, Array("{\n}}".utf8), type: "application/json")
        #expect(syntax.status == 422)
        #expect(syntax["errors", "lines.2"] != nil, "\(syntax)")
        let rows = (0..<150).map { NFLSample.Row.with(["game_id": "g\($0)", "week": ""]) }
        let many = try await upload(world, ada, NFLSample.bytes(rows))
        #expect(many["errors", "lines.101"] != nil)
        #expect(many["errors", "lines.102"] == nil)
        #expect(try tree(world) == [])
    }

    @Test func `a season of the last century has to be moved`() async throws {
        let (world, ada) = try await site()
        let bytes = NFLSample.bytes([
            .with(["season": "1999", "gameday": "1999-09-12", "gametime_et": "", "kickoff_utc": ""])
        ])
        let answer = try await upload(world, ada, bytes)
        #expect(answer.status == 422)
        #expect(answer["errors", "lines.2"] != nil, "\(answer)")
        #expect(try tree(world) == [])
        try await expect(200, upload(world, ada, bytes, "?move_to=2027-09-09"))
        // A Sunday at 13:00 in New York.
        let start = try world.database.owner.query("select starts_at::text, external_id, status from events")[
            0
        ]
        #expect(try start.text(0) == "2027-09-12 17:00:00+00")
        #expect(try start.text(1) == "2024_01_BAL_KC@1461")
        #expect(try start.text(2) == "scheduled")
    }

    @Test func `moved games get their results by the same file`() async throws {
        let (world, ada) = try await site()
        let bytes = NFLSample.bytes([NFLSample.full])
        let first = try await upload(world, ada, bytes, "?move_to=2026-09-10")
        #expect(counts(first) == [11, 0, 0])
        #expect(counts(try await upload(world, ada, bytes, "?move_to=2026-09-10")) == [0, 0, 11])
        #expect(counts(try await upload(world, ada, bytes, "?move_to=2026-09-10&results=true"))[0] == 0)
        let tree = try tree(world)
        #expect(tree.allSatisfy { $0.contains("2024_01_BAL_KC@105") && $0.contains(" final 27 20 ") })
        // Without results again: what is decided stays.
        #expect(counts(try await upload(world, ada, bytes, "?move_to=2026-09-10")) == [0, 0, 11])
        #expect(try self.tree(world) == tree)
        // The real game is another one.
        #expect(counts(try await upload(world, ada, bytes)) == [11, 0, 0])
    }

    @Test func `a changed price is an update`() async throws {
        let (world, ada) = try await site()
        let open = ["home_score": "", "away_score": ""]
        try await expect(200, upload(world, ada, NFLSample.bytes([.with(open)])))
        let moved = NFLSample.Row.with(open.merging(["home_moneyline": "-150", "under_odds": "-111"]) { $1 })
        #expect(counts(try await upload(world, ada, NFLSample.bytes([moved]))) == [0, 2, 9])
    }

    @Test func `seasons and weeks are selected by the query`() async throws {
        let (world, ada) = try await site()
        let bytes = NFLSample.bytes([
            NFLSample.full, .with(["game_id": "b", "season": "2023", "week": "x"]),
            .with(["game_id": "c", "week": "2"]),
        ])
        try await expect(422, upload(world, ada, bytes))
        try await expect(200, upload(world, ada, bytes, "?season=2024&week=2"))
        #expect(try tree(world).allSatisfy { $0.contains(" c Kansas") })
        for query in ["?season=2031", "?week=7", "?season=2023&week=2"] {
            let nothing = try await upload(world, ada, bytes, query)
            #expect(nothing.status == 422 && nothing["errors", "lines.1"] != nil, "\(query): \(nothing)")
        }
        for query in ["?week=0", "?week=x", "?move_to=tomorrow", "?move_to=1999-01-01", "?results=1", "?x=1"]
        {
            #expect(try await upload(world, ada, bytes, query).code == "bad_query", "\(query)")
        }
    }

    @Test func `only admins upload, in a type that is known`() async throws {
        let (world, ada) = try await site()
        let ben = try await world.person("ben")
        let bytes = NFLSample.bytes([NFLSample.full])
        try await expect(403, upload(world, ben, bytes))
        try world.promote(ben, .moderator)
        try await expect(403, upload(world, ben, bytes))
        try await expect(415, upload(world, ada, bytes, type: "text/plain"))
        #expect(try tree(world) == [])
    }

    @Test func `the other tenant sees nothing of it, and has the same ids`() async throws {
        let (world, ada) = try await site()
        _ = try TenantAdmin(world.database.owner).create("other", name: "Other", modules: [.sportsbook])
        try await world.refreshTenants()
        let bytes = NFLSample.bytes([.with(["home_score": "", "away_score": ""])])
        try await expect(200, upload(world, ada, bytes))
        let stranger = try await world.person("eve", tenant: "other")
        let there = try await world.send("GET", "events/", token: stranger.token, tenant: "other")
        #expect(there.items.isEmpty)
        let here = try await world.send("GET", "events/", token: ada.token)
        #expect(here.items.count == 1)
        let eve = try world.database.owner
        try eve.execute("update accounts set role = 'admin' where username = 'eve'")
        let answer = try await world.send(
            "POST",
            "admin/odds/",
            token: stranger.token,
            bytes: bytes,
            headers: ["Content-Type": "text/csv"],
            tenant: "other"
        )
        #expect(counts(answer) == [11, 0, 0])
    }

    @Test func `a file waits for a permit of its own, not for those of photos`() async throws {
        let busy = FairLimiter(limit: 1, limitPerCaller: 1, queueLimit: 0)
        let world = try await World.make(modules: [.sportsbook], imports: busy)
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        let other = FairLimiter.Caller(tenant: TenantID(rawValue: 9), account: AccountID(rawValue: 9))
        let permit = try await world.database.onLoop { try await busy.acquire(for: other) }
        let bytes = NFLSample.bytes([NFLSample.full])
        let refused = try await upload(world, ada, bytes)
        #expect(refused.status == 503, "\(refused)")
        #expect(refused.code == "overloaded")
        // No image, but it is looked at.
        let photo = try await world.send(
            "PUT",
            "profiles/me/photo/",
            token: ada.token,
            bytes: [1, 2, 3],
            headers: ["Content-Type": "image/png"]
        )
        #expect(photo.code == "photo_unreadable")
        withExtendedLifetime(permit) {}
        #expect(try tree(world) == [])
    }

    @Test func `two files at once are imported one after the other`() async throws {
        let (world, ada) = try await site()
        let bytes = NFLSample.bytes((0..<40).map { .with(["game_id": "g\($0)"]) })
        let answers = try await world.sendTogether(4) { _ in
            try await upload(world, ada, bytes)
        }
        #expect(answers.allSatisfy { $0.status == 200 }, "\(answers)")
        #expect(answers.map { counts($0)[0] }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 0, 0, 401])
    }
}
