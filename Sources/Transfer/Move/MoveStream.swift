internal import Database

/// The changes of one tenant, followed from one cell by another, by a publication with a filter. Each step may be repeated.
struct MoveStream {
    let source: CellDatabase
    let target: CellDatabase
    let tenant: Int64
    /// What is left to do once the stream is lost.
    let wayOut: String

    /// That of publication, slot and subscription.
    var name: String { "parlay_move_\(tenant)_\(target.number)" }
    var changes: LogicalStream {
        LogicalStream(name: name, publication: name, source: source, target: target)
    }

    func publish(_ tables: TenantTables) throws {
        guard
            try !source.one("select exists (select from pg_publication where pubname = $1)", .text(name))
                as Bool
        else { return }
        // These have rows inside transactions only, and cannot be followed.
        let unlogged: [String] = try source.all(
            "select relname::text from pg_class where relnamespace = 'parlay'::regnamespace and relpersistence = 'u'"
        )
        let list = tables.moving.filter { !unlogged.contains($0.name) }.map { table in
            // What the list leaves out gets its default in the target.
            let columns = table.columns.contains { $0.isTransaction } ? " (\(table.movingList))" : ""
            return "parlay.\(table.quoted)\(columns) where (tenant_id = \(tenant))"
        }
        try source.run(
            "create publication \(name) for table \(list.joined(separator: ", "))"
                + " with (publish = 'insert, update, delete')"
        )
    }

    /// Ends the slot and the publication, after the subscription.
    ///
    /// A statement reads which publications its table has, and then each of them. One that is gone in between fails the
    /// statement ("cache lookup failed for publication"), so this one has no tables any more some time before it goes.
    func retire() throws {
        try changes.drop()
        let tables: String? = try source.one(
            """
            select string_agg(r.prrelid::regclass::text, ', ')
              from pg_publication_rel r
              join pg_publication p on p.oid = r.prpubid
             where p.pubname = $1
            """,
            .text(name)
        )
        if let tables {
            try source.run("alter publication \(name) drop table \(tables)")
            MovePause.publication()
        }
        try source.execute("drop publication if exists \(name)")
    }

    func end() throws {
        try changes.leave()
        try retire()
    }

    // MARK: How far it is

    /// Writes a mark in the source; everything before it has arrived when `hasArrived` says so.
    func mark() throws -> Int64 {
        try source.one(
            """
            insert into parlay.move_marks as m (tenant_id, number) values ($1, 1)
                on conflict (tenant_id) do update set number = m.number + 1 returning number
            """,
            .integer(tenant)
        )
    }

    func hasArrived(_ mark: Int64) throws -> Bool {
        try target.one(
            "select coalesce((select number >= $2 from parlay.move_marks where tenant_id = $1), false)",
            .integer(tenant),
            .integer(mark)
        )
    }

    /// Waits until everything that was committed in the source has arrived; false after `limit`.
    func settle(within limit: Duration) throws -> Bool {
        let mark = try mark()
        let end = ContinuousClock.now + limit
        while try !hasArrived(mark) {
            guard ContinuousClock.now < end else { return false }
            try requireHealth()
            MovePause.short()
        }
        return true
    }

    /// - Throws: `TransferError.refused` if the stream cannot go on.
    func requireHealth() throws {
        guard try changes.hasSlot else {
            throw TransferError.refused(
                "The slot \(name) in cell \(source.number) is lost: it held more WAL than max_slot_wal_keep_size"
                    + " allows, or its server failed over. \(wayOut)"
            )
        }
    }

    /// Bytes that the target has not confirmed, and that the source keeps for it.
    func lag() throws -> (behind: Int64, held: Int64)? {
        try source.first(
            """
            select coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn), 0)::bigint,
                   coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint
              from pg_replication_slots where slot_name = $1
            """,
            .text(name),
            as: Lag.self
        ).map { ($0.behind, $0.held) }
    }

    private struct Lag: RowReadable {
        let behind: Int64
        let held: Int64
        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            behind = try columns.integer()
            held = try columns.integer()
        }
    }
}
