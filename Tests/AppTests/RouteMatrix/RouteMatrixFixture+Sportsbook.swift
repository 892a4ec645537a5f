import Database
import Tenancy
import TestDatabases

@testable import App

extension RouteMatrixFixture {
    /// A tree with an open bet of the owner's, and rows without bets.
    struct Book: Sendable {
        let tournament: Int64
        /// Has a market with a bet.
        let event: Int64
        let market: Int64
        let outcome: Int64
        let bet: Int64
        /// Without events.
        let emptyTournament: Int64
        /// Without markets.
        let emptyEvent: Int64
        /// Without bets; its outcomes take some.
        let freeMarket: Int64
        let freeOutcome: Int64
        let feed: Int64
    }

    /// - Parameter text: in the names of all teams.
    func book(of owner: Person, named text: String) throws -> Book {
        func row(_ sql: String, _ parameters: Parameter...) throws -> Int64 {
            try self.owner.query(sql, [.integer(owner.id)] + parameters)[0].integer(0)
        }
        func tournament() throws -> Int64 {
            try row(
                """
                insert into tournaments (tenant_id, sport, name, season)
                select tenant_id, 'soccer', $2, '2026' from accounts where id = $1
                returning id
                """,
                .text(text)
            )
        }
        func event(in tournament: Int64) throws -> Int64 {
            try row(
                """
                insert into events (tenant_id, tournament_id, home, away, starts_at, week)
                select tenant_id, $2, $3 || ' home', $3 || ' away', now() + interval '2 days', 7
                  from accounts where id = $1
                returning id
                """,
                .integer(tournament),
                .text(text)
            )
        }
        func market(of event: Int64) throws -> (market: Int64, outcome: Int64) {
            let market = try row(
                """
                insert into markets (tenant_id, event_id, kind)
                select tenant_id, $2, 'moneyline' from accounts where id = $1
                returning id
                """,
                .integer(event)
            )
            let outcome = try row(
                """
                insert into outcomes (tenant_id, market_id, side, name, price)
                select a.tenant_id, $2, o.side, $3 || ' ' || o.side, -110
                  from accounts a cross join (values ('home'), ('away')) as o (side)
                 where a.id = $1
                returning id
                """,
                .integer(market),
                .text(text)
            )
            return (market, outcome)
        }
        let season = try tournament()
        let played = try event(in: season)
        let bettable = try market(of: played)
        let free = try market(of: try event(in: season))
        _ = try self.owner.query(
            """
            with opened as (
                insert into wallets (tenant_id, account_id) select tenant_id, id from accounts where id = $1
                returning tenant_id, account_id
            )
            insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents)
            select tenant_id, account_id, 'opening', 1000000, -1000000 from opened
            """,
            .integer(owner.id)
        )
        /// With a payout, a settled one.
        func bet(_ payout: Int64?) throws -> Int64 {
            try row(
                """
                with bet as (
                    insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, payout_cents, status,
                                      settled_at, step)
                    select tenant_id, id, 100, 190, $2, case when $2::bigint is null then 'open' else 'won' end,
                           case when $2::bigint is null then null else now() end,
                           case when $2::bigint is null then 0 else 1 end
                      from accounts where id = $1
                    returning tenant_id, id, account_id
                ), leg as (
                    insert into bet_legs (tenant_id, bet_id, number, account_id, event_id, outcome_id, price)
                    select tenant_id, id, 1, account_id, $3, $4, -110 from bet
                ), posted as (
                    insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, house_cents)
                    select b.tenant_id, b.account_id, p.kind, b.id, p.step, p.wallet, p.pool, -p.wallet - p.pool
                      from bet b
                      cross join (values ('stake', 0, -100, 100), ('payout', 1, $2::bigint, -100))
                          as p (kind, step, wallet, pool)
                     where p.wallet is not null
                     order by p.step
                )
                select id from bet
                """,
                .integer(payout),
                .integer(played),
                .integer(bettable.outcome)
            )
        }
        _ = try bet(190)
        return Book(
            tournament: season,
            event: played,
            market: bettable.market,
            outcome: bettable.outcome,
            bet: try bet(nil),
            emptyTournament: try tournament(),
            emptyEvent: try event(in: season),
            freeMarket: free.market,
            freeOutcome: free.outcome,
            feed: try feed(of: owner, named: text)
        )
    }

    /// A feed of the tenant, which keeps fifteen of them: it may not have many.
    private func feed(of owner: Person, named text: String) throws -> Int64 {
        _ = try self.owner.query(
            """
            delete from odds_feeds
             where (tenant_id, id) in (
                   select tenant_id, id from odds_feeds
                    where tenant_id = (select tenant_id from accounts where id = $1)
                    order by id desc offset 15
                   )
            """,
            .integer(owner.id)
        )
        return try self.owner.query(
            """
            with feed as (
                insert into odds_feeds (tenant_id, source, name, options, key_set, odds_due_at, silent_at, created_at,
                                        updated_at)
                select tenant_id, 'odds_api', $2, '{}', true, now(), now() + interval '1 day', now(), now()
                  from accounts where id = $1
                returning tenant_id, id
            ), keyed as (
                insert into odds_feed_keys (tenant_id, feed_id, key) select tenant_id, id, md5($2) from feed
            )
            select id from feed
            """,
            .integer(owner.id),
            .text(text)
        )[0].integer(0)
    }
}
