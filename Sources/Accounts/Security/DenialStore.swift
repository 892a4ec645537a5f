package import Database
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

    /// Signs the account `$2` out everywhere, and voids its codes, what waits for one, passkeys and outside accounts of the last day. Returns its address.
    static let lock = RowStatement<String?>(
        """
        with signed_out as (
            delete from tokens where tenant_id = $1 and account_id = $2
        ), tickets as (
            delete from sign_in_tickets where tenant_id = $1 and account_id = $2
        ), codes as (
            delete from password_resets where tenant_id = $1 and account_id = $2
        ), passkeys as (
            delete from passkeys
             where tenant_id = $1 and account_id = $2 and created_at > $3::timestamptz - interval '24 hours'
        ), identities as (
            delete from identities
             where tenant_id = $1 and account_id = $2 and created_at > $3::timestamptz - interval '24 hours'
        ), factor as (
            update second_factors set reset_at = null
             where tenant_id = $1 and account_id = $2 and reset_at is not null
        )
        select email from accounts where tenant_id = $1 and id = $2 and status = 'active'
        """
    )

    package static let statements = [deny.statement, undoEmail, lock.statement]
}
