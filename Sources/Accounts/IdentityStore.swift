package import Database
internal import ParlayAPI
package import Tenancy

/// The statements about outside accounts.
package enum IdentityStore {
    /// How many an account may have.
    static let limit: Int64 = 10

    /// The caller's, newest first, after the id `$2`.
    static let page = RowStatement<IdentityRow>(
        "select",
        IdentityRow.columns,
        """
          from identities i
         where i.tenant_id = $1 and i.account_id = current_account_id() and ($2::bigint is null or i.id < $2)
         order by i.id desc
         limit $3
        """
    )

    /// The identity with issuer `$2` and subject `$3`.
    static let find = RowStatement<IdentityRow>(
        "select",
        IdentityRow.columns,
        "from identities i where i.tenant_id = $1 and i.issuer = $2 and i.subject = $3"
    )

    /// The account with the identity of issuer `$2` and subject `$3`.
    static let account = RowStatement<SecretAccount>(
        "select",
        SecretAccount.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.status <> 'deleted'
           and a.id = (
               select i.account_id from identities i where i.tenant_id = $1 and i.issuer = $2 and i.subject = $3
           )
        """
    )

    /// Records that a token or ticket was accepted; a second one violates the key.
    static let use = Statement(
        "insert into used_proofs (tenant_id, digest, expires_at) values ($1, $2, $3)"
    )

    /// The same for the ticket of an account that is registered in the same transaction, if it is.
    static let useTicket = Statement(
        """
        insert into used_proofs (tenant_id, digest, expires_at)
        select $1, $2, $3
         where current_account_id() is not null
        """
    )

    /// Waits for changes of the caller's identities, and keeps others waiting.
    static let lock = Statement(
        "select id from accounts where tenant_id = $1 and id = current_account_id() and status = 'active' for update"
    )

    /// Links an identity to the caller's account, unless it has as many as it may have. Runs after `lock`.
    static let link = RowStatement<IdentityRow>(
        """
        insert into identities as i (tenant_id, account_id, issuer, subject, email, created_at)
        select $1, current_account_id(), $2, $3, $4, $5
         where current_account_id() is not null
           and (select count(*) from identities o where o.tenant_id = $1 and o.account_id = current_account_id()) < $6
        returning
        """,
        IdentityRow.columns
    )

    /// Unlinks one of the caller's, unless the account could not be signed in to without it. Runs after `lock`.
    static let unlink = UnlinkedRow.removal(from: "identities", besides: "passkeys")

    /// A token for the account `$2` by its identity `$3`, `$4`, unless one of them is gone or sign-ins from the address
    /// `$11` are refused. The lock is that of `TokenStore.issue`.
    static let signIn = Statement(
        """
        with account as (
            select a.id
              from accounts a
             where a.tenant_id = $1 and a.id = $2 and a.status = 'active' and not a.second_factor
               and not exists (
                   select from throttles t
                    where t.tenant_id = $1 and t.kind = 'login_address' and t.subject = $11 and t.blocked_until > $9
               )
               for share of a
        ), used as (
            update identities i
               set last_used_at = $9, email = coalesce($5, i.email)
              from account
             where i.tenant_id = $1 and i.account_id = account.id and i.issuer = $3 and i.subject = $4
            returning i.account_id
        )
        insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at, kind)
        select $1, used.account_id, $6, $7, $8, $9, $10, $12
          from used
        returning id
        """
    )

    // MARK: By the address

    /// Locks the active account that has proven to own the address `$2`, unless it has as many identities as it may have.
    static let lockByEmail = RowStatement<SecretAccount>(
        "select",
        SecretAccount.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.email = $2 and a.status = 'active' and a.email_proof is not null
           and (select count(*) from identities o where o.tenant_id = $1 and o.account_id = a.id) < $3
           for update
        """
    )

    /// Links an identity to the account `$2`. Runs after `lockByEmail`.
    static let linkByEmail = Statement(
        """
        insert into identities (tenant_id, account_id, issuer, subject, email, created_at)
        values ($1, $2, $3, $4, $5, $6)
        """
    )

    /// Removes the password of the account `$2`, unless it was set with a code that was sent to the address: whoever set
    /// it otherwise need not be the address's owner.
    static let removeUnprovenPassword = Statement(
        """
        update accounts
           set password_hash = null, updated_at = $3, version = version + 1
         where tenant_id = $1 and id = $2 and email_proof <> 'reset'
        """
    )

    /// Revokes the tokens of the account `$2` on the same condition. A separate statement after the lock, so that it sees
    /// tokens of sign-ins that the lock had to wait for.
    static let revokeUnprovenTokens = Statement(
        """
        delete from tokens t
         where t.tenant_id = $1 and t.account_id = $2
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.email_proof <> 'reset')
        """
    )

    /// Unlinks what the account `$2` had on the same condition, but for the identity `$3`, `$4` if another call has just
    /// linked it.
    static let unlinkUnproven = Statement(
        """
        delete from identities i
         where i.tenant_id = $1 and i.account_id = $2 and (i.issuer, i.subject) <> ($3, $4)
           and exists (select from accounts a where a.tenant_id = $1 and a.id = $2 and a.email_proof <> 'reset')
        """
    )

    /// The address `$3` of the account `$2` is proven by an ID token, if it is still the account's.
    static let verifyEmail = Statement(
        """
        update accounts
           set email_proof = 'id_token', updated_at = $4, version = version + 1
         where tenant_id = $1 and id = $2 and email = $3 and status = 'active' and email_proof is null
        """
    )

    /// All of the caller's, for the export.
    private static let all = RowStatement<IdentityRow>(
        "select",
        IdentityRow.columns,
        """
          from identities i
         where i.tenant_id = $1 and i.account_id = current_account_id()
         order by i.id
        """
    )
    package static let export = ExportPart("identities", all) { row, _ in row.identity }

    /// Deletes the digests of what has expired, of all tenants. For the worker.
    private static let prune = Statement("delete from used_proofs where expires_at < $1")
    package static let pruning = PruneStep(prune, days: 0)

    package static let statements = [
        page.statement, find.statement, account.statement, use, useTicket, lock, link.statement,
        unlink.statement, signIn,
        lockByEmail.statement, linkByEmail, removeUnprovenPassword, revokeUnprovenTokens, unlinkUnproven,
        verifyEmail,
        all.statement, prune,
    ]
}

