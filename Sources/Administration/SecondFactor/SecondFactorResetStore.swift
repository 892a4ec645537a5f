package import Database
internal import Jobs
internal import Tenancy

/// The statements with which admins remove somebody's second factor.
package enum SecondFactorResetStore {
    /// Lets the second factor of account `$2` end at `$3`, or when an earlier reset ends it, with an entry of the audit log. No row if
    /// there is none.
    static let ask = RowStatement<AccountID>(
        """
        with asked as (
            update second_factors f
               -- One that is over has lost its job: it was asked for at another installation.
               set reset_at = case when f.reset_at > $4 then f.reset_at else $3 end
             where f.tenant_id = $1 and f.account_id = $2 and f.proven_at is not null
            returning f.account_id, f.reset_at
        ), queued as (
        """,
        JobQueue.insert(
            "'reset_second_factor'",
            payload: "jsonb_build_object('account', asked.account_id)",
            at: "asked.reset_at",
            from: "asked"
        ),
        "), logged as (",
        Audit.insert(
            "'account.second_factor'",
            on: ("'account'", "asked.account_id"),
            at: "$4",
            from: "asked"
        ),
        ") select account_id from asked"
    )

    /// Removes the second factor of account `$2`, if a reset is due, and signs out its devices.
    static let take = RowStatement<AccountID>(
        """
        with due as (
            select f.account_id
              from second_factors f
             where f.tenant_id = $1 and f.account_id = $2 and f.reset_at <= $3
               for update
        ), account as (
            update accounts a
               set second_factor = false, updated_at = $3, version = a.version + 1
              from due
             where a.tenant_id = $1 and a.id = due.account_id
        ), signed_out as (
            delete from tokens t using due where t.tenant_id = $1 and t.account_id = due.account_id
        )
        delete from second_factors f using due where f.tenant_id = $1 and f.account_id = due.account_id
        returning f.account_id
        """
    )

    package static let statements = [ask.statement, take.statement]
}
