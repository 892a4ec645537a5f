import Database
import HTTPServer
import Tenancy
import TestDatabases
import Testing

@Suite(.database) struct TenantDeletionTests {
    /// Rows of what neither `RouteMatrixFixture.scenario` nor a call makes: `$1` is the tenant's slug.
    static let others = """
        with t as (
            select id as tenant_id, (select min(id) from parlay.accounts where tenant_id = tenants.id) as account_id
              from parlay.tenants where slug = $1
        ), counted as (
            insert into throttles (tenant_id, kind, subject, window_started_at, count)
            select tenant_id, 'register', '192.0.2.1', now(), 1 from t
        ), queued as (
            insert into outgoing_mails (tenant_id, kind, account_id, recipient)
            select tenant_id, 'email_changed', account_id, 'ann@example.org' from t
        ), moved as (
            insert into move_marks (tenant_id, number) select tenant_id, 1 from t
        ), failed as (
            insert into dead_letters
                (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
            select tenant_id, 1, 'send_mail', '{}', 1, 1, 'e', now() from t
        ), answered as (
            insert into idempotency_keys (tenant_id, account_id, key, fingerprint, status, headers, body, created_at)
            select tenant_id, account_id, 'k', sha256('k'), 200, '', '', now() from t
        ), arbitrated as (
            update wagers w
               set challenger_arbiter_id = a.id, challengee_arbiter_id = a.id, arbiter_id = a.id
              from t
              join lateral (
                       select max(id) as id from accounts p where p.tenant_id = t.tenant_id
                   ) a on true
             where w.tenant_id = t.tenant_id and w.status = 'active' and a.id not in (w.challenger_id, w.challengee_id)
        ), watching as (
            insert into live_tickets (tenant_id, digest, account_id, token_id, expires_at)
            select k.tenant_id, sha256('k'), k.account_id, k.id, now()
              from tokens k
             where (k.tenant_id, k.id) = (select tenant_id, max(id) from tokens join t using (tenant_id) group by 1)
        ), checked as (
            insert into ledger_checks (tenant_id, checked_at, differences) select tenant_id, now(), 0 from t
        ), stored as (
            insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, text, source)
            select tenant_id, account_id, 'm', 'ann@example.org', 's', 't', 'u' from t
        ), counted_days as (
            insert into daily_figures (tenant_id, day, counted_at, figures)
            select tenant_id, '2026-05-20', '2026-05-20 12:34Z', '{"people": 3}' from t
        ), counted_hours as (
            insert into hourly_figures (tenant_id, hour, figures)
            select tenant_id, '2026-05-20 12:00Z', '{"people": 1}' from t
        ), active as (
            insert into active_days (tenant_id, at) select tenant_id, '2026-05-20 12:00Z' from t
        ), counted_requests as (
            insert into process_counts (tenant_id, hour, name, process, count)
            select tenant_id, '2026-05-20 12:00Z', 'http_requests', 1, 2 from t
        ), featured as (
            insert into featured_games (tenant_id, place, game_id)
            select t.tenant_id, 1, (select min(s.game_id) from shelf_games s where s.tenant_id = t.tenant_id) from t
                on conflict do nothing
        )
        select 1 from t
        """

    @Test func `a tenant with rows in every table is deleted by one statement, and no other loses one`()
        async throws
    {
        let world = try await RouteMatrixFixture()
        for tenant in ["alpha", "bravo"] {
            for walked in try MatrixRoute.all() where walked.route.method == .post {
                _ = try await world.sendAsOwner(walked, in: tenant)
            }
            _ = try world.owner.query(Self.others, .text(tenant))
        }
        let tables = try world.owner.query(
            """
            select c.relname::text
              from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
             where c.relkind = 'r' and c.relnamespace = 'parlay'::regnamespace
               -- Has rows only inside of transactions.
               and c.relname <> 'live_changes'
             order by 1
            """
        ).map { try $0.text(0) }
        func counts(_ slug: String) throws -> [String: Int64] {
            let id = try world.owner.query(
                "select coalesce((select id from tenants where slug = $1), 0)",
                .text(slug)
            )[0].integer(0)
            var counts: [String: Int64] = [:]
            for table in tables {
                counts[table] = try world.owner.query(
                    "select count(*) from \(table) where tenant_id = $1",
                    .integer(id)
                )[0].integer(0)
            }
            return counts
        }
        let arbiters = try world.owner.query("select from wagers where arbiter_id is not null")
        #expect(arbiters.count >= 2, "a wager of each tenant has an arbiter")
        let before = try counts("bravo")
        let empty = before.filter { $0.value == 0 }.keys.sorted()
        #expect(empty == [], "fill these tables too: by a call, RouteMatrixFixture.scenario or here")
        let id = try world.owner.query("select id from tenants where slug = 'alpha'")[0].integer(0)
        try world.owner.execute("delete from tenants where slug = 'alpha'")
        for table in tables {
            let left = try world.owner.query(
                "select count(*) from \(table) where tenant_id = $1",
                .integer(id)
            )[0].integer(0)
            #expect(left == 0, "\(table)")
        }
        #expect(try counts("bravo") == before)
    }
}
