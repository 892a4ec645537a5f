import Database
import TestDatabases
import Testing

@testable import App

/// A tenant that is alone in its database has nearly all rows of it. The planner, which has no statistics about tenants
/// (decision 87), takes them for a two hundredth: a plan may then read the whole tenant where a few keys are needed.
@Suite(.ownDatabase) struct SingleTenantPlanTests {
    /// 6,000 events with their markets, bets on the first of them, and 20,000 rows of what else has no such statistics.
    private static let alone = """
        insert into tenants (slug, name) values ('one', 'One');
        insert into accounts (tenant_id, username, first_name) select t.id, 'person' || n, 'P'
          from tenants t, generate_series(1, 300) as n;
        insert into tournaments (tenant_id, id, sport, name, source, external_id) overriding system value
        select t.id, n, 'american_football', 'T', 'file', n from tenants t, generate_series(1, 20) as n;
        insert into events (
            tenant_id, id, tournament_id, home, away, starts_at, week, status, home_score, away_score, result_version,
            first_result_at, source, external_id
        )
        overriding system value
        select t.id, n, 1 + n / 300, 'H', 'A', now() + interval '3 hours' * (60 - n), 1 + n % 300 / 16,
               case when n < 60 then 'scheduled' else 'final' end, case when n < 60 then null else 1 end,
               case when n < 60 then null else 0 end, case when n < 60 then 0 else 1 end,
               case when n < 60 then null else now() end, 'file', n
          from tenants t, generate_series(1, 5999) as n;
        insert into markets (tenant_id, id, event_id, kind, line_quarters) overriding system value
        select e.tenant_id, e.id * 3 + k, e.id, (array['moneyline', 'spread', 'total'])[k + 1], case k when 0 then null else 10 end
          from events e, generate_series(0, 2) as k;
        insert into outcomes (tenant_id, id, market_id, side, name, price) overriding system value
        select m.tenant_id, m.id * 2 + k, m.id, (array['home', 'away'])[k + 1], 'O', 100
          from markets m, generate_series(0, 1) as k;
        insert into wallets (tenant_id, account_id, balance_cents) select tenant_id, id, 1000 from accounts;
        insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, status, payout_cents, settled_at)
        select t.id, 1 + n % 4, 100, 200, case when n < 200 then 'lost' else 'open' end, case when n < 200 then 0 end,
               case when n < 200 then now() end
          from tenants t, generate_series(1, 400) as n;
        insert into bet_legs (tenant_id, bet_id, number, account_id, event_id, outcome_id, price)
        select b.tenant_id, b.id, k, b.account_id, 1 + (b.id + k * 7) % 20, (1 + (b.id + k * 7) % 20) * 6 + b.id % 6, 100
          from bets b, generate_series(1, 2) as k;
        insert into ledger (tenant_id, account_id, number, kind, bet_id, step, wallet_cents, pool_cents, balance_after_cents)
        select tenant_id, account_id, id, 'stake', id, 0, -100, 100, 1000 from bets;
        insert into ledger (tenant_id, account_id, number, kind, wallet_cents, house_cents, balance_after_cents)
        select t.id, 1 + n % 300, 1000 + n, 'grant', 1, -1, 1000 from tenants t, generate_series(1, 20000) as n;
        insert into shelf_games (tenant_id, account_id, game_id, is_wish, status, added_at, updated_at)
        select t.id, 1 + n % 300, n, false, 0, now(), now() from tenants t, generate_series(1, 20000) as n;
        insert into streams (tenant_id, account_id, number) select tenant_id, id, 100 from accounts;
        insert into stream_events (tenant_id, account_id, number, type, subject_type, subject_id, created_at, change)
        select t.id, 1 + n % 300, n, 'bet.placed', 'bet', n, now(), n::text::xid8 from tenants t, generate_series(1, 20000) as n;
        insert into live_counters (tenant_id, seq) select id, 20000 from tenants;
        insert into live_updates (tenant_id, seq, kind, event_id, row_id, price, created_at)
        select t.id, n, 'outcome', 1 + n % 59, n, 100, now() from tenants t, generate_series(1, 20000) as n;
        insert into active_days (tenant_id, at) select t.id, now() - n * interval '1 minute'
          from tenants t, generate_series(1, 20000) as n;
        analyze;
        """

    /// The tables without statistics about tenants.
    private static let tables: Set<String> = [
        "events", "markets", "outcomes", "bets", "bet_legs", "wallets", "ledger", "live_updates",
        "streams", "stream_events", "shelf_games", "active_days",
    ]

