package import Database
internal import Tenancy

/// Checks of a tenant's ledger: of the tenant `$1`, at most `$2` differences. Each is one statement, and so sees one state of the
/// database while people bet.
enum LedgerAuditStore {
    /// What the accounts of the ledger add up to.
    static let totals = RowStatement<LedgerTotals>(
        """
        select coalesce(sum(wallet_cents), 0)::bigint, coalesce(sum(pool_cents), 0)::bigint,
               coalesce(sum(-debt_cents), 0)::bigint, coalesce(sum(house_cents), 0)::bigint, count(*)
          from ledger
         where tenant_id = $1
        """
    )

    /// Transactions whose entries do not add up to zero.
    private static let transactions: SQLFragment = """
        select 'transaction', id, 0::bigint, wallet_cents + debt_cents + pool_cents + house_cents
          from ledger
         where tenant_id = $1 and wallet_cents + debt_cents + pool_cents + house_cents <> 0
         order by id
         limit $2
        """

    /// Wallets whose balance, open stakes or debt are not the sum of their entries.
    private static let wallets: SQLFragment = """
        with sums as (
            select w.account_id, w.balance_cents, w.open_stakes_cents, w.debt_cents, w.transactions,
                   coalesce(sum(l.wallet_cents), 0)::bigint as wallet_sum,
                   coalesce(sum(l.pool_cents), 0)::bigint as pool_sum,
                   coalesce(sum(-l.debt_cents), 0)::bigint as debt_sum, count(l.id) as entries
              from wallets w
              left join ledger l on l.tenant_id = w.tenant_id and l.account_id = w.account_id
             where w.tenant_id = $1
             group by w.account_id, w.balance_cents, w.open_stakes_cents, w.debt_cents, w.transactions
        )
        select c.what, s.account_id, c.expected, c.found
          from sums s
          cross join lateral (
              values ('balance of account', s.wallet_sum, s.balance_cents),
                     ('open stakes of account', s.pool_sum, s.open_stakes_cents),
                     ('debt of account', s.debt_sum, s.debt_cents),
                     ('number of entries of account', s.entries, s.transactions)
          ) as c (what, expected, found)
         where c.expected <> c.found
         order by s.account_id, c.what
         limit $2
        """

    /// Entries that do not show the balance after them, or are numbered wrongly.
    private static let entries: SQLFragment = """
        with chain as (
            select id, number, balance_after_cents,
                   sum(wallet_cents) over wallet as balance, row_number() over wallet as place
              from ledger
             where tenant_id = $1
            window wallet as (partition by account_id order by number)
        )
        select case when number <> place then 'number of entry' else 'balance after entry' end, id,
               (case when number <> place then place else balance end)::bigint,
               case when number <> place then number else balance_after_cents end
          from chain
         where number <> place or balance_after_cents <> balance
         order by id
         limit $2
        """

    /// Bets that the pool or their owner's wallet disagrees with.
    private static let bets: SQLFragment = """
        with sums as (
            select b.id, case b.status when 'open' then b.stake_cents else 0 end as pool,
                   coalesce(b.payout_cents, 0) - b.stake_cents as paid,
                   coalesce(sum(l.pool_cents), 0)::bigint as pool_sum,
                   coalesce(sum(l.wallet_cents + l.debt_cents), 0)::bigint as paid_sum
              from bets b
              left join ledger l on l.tenant_id = b.tenant_id and l.bet_id = b.id and l.step is not null
             where b.tenant_id = $1
             group by b.tenant_id, b.id
        )
        select c.what, s.id, c.expected, c.found
          from sums s
          cross join lateral (
              values ('stake in the pool of bet', s.pool, s.pool_sum),
                     ('profit paid for bet', s.paid, s.paid_sum)
          ) as c (what, expected, found)
         where c.expected <> c.found
         order by s.id, c.what
         limit $2
        """

    /// The house and the pool by the bets and the grants, against their entries. The subject is the tenant.
    private static let house: SQLFragment = """
        with entries as (
            select coalesce(sum(house_cents), 0)::bigint as house, coalesce(sum(pool_cents), 0)::bigint as pool,
                   coalesce(sum(wallet_cents) filter (where kind in ('opening', 'grant')), 0)::bigint as given
              from ledger
             where tenant_id = $1
        ), placed as (
            select coalesce(sum(stake_cents) filter (where status = 'open'), 0)::bigint as pool,
                   coalesce(sum(stake_cents - payout_cents) filter (where status <> 'open'), 0)::bigint as won
              from bets
             where tenant_id = $1
        )
        select c.what, $1::bigint, c.expected, c.found
          from entries e
          cross join placed p
          cross join lateral (
              values ('house total of tenant', p.won - e.given, e.house), ('pool total of tenant', p.pool, e.pool)
          ) as c (what, expected, found)
         where c.expected <> c.found
         order by c.what
         limit $2
        """

    static let record = Statement(
        """
        insert into ledger_checks (tenant_id, checked_at, differences)
        values ($1, $2, $3)
            on conflict (tenant_id) do update
           set checked_at = excluded.checked_at, differences = excluded.differences
        """
    )

    /// The latest results, by tenant.
    static let recorded = RowStatement<RecordedCheck>(
        """
        select t.slug, c.differences
          from ledger_checks c
          join tenants t on t.id = c.tenant_id
         order by t.slug
        """
    )

    private static let parts = [transactions, wallets, entries, bets, house]

    static let checks = parts.map { RowStatement<LedgerDifference>($0) }

    /// The same as sentences, for an import.
    static let sentences = parts.map { part in
        RowStatement<String>(
            "select format('%s %s is %s instead of %s', c.what, c.id, c.found, c.expected) from (",
            part,
            ") as c (what, id, expected, found)"
        )
    }

    static let statements = [totals.statement, record, recorded.statement] + checks.map(\.statement)
}

/// What the accounts of a tenant's ledger add up to.
package struct LedgerTotals: RowReadable, Equatable {
    package let walletsCents: Int64
    package let poolCents: Int64
    package let debtsCents: Int64
    /// Negative if the people have won, or were given money.
    package let houseCents: Int64
    package let transactions: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        walletsCents = try columns.integer()
        poolCents = try columns.integer()
        debtsCents = try columns.integer()
        houseCents = try columns.integer()
        transactions = try columns.integer()
    }

    /// Zero in a ledger that is right.
    package var sumCents: Int64 { walletsCents + poolCents - debtsCents + houseCents }
}

/// One thing that does not agree.
package struct LedgerDifference: RowReadable, Equatable {
    /// `balance of account`
    package let what: String
    package let id: Int64
    package let expected: Int64
    package let found: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        what = try columns.text()
        id = try columns.integer()
        expected = try columns.integer()
        found = try columns.integer()
    }
}

struct RecordedCheck: RowReadable {
    let tenant: String
    let differences: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.text()
        differences = try columns.integer()
    }
}
