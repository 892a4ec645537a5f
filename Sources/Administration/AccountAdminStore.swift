internal import Accounts
package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements with which a tenant's admins manage its accounts. Deleted ones are excluded.
package enum AccountAdminStore {
    /// `$2` is part of a name, username or email, ignoring case.
    private static let matching: SQLFragment = """
          from accounts a
         where a.tenant_id = $1 and a.status <> 'deleted'
           and ($2::text is null
                or strpos(lower(concat_ws(E'\\n', concat_ws(' ', a.first_name, a.last_name), a.username, a.email)),
                          lower($2)) > 0)
        """

    /// Newest first, after the id `$3`.
    static let page = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        matching,
        """
           and ($3::bigint is null or a.id < $3)
         order by a.id desc
         limit $4
        """
    )

    /// By the name that people read, after the account `$3`.
    static let pageByName = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        matching,
        "and ($3::bigint is null or (",
        name,
        ", id) > ((select",
        name,
        "from accounts where tenant_id = $1 and id = $3), $3)) order by",
        name,
        ", id limit $4"
    )

    /// As in `Person.fullName`, in the order of dictionaries, and as in the index `accounts_name_idx`.
    private static let name: SQLFragment = """
        coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), username) collate "und-x-icu"
        """

    /// Who was active last comes first, after the time `$3`, a full hour, and the id `$4`.
    static let pageByActivity = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        matching,
        """
           and ($3::timestamptz is null or (a.last_active_at, a.id) < ($3::timestamptz, $4::bigint))
         order by a.last_active_at desc, a.id desc
         limit $5
        """
    )

    /// Of the account `$2`, newest first, after the id `$3`.
    static let tokens = RowStatement<TokenRow>(
        "select",
        TokenRow.columns,
        """
          from tokens
         where tenant_id = $1 and account_id = $2 and ($3::bigint is null or id < $3)
         order by id desc
         limit $4
        """
    )

    /// To the account `$2`, newest first, before `$3` microseconds since 1970.
    static let mails = RowStatement<MailRow>(
        "select",
        MailRow.columns,
        "from mails_of_account($1, $2, $3, $4)"
    )

    static let find = RowStatement<Account>(
        "select",
        Account.columns.of("a"),
        """
          from accounts a
         where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted'
        """
    )

    /// Sets the role `$3` and the status `$4` unless they are null, with an audit log entry if that changes anything: with the reason
    /// `$6`, which may be null.
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
        """,
        Audit.insert(
            "'account.change'",
            on: ("'account'", "new.id"),
            details: """
                jsonb_strip_nulls(jsonb_build_object(
                    'role',
                    case when new.role <> old.role then jsonb_build_object('from', old.role, 'to', new.role) end,
                    'status',
                    case when new.status <> old.status then jsonb_build_object('from', old.status, 'to', new.status) end,
                    'reason', $6::text
                ))
                """,
            at: "$5",
            from: "new, old"
        )
    )

    /// Changes the content of the account `$2`: the username `$3` unless that is null, the first and the last name `$5` and
    /// `$7` if `$4` and `$6`; clears the bio if `$8` and deletes the photo if `$9`. With an audit log entry, if that changes
    /// anything. The row has the names of the fields that changed, with commas.
    static let edit = RowStatement<String>(
        """
        with old as (
            select id, username, first_name, last_name, bio, photo_version
              from accounts
             where tenant_id = $1 and id = $2 and status <> 'deleted'
               for update
        ), new as (
            update accounts a
               set username = coalesce($3, a.username),
                   first_name = case when $4::boolean then $5 else a.first_name end,
                   last_name = case when $6::boolean then $7 else a.last_name end,
                   bio = case when $8::boolean then '' else a.bio end,
                   photo_version = case when $9::boolean then null else a.photo_version end,
                   updated_at = $10, version = a.version + 1
              from old
             where a.tenant_id = $1 and a.id = old.id
            returning a.id, array_remove(array[
                          case when a.photo_version is distinct from old.photo_version then 'photo' end,
                          case when a.bio <> old.bio then 'bio' end,
                          case when a.username <> old.username then 'username' end,
                          case when a.first_name is distinct from old.first_name then 'first_name' end,
                          case when a.last_name is distinct from old.last_name then 'last_name' end
                      ], null) as fields
        ), removed as (
            delete from photos p
             using old
             where $9::boolean and p.tenant_id = $1 and p.account_id = old.id and p.version = old.photo_version
        ), logged as (
        """,
        Audit.insert(
            "'account.edit'",
            on: ("'account'", "new.id"),
            details: "jsonb_strip_nulls(jsonb_build_object('fields', new.fields, 'reason', $11::text))",
            at: "$10",
            from: "new where cardinality(new.fields) > 0"
        ),
        ") select array_to_string(fields, ',') from new"
    )

    /// Revokes the tokens of the account `$2` at the time `$3`.
    static let signOut = Statement(
        """
        with gone as (
            delete from tokens where tenant_id = $1 and account_id = $2 returning id
        )
        """,
        Audit.insert(
            "'account.sign_out'",
            on: ("'account'", "$2"),
            details: "jsonb_build_object('tokens', count(*))",
            at: "$3",
            from: "gone"
        )
    )

    package static let statements = [
        page.statement, pageByName.statement, pageByActivity.statement, tokens.statement, mails.statement,
        find.statement,
        change, edit.statement, signOut,
    ]
}

/// A row of the function `mails_of_account`.
struct MailRow: ColumnGroup {
    static let columns: SQLFragment = [
        "state", "kind", "recipient", "subject", "created_at",
        "(extract(epoch from created_at) * 1000000)::bigint",
    ]

    let mail: AccountMail
    /// Microseconds since 1970.
    let position: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        mail = AccountMail(
            state: try columns.choice(),
            kind: try columns.text(),
            recipient: try columns.optionalText(),
            subject: try columns.optionalText(),
            createdAt: try columns.time()
        )
        position = try columns.integer()
    }
}
