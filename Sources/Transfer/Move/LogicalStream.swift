internal import Database

/// Changes that one cell follows of another: a slot in the source and a subscription in the target, both of one name (PostgreSQL
/// manual, chapter 31). Each step may be repeated.
struct LogicalStream {
    let name: String
    /// In the source.
    let publication: String
    let source: CellDatabase
    let target: CellDatabase

    /// Whether the source has the slot, with all WAL that it needs.
    var hasSlot: Bool {
        get throws {
            try source.one(
                """
                select exists (
                    select from pg_replication_slots where slot_name = $1 and wal_status is distinct from 'lost'
                )
                """,
                .text(name)
            )
        }
    }

    var hasSubscription: Bool {
        get throws {
            try target.one("select exists (select from pg_subscription where subname = $1)", .text(name))
        }
    }

    /// A slot whose changes begin now. Waits for the transactions that run in the source.
    func reserve() throws {
        guard try !hasSlot else { return }
        try source.run("select pg_create_logical_replication_slot('\(name)', 'pgoutput')")
    }

    /// A slot, and the rows of the source as they were when it began: its changes continue them. The snapshot ends with `body`.
    func reserve<Value>(_ body: (BlockingConnection) throws -> Value) throws -> Value {
        let replication = try ReplicationConnection(source.settings)
        let snapshot = try replication.createSlot(name)
        try source.connection.execute("begin isolation level repeatable read, read only")
        defer { source.connection.rollBack() }
        try source.connection.execute("set transaction snapshot '\(snapshot)'")
        return try body(source.connection)
    }

    /// Forgets the changes until now.
    func skipToNow() throws {
        try source.run("select pg_replication_slot_advance('\(name)', pg_current_wal_insert_lsn())")
    }

    /// What was applied is confirmed to the source. Without a synchronous commit, a standby that is promoted could lack it, and the
    /// source would not send it again.
    func follow() throws {
        guard try !hasSubscription else { return }
        let conninfo: String = try target.one(
            "select quote_literal($1::text)",
            .text(source.settings.conninfo)
        )
        try target.execute(
            "create subscription \(name) connection \(conninfo) publication \(publication)"
                + " with (create_slot = false, slot_name = '\(name)', copy_data = false, synchronous_commit = on)"
        )
    }

    /// Ends the subscription. It must not drop the slot itself, which may be in another state than it knows.
    func leave() throws {
        guard try hasSubscription else { return }
        try target.execute("alter subscription \(name) disable")
        try target.execute("alter subscription \(name) set (slot_name = none)")
        try target.execute("drop subscription \(name)")
    }

    /// Ends the slot, after `leave`.
    func drop() throws {
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
    }
}
