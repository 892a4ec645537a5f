import Database
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@testable import Wagers

/// That a page of the feed reads about as many wagers as it shows, under row-level security as the front's role. The bench
/// has the same over a million.
@Suite(.ownDatabase) struct FeedPlanTests {
    private let world: WagerWorld
    private let ada: SignedInPerson

    init() async throws {
        world = try await WagerWorld()
        ada = try await world.person("ada")
        try world.world.database.load(
            """
            insert into accounts (tenant_id, username, first_name)
            select t.id, 'person' || n, 'P' from tenants t, generate_series(1, 300) as n;
            insert into wagers (tenant_id, challenger_id, name, amount_cents, category, audience)
            select a.tenant_id, a.id, 'Wager ' || n, 100 + n, 'Other',
                   case when n % 10 = 0 then 'friends' else 'public' end
              from generate_series(1, 3000) as n
              join accounts a on a.username = 'person' || (1 + n % 300);
            """
        )
    }

    private func front() throws -> BlockingConnection {
        let front = try world.world.database.connect(as: .front)
        try front.execute(
            """
            select set_config('parlay.tenant_id', '\(world.world.tenant.id.rawValue)', false),
                   set_config('parlay.account_id', '\(ada.id)', false)
            """
        )
        return front
    }

    /// Rows of wagers that one page reads, by whatever way.
    private func read(_ statement: Statement, _ values: String, _ front: BlockingConnection) throws -> Int64 {
        try front.execute("prepare planned as \(statement.sql)")
        defer { try? front.execute("deallocate planned") }
        // By the sixth time PostgreSQL may keep one plan for all.
        for _ in 0..<6 { _ = try front.query("execute planned(\(values))") }
        try front.execute("begin")
        defer { try? front.execute("commit") }
        // By sequential, bitmap and index scans.
        let count = """
            select (pg_stat_get_xact_tuples_returned('wagers'::regclass)
                    + pg_stat_get_xact_tuples_fetched('wagers'::regclass)
                    + sum(pg_stat_get_xact_tuples_fetched(indexrelid)))::bigint
              from pg_index where indrelid = 'wagers'::regclass
            """
        let before = try front.query(count)[0].integer(0)
        let rows = try front.query("execute planned(\(values))").count
        #expect(rows == 26)
        return try front.query(count)[0].integer(0) - before
    }

    private var tenant: Int64 { world.world.tenant.id.rawValue }

    /// `wagers_feed` with these statuses and categories.
    private func page(_ statuses: String, _ categories: String) -> String {
        "\(tenant), false, false, \(statuses), \(categories), 1, \(Int64.max), null, null, null, false, now(), null, "
            + "\(Int64.max), 26"
    }

    @Test(arguments: ["auto", "force_custom_plan", "force_generic_plan"], [false, true])
    func `a page reads little more than it shows`(_ mode: String, isAnalyzed: Bool) throws {
        if isAnalyzed { try world.owner.execute("analyze accounts; analyze wagers") }
        let front = try front()
        try front.execute("set plan_cache_mode = \(mode)")
        for values in [
            page("'{open}'", "null"), page("'{open,active}'", "null"), page("'{open}'", "'{Other}'"),
        ] {
            let rows = try read(WagerFeedStore.page.statement, values, front)
            #expect(rows < 200, "\(values)")
        }
    }

    @Test func `so does a page of matches`() throws {
        try world.owner.execute("analyze accounts; analyze wagers")
        let rows = try read(SearchStore.wagers.statement, "\(tenant), 'wager', \(Int64.max), 26", try front())
        // The newest 500 are looked at.
        #expect(rows < 700)
    }
}