    /// Statements that are about a whole tenant, by the beginning of their origin, and the tables they read.
    private static let whole: [String: Set<String>] = [
        "Demos/": tables,
        "OddsFeeds/": ["events"],
        "Shelf/CatalogStore.swift": ["shelf_games"],
        "Sportsbook/EventCommands.swift": ["events"],
        "Sportsbook/LeaderboardStore.swift": ["bets"],
        "Sportsbook/LedgerAuditStore.swift": tables,
        "Sportsbook/LiveStore.swift": ["live_updates"],
        "Sportsbook/SimulationStore.swift": ["events", "markets"],
        "Sportsbook/SportsbookTransfer.swift": ["bet_legs", "events"],
        "Stream/StreamStore.swift": ["streams", "stream_events"],
        "Tenancy/SignOfUse.swift": ["active_days"],
    ]

    @Test(arguments: ["force_generic_plan", "force_custom_plan"])
    func `no statement reads a whole tenant for a few keys`(_ mode: String) throws {
        let database = try TestDatabase.current
        try database.load(Self.alone)
        let connection = try database.connect(as: .superuser)
        try connection.execute(
            """
            set search_path = parlay;
            set plan_cache_mode = \(mode);
            select set_config('parlay.tenant_id', id::text, false), set_config('parlay.account_id', '1', false) from tenants
            """
        )
        let statements = Features.statements.filter { statement in
            Self.tables.contains { statement.sql.contains($0) }
        }
        #expect(statements.count > 100)
        var unfit: Set<String> = []
        // An update has one join, with the arrays of what it changes.
        for statement in statements where !statement.sql.hasPrefix("update") {
            let allowed = Self.whole.first { statement.origin.hasPrefix($0.key) }?.value ?? []
            for isFiltered in [false, true] {
                // A constant can be one that the statement never has, such as a length below zero.
                guard let plan = try? Self.plan(of: statement.sql, isFiltered, on: connection) else {
                    unfit.insert(statement.origin)
                    continue
                }
                let read = Self.readWhole(in: plan).subtracting(allowed)
                #expect(read == [], "\(statement.origin)\n\(plan.joined(separator: "\n"))")
            }
        }
        #expect(unfit.count < 3, "\(unfit)")
    }

    private static func plan(
        of sql: String,
        _ isFiltered: Bool,
        on connection: BlockingConnection
    ) throws -> [String] {
        try connection.execute("prepare planned as \(sql)")
        defer { try? connection.execute("deallocate planned") }
        let types = try connection.query(
            """
            select t.type::text
              from pg_prepared_statements p, unnest(p.parameter_types) with ordinality as t (type, place)
             where p.name = 'planned'
             order by t.place
            """
        ).map { try $0.text(0) }
        let values = types.indices.map { place in
            value(of: types[place], "$\(place + 1)", in: sql, isFiltered)
        }
        let call = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        return try connection.query("explain execute planned\(call)").map { try $0.text(0) }
    }

    /// A value for a parameter: `1` for the tenant and for other keys, some for a list of keys.
    private static func value(
        of type: String,
        _ parameter: String,
        in sql: String,
        _ isFiltered: Bool
    ) -> String {
        switch type {
        case "bigint" where sql.contains("limit \(parameter)"): "25"
        case "bigint" where sql.contains("< \(parameter)"): "1000000"
        case "bigint", "integer": "1"
        case "bigint[]": "'{1,2,3,4,5}'"
        case "text[]": isFiltered ? "'{open}'" : "null"
        case "boolean": isFiltered ? "true" : "false"
        case "timestamp with time zone": "now()"
        default: "null"
        }
    }

    /// The tables of which a plan reads all rows of the tenant: by no index, or by one of which it uses only `tenant_id`.
    private static func readWhole(in plan: [String]) -> Set<String> {
        let scan = /(?:Seq Scan on|Index.* Scan.* using|Bitmap Index Scan on) (\w+)/
        let key = /Index Cond: (?:.* AND \((?!tenant_id)|\((?!\(*tenant_id))/
        var found: Set<String> = []
        for (line, next) in zip(plan, plan.dropFirst() + [""]) where !next.contains(key) {
            guard let name = line.firstMatch(of: scan)?.1 else { continue }
            // An index begins with the name of its table.
            let table = tables.filter { name == $0 || name.hasPrefix("\($0)_") }
            if !name.hasPrefix("ledger_checks") { found.formUnion(table) }
        }
        return found
    }
}
