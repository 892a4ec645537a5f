internal import Database
internal import Tenancy

/// The statements about sign-ins that wait for the second factor.
enum SignInTicketStore {
    /// How long a ticket is valid, in seconds.
    static let seconds: Int64 = 300

    /// Stores a ticket with the digest `$3` for the account `$2`, whose hash is `$4`, unless that was changed meanwhile or sign-ins
    /// are refused (subjects `$8` and `$9`).
    static let issue = Statement(
        """
        insert into sign_in_tickets (tenant_id, account_id, digest, password, label, created_at, expires_at)
        select $1, a.id, $3, sha256(convert_to(coalesce(a.password_hash, ''), 'UTF8')), $5, $6, $7
          from accounts a
         where a.tenant_id = $1 and a.id = $2 and a.status = 'active' and a.second_factor
           and a.password_hash is not distinct from $4::text
           and not exists (
               select from throttles t
                where t.tenant_id = $1 and t.blocked_until > $6
                  and (
                      t.kind = 'login_pair' and t.subject = $8
                      or t.kind = 'login_address' and t.subject = $9
                  )
           )
        returning account_id
        """
    )

    /// Counts a try of the ticket `$2`, right or wrong. No row if there is no such valid ticket: of any number of concurrent guesses,
    /// five get one.
    static let attempt = RowStatement<TicketRow>(
        """
        with tried as (
            update sign_in_tickets
               set tries = tries + 1
             where tenant_id = $1 and digest = $2 and tries < 5 and used_at is null and expires_at > $3
            returning account_id, label
        )
        select tried.account_id, tried.label, f.secret, f.last_step
          from tried
          join second_factors f on f.tenant_id = $1 and f.account_id = tried.account_id and f.proven_at is not null
        """
    )

    /// Uses up the ticket `$2` and a code: that of the step `$3` by the secret `$4`, or the recovery code with the digest `$5`; and
    /// creates a token. Of any number of calls with one ticket, or with one code, one gets a row. The lock is that of
    /// `TokenStore.issue`.
    static let use = Statement(
        """
        with ticket as (
            select account_id, password
              from sign_in_tickets
             where tenant_id = $1 and digest = $2 and used_at is null and expires_at > $6
        ), account as (
            select a.id
              from accounts a
              join ticket on a.id = ticket.account_id
             where a.tenant_id = $1 and a.status = 'active' and a.second_factor
               and sha256(convert_to(coalesce(a.password_hash, ''), 'UTF8')) = ticket.password
               and not exists (
                   select from throttles t
                    where t.tenant_id = $1 and t.blocked_until > $6
                      and (
                          t.kind = 'login_pair' and t.subject = $7
                          or t.kind = 'login_address' and t.subject = $8
                      )
               )
               for share of a
        ), stepped as (
            update second_factors f
               set last_step = $3::bigint
              from account
             where f.tenant_id = $1 and f.account_id = account.id and f.secret = $4 and f.last_step < $3::bigint
            returning f.account_id
        ), recovered as (
            update recovery_codes r
               set used_at = $6
              from account
             where r.tenant_id = $1 and r.account_id = account.id and r.digest = $5::bytea and r.used_at is null
            returning r.account_id
        ), used as (
            update sign_in_tickets t
               set used_at = $6
              from (select account_id from stepped union all select account_id from recovered) c
             where t.tenant_id = $1 and t.digest = $2 and t.used_at is null
            returning t.account_id, t.label
        )
        insert into tokens (tenant_id, account_id, digest, prefix, label, created_at, expires_at, kind, factors)
        select $1, used.account_id, $9, $10, used.label, $6, $11, $12, 2
          from used
        returning account_id
        """
    )

    /// Deletes the tickets of all tenants that expired before `$1`. For the worker.
    private static let prune = Statement("delete from sign_in_tickets where expires_at < $1")
    static let pruning = PruneStep(prune, days: 0)

    static let statements = [issue, attempt.statement, use, prune]
}

struct TicketRow: RowReadable {
    let account: AccountID
    /// Of the device.
    let label: String
    /// Sealed.
    let secret: [UInt8]
    let lastStep: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try columns.id()
        label = try columns.text()
        secret = try columns.bytes()
        lastStep = try columns.integer()
    }
}
