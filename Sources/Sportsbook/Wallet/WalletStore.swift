package import Database
package import ParlayAPI
internal import Stream
internal import Tenancy

/// The statements about wallets. The caller is `current_account_id()`; other statements name the account.
package enum WalletStore {
    /// Opens the caller's wallet, unless it exists, with `$2` from the house at the time `$3`. It mostly exists: the look for it
    /// costs less than a refused insert, whose row is checked first.
    package static let open = Statement(
        """
        with opened as (
            insert into wallets (tenant_id, account_id, opened_at)
            select $1, current_account_id(), $3
             where current_account_id() is not null
               and not exists (
                   select from wallets w where w.tenant_id = $1 and w.account_id = current_account_id()
               )
            on conflict do nothing
            returning account_id
        )
        insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents, created_at)
        select $1, o.account_id, 'opening', $2::bigint, -$2::bigint, $3
          from opened o
         where $2::bigint > 0
        """
    )

    /// The same for the account `$4`, if it exists.
    package static let openFor = Statement(
        """
        with opened as (
            insert into wallets (tenant_id, account_id, opened_at)
            select $1, a.id, $3
              from accounts a
             where a.tenant_id = $1 and a.id = $4 and a.status <> 'deleted'
            on conflict do nothing
            returning account_id
        )
        insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents, created_at)
        select $1, o.account_id, 'opening', $2::bigint, -$2::bigint, $3
          from opened o
         where $2::bigint > 0
        """
    )

    /// Tells the accounts of the rows of `ledger` in `source` of the bet and of the wallet.
    static func tellBets(from source: SQLFragment, type: SQLFragment) -> SQLFragment {
        Events.appendEach(
            to: "l.account_id",
            type: "p.type",
            about: ("p.subject", "p.id"),
            from: SQLFragment(
                joining: source,
                "l cross join lateral (values (",
                type,
                ", 'bet', l.bet_id), ('wallet.changed', 'account', l.account_id)) as p (type, subject, id)"
            )
        )
    }

    package static let own = RowStatement<WalletRow>(
        "select",
        WalletRow.columns,
        "from wallets where tenant_id = $1 and account_id = current_account_id()"
    )

    package static let of = RowStatement<WalletRow>(
        "select",
        WalletRow.columns,
        "from wallets where tenant_id = $1 and account_id = $2"
    )

    /// Locks the caller's wallet: bets of one account take turns.
    package static let lockOwn = RowStatement<WalletRow>(
        "select",
        WalletRow.columns,
        "from wallets where tenant_id = $1 and account_id = current_account_id() for update"
    )

    /// What moved the balance or a debt of the caller, newest first, below the number `$2`.
    static let entries = RowStatement<LedgerRow>(
        "select",
        LedgerRow.columns,
        """
          from ledger
         where tenant_id = $1 and account_id = current_account_id() and number < $2
           and (wallet_cents <> 0 or debt_cents <> 0)
         order by number desc
         limit $3
        """
    )

    /// The same of the account `$2`, below the number `$3`.
    static let entriesOf = RowStatement<LedgerRow>(
        "select",
        LedgerRow.columns,
        """
          from ledger
         where tenant_id = $1 and account_id = $2 and number < $3 and (wallet_cents <> 0 or debt_cents <> 0)
         order by number desc
         limit $4
        """
    )

    static let isAccount = RowStatement<Bool>(
        "select exists (select from accounts where tenant_id = $1 and id = $2)"
    )

    /// All of the caller's, for the export.
    static let allEntries = RowStatement<LedgerRow>(
        "select",
        LedgerRow.columns,
        """
          from ledger
         where tenant_id = $1 and account_id = current_account_id() and (wallet_cents <> 0 or debt_cents <> 0)
         order by number desc
        """
    )

    /// Gives the account `$2` the amount `$3` from the house; returns nothing if it has no wallet or was deleted.
    static let grant = RowStatement<Int64>(
        """
        with granted as (
            insert into ledger (tenant_id, account_id, kind, wallet_cents, house_cents, reason, created_at)
            select $1, w.account_id, 'grant', $3::bigint, -$3::bigint, $4, $5
              from wallets w
              join accounts a on a.tenant_id = $1 and a.id = w.account_id and a.status <> 'deleted'
             where w.tenant_id = $1 and w.account_id = $2
            returning id, account_id
        ),
        """,
        Events.append(
            to: ["g.account_id"],
            type: "'wallet.changed'",
            about: ("'account'", "g.account_id"),
            from: "granted g"
        ),
        "select id from granted"
    )

    package static let statements = [
        open, openFor, own.statement, of.statement, lockOwn.statement, entries.statement,
        entriesOf.statement, isAccount.statement, allEntries.statement, grant.statement,
    ]
}

/// A row of `wallets`.
package struct WalletRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = ["balance_cents", "open_stakes_cents", "debt_cents"]

    package let balanceCents: Int64
    package let openStakesCents: Int64
    package let debtCents: Int64

    /// Of an account that never had one.
    static let empty = WalletRow(balanceCents: 0, openStakesCents: 0, debtCents: 0)

    private init(balanceCents: Int64, openStakesCents: Int64, debtCents: Int64) {
        self.balanceCents = balanceCents
        self.openStakesCents = openStakesCents
        self.debtCents = debtCents
    }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        balanceCents = try columns.integer()
        openStakesCents = try columns.integer()
        debtCents = try columns.integer()
    }

    package var resource: Wallet {
        Wallet(balanceCents: balanceCents, openStakesCents: openStakesCents, debtCents: debtCents)
    }
}

/// A transaction of the ledger, as its account sees it.
struct LedgerRow: ColumnGroup {
    static let columns: SQLFragment = [
        "id", "number", "wallet_cents", "kind", "bet_id", "balance_after_cents", "created_at",
    ]

    let number: Int64
    let entry: WalletEntry

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let id = try columns.integer()
        number = try columns.integer()
        entry = WalletEntry(
            id: id,
            amountCents: try columns.integer(),
            kind: try columns.choice(),
            betID: try columns.optionalInteger(),
            balanceAfterCents: try columns.integer(),
            createdAt: try columns.time()
        )
    }
}
