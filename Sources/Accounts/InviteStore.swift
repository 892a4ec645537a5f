package import Database
internal import ParlayAPI
internal import Tenancy

/// The statements about invites.
///
/// `AccountStore.register` counts a use, together with the account.
package enum InviteStore {
    /// By the account `$7`, or by the caller if that is null.
    static let create = RowStatement<InviteRow>(
        """
        with i as (
            insert into invites (tenant_id, account_id, digest, prefix, uses, expires_at, created_at)
            values ($1, coalesce($7, current_account_id()), $2, $3, $4, $5, $6)
            returning id, account_id, prefix, uses, used, expires_at, created_at
        ), logged as (
        """,
        Audit.insert(
            "'invite.create'",
            on: ("'invite'", "i.id"),
            details: "jsonb_build_object('uses', i.uses)",
            at: "$6",
            from: "i"
        ),
        """
        )
        select
        """,
        InviteRow.columns,
        """
          from i
          join accounts a on a.tenant_id = $1 and a.id = i.account_id
        """
    )

    /// Newest first, after the id `$2`.
    static let page = RowStatement<InviteRow>(
        "select",
        InviteRow.columns,
        """
          from invites i
          join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
         where i.tenant_id = $1 and ($2::bigint is null or i.id < $2)
         order by i.id desc
         limit $3
        """
    )

    static let delete = Statement(
        """
        with gone as (
            delete from invites where tenant_id = $1 and id = $2 returning id, uses, used
        )
        """,
        Audit.insert(
            "'invite.delete'",
            on: ("'invite'", "id"),
            details: "jsonb_build_object('uses', uses, 'used', used)",
            at: "$3",
            from: "gone"
        ),
        "returning id"
    )

    /// Whether a code is valid.
    static let usable = Statement(
        """
        select id
          from invites
         where tenant_id = $1 and digest = $2 and used < uses and (expires_at is null or expires_at > $3)
        """
    )

    /// The invites that the caller created.
    static let own = RowStatement<InviteRow>(
        "select",
        InviteRow.columns,
        """
          from invites i
          join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
         where i.tenant_id = $1 and i.account_id = current_account_id()
         order by i.id desc
        """
    )

    package static let export = ExportPart("invites", own) { row, tenant in row.invite(in: tenant) }

    package static let statements = [
        create.statement, page.statement, delete, usable, own.statement,
    ]
}

/// A row of `invites`, called `i`, with the account `a` that created it.
struct InviteRow: ColumnGroup {
    static let columns: SQLFragment =
        ["i.id", "i.prefix", "i.uses", "i.used", "i.expires_at", "i.created_at"] + PersonRow.columns.of("a")

    let id: Int64
    let prefix: String
    let uses: Int64
    let used: Int64
    let expiresAt: Timestamp?
    let createdAt: Timestamp
    let creator: PersonRow

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        prefix = try columns.text()
        uses = try columns.integer()
        used = try columns.integer()
        expiresAt = try columns.optionalTime()
        createdAt = try columns.time()
        creator = try PersonRow(&columns)
    }

    func invite(in tenant: Tenant) -> Invite {
        Invite(
            id: id,
            prefix: prefix,
            uses: uses,
            used: used,
            expiresAt: expiresAt,
            createdBy: creator.person(in: tenant),
            createdAt: createdAt
        )
    }
}
