import Database
import TestDatabases
import Testing

@testable import Administration

/// A page of a tenant's people is read by the index of its order, however many there are.
@Suite(.ownDatabase) struct PeopleOrderTests {
    private static let many = """
        insert into tenants (slug, name) values ('one', 'One'), ('other', 'Other');
        insert into accounts (tenant_id, username, first_name, last_name, last_active_at)
        select t.id, 'person' || n, (array['Ann', 'Bo', null, ''])[1 + n % 4], 'Number ' || n,
               date_trunc('hour', now()) - n * interval '1 hour'
          from tenants t, generate_series(1, 20000) n;
        analyze accounts;
        """

    @Test func `no order sorts all people`() async throws {
        let database = try TestDatabase.current
        try database.load(Self.many)
        let row = try database.connect(as: .superuser).query(
            "select tenant_id, max(id) from accounts group by 1 order by 1"
        )[0]
        let (tenant, last) = (try row.integer(0), try row.integer(1))
        let front = try database.connect(as: .front)
        try front.execute(
            "set plan_cache_mode = force_custom_plan; select set_config('parlay.tenant_id', '\(tenant)', false)"
        )
        let orders = [
            (AccountAdminStore.page, "accounts_pkey", "null", "\(last)"),
            (AccountAdminStore.pageByName, "accounts_name_idx", "null", "\(last)"),
            (AccountAdminStore.pageByActivity, "accounts_active_at_idx", "null, null", "now(), \(last)"),
        ]
        for (statement, index, first, next) in orders {
            for place in [first, next] {
                try front.execute("prepare planned as \(statement.statement.sql)")
                let plan = try front.query("explain execute planned(\(tenant), null, \(place), 26)")
                    .map { try $0.text(0) }.joined(separator: "\n")
                try front.execute("deallocate planned")
                #expect(plan.contains("using \(index)") && !plan.contains("Sort"), "\(plan)")
                // What stands before the page is left out by the index, too; but not names, because row-level security lets no
                // function see a row first that could tell of it, and the order of texts could.
                #expect(index == "accounts_name_idx" || !plan.contains("Filter: (ROW"), "\(plan)")
            }
        }
    }
}
