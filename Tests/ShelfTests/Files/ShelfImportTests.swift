import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

@Suite(.database) struct ShelfImportTests {
    private let shelf: ShelfWorld
    private let ada: SignedInPerson
    private static let header = ShelfFile.columns.joined(separator: ",")

    init() async throws {
        shelf = try await ShelfWorld(connections: .init(readers: 2, writers: 8, transactions: 4))
        ada = try await shelf.person("ada")
    }

    private func upload(
        _ bytes: [UInt8],
        _ query: String = "",
        type: String? = "text/csv",
        as person: SignedInPerson
    )
        async throws -> Answer
    {
        var headers: [String: String] = [:]
        if let type { headers["Content-Type"] = type }
        return try await shelf.world.send(
            "POST",
            "shelf/import/\(query)",
            token: person.token,
            bytes: bytes,
            headers: headers
        )
    }

    private func upload(_ lines: [String], _ query: String = "", as person: SignedInPerson? = nil)
        async throws
        -> Answer
    {
        let text = ([Self.header] + lines).joined(separator: "\r\n")
        return try await upload(Array(text.utf8), query, as: person ?? ada)
    }

    /// `line result game detail`
    private func fates(_ answer: Answer) -> [String] {
        #expect(answer.status == 200, "\(answer)")
        return answer.items.map { item in
            [
                item["line"]?.integer.map(String.init), item["result"]?.text,
                item["game_id"]?.integer.map(String.init),
                item["detail"]?.text,
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    private func counts(_ answer: Answer) -> [Int64?] {
        ["added", "updated", "unchanged", "unknown", "invalid"].map { answer[$0]?.integer }
    }

    // MARK: What a line does

    @Test func `lines add, update, leave as it is, are unknown and invalid, each by itself`() async throws {
        let (doom, zelda) = (try shelf.game("Doom", igdb: 5), try shelf.game("Zelda", released: "1986-02-21"))
        try await shelf.add(zelda, as: ada, ["user_rating": 90, "note": "old"])
        let answer = try await upload([
            "5,,,1,80,12.5,new,2026-01-01,", ",zelda!,1986,,,,,,", ",ZELDA,1986,3,,,,,", ",Nothing,,,,,,,",
            "6,,,9,,,,,",
            "a,b", "5,Whatever,1900,,,,,,2026-02-01",
        ])
        #expect(
            fates(answer) == [
                "2 added \(doom)", "3 unchanged \(zelda)", "4 updated \(zelda)",
                "5 unknown There is no game with this name.",
                "6 invalid status: Must be one of backlog (0), playing (1), finished (2), completed (3), dropped (4).",
                "7 invalid The line has 2 fields instead of 9.",
                "8 updated \(doom)",
            ]
        )
        #expect(counts(answer) == [1, 2, 1, 1, 2])
        #expect(answer.json?.keys == ["items", "added", "updated", "unchanged", "unknown", "invalid"])
        let first = try await shelf.call("GET", "shelf/\(doom)/", as: ada)
        #expect(first["status"]?.integer == 1 && first["user_rating"]?.integer == 80)
        #expect(first["user_hours"]?.double == 12.5 && first["note"]?.text == "new")
        #expect(first["started_on"]?.text == "2026-01-01" && first["finished_on"]?.text == "2026-02-01")
        let second = try await shelf.call("GET", "shelf/\(zelda)/", as: ada)
        #expect(second["status"]?.integer == 3 && second["user_rating"]?.integer == 90)
        #expect(second["note"]?.text == "old")
    }

    @Test func `a rehearsal reports the same and changes nothing`() async throws {
        let doom = try shelf.game("Doom", igdb: 5)
        try await shelf.add(doom, as: ada)
        _ = try shelf.game("Zelda", igdb: 6)
        let before = try shelf.dump()
        let lines = ["5,,,2,,,,,", "6,,,,,,,,", "7,,,,,,,,"]
        let dry = try await upload(lines, "?dry_run=true")
        #expect(try shelf.dump() == before)
        #expect(counts(dry) == [1, 1, 0, 1, 0])
        let real = try await upload(lines, "?dry_run=false")
        #expect(real.body == dry.body)
        #expect(try shelf.dump() != before)
        #expect(counts(try await upload(lines)) == [0, 0, 2, 1, 0])
    }

    @Test func `a wished game leaves the wishlist, and one without a status gets the person's`() async throws
    {
        let doom = try shelf.game("Doom", igdb: 5)
        #expect(try await shelf.call("PUT", "wishlist/\(doom)/", as: ada).status == 204)
        _ = try await shelf.call("PATCH", "settings/", as: ada, ["shelf_default_status": 4])
        #expect(counts(try await upload(["5,,,,,,,,"])) == [1, 0, 0, 0, 0])
        #expect(try await shelf.ids("wishlist/", as: ada).isEmpty)
        #expect(try await shelf.call("GET", "shelf/\(doom)/", as: ada)["status"]?.integer == 4)
    }

    // MARK: Which game a line names

    @Test func `an id at IGDB decides, then name and year`() async throws {
        let five = try shelf.game("Prey", released: "2006-07-11", igdb: 5)
        let six = try shelf.game("Prey", released: "2017-05-05")
        let odd = try shelf.game("Pokémon™: Café!", released: "2020-06-23")
        let undated = try shelf.game("Undated")
        for (line, expected) in [
            ("5,Anything,1900,,,,,,", "2 added \(five)"), (",PREY,2006,,,,,,", "2 added \(five)"),
            (",prey,2017,,,,,,", "2 added \(six)"), ("999,prey,2017,,,,,,", "2 added \(six)"),
            (
                ",Prey,,,,,,,",
                "2 unknown Several games have this name: \(five), \(six). Add the igdb_id or the release_year."
            ),
            (",Prey,2007,,,,,,", "2 unknown There is no game with this name and year."),
            (",pokemon cafe,,,,,,,", "2 added \(odd)"), (",pokemon cafe,2020,,,,,,", "2 added \(odd)"),
            (",Undated,,,,,,,", "2 added \(undated)"),
            (",Undated,1990,,,,,,", "2 unknown There is no game with this name and year."),
            ("999,,,,,,,,", "2 unknown There is no game with this igdb_id."),
        ] {
            #expect(fates(try await upload([line], "?dry_run=true")) == [expected], "\(line)")
        }
    }

    @Test func `of games that are equal but for case and signs the one that is spelled the same is meant`()
        async throws
    {
        let plain = try shelf.game("Gris", released: "2018-12-13")
        let loud = try shelf.game("GRIS!", released: "2018-01-01")
        let (dots, bangs) = (try shelf.game("..."), try shelf.game("!!!"))
        for (line, expected) in [
            (",Gris,2018,,,,,,", "2 added \(plain)"), (",GRIS!,,,,,,,", "2 added \(loud)"),
            (
                ",gris,2018,,,,,,",
                "2 unknown Several games have this name and year: \(plain), \(loud). Add the igdb_id."
            ),
            (",...,,,,,,,", "2 added \(dots)"), (",!!!,,,,,,,", "2 added \(bangs)"),
            (",???,,,,,,,", "2 unknown There is no game with this name."),
        ] {
            #expect(fates(try await upload([line], "?dry_run=true")) == [expected], "\(line)")
        }
        for _ in 0..<12 { _ = try shelf.game("Many") }
        let many = fates(try await upload([",Many,,,,,,,"]))
        #expect(many.first?.contains(" and more. Add the igdb_id or the release_year.") == true, "\(many)")
    }

    // MARK: What a file must be

    @Test func `what is no such file is refused, and changes nothing`() async throws {
        _ = try shelf.game("Doom", igdb: 5)
        let good = Array("\(Self.header)\n5,,,,,,,,".utf8)
        for (bytes, fields) in [
            (Array("a,b\n".utf8), ["lines.1"]), ([], ["lines.1"]), ([0xFF], ["lines.1"]),
            (
                Array((Self.header + String(repeating: "\n5,,,,,,,,", count: 10_001)).utf8),
                ["lines.10002"]
            ),
        ] as [([UInt8], [String])] where !bytes.isEmpty {
            let answer = try await upload(bytes, as: ada)
            #expect(answer.status == 422 && answer.faultyFields == fields, "\(answer)")
        }
        for type in ["application/json", "text/plain", nil] {
            #expect(try await upload(good, type: type, as: ada).status == 415)
        }
        #expect(try await upload(good, "?dry_run=1", as: ada).code == "bad_query")
        #expect(try await upload(good, "?x=1", as: ada).code == "bad_query")
        let large = good + [UInt8](repeating: 0x0A, count: 8 << 20)
        #expect(try await upload(large, as: ada).status == 413)
        #expect(try shelf.dump().isEmpty)
        #expect(try await upload(good, type: "text/csv; charset=utf-8", as: ada).status == 200)
    }

    @Test func `an Idempotency-Key imports once`() async throws {
        _ = try shelf.game("Doom", igdb: 5)
        func send() async throws -> Answer {
            try await shelf.world.send(
                "POST",
                "shelf/import/",
                token: ada.token,
                raw: "\(Self.header)\n5,,,,,,,,",
                headers: ["Content-Type": "text/csv", "Idempotency-Key": "k"]
            )
        }
        let first = try await send()
        #expect(counts(first) == [1, 0, 0, 0, 0])
        #expect(try await send().body == first.body)
    }

    @Test func `imports that meet each other and other calls lose nothing`() async throws {
        let games = try (1...30).map { try shelf.game("Game \($0)", igdb: Int64($0)) }
        let ratings = (1...30).map { "\($0),,,,\($0),,,," }
        let notes = (1...30).reversed().map { "\($0),,,,,,n\($0),," }
        let answers = try await shelf.world.sendTogether(6) { [shelf, ada] number in
            switch number {
            case 0, 3: try await upload(ratings)
            case 1, 4: try await upload(notes)
            case 2: try await shelf.call("POST", "shelf/", as: ada, ["game_id": .integer(games[10])])
            default: try await shelf.call("PUT", "wishlist/\(games[20])/", as: ada)
            }
        }
        #expect(answers.allSatisfy { [200, 201, 204, 409].contains($0.status) }, "\(answers.map(\.status))")
        let rows = try shelf.owner.query(
            "select count(*), count(*) filter (where rating::text = ltrim(note, 'n') and not is_wish) from shelf_games"
        )
        #expect(try rows[0].integer(0) == 30)
        #expect(try rows[0].integer(1) == 30)
    }

    @Test func `another person's shelf is not touched`() async throws {
        let doom = try shelf.game("Doom", igdb: 5)
        let bob = try await shelf.person("bob")
        try await shelf.add(doom, as: bob, ["note": "bob's"])
        #expect(counts(try await upload(["5,,,,,,ada's,,"])) == [1, 0, 0, 0, 0])
        #expect(try await shelf.call("GET", "shelf/\(doom)/", as: bob)["note"]?.text == "bob's")
    }

    // MARK: Round trip

    @Test func `an export is a file with every entry, by name`() async throws {
        let zelda = try shelf.game("Zelda, \"the\" first", released: "1986-02-21", igdb: 5)
        let formula = try shelf.game("=AFK=")
        try await shelf.add(
            zelda,
            as: ada,
            ["status": 2, "user_rating": 93, "user_hours": 112, "note": "a\nb"]
        )
        _ = try await shelf.call("PATCH", "shelf/\(zelda)/", as: ada, ["finished_on": "2026-05-10"])
        try await shelf.add(formula, as: ada, ["note": "-1 of 10"])
        _ = try await shelf.call("PUT", "wishlist/\(try shelf.game("Wished"))/", as: ada)
        let export = try await shelf.call("GET", "shelf/export.csv", as: ada)
        #expect(export.headers["Content-Type"] == "text/csv; charset=utf-8")
        #expect(export.headers["Content-Disposition"] == "attachment; filename=\"shelf.csv\"")
        #expect(export.headers["Cache-Control"] == "no-store")
        #expect(
            export.text == """
                \(Self.header)\r
                ,'=AFK=,,0,,0,'-1 of 10,,\r
                5,"Zelda, ""the"" first",1986,2,93,112,"a
                b",,2026-05-10\r\n
                """
        )
        let bob = try await shelf.person("bob")
        let empty = try await shelf.call("GET", "shelf/export.csv", as: bob)
        #expect(empty.text == "\(Self.header)\r\n")
    }

    @Test func `five thousand hostile entries come back in another account`() async throws {
        try shelf.owner.execute(
            """
            insert into games (igdb_id, source, source_id, name, release_date, updated_at)
            select case when n % 3 > 0 then n end, 'many', n,
                   (array['Game ', '=Game ', 'Gämé, ', '"Game" ', E'Game\\n', '-', '''=', '東方 ', '😀 ', ' '])[1 + n % 10] || n
                       || case when n % 7 = 0 then '!' else '' end,
                   case when n % 4 > 0 then date '1990-01-01' + n end, now()
              from generate_series(1, 5000) n
            """
        )
        try shelf.owner.execute(
            """
            insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, rating, hour_tenths, note, started_on,
                                     finished_on, added_at, updated_at)
            select a.tenant_id, a.id, g.id, false, g.id % 5, nullif(g.id % 102, 101), g.id * 97 % 1000001,
                   (array[null, 'fine', '=1+1', '+1', '-1', '@x', E'\\tx', E'\\n', '''', '''''=', 'a,b', '"', '""', E'a\\n\\nb', ' ',
                          'NULL', '＝1', 'é', '😀', E'x\\u202e', repeat('"', 4000), repeat('😀', 200)])[1 + g.id % 22],
                   case when g.id % 3 > 0 then date '1900-01-01' + g.id::integer * 13 end,
                   case when g.id % 2 > 0 then date '2100-12-31' - g.id::integer end, now(), now()
              from accounts a, games g
             where a.id = \(ada.id)
            """
        )
        let bob = try await shelf.person("bob")
        let export = try await shelf.call("GET", "shelf/export.csv", as: ada)
        let imported = try await upload(export.body, as: bob)
        #expect(
            counts(imported) == [5000, 0, 0, 0, 0],
            "\(fates(imported).first { !$0.contains(" added ") } ?? "")"
        )
        let differing = try shelf.owner.query(
            """
            select count(*) from shelf_games a
              full join (select * from shelf_games where account_id = \(bob.id)) b on b.game_id = a.game_id
             where (a.account_id = \(ada.id) or a.account_id is null)
               and (a.status, a.rating, a.hour_tenths, a.note, a.started_on, a.finished_on)
                   is distinct from (b.status, b.rating, b.hour_tenths, b.note, b.started_on, b.finished_on)
            """
        )
        #expect(try differing[0].integer(0) == 0)
        #expect(try await shelf.call("GET", "shelf/export.csv", as: bob).body == export.body)
        #expect(counts(try await upload(export.body, as: ada)) == [0, 0, 5000, 0, 0])
    }

    @Test
    func `a game that shares its name and year without an id is named as such, and the rest comes back`()
        async throws
    {
        let twins = [
            try shelf.game("Twin", released: "2001-01-01"), try shelf.game("Twin", released: "2001-12-31"),
        ]
        let (dated, undated) = (try shelf.game("Half", released: "2003-01-01"), try shelf.game("Half"))
        for game in twins + [dated, undated] { try await shelf.add(game, as: ada) }
        let bob = try await shelf.person("bob")
        let export = try await shelf.call("GET", "shelf/export.csv", as: ada)
        let answer = try await upload(export.body, as: bob)
        #expect(counts(answer) == [1, 0, 0, 3, 0])
        #expect(try await shelf.ids("shelf/", as: bob) == [dated])
        for item in answer.items where item["result"]?.text == "unknown" {
            #expect(item["detail"]?.text?.hasPrefix("Several games have this name") == true, "\(item)")
        }
    }
}
