package import Database
internal import Notifications
internal import Tenancy

/// The statements behind *this was not me*.
package enum DenialStore {
    /// Uses up the link of the notice `$2`; of any number of calls, one gets a row.
    static let deny = RowStatement<AccountID>(
        """
        update security_notices
           set denied_at = $3
         where tenant_id = $1 and notice_id = $2 and denied_at is null
           and created_at > $3::timestamptz - interval '7 days'
        returning account_id
        """
    )

    /// Gives the account `$2` the address that it had before the first change in the last day, unless somebody else has it. The trigger
    /// on the address tells nobody.
    static let undoEmail = Statement(
        """
        with undoing as (
            select set_config('parlay.undoing', 'on', true)
        ), old as (
            select s.old_email
              from security_notices s, undoing
             where s.tenant_id = $1 and s.account_id = $2 and s.old_email is not null
               and s.created_at > $3::timestamptz - interval '24 hours'
             order by s.created_at
             limit 1
        )
        update accounts a
           set email = old.old_email, updated_at = $3, version = a.version + 1
          from old
         where a.tenant_id = $1 and a.id = $2 and a.status = 'active' and a.email is distinct from old.old_email
           and not exists (select from accounts o where o.tenant_id = $1 and o.email = old.old_email)
        """
    )

    private static let isRecent: SQLFragment = "> $3::timestamptz - interval '24 hours'"
    private static let yesterday: SQLFragment = "$3::timestamptz - interval '24 hours'"

    /// Signs the account `$2` out everywhere, which also ends push messages to its devices, and voids its codes, what waits for one,
    /// and what the last day brought: passkeys and outside accounts, unless they are the only way in; recovery codes; and another
    /// password, if a code for a new one can be mailed.
    static let lock = RowStatement<LockedAccount>(
        """
        with account as (
            select a.email, a.status, a.password_hash is not null as has_password
              from accounts a
             where a.tenant_id = $1 and a.id = $2
        ), way as (
            select 1
              from account a
             where a.email is not null or a.has_password
                or exists (
                    select from passkeys k
                     where k.tenant_id = $1 and k.account_id = $2 and not k.created_at
        """,
        isRecent,
        """
                )
                or exists (
                    select from identities i
                     where i.tenant_id = $1 and i.account_id = $2 and not i.created_at
        """,
        isRecent,
        """
                )
        ), signed_out as (
            delete from tokens where tenant_id = $1 and account_id = $2
        ), tickets as (
            delete from sign_in_tickets where tenant_id = $1 and account_id = $2
        ), codes as (
            delete from password_resets where tenant_id = $1 and account_id = $2
        ), passkeys as (
            delete from passkeys k
             using way
             where k.tenant_id = $1 and k.account_id = $2 and k.created_at
        """,
        isRecent,
        """
        ), identities as (
            delete from identities i
             using way
             where i.tenant_id = $1 and i.account_id = $2 and i.created_at
        """,
        isRecent,
        """
        ), recovery as (
            delete from recovery_codes where tenant_id = $1 and account_id = $2 and
        """,
        SecurityNotice.wasTold("'securityCodes'", to: "$2", since: yesterday),
        """
        ), factor as (
            update second_factors set reset_at = null
             where tenant_id = $1 and account_id = $2 and reset_at is not null
        ), password as (
            update accounts a
               set password_hash = null, updated_at = $3, version = a.version + 1
             where a.tenant_id = $1 and a.id = $2 and a.email is not null and a.password_hash is not null and
        """,
        SecurityNotice.wasTold("'securityPassword'", to: "$2", since: yesterday),
        """
        )
        select case when a.status = 'active' then a.email end,
               exists (
                   select from second_factors f
                    where f.tenant_id = $1 and f.account_id = $2 and coalesce(f.proven_at, f.created_at)
        """,
        isRecent,
        """
                      -- Who objects to its removal keeps it.
                      and f.reset_at is null
               )
          from account a
        """
    )

    package static let statements = [deny.statement, undoEmail, lock.statement]
}

/// An account whose owner has said that it was somebody else.
struct LockedAccount: RowReadable {
    /// Where a code for a new password may go.
    let email: String?
    /// The second factor was turned on in the last day.
    let hasNewFactor: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        email = try columns.optionalText()
        hasNewFactor = try columns.boolean()
    }
}
