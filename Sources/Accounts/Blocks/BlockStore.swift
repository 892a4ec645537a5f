package import Database
internal import ParlayAPI
internal import Stream
internal import Tenancy

/// The statements about blocks.
package enum BlockStore {
    /// Before a block, so that nothing of the two is made between its statements.
    static let lock = Statement("select lock_pair($1, current_account_id(), $2)")

    /// Blocks `$2` for the caller, even if that person has blocked the caller. No row if `$2` is already blocked or
    /// does not exist.
    static let add = Statement(
        """
        insert into blocks (tenant_id, account_id, blocked_id, created_at)
        select $1, current_account_id(), a.id, $3
          from accounts a
         where a.tenant_id = $1 and a.id = $2 and a.id <> current_account_id() and a.status <> 'deleted'
        on conflict (tenant_id, account_id, blocked_id) do nothing
        returning blocked_id
        """
    )

    /// Tells of the block of `$2` that was added at `$3`. After the steps of blocking, because nothing is locked after a stream.
    static let tellAdded = Statement(
        "with",
        tell(
            "'block.added'",
            from: """
                (
                    select blocked_id
                      from blocks
                     where tenant_id = $1 and account_id = current_account_id() and blocked_id = $2 and created_at = $3
                )
                """
        ),
        "select from counted"
    )

    static let find = RowStatement<BlockRow>(
        "select",
        BlockRow.columns,
        """
          from blocks b
          join accounts p on p.tenant_id = b.tenant_id and p.id = b.blocked_id
         where b.tenant_id = $1 and b.account_id = current_account_id() and b.blocked_id = $2
        """
    )

    static let remove = Statement(
        """
        with removed as (
            delete from blocks
             where tenant_id = $1 and account_id = current_account_id() and blocked_id = $2
            returning blocked_id
        ),
        """,
        tell("'block.removed'", from: "removed"),
        "select from removed"
    )

    /// Tells the devices of the caller. The blocked person learns nothing.
    private static func tell(_ type: SQLFragment, from source: SQLFragment) -> SQLFragment {
        Events.append(
            to: ["current_account_id()"],
            type: type,
            about: ("'account'", "b.blocked_id"),
            from: SQLFragment(joining: source, "b")
        )
    }

    /// The caller's blocks, newest first, after the time `$2` and the id `$3`. Cursors have milliseconds.
    static let page = RowStatement<BlockRow>(
        "select",
        PersonRow.columns.of("p") + ["date_trunc('milliseconds', b.created_at)"],
        """
          from blocks b
          join accounts p on p.tenant_id = b.tenant_id and p.id = b.blocked_id
         where b.tenant_id = $1 and b.account_id = current_account_id()
           and ($2::timestamptz is null
                or (date_trunc('milliseconds', b.created_at), b.blocked_id) < ($2::timestamptz, $3::bigint))
         order by date_trunc('milliseconds', b.created_at) desc, b.blocked_id desc
         limit $4
        """
    )

    static let own = RowStatement<BlockRow>(
        "select",
        BlockRow.columns,
        """
          from blocks b
          join accounts p on p.tenant_id = b.tenant_id and p.id = b.blocked_id
         where b.tenant_id = $1 and b.account_id = current_account_id()
         order by b.created_at desc, b.blocked_id desc
        """
    )

    package static let statements = [
        lock, add, tellAdded, find.statement, remove, page.statement, own.statement,
    ]
}

/// A row of `blocks`, called `b`, with the blocked person `p`.
struct BlockRow: ColumnGroup {
    static let columns: SQLFragment = PersonRow.columns.of("p") + ["b.created_at"]

    let person: PersonRow
    let createdAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try PersonRow(&columns)
        createdAt = try columns.time()
    }

    func block(in tenant: Tenant) -> Block {
        Block(person: person.person(in: tenant), createdAt: createdAt)
    }
}
