import Database
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@testable import Accounts

/// That the search for people answers from the index of names, under row-level security as the front's role.
@Suite(.ownDatabase) struct PeoplePlanTests {
    private let world: World
    private let front: BlockingConnection

    init() async throws {
        world = try await World.make(modules: [])
        let ada = try await world.person("ada")
        let owner = try world.database.owner
        let tenant = world.tenant.id.rawValue
        // Enough that the first look at the newest is in vain.
        try owner.execute(
            """
            insert into tenants (slug, name, modules) values ('large', 'Large', '{}');
            insert into accounts (tenant_id, username, first_name, last_name)
            select t.id, 'giraffe' || n, 'Gil', 'Large' from tenants t, generate_series(1, 4000) n where t.slug = 'large';
            insert into accounts (tenant_id, username, first_name, last_name)
            select \(tenant), case n when 1 then 'zebra' else 'person' || n end, 'Zoe', 'Small'
              from generate_series(1, 4000) n;
            analyze accounts;
            """
        )
        front = try world.database.connect(as: .front)
        try front.execute(
            """
            begin;
            -- The tests' tables are small. Where a policy closes an index, this does not open it.
            set enable_seqscan = off;
            select set_config('parlay.tenant_id', '\(tenant)', false),
                   set_config('parlay.account_id', '\(ada.id)', false)
            """
        )
    }

    private func found(_ patterns: String, _ table: String = "find_people") throws -> Int64 {
        try front.query("select count(*) from \(table)(null, '\(patterns)', 9223372036854775807, 26)")[0]
            .integer(0)
    }

    private func count(_ function: String, _ relation: String) throws -> Int64 {
        try front.query("select pg_stat_get_xact_\(function)('\(relation)'::regclass)")[0].integer(0)
    }

    @Test func `three letters answer from the index`() throws {
        // More than five times: by then PostgreSQL may keep one plan for all.
        for _ in 0..<7 {
            let (index, all) = (try count("numscans", "accounts_text_idx"), try count("numscans", "accounts"))
            #expect(try found("{%zeb%}") == 1)
            #expect(try found("{%zebra%,%zoe%}") == 1)
            #expect(try found("{%zebra%,%gil%}") == 0)
            #expect(try count("numscans", "accounts_text_idx") >= index + 3)
            #expect(try count("numscans", "accounts") == all, "reads all accounts")
        }
    }

    @Test func `a large tenant's people are nothing to a small tenant's search`() throws {
        for _ in 0..<7 {
            let before = try count("tuples_fetched", "accounts")
            #expect(try found("{%giraf%}") == 0)
            // The newest 2,000 of the tenant: to find where they begin, and to look at them.
            #expect(try count("tuples_fetched", "accounts") - before <= 4100)
        }
    }

    @Test func `without a tenant the function finds nothing, and its parts are not the front's to call`()
        throws
    {
        let error = #expect(throws: DatabaseError.self) { try found("{%zeb%}", "find_people_by_index") }
        #expect(error?.sqlState == .insufficientPrivilege)
        try front.execute("rollback; begin; select set_config('parlay.tenant_id', '', false)")
        #expect(try found("{%zeb%}") == 0)
    }
}
