import Components
import Database
import Foundation
import ParlayAPI
import Schema
import Sportsbook
import Tenancy
import TestDatabases
import TestSupport
import Testing
import Transfer

@testable import App

/// A whole tenant out of one installation and into another.
@Suite(.database) struct TransferTests {
    private let world: TransferFixture

    init() async throws { world = try await TransferFixture() }

    /// Tables whose rows differ after a move, besides those that are left out.
    // An export and an import are in the audit log.
    private static let changed: Set<String> = [
        "api_keys", "audit", "odds_feeds", "stream_events", "webhooks",
    ]

    private var leftOut: Set<String> { Set(TransferFixture.rules.leftOut.map(\.table)) }

    @Test func `a tenant arrives beside one with the same ids, row for row, and nobody else loses one`()
        async throws
    {
        let owner = world.owner
        try owner.execute("update webhook_deliveries set status = 'pending', finished_at = null")
        let alpha = try world.digests(of: "alpha")
        let bravo = try world.digests(of: "bravo")
        let report = try world.export("alpha")
        let attributes = try FileManager.default.attributesOfItem(atPath: world.path("alpha"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let empty = report.rows.filter { $0.count == 0 }.map(\.table)
        #expect(empty == [], "fill these tables too")
        let listed = Set(report.rows.map(\.table)).subtracting(["tenants", "games", "games_featured"])
        #expect(listed.union(leftOut) == Set(try world.tables()))
        #expect(listed.isDisjoint(with: leftOut))

        let loaded = try world.load("alpha", as: "gamma")
        #expect(loaded.created.map(\.count) == [0, 0], "the games are here")
        let after = try world.digests(of: "alpha")
        #expect(after.filter { $0.key != "audit" } == alpha.filter { $0.key != "audit" })
        #expect(try world.digests(of: "bravo") == bravo)
        let gamma = try world.digests(of: "gamma")
        for (table, digest) in alpha where listed.contains(table) && !Self.changed.contains(table) {
            let isSame = gamma[table] == digest || table == "webhook_deliveries"
            #expect(isSame, "\(table): \(gamma[table] ?? "") is not \(digest)")
        }
        for table in leftOut where !["jobs", "live_counters"].contains(table) {
            #expect(gamma[table]?.hasPrefix("0 ") == true, "\(table)")
        }
        // The second export has the same lines, but for the slug.
        try world.export("gamma")
        let first = try world.lines("alpha").filter { $0.hasPrefix("[") }.sorted()
        let second = try world.lines("gamma").filter { $0.hasPrefix("[") }.sorted()
        #expect(first.count > 500)
        #expect(Set(first).subtracting(second).count == 1)
        let more = Set(second).subtracting(first)
        #expect(more.count { $0.hasPrefix("[\"gamma\", ") } == 1)
        #expect(more.count == 3, "and the export and the import in the audit log")
        #expect(first.count + 2 == second.count)
    }

    @Test func `money is exact, and no trigger tells, counts or posts a second time`() async throws {
        let owner = world.owner
        // Decided, and not settled yet.
        try owner.execute(
            """
            update outcomes set status = 'won'
             where id in (select outcome_id from bet_legs where event_id = \(world.scenario.book.event));
            update events
               set status = 'final', home_score = 2, away_score = 1, result_version = 1, first_result_at = now()
             where id = \(world.scenario.book.event)
            """
        )
        try world.export("alpha")
        try world.load("alpha", as: "gamma")
        let gamma = try world.id(of: "gamma")
        let jobs = try owner.query(
            "select kind || ' ' || payload::text from jobs where tenant_id = $1 order by id",
            .integer(gamma)
        ).map { try $0.text(0) }
        #expect(jobs == ["settle_event {\"event\": \(world.scenario.book.event)}"])
        for table in ["live_updates", "live_changes", "outgoing_mails", "stored_mails", "dead_letters"] {
            #expect(
                try owner.query("select from \(table) where tenant_id = $1", .integer(gamma)).isEmpty,
                "\(table)"
            )
        }
        let counter = try owner.query(
            "select seq = pruned and seq > 1700000000000 from live_counters where tenant_id = $1",
            .integer(gamma)
        )
        #expect(try counter[0].boolean(0), "streams of the old installation start again")
        let pool = try await world.matrix.database.worker()
        for slug in ["alpha", "gamma"] {
            let tenant = TenantID(rawValue: try world.id(of: slug))
            let audit = try await world.matrix.database.onLoop { try await LedgerAudit.of(tenant, in: pool) }
            #expect(audit.differences.isEmpty, "\(slug): \(audit.differences)")
            #expect(audit.totals.sumCents == 0)
            #expect(audit.totals.transactions > 0)
        }
        let sums = try owner.query(
            """
            select count(distinct s) from (
                select row(sum(house_cents), sum(pool_cents), sum(wallet_cents), sum(debt_cents), count(*))::text as s
                  from ledger where tenant_id in ($1, $2) group by tenant_id) t
            """,
            .integer(gamma),
            .integer(try world.id(of: "alpha"))
        )
        #expect(try sums[0].integer(0) == 1)
    }

    @Test func `people sign in with their passwords, and nothing else of the old installation works`()
        async throws
    {
        let owner = world.owner
        try world.export("alpha")
        try world.load("alpha", as: "gamma")
        let gamma = try world.id(of: "gamma")
        let row = try owner.query(
            """
            select (select status from tenants where id = $1), (select count(*) from webhooks where tenant_id = $1),
                   (select count(*) from webhooks where tenant_id = $1 and enabled),
                   (select count(*) from odds_feeds where tenant_id = $1),
                   (select count(*) from odds_feeds where tenant_id = $1 and (enabled or key_set)),
                   (select count(*) from webhook_deliveries where tenant_id = $1 and status = 'pending')
            """,
            .integer(gamma)
        )[0]
        #expect(try row.text(0) == "suspended")
        #expect(try row.integer(1) > 0)
        #expect(try row.integer(2) == 0)
        #expect(try row.integer(3) > 0)
        #expect(try row.integer(4) == 0)
        #expect(try row.integer(5) == 0)
        // A new row gets an id behind those that came.
        let next = try owner.query(
            """
            insert into notices (tenant_id, account_id, kind, title, text)
            select $1, min(id), 'k', 't', 't' from accounts where tenant_id = $1
            returning id > all (select id from notices where tenant_id = $1)
            """,
            .integer(gamma)
        )
        #expect(try next[0].boolean(0))

        // A front of today.
        try owner.execute("update tenants set status = 'active' where slug = 'gamma'")
        let front = try await world.front()
        func send(_ method: String, _ path: String, _ token: String? = nil, _ body: String? = nil)
            async throws
            -> Answer
        {
            let call = RouteMatrixFixture.Call(method, "/v1/gamma/\(path)", token: token, body)
            return try await world.matrix.database.onLoop {
                Answer(await RouteMatrixFixture.answer(front, call))
            }
        }
        let person = world.scenario.owner
        #expect(try await send("GET", "profiles/me/", person.token).status == 401)
        let login = #"{"username": "\#(person.username)", "password": "\#(RouteMatrixFixture.password)"}"#
        let session = try await send("POST", "login/", nil, login)
        #expect(session.status == 200, "\(session)")
        let token = try #require(session["token"]?.text)
        let profile = try await send("GET", "profiles/me/", token)
        #expect(profile["id"]?.integer == person.id, "\(profile)")
        let reset = #"{"code": "\#(world.scenario.resetCode)", "new_password": "another long word"}"#
        #expect(try await send("POST", "password/reset/confirm/", nil, reset).status == 422)
        let verification = #"{"code": "\#(world.scenario.verificationCode)"}"#
        #expect(try await send("PUT", "email/verification/", nil, verification).status == 422)
        let proofs =
            "select string_agg(id || coalesce(email_proof, ''), ' ' order by id) from accounts where tenant_id = $1"
        let proven = try owner.query(proofs, .integer(gamma))[0].text(0)
        #expect(proven.contains("code"))
        #expect(try owner.query(proofs, .integer(try world.id(of: "alpha")))[0].text(0) == proven)
        // A cursor of the old installation.
        for _ in 0..<2 {
            try owner.execute(
                """
                insert into notices (tenant_id, account_id, kind, title, text)
                select tenant_id, id, 'match_made', 't', 't' from accounts where id = \(person.id)
                """
            )
        }
        let page = try await world.matrix.send(
            RouteMatrixFixture.Call("GET", "/v1/alpha/inbox/?limit=1", token: person.token)
        )
        let cursor = try #require(page["next_cursor"]?.text, "\(page)")
        let again = try await send("GET", "inbox/?limit=1&cursor=\(cursor)", token)
        #expect(again.code == "bad_query", "\(again)")
        let photos = try owner.query(
            """
            select count(*), count(distinct bytes) = (select count(distinct bytes) from photos where tenant_id = $1)
              from photos where tenant_id in ($1, $2)
            """,
            .integer(gamma),
            .integer(try world.id(of: "alpha"))
        )[0]
        #expect(try photos.integer(0) > 0)
        #expect(try photos.boolean(1))
    }

    @Test
    func `in another installation games are mapped or created, and ids that are taken there do not matter`()
        async throws
    {
        let database = world.matrix.database
        let name = "\(database.name)_other"
        let superuser = try database.connect(as: .superuser)
        try superuser.execute("create database \(name) template template0")
        var settings = database.settings(as: .superuser)
        settings.conninfo = settings.conninfo.replacingOccurrences(of: database.name, with: name)
        try Migrator(settings: settings).migrate()
        settings.role = "parlay_owner"
        do {
            let there = try BlockingConnection(settings)
            // A tenant with the same ids, and one of the games by its source.
            try there.execute(
                "insert into games (source, source_id, name, updated_at) values ('x', 1, 'X', now())"
            )
            let game = try world.owner.query(
                "update games set igdb_id = 700, rating = 71.25 where id = $1 returning source_id",
                .integer(world.scenario.games.owned)
            )[0].integer(0)
            _ = try there.query(
                "insert into games (igdb_id, name, updated_at) values (700, 'Known here', now())"
            )
            try world.export("alpha")
            try world.export("bravo")
            let rules = TransferFixture.rules
            let first = try TenantImport(try BlockingConnection(settings), rules).read(
                world.path("alpha"),
                as: "elder"
            )
            let elder = try world.digests(of: "elder", there)
            let second = try TenantImport(try BlockingConnection(settings), rules).read(world.path("alpha"))
            #expect(second.slug == "alpha")
            #expect(first.created.contains { $0.count > 1 })
            #expect(second.created.allSatisfy { $0.count == 0 }, "they came with the first")
            _ = try TenantImport(try BlockingConnection(settings), rules).read(world.path("bravo"))
            #expect(try world.digests(of: "elder", there) == elder)
            let names = try there.query(
                """
                select g.name from shelf_games s join games g on g.id = s.game_id
                 where s.account_id = $1 order by s.tenant_id, s.is_wish
                """,
                .integer(world.scenario.owner.id)
            ).map { try $0.text(0) }
            #expect(names.filter { $0 == "Known here" }.count == 2, "\(names) \(game)")
            let pictures = try there.query(
                "select distinct array_to_string(screenshots, ' ') from games where source = 'matrix'"
            ).map { try $0.text(0) }
            #expect(pictures == ["sc1 https://cdn.example.com/2.jpg sc3"])
            _ = try TenantExport(try BlockingConnection(settings), rules).write(
                "alpha",
                to: world.path("back")
            )
            // Exports and imports are in the audit log.
            let (before, after) = try (rows(of: "alpha"), rows(of: "back"))
            #expect(Set(after).subtracting(before).allSatisfy { $0.contains("[700, null, null]") })
            #expect(before.count == after.count)
        }
        try superuser.execute("drop database \(name) with (force)")
    }

    /// The lines of rows in a file, but for those that it leaves itself.
    private func rows(of name: String) throws -> [String] {
        try world.lines(name).filter {
            $0.hasPrefix("[") && !$0.hasPrefix("[{") && !$0.contains("\"tenant.export\"")
                && !$0.contains("\"tenant.import\"")
        }
    }
}
