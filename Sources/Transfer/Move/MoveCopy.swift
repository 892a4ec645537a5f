internal import Database

/// Copies the rows of a tenant from one cell into another as they were when a slot began, so that the slot's changes continue them.
struct MoveCopy {
    let stream: MoveStream
    let tables: TenantTables

    /// All rows arrive in one transaction, with `done`.
    ///
    /// - Returns: how many rows.
    func run(progress: (Int64, Int64) -> Void, done: (Int64) throws -> Void) throws -> Int64 {
        try stream.changes.reserve { source in try copy(from: source, progress: progress, done: done) }
    }

    private func copy(
        from source: BlockingConnection,
        progress: (Int64, Int64) -> Void,
        done: (Int64) throws -> Void
    ) throws -> Int64 {
        let target = stream.target.connection
        var counts: [(table: TenantTable, rows: Int64)] = []
        for table in tables.moving {
            let count: Int64 = try stream.source.one(
                "select count(*) from parlay.\(table.quoted) where tenant_id = $1",
                .integer(stream.tenant)
            )
            if count > 0 { counts.append((table, count)) }
        }
        let total = counts.reduce(0) { $0 + $1.rows }
        return try stream.target.transaction {
            // Triggers have had their effect in the source, and the order of tables is theirs.
            try target.execute("set local session_replication_role = replica")
            var copied: Int64 = 0
            progress(0, max(1, total))
            for (table, rows) in counts {
                let columns = table.movingList
                try source.copy(
                    "copy (select \(columns) from parlay.\(table.quoted) where tenant_id = \(stream.tenant))"
                        + " to stdout (format binary)",
                    to: target,
                    "copy parlay.\(table.quoted) (\(columns)) from stdin (format binary)"
                )
                copied += rows
                progress(copied, max(1, total))
            }
            try done(total)
            return total
        }
    }
}
