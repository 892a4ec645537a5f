internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Everybody's bets on an event, for admins.
enum EventBetStore {
    static let exists = RowStatement<Bool>(
        "select exists (select from events where tenant_id = $1 and id = $2)"
    )

    /// The bets with a leg on the event `$2`, newest first, below the id `$3`.
    static let page = RowStatement<PlacedBetLine>(
        """
        with chosen as materialized (
            select c.bet_id as id
              from bet_legs c
             where c.tenant_id = $1 and c.event_id = $2 and c.bet_id < $3
             order by c.bet_id desc
             limit $4
        )
        select
        """,
        PlacedBetLine.columns,
        "from chosen c",
        .join("bets", as: "b", is: "c.id"),
        .join("accounts", as: "a", is: "b.account_id"),
        BetLine.legs,
        "order by b.id desc, l.number"
    )

    /// What the open bets on the outcomes of the event `$2` add up to.
    static let exposure = RowStatement<ExposureRow>(
        """
        select l.outcome_id, sum(b.stake_cents)::bigint, sum(b.potential_payout_cents)::bigint
          from bet_legs l
         cross join lateral (
               select x.stake_cents, x.potential_payout_cents
                 from bets x
                where x.tenant_id = $1 and x.id = l.bet_id and x.status = 'open'
               offset 0
               ) as b
         where l.tenant_id = $1 and l.event_id = $2
         group by l.outcome_id
         order by l.outcome_id
        """
    )

    static let statements = [exists.statement, page.statement, exposure.statement]
}

/// A bet and its person, with one of its legs; see `BetLine`.
struct PlacedBetLine: RowReadable {
    static let columns: SQLFragment = BetLine.columns + PersonRow.columns.of("a")

    let line: BetLine
    let person: PersonRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        line = try BetLine(&columns)
        person = try PersonRow(&columns)
    }
}

struct ExposureRow: RowReadable {
    let exposure: OutcomeExposure

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        exposure = OutcomeExposure(
            outcomeID: try columns.integer(),
            stakeCents: try columns.integer(),
            payoutCents: try columns.integer()
        )
    }
}
