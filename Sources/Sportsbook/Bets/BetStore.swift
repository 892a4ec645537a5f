internal import Database
internal import ParlayAPI
internal import Tenancy

/// The statements about bets. The caller is `current_account_id()`.
enum BetStore {
    /// The outcomes `$2` with all that a bet depends on, locked, so that neither a price nor a status changes before the
    /// bet commits. In the order of the events, so that bets do not wait for each other in a circle.
    ///
    /// One look-up by key after the other, each after the one that it refers to: a planner that is free to choose reads all
    /// events of a small tenant. The plan does not depend on the number of outcomes, so that it is kept.
    static let lockLegs = RowStatement<Quote>(
        """
        with chosen as materialized (
            select o.id, o.market_id, m.event_id
              from unnest((select $2::bigint[])) as leg (id)
             cross join lateral (
                   select x.id, x.market_id from outcomes x where x.tenant_id = $1 and x.id = leg.id offset 0
                   ) as o
        """,
        .join("markets", as: "m", is: "o.market_id"),
        """
             order by m.event_id, o.market_id, o.id
        )
        select
        """,
        Quote.columns,
        """
          from chosen
         cross join lateral (
               select x.* from events x where x.tenant_id = $1 and x.id = chosen.event_id for share
               ) as e
         cross join lateral (
               select x.* from markets x where x.tenant_id = e.tenant_id and x.id = chosen.market_id for share
               ) as m
         cross join lateral (
               select x.* from outcomes x where x.tenant_id = m.tenant_id and x.id = chosen.id for share
               ) as o
        """,
        .join("tournaments", as: "t", is: "e.tournament_id")
    )

    /// What the caller's open bets on each of the outcomes `$2` add up to.
    ///
    /// One look-up by key after the other, as in `lockLegs`: without statistics about tenants, a planner that is free to choose
    /// reads all bets of the account.
    static let positions = RowStatement<Position>(
        """
        select leg.id, sum(b.stake_cents)::bigint, sum(b.potential_payout_cents)::bigint
          from unnest((select $2::bigint[])) as leg (id)
         cross join lateral (
               select x.bet_id
                 from bet_legs x
                where x.tenant_id = $1 and x.outcome_id = leg.id and x.account_id = current_account_id()
               offset 0
               ) as l
         cross join lateral (
               select x.stake_cents, x.potential_payout_cents
                 from bets x
                where x.tenant_id = $1 and x.id = l.bet_id and x.account_id = current_account_id()
                  and x.status = 'open'
               offset 0
               ) as b
         group by leg.id
        """
    )

    /// Writes a bet with its legs, an array a column, and moves the stake from the wallet to the pool.
    static let place = RowStatement<BetID>(
        """
        with bet as (
            insert into bets (tenant_id, account_id, stake_cents, potential_payout_cents, placed_at)
            values ($1, current_account_id(), $2, $3, $4)
            returning id
        ), legs as (
            insert into bet_legs (tenant_id, bet_id, number, account_id, event_id, outcome_id, price)
            select $1, b.id, l.number, current_account_id(), l.event_id, l.outcome_id, l.price
              from bet b
              cross join unnest($5::bigint[], $6::bigint[], $7::integer[])
                  with ordinality as l (event_id, outcome_id, price, number)
        ), stake as (
            insert into ledger (tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, created_at)
            select $1, current_account_id(), 'stake', b.id, 0, -$2::bigint, $2::bigint, $4
              from bet b
            returning account_id, bet_id
        ),
        """,
        WalletStore.tellBets(from: "stake", type: "'bet.placed'"),
        "select id from bet"
    )

    static let find = RowStatement<BetLine>(
        "select",
        BetLine.columns,
        "from bets b",
        BetLine.legs,
        """
         where b.tenant_id = $1 and b.id = $2 and b.account_id = current_account_id()
         order by l.number
        """
    )

    /// The caller's bets, newest first, below the id `$2`; only in the states `$3`, and with a leg on the events `$4`,
    /// unless these are null.
    static let page = RowStatement<BetLine>(
        """
        with chosen as materialized (
            select c.id
              from bets c
             where c.tenant_id = $1 and c.account_id = current_account_id() and c.id < $2
               and ($3::text[] is null or c.status = any ($3::text[]))
               and (
                   $4::bigint[] is null
                   or c.id in (
                       select l.bet_id
                         from bet_legs l
                        where l.tenant_id = $1 and l.event_id = any ($4::bigint[])
                          and l.account_id = current_account_id()
                   )
               )
             order by c.id desc
             limit $5
        )
        select
        """,
        BetLine.columns,
        "from chosen c",
        .join("bets", as: "b", is: "c.id"),
        BetLine.legs,
        "order by b.id desc, l.number"
    )

    /// All of the caller's, for the export.
    static let all = RowStatement<BetLine>(
        "select",
        BetLine.columns,
        "from bets b",
        BetLine.legs,
        """
         where b.tenant_id = $1 and b.account_id = current_account_id()
         order by b.id desc, l.number
        """
    )

    static let statements = [
        lockLegs.statement, positions.statement, place.statement, find.statement, page.statement,
        all.statement,
    ]
}

/// An outcome as it is when a bet is placed.
struct Quote: ColumnGroup {
    static let columns: SQLFragment =
        OutcomeRow.columns.of("o") + MarketRow.columns.of("m") + BetEventRow.columns.of("e") + [
            "e.starts_at <= clock_timestamp()", "t.status",
        ]

    let outcome: OutcomeRow
    let market: MarketRow
    let event: BetEvent
    /// The event takes no bets any more.
    let hasStarted: Bool
    let isSuspended: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        outcome = try OutcomeRow(&columns)
        market = try MarketRow(&columns)
        event = try BetEventRow(&columns).event
        let isLate = try columns.boolean()
        let tournament: TournamentStatus = try columns.choice()
        hasStarted = event.status != .scheduled || isLate
        isSuspended = market.status != .open || outcome.status != .active || tournament != .open
    }
}

/// What an account has on one outcome.
struct Position: RowReadable {
    let outcome: OutcomeID
    let stakeCents: Int64
    let payoutCents: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        outcome = try columns.id()
        stakeCents = try columns.integer()
        payoutCents = try columns.integer()
    }
}
