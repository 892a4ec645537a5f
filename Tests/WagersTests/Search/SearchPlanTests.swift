import Database
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@testable import Wagers

/// That near-you and search answer from their indexes under row-level security as the front's role, and why they need
/// functions for it. The statistics are those of a million open wagers.
@Suite(.ownDatabase) struct SearchPlanTests {
    private let world: WagerWorld
    private let front: BlockingConnection

    init() async throws {
        world = try await WagerWorld()
        let ada = try await world.person("ada")
        // Enough that the first look at the newest is in vain.
        try world.load(1_500, as: ada, "'wager ' || n, repeat('on a rainy day ', 60), 50 + n / 1000.0, 8")
        try world.owner.execute(
            "update wagers set name = 'zebra', lat = -40, lon = -70 where name = 'wager 1'"
        )
        try world.owner.execute("vacuum analyze wagers")
        front = try world.world.database.connect(as: .front)
        try front.execute(
            """
            begin;
            -- The tests' tables are small. Where a policy closes an index, this does not open it.
            set enable_seqscan = off;
            select set_config('parlay.tenant_id', '\(world.world.tenant.id.rawValue)', false),
                   set_config('parlay.account_id', '\(ada.id)', false)
            """
        )
    }

    /// Open wagers around the zebra.
    private static let nearby = "row('{open}', null, 1, 1000000, -40, -70, 25, now())::wager_filter"

    /// How often the relation has been scanned in this transaction.
    private func scans(_ relation: String) throws -> Int64 {
        try front.query("select pg_stat_get_xact_numscans('\(relation)'::regclass)")[0].integer(0)
    }

    private func expectIndex(_ index: String, _ call: String, finds count: Int64 = 1) throws {
        let (before, table) = (try scans(index), try scans("wagers"))
        let rows = try front.query("select count(*) from \(call)")[0].integer(0)
        #expect(rows == count, "\(call)")
        #expect(try scans(index) > before, "\(call) does not use \(index)")
        #expect(try scans("wagers") == table, "\(call) reads all wagers")
    }

    @Test func `near-you answers from the index of places, by age and by distance`() throws {
        for _ in 0..<7 {
            // More than five times: by then PostgreSQL may keep one plan for all.
            try expectIndex(
                "wagers_place_idx",
                "wagers_feed(false, false, \(Self.nearby), row(false, null, 9223372036854775807, 26)::wager_page)"
            )
            try expectIndex(
                "wagers_place_idx",
                "wagers_feed(false, false, \(Self.nearby), row(true, null, 9223372036854775807, 26)::wager_page)"
            )
        }
    }

    @Test func `a search for three letters answers from the index of texts`() throws {
        for _ in 0..<7 {
            try expectIndex("wagers_text_idx", "wagers_matching('zeb', 9223372036854775807, 26)")
        }
    }

    @Test func `the plans as the owner are those of the indexes`() throws {
        let owner = try world.owner
        try owner.execute("set enable_seqscan = off; set enable_indexscan = off")
        let text = try owner.query(
            "explain select id from wagers where tenant_id = 1 and (name ~* 'zeb' or description ~* 'zeb')"
        ).map { try $0.text(0) }.joined(separator: "\n")
        #expect(text.contains("Bitmap Index Scan on wagers_text_idx"), "\(text)")
        try owner.execute("reset enable_seqscan; reset enable_indexscan")
        let place = try owner.query(
            """
            explain select id from wagers
             where tenant_id = 1::bigint and status = 'open' and lat is not null
               and point(lon, lat) <@ (boxes_around(-40, -70, 25))[1]
            """
        ).map { try $0.text(0) }.joined(separator: "\n")
        #expect(place.contains("wagers_place_idx"), "\(place)")
    }

    @Test func `under the policy alone these indexes are closed`() throws {
        try front.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
        for condition in [
            "name ~* 'zeb'", "lat is not null and point(lon, lat) <@ box(point(-71, -41), point(-69, -39))",
        ] {
            let plan = try front.query("explain select id from wagers where \(condition)").map {
                try $0.text(0)
            }.joined(separator: "\n")
            #expect(!plan.contains("wagers_text_idx") && !plan.contains("wagers_place_idx"), "\(plan)")
        }
    }

    @Test func `a large tenant's matches are nothing to a small tenant's search`() throws {
        try world.owner.execute(
            """
            insert into tenants (slug, name, modules) values ('large', 'Large', '{wagers}');
            insert into accounts (tenant_id, username, first_name)
            select t.id, 'giraffe' || n, 'G' from tenants t, generate_series(1, 4000) n where t.slug = 'large';
            insert into wagers (tenant_id, challenger_id, amount_cents, category, name)
            select a.tenant_id, a.id, 100, 'Other', 'giraffe ' || a.id
              from accounts a join tenants t on t.id = a.tenant_id and t.slug = 'large';
            insert into accounts (tenant_id, username, first_name)
            select \(world.world.tenant.id.rawValue), 'small' || n, 'S' from generate_series(1, 2100) n;
            analyze accounts;
            analyze wagers;
            """
        )
        func fetched(_ table: String, _ call: String) throws -> Int64 {
            let sum = "select pg_stat_get_xact_tuples_fetched('\(table)'::regclass)"
            let before = try front.query(sum)[0].integer(0)
            #expect(try front.query("select count(*) from \(call)")[0].integer(0) == 0, "\(call)")
            return try front.query(sum)[0].integer(0) - before
        }
        // The newest are looked at in any case, at most all of the small tenant's. The large one has 4,000 matches.
        for _ in 0..<7 {
            #expect(try fetched("wagers", "wagers_matching('giraf', 9223372036854775807, 26)") <= 1500)
            #expect(try fetched("accounts", "find_people('giraf', null, 9223372036854775807, 26)") < 2500)
        }
    }

    @Test func `without a tenant the functions find nothing`() throws {
        try front.execute("select set_config('parlay.tenant_id', '', false)")
        for call in [
            "wagers_matching('zeb', 9223372036854775807, 26)",
            "find_people('ada', null, 9223372036854775807, 26)",
            "wagers_nearby(\(Self.nearby), 9223372036854775807, 26)",
            "wagers_nearest(\(Self.nearby), null, 9223372036854775807, 26)",
        ] {
            #expect(try front.query("select count(*) from \(call)")[0].integer(0) == 0, "\(call)")
        }
    }

    @Test(arguments: [
        "wagers_matching_by_index('zeb', 9223372036854775807, 26)",
        "find_people_by_index('ada', null, 9223372036854775807, 26)",
    ])
    func `what only the functions call is not the front's to call`(_ call: String) {
        let error = #expect(throws: DatabaseError.self) { try front.query("select count(*) from \(call)") }
        #expect(error?.sqlState == .insufficientPrivilege)
    }
}
