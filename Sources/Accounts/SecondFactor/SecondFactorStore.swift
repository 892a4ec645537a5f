package import Database
internal import ParlayAPI
package import Tenancy

/// The statements about second factors.
package enum SecondFactorStore {
    private static let ofCaller: SQLFragment = "tenant_id = $1 and account_id = current_account_id()"

    /// That of account `$2`, or the caller's if that is null. Under the caller's lock it changes no more; see `lock`.
    package static let find = RowStatement<SecondFactorRow>(
        "select",
        SecondFactorRow.columns,
        """
          from second_factors f
         where f.tenant_id = $1
           and f.account_id = case when $2::bigint is null then current_account_id() else $2::bigint end
        """
    )

    /// Waits for changes of the caller's account, and keeps others waiting.
    static let lock = Statement(
        """
        select id
          from accounts
         where tenant_id = $1 and id = current_account_id() and status = 'active'
           for no key update
        """
    )

    /// The same for account `$2`, whatever its status.
    package static let lockAccount = Statement(
        "select id from accounts where tenant_id = $1 and id = $2 for no key update"
    )

    /// Stores the secret `$2`, in place of one that was not proven. No row if there is a second factor.
    static let begin = RowStatement<AccountID>(
        """
        insert into second_factors as f (tenant_id, account_id, secret, created_at)
        values ($1, current_account_id(), $2, $3)
        on conflict (tenant_id, account_id) do update
           set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
         where f.proven_at is null
        returning f.account_id
        """
    )

    /// Turns it on with the code of the step `$3` by the secret `$2`. The token of the call has then shown two factors. Runs after
    /// `lock`.
    static let prove = RowStatement<AccountID>(
        """
        with proven as (
            update second_factors
               set proven_at = $4, last_step = $3
             where
        """,
        ofCaller,
        """
               and proven_at is null and secret = $2
            returning account_id
        ), token as (
            update tokens t
               set factors = 2
              from proven
             where t.tenant_id = $1 and t.id = current_token_id()
        )
        update accounts a
           set second_factor = true, updated_at = $4, version = a.version + 1
          from proven
         where a.tenant_id = $1 and a.id = proven.account_id
        returning a.id
        """
    )

    /// Signs out who signed in with one factor. A separate statement after `prove`, so that it sees tokens of sign-ins that the lock
    /// had to wait for.
    static let revokeOthers = Statement(
        """
        delete from tokens t
         where t.tenant_id = $1 and t.account_id = current_account_id() and t.id <> current_token_id()
        """
    )

    /// Makes the digests `$2`, in hex, the recovery codes of the caller, unless the second factor is gone. Runs after `lock`.
    static let replaceCodes = Statement(
        """
        with old as (
            delete from recovery_codes where tenant_id = $1 and account_id = current_account_id()
        )
        insert into recovery_codes (tenant_id, account_id, digest)
        select $1, current_account_id(), decode(c.hex, 'hex')
          from unnest($2::text[]) c (hex)
         where exists (
                   select from second_factors f
                    where f.tenant_id = $1 and f.account_id = current_account_id() and f.proven_at is not null
               )
        """
    )

    /// Uses up the caller's code: of the step `$2` by the secret `$3`, or the recovery code with the digest `$4`. Of any number of
    /// calls with one code, one gets a row.
    static let spend = RowStatement<AccountID>(
        """
        with stepped as (
            update second_factors
               set last_step = $2::bigint
             where
        """,
        ofCaller,
        """
               and proven_at is not null and secret = $3 and last_step < $2::bigint
            returning account_id
        ), recovered as (
            update recovery_codes
               set used_at = $5
             where
        """,
        ofCaller,
        """
               and digest = $4::bytea and used_at is null
            returning account_id
        )
        select account_id from stepped
         union all
        select account_id from recovered
        """
    )

    /// Removes the second factor of account `$2`. Tokens of the account have shown one factor then. Runs after `lockAccount`.
    package static let remove = Statement(
        """
        with account as (
            update accounts
               set second_factor = false, updated_at = $3, version = version + 1
             where tenant_id = $1 and id = $2 and second_factor
            returning id
        ), tokens as (
            update tokens t
               set factors = 1
              from account
             where t.tenant_id = $1 and t.account_id = account.id and t.factors <> 1
        )
        delete from second_factors where tenant_id = $1 and account_id = $2
        """
    )

    /// Ends an admin's reset of account `$2`.
    static let keep = Statement(
        """
        update second_factors set reset_at = null where tenant_id = $1 and account_id = $2 and reset_at is not null
        """
    )

    /// Also an unproven one. For accounts that are deleted.
    static let erase = Statement(
        """
        with tickets as (
            delete from sign_in_tickets where tenant_id = $1 and account_id = $2
        ), account as (
            update accounts set second_factor = false where tenant_id = $1 and id = $2 and second_factor
        )
        delete from second_factors where tenant_id = $1 and account_id = $2
        """
    )

    package static let ticketPruning = SignInTicketStore.pruning

    package static let statements =
        [
            find.statement, lock, lockAccount, begin.statement, prove.statement, revokeOthers, replaceCodes,
            spend.statement,
            remove, keep, erase,
        ] + SignInTicketStore.statements
}

package struct SecondFactorRow: ColumnGroup {
    package static let columns: SQLFragment = [
        "f.secret", "f.last_step", "f.proven_at", "f.reset_at",
        """
        (
            select count(*)
              from recovery_codes r
             where r.tenant_id = f.tenant_id and r.account_id = f.account_id and r.used_at is null
        )
        """,
    ]

    /// Sealed.
    let secret: [UInt8]
    let lastStep: Int64
    let provenAt: Timestamp?
    let resetAt: Timestamp?
    let codesLeft: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        secret = try columns.bytes()
        lastStep = try columns.integer()
        provenAt = try columns.optionalTime()
        resetAt = try columns.optionalTime()
        codesLeft = try columns.integer()
    }
}
