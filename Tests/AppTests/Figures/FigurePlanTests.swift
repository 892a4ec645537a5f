import Administration
import Components
import Database
import TestDatabases
import Testing

@testable import App

/// The worker counts the rows of an hour, not those of a table.
@Suite(.ownDatabase) struct FigurePlanTests {
    /// 20,000 rows of everything that is counted, over 100 days.
    private static let many = """
        insert into tenants (slug, name) values ('one', 'One');
        create function times() returns table (tenant_id bigint, n bigint, at timestamptz) language sql as
            $$ select t.id, n, '2026-05-20 12:00Z'::timestamptz - n * interval '7 minutes'
                 from tenants t, generate_series(1, 20000) as n $$;
        insert into accounts (tenant_id, username, first_name, created_at) select tenant_id, 'person' || n, 'P', at from times();
        insert into active_days (tenant_id, at) select tenant_id, at from times();
        insert into wagers (tenant_id, challenger_id, name, amount_cents, category, opened_at)
        select tenant_id, n, 'Wager', 1, 'Other', at from times();
        insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, placed_at)
        select tenant_id, n, 1, 2, at from times();
        insert into meetups (tenant_id, match_id, held_at) select tenant_id, n, at from times();
        insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location)
        select tenant_id, n, n + 1, 3, at, 'L' from times();
        insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at)
        select tenant_id, n, n, false, 0, at, at from times();
        insert into hourly_figures (tenant_id, hour, figures)
        select t.id, '2026-05-20 12:00Z'::timestamptz - n * interval '1 hour', '{"people": 1}'
          from tenants t, generate_series(1, 20000) as n;
        insert into process_counts (tenant_id, hour, name, process, count)
        select t.id, '2026-05-20 12:00Z'::timestamptz - n * interval '1 hour', 'http_requests', 1, n
          from tenants t, generate_series(1, 20000) as n;
        insert into daily_figures (tenant_id, day, counted_at, figures)
        select t.id, date '2026-05-20' - n, now(), '{}' from tenants t, generate_series(0, 20000) as n;
        drop function times();
        analyze;
        """

    @Test(arguments: ["force_generic_plan", "force_custom_plan"])
    func `no table is read as a whole, and each figure has its index`(_ mode: String) async throws {
        let database = try TestDatabase.current
        try database.load(Self.many)
        let worker = try database.connect(as: .worker)
        try worker.execute("set plan_cache_mode = \(mode)")
        let counter = FigureCounter(Features.components.figures, nil)
        var plans = ""
        var scanned: [String] = []
        for (statement, values) in zip(
            counter.statements,
            [
                "'2026-05-20 12:34Z', -1, 500, 20000", "'2026-05-20 12:34Z', '{1}'",
                "'2026-05-20 12:34Z', '{1}', '{people,open_wagers}'",
            ]
        ) {
            try worker.execute("prepare planned as \(statement.sql)")
            let plan = try worker.query("explain execute planned(\(values))").map { try $0.text(0) }
                .joined(separator: "\n")
            plans += plan
            // Once a day the states are counted, here of the only tenant: all of these rows.
            let whole: Set<String> =
                values.contains("people") ? ["tenants", "accounts", "wagers"] : ["tenants"]
            for match in plan.matches(of: /Seq Scan on (\w+)/) where !whole.contains(String(match.1)) {
                scanned.append(String(match.1))
            }
            try worker.execute("deallocate planned")
        }
        #expect(scanned == [], "\(plans)")
        for index in [
            "accounts_created_at_idx", "accounts_deleted_idx", "active_days_pkey", "wagers_opened_at_idx",
            "wagers_taken_at_idx", "wagers_ended_idx", "bets_placed_at_idx", "meetups_held_at_idx",
            "matches_time_1_idx", "shelf_games_added_at_idx", "hourly_figures_pkey", "daily_figures_pkey",
            "process_counts_pkey",
        ] {
            #expect(plans.contains(index), "\(index):\n\(plans)")
        }
    }
}
