internal import Database
internal import Notifications
internal import ParlayAPI
internal import Tenancy

/// The statements of results and of the settlement. They name the tenant and no account.
enum SettlementStore {
    // MARK: Results

    /// Gives the events `$3` a status and a score each, as their next result.
    static let decide = Statement(
        """
        update events e
           set status = n.status, home_score = n.home_score, away_score = n.away_score,
               result_version = e.result_version + 1, first_result_at = coalesce(e.first_result_at, $2),
               postponed_at = null
          from unnest($3::bigint[], $4::text[], $5::integer[], $6::integer[])
              as n (id, status, home_score, away_score)
         where e.tenant_id = $1 and e.id = n.id
        """
    )

    /// Counts something else that the settlement has to work on.
    static let advance = Statement(
        "update events set result_version = result_version + 1 where tenant_id = $1 and id = $2"
    )

    /// Sets the markets `$2` to the states `$3`, by `$4`, which may be null.
    static let gradeMarkets = Statement(
        """
        update markets m
           set status = g.status, status_by = g.status_by
          from unnest($2::bigint[], $3::text[], $4::text[]) as g (id, status, status_by)
         where m.tenant_id = $1 and m.id = g.id
        """
    )

    static let gradeOutcomes = Statement(
        """
        update outcomes o
           set status = g.status
          from unnest($2::bigint[], $3::text[]) as g (id, status)
         where o.tenant_id = $1 and o.id = g.id
        """
    )

    /// Events of all tenants that were postponed at `$1` or before.
    static let postponed = RowStatement<TenantEvent>(
        """
        select tenant_id, id
          from events
         where postponed_at <= $1
         order by postponed_at, tenant_id, id
         limit $2
        """
    )

    // MARK: Settlement

    /// The bets on an event, from account to account, after the account `$3` and the bet `$4`; locked, whatever their state: a
    /// parlay that is lost now may be one that the run of another event is about to reopen. The limit counts what is locked, so a bet
    /// that was just deleted does not make a batch look like the last one.
    static let lockBets = RowStatement<BetRow>(
        "select",
        BetRow.columns.of("b"),
        """
          from (
                   select x.account_id, x.bet_id
                     from bet_legs x
                    where x.tenant_id = $1 and x.event_id = $2
                      and (x.account_id, x.bet_id) > ($3::bigint, $4::bigint)
                    order by x.account_id, x.bet_id
                   offset 0
               ) as l
         cross join lateral (
               select x.* from bets x where x.tenant_id = $1 and x.id = l.bet_id for update
               ) as b
         order by l.account_id, l.bet_id
         limit $5
        """
    )

    /// The legs of the bets `$2` with the present state of their outcomes. Read after the bets are locked: of two runs
    /// that settle one parlay, the later sees the results of both events.
    static let legs = RowStatement<LegResultRow>(
        """
        select l.bet_id, l.price, o.status
          from unnest((select $2::bigint[])) as b (id)
        """,
        .join("bet_legs", as: "l", where: "bet_id", is: "b.id"),
        .join("outcomes", as: "o", is: "l.outcome_id"),
        "order by l.bet_id, l.number"
    )

    /// Writes new states of bets, an array a column.
    static let settle = Statement(
        """
        update bets b
           set status = s.status, payout_cents = s.payout_cents, step = s.step,
               settled_at = case s.status when 'open' then null else $2::timestamptz end,
               run_event_id = $3, run_version = $4
          from unnest($5::bigint[], $6::text[], $7::bigint[], $8::integer[]) as s (id, status, payout_cents, step)
         where b.tenant_id = $1 and b.id = s.id
        """
    )

    /// Writes transactions in the order of the arrays, and tells their accounts of the bets and of their wallets.
    static let post = Statement(
        """
        with posted as (
            insert into ledger (
                tenant_id, account_id, kind, bet_id, step, wallet_cents, pool_cents, house_cents, created_at
            )
            select $1, p.account_id, p.kind, p.bet_id, p.step, p.wallet_cents, p.pool_cents,
                   -p.wallet_cents - p.pool_cents, $2
              from unnest($3::bigint[], $4::text[], $5::bigint[], $6::integer[], $7::bigint[], $8::bigint[])
                  with ordinality as p (account_id, kind, bet_id, step, wallet_cents, pool_cents, number)
             order by p.number
            returning account_id, bet_id
        ),
        """,
        WalletStore.tellBets(from: "posted", type: "'bet.settled'"),
        "select from posted"
    )

    /// What the run `$3` of an event has settled for the accounts `$4`: a row for each outcome that they bet on.
    static let settled = RowStatement<SettledSum>(
        """
        select l.account_id, count(*), min(b.id), min(b.status), sum(b.stake_cents)::bigint,
               sum(b.payout_cents)::bigint,
               (select count(*) from bet_legs n where n.tenant_id = $1 and n.bet_id = min(b.id)),
               o.name, o.side, m.kind, m.line_quarters
          from bet_legs l
        """,
        .join("bets", as: "b", is: "l.bet_id"),
        .join("outcomes", as: "o", is: "l.outcome_id"),
        .join("markets", as: "m", is: "o.market_id"),
        """
         where l.tenant_id = $1 and l.event_id = $2 and l.account_id = any ($4::bigint[])
           and b.run_event_id = $2 and b.run_version = $3 and b.status <> 'open'
         group by l.account_id, o.id, o.name, o.side, m.kind, m.line_quarters
         order by l.account_id, o.id
        """
    )

    /// Notifies people, who were told of their bets before; one array per column. Adds to each text when the game was, at `$11`.
    static let notify = Statement(
        "with",
        Notices.insert(
            to: "a.id",
            kind: "$2",
            title: "n.title",
            text: "n.text || ' (game of ' || format_meeting_time($11, a.settings) || ').'",
            about: ("n.subject_type", "n.subject_id"),
            key: "$3",
            at: "$4",
            person: "null",
            arguments: "n.arguments::jsonb",
            from: """
                unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[])
                    as n (account_id, title, text, subject_type, subject_id, arguments)
                join accounts a on a.tenant_id = $1 and a.id = n.account_id and a.status <> 'deleted'
                order by a.id
                """
        ),
        "select from notified"
    )

    static let statements = [
        decide, advance, gradeMarkets, gradeOutcomes, postponed.statement, lockBets.statement,
        legs.statement, settle, post, settled.statement, notify, previewedBets.statement,
    ]
}

struct TenantEvent: RowReadable {
    let tenant: TenantID
    let event: EventID

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.id()
        event = try columns.id()
    }
}

struct LegResultRow: RowReadable {
    let bet: BetID
    let leg: BetRules.Leg

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        bet = try columns.id()
        leg = BetRules.Leg(try columns.price(), try columns.choice())
    }
}

/// What a run has settled for one account on one outcome.
struct SettledSum: RowReadable {
    let account: AccountID
    let bets: Int64
    /// The bet, if it is only one.
    let first: BetID
    let status: BetStatus
    let stakeCents: Int64
    let payoutCents: Int64
    /// Of the first bet.
    let legs: Int64
    let pick: SettledPick

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try columns.id()
        bets = try columns.integer()
        first = try columns.id()
        status = try columns.choice()
        stakeCents = try columns.integer()
        payoutCents = try columns.integer()
        legs = try columns.integer()
        let (name, side): (String, OutcomeSide) = (try columns.text(), try columns.choice())
        let kind: MarketKind = try columns.choice()
        let line = try columns.optionalInteger().flatMap { MarketLine(quarters: Int($0)) }
        pick = SettledPick(name: name, side: side, kind: kind, line: kind.line(of: side, in: line))
    }
}
