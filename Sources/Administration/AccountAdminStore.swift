internal import Accounts
package import Database

/// The statements with which a tenant's admins manage its accounts. Deleted ones are excluded.
package enum AccountAdminStore {
    /// Newest first, after the id `$3`; `$2` is part of a name, username or email, ignoring case.
    static let page = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.status <> 'deleted' and ($3::bigint is null or a.id < $3)
           and ($2::text is null
                or strpos(lower(concat_ws(E'\\n', concat_ws(' ', a.first_name, a.last_name), a.username, a.email)),
                          lower($2)) > 0)
         order by a.id desc
         limit $4
        """
    )

    static let find = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted'
        """
    )

    /// Sets the role `$3` and the status `$4` unless they are null, with an audit log entry if that changes anything.
    static let change = Statement(
        """
        with old as (
            select id, role, status from accounts where tenant_id = $1 and id = $2 and status <> 'deleted' for update
        ), new as (
            update accounts a
               set role = coalesce($3, a.role), status = coalesce($4, a.status), updated_at = $5,
                   version = a.version + 1
              from old
             where a.tenant_id = $1 and a.id = old.id
               and (coalesce($3, old.role) <> old.role or coalesce($4, old.status) <> old.status)
            returning a.id, a.role, a.status
        )
        insert into audit (tenant_id, account_id, action, subject_type, subject_id, details, created_at)
        select $1, current_account_id(), 'account.change', 'account', new.id,
               jsonb_strip_nulls(jsonb_build_object(
                   'role',
                   case when new.role <> old.role then jsonb_build_object('from', old.role, 'to', new.role) end,
                   'status',
                   case when new.status <> old.status then jsonb_build_object('from', old.status, 'to', new.status) end
               )),
               $5
          from new, old
        """
    )

    package static let statements = [page.statement, find.statement, change]
}
