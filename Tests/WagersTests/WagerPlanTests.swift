import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestWorlds
import Testing

@testable import Wagers

/// What must not read all wagers reads an index, by the plan that a connection keeps.
@Suite(.ownDatabase) struct WagerPlanTests {
    /// 30,000 wagers of 300 people, in the states that most are in.
    private static let many = """
        insert into accounts (tenant_id, username, first_name)
        select t.id, 'person' || n, 'P' from tenants t, generate_series(1, 300) as n;
        insert into wagers
            (tenant_id, challenger_id, challengee_id, name, amount_cents, category, status, closes_at, taken_at, winner,
             completed_at, reminders_since, remind_at, confirmed_at, claimed_by, claimed_winner, claimed_at)
        select a.tenant_id, a.id, case when kind > 0 then b.id end, 'Wager ' || n, 100, 'Other',
               (array['open', 'active', 'completed', 'confirmed'])[kind + 1],
               case when kind = 0 then now() + n * interval '1 minute' end, case when kind > 0 then now() end,
               case when kind > 1 then 'challenger' end, case when kind > 1 then now() end,
               case when kind > 1 then now() end, case when kind = 2 then now() + n * interval '1 minute' end,
               case when kind = 3 then now() end, case when kind = 1 then 'challenger' end,
               case when kind = 1 then 'challenger' end, case when kind = 1 then now() - n * interval '1 second' end
          from generate_series(1, 30000) as n
          cross join lateral (select n % 4 as kind) as k
          join accounts a on a.username = 'person' || (1 + n % 300)
          join accounts b on b.username = 'person' || (1 + (n + 7) % 300);
        analyze accounts;
        analyze wagers;
        """

    private func plan(_ statement: Statement, _ values: String, _ connection: BlockingConnection) throws
        -> String
    {
        try connection.execute("prepare planned as \(statement.sql)")
        defer { try? connection.execute("deallocate planned") }
        return try connection.query("explain execute planned(\(values))").map { try $0.text(0) }
            .joined(separator: "\n")
    }

    @Test func `the worker finds what is due, and a front one wager, without reading all`() async throws {
        let bets = try await WagerWorld()
        try bets.world.database.load(Self.many)
        let tenant = bets.world.tenant.id.rawValue
        let row = try bets.owner.query("select min(id), min(challenger_id) from wagers")[0]
        let (id, account) = (try row.integer(0), try row.integer(1))
        let worker = try bets.world.database.connect(as: .worker)
        try worker.execute("set plan_cache_mode = force_generic_plan")
        let behind = "'-infinity', 0, 0"
        let front = try bets.world.database.connect(as: .front)
        try front.execute(
            """
            set plan_cache_mode = force_generic_plan;
            select set_config('parlay.tenant_id', '\(tenant)', false), set_config('parlay.account_id', '\(account)', false)
            """
        )
        let plans = [
            ("expire", "wagers_closes_at_idx", try plan(WagerSweepStore.expire, "now(), 100", worker)),
            (
                "unanswered", "wagers_claimed_at_idx",
                try plan(
                    WagerSweepStore.unanswered.statement,
                    "100, now(), '{\(tenant)}', \(behind), 259200",
                    worker
                )
            ),
            (
                "unpaid", "wagers_remind_at_idx",
                try plan(WagerSweepStore.unpaid.statement, "100, now(), '{\(tenant)}', \(behind)", worker)
            ),
            ("find", "wagers_pkey", try plan(WagerStore.find.statement, "\(tenant), \(id)", front)),
            (
                "take", "wagers_pkey",
                try plan(WagerStore.take.statement, "\(tenant), \(id), now(), null, 'x', 'x', false", front)
            ),
            (
                "disputes", "wagers_disputed_idx",
                try plan(WagerStore.disputes.statement, "\(tenant), \(Int64.max), 26", front)
            ),
            (
                "addressed", "wagers_addressee_idx",
                try plan(WagerFeedStore.addressed.statement, "\(tenant), \(Int64.max), now(), 26", front)
            ),
            (
                "ratings", "wager_ratings_pkey",
                try plan(WagerStore.ratings.statement, "\(tenant), \(id)", front)
            ),
            ("export", "wagers_challenger_idx", try plan(WagerParts.own.statement, "\(tenant)", front)),
            ("venmo", "wagers_pkey", try plan(WagerStore.winnersVenmo.statement, "\(tenant), \(id)", front)),
        ]
        for (name, index, plan) in plans {
            #expect(!plan.contains("Seq Scan on wagers") && plan.contains(index), "\(name):\n\(plan)")
        }
        for (position, statement) in WagerParts.deletionSteps.prefix(4).enumerated() {
            let plan = try plan(statement, "\(tenant), \(account)", worker)
            let indexes = ["wagers_challenger_idx", "wagers_arbiter_idx"]
            #expect(
                !plan.contains("Seq Scan on wagers") && indexes.contains { plan.contains($0) },
                "deletion \(position):\n\(plan)"
            )
        }
    }
}