/// A row of `identities`, without its subject.
struct IdentityRow: ColumnGroup {
    static let columns: SQLFragment = [
        "i.id", "i.account_id", "i.issuer", "i.email", "i.created_at", "i.last_used_at",
    ]

    let id: IdentityID
    let account: AccountID
    private let issuer: String
    private let email: String?
    private let createdAt: Timestamp
    private let lastUsedAt: Timestamp?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        account = try columns.id()
        issuer = try columns.text()
        email = try columns.optionalText()
        createdAt = try columns.time()
        lastUsedAt = try columns.optionalTime()
    }

    var identity: Identity {
        Identity(id: id.rawValue, issuer: issuer, email: email, createdAt: createdAt, lastUsedAt: lastUsedAt)
    }
}

/// Whether an identity was unlinked, and whether it was there.
struct UnlinkedRow: RowReadable {
    let isGone: Bool
    let wasThere: Bool

    /// Deletes the row `$2` of the caller, unless the account could not be signed in to without it.
    ///
    /// - Parameters:
    ///   - table: identities or passkeys, of which others may be left.
    ///   - other: the other of the two.
    static func removal(from table: SQLFragment, besides other: SQLFragment) -> RowStatement<UnlinkedRow> {
        RowStatement(
            "with gone as (delete from",
            table,
            """
                 k
             where k.tenant_id = $1 and k.account_id = current_account_id() and k.id = $2
               and (
                   exists (select from
            """,
            table,
            """
                            o
                            where o.tenant_id = $1 and o.account_id = current_account_id() and o.id <> $2)
                   or exists (select from
            """,
            other,
            """
                               i
                               where i.tenant_id = $1 and i.account_id = current_account_id())
                   or exists (select from accounts a
                               where a.tenant_id = $1 and a.id = current_account_id() and a.password_hash is not null)
               )
            returning k.id
            )
            select exists (select from gone),
                   exists (select from
            """,
            table,
            "k where k.tenant_id = $1 and k.account_id = current_account_id() and k.id = $2)"
        )
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isGone = try columns.boolean()
        wasThere = try columns.boolean()
    }
}

package struct IdentityID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
