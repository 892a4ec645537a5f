internal import Accounts
internal import Database
internal import ParlayAPI
internal import Tenancy

/// Who has won most.
enum LeaderboardStore {
    /// Accounts by their profit from settled bets, after the profit `$4` and the account `$5`. Equal profits share a
    /// rank. Only bets with a leg in the tournaments `$2`, and settled from `$3` on, unless these are null. Suspended and
    /// deleted people are not ranked. People who blocked the caller, or whom the caller blocked, are counted and not shown.
    /// With `$7` only the caller and the caller's friends are ranked, among themselves.
    static let page = RowStatement<LeaderboardRow>(
        """
        with sums as (
            select b.account_id, sum(b.payout_cents - b.stake_cents)::bigint as profit_cents, count(*) as bets,
                   count(*) filter (where b.status = 'won') as won
              from bets b
             where b.tenant_id = $1 and b.status <> 'open' and ($3::timestamptz is null or b.settled_at >= $3)
               and (
                   $2::bigint[] is null
                   or exists (
                       select
                         from bet_legs l
                        cross join lateral (
                              select x.tournament_id from events x where x.tenant_id = $1 and x.id = l.event_id offset 0
                              ) as e
                        where l.tenant_id = $1 and l.bet_id = b.id and e.tournament_id = any ($2::bigint[])
                   )
               )
             group by b.account_id
        ), ranked as (
            select s.account_id, s.profit_cents, s.bets, s.won, rank() over (order by s.profit_cents desc) as place
              from sums s
              join accounts c on c.tenant_id = $1 and c.id = s.account_id and c.status = 'active'
             where not $7::boolean or s.account_id = current_account_id() or
        """,
        Friends.areFriends("s.account_id"),
        ") select",
        LeaderboardRow.columns,
        """
          from ranked r
          join accounts a on a.tenant_id = $1 and a.id = r.account_id
         where (r.profit_cents < $4 or r.profit_cents = $4 and r.account_id > $5)
           and
        """,
        Visibility.notBlocked("r.account_id"),
        """
         order by r.profit_cents desc, r.account_id
         limit $6
        """
    )

    static let statements = [page.statement]
}

struct LeaderboardRow: ColumnGroup {
    static let columns: SQLFragment =
        ["r.place", "r.profit_cents", "r.bets", "r.won"] + PersonRow.columns.of("a")

    let rank: Int64
    let profitCents: Int64
    let bets: Int64
    let won: Int64
    let person: PersonRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        rank = try columns.integer()
        profitCents = try columns.integer()
        bets = try columns.integer()
        won = try columns.integer()
        person = try PersonRow(&columns)
    }

    func resource(in tenant: Tenant) -> LeaderboardEntry {
        LeaderboardEntry(
            rank: Int(rank),
            person: person.person(in: tenant),
            profitCents: profitCents,
            bets: Int(bets),
            won: Int(won)
        )
    }
}
