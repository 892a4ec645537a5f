internal import Database

/// The changes of one tenant, followed from one cell by another: a publication with a filter and a slot in the source, and a
/// subscription in the target (PostgreSQL manual, chapter 31). Each step may be repeated.
struct MoveStream {
    let source: CellDatabase
    let target: CellDatabase
    let tenant: Int64
    /// What is left to do once the stream is lost.
    let wayOut: String

    /// That of all three parts.
    var name: String { "parlay_move_\(tenant)_\(target.number)" }

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

    /// A slot whose changes begin now. Waits for the transactions that run in the source.
    func reserve() throws {
        guard try !hasSlot else { return }
        try source.run("select pg_create_logical_replication_slot('\(name)', 'pgoutput')")
    }

    /// Forgets the changes until now.
    func skipToNow() throws {
        try source.run("select pg_replication_slot_advance('\(name)', pg_current_wal_insert_lsn())")
    }

    /// What was applied is confirmed to the source. Without a synchronous commit, a standby that is promoted could lack it, and the
    /// source would not send it again.
    func follow() throws {
        guard try !hasSubscription else { return }
        let conninfo: String = try target.one("select quote_literal($1::text)", .text(source.conninfo))
        try target.execute(
            "create subscription \(name) connection \(conninfo) publication \(name)"
                + " with (create_slot = false, slot_name = '\(name)', copy_data = false, synchronous_commit = on)"
        )
    }

    private var hasSlot: Bool {
        get throws {
            try source.one(
                "select exists (select from pg_replication_slots where slot_name = $1)",
                .text(name)
            )
        }
    }

    var hasSubscription: Bool {
        get throws {
            try target.one("select exists (select from pg_subscription where subname = $1)", .text(name))
        }
    }

    /// Ends the subscription. It must not drop the slot itself, which may be in another state than it knows.
    func leave() throws {
        guard try hasSubscription else { return }
        try target.execute("alter subscription \(name) disable")
        try target.execute("alter subscription \(name) set (slot_name = none)")
        try target.execute("drop subscription \(name)")
    }

    /// Ends the slot and the publication, after `leave`.
    func retire() throws {
        try source.run(
            "select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active",
            .text(name)
        )
        // The server of the slot takes a moment to end.
        for attempt in 0... {
            do {
                try source.run(
                    "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1",
                    .text(name)
                )
                break
            } catch let error as DatabaseError where attempt < 200 && error.sqlState == .objectInUse {
                MovePause.short()
            }
        }
        try source.execute("drop publication if exists \(name)")
    }

    func end() throws {
        try leave()
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
        let isLost: Bool =
            try source.first(
                "select wal_status = 'lost' from pg_replication_slots where slot_name = $1",
                .text(name)
            ) ?? true
        guard !isLost else {
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
