/// A connection that waits for each answer: for migrations, checks and tests, never on an event loop.
package final class BlockingConnection {
    private let raw: RawConnection

    package init(_ settings: ConnectionSettings) throws(DatabaseError) {
        raw = try RawConnection.open(settings, pipeline: false)
    }

    /// Runs one or more statements of plain SQL. It takes no parameters, so never build it from other people's
    /// values.
    package func execute(_ sql: String) throws(DatabaseError) { try raw.execute(sql) }

    /// Runs one statement with values.
    package func query(_ sql: String, _ parameters: Parameter...) throws(DatabaseError) -> ResultSet {
        try raw.query(sql, parameters)
    }

    package func query(_ query: Query) throws(DatabaseError) -> ResultSet {
        try raw.query(query.statement.sql, query.parameters)
    }

    package func query<Row: RowReadable>(_ query: RowQuery<Row>) throws(DatabaseError) -> Rows<Row> {
        Rows(try self.query(query.query))
    }

    /// Copies rows into another database: `output` is a `copy … to stdout` here, and `input` a `copy … from stdin` there.
    package func copy(
        _ output: String,
        to target: BlockingConnection,
        _ input: String,
        progress: (_ bytes: Int) -> Void = { _ in }
    ) throws(DatabaseError) {
        try raw.copy(output, to: target.raw, input, progress: progress)
    }

    package func query(_ sql: String, _ parameters: [Parameter]) throws(DatabaseError) -> ResultSet {
        try raw.query(sql, parameters)
    }
}

/// A connection for the commands of replication (PostgreSQL manual, 55.4).
package final class ReplicationConnection {
    private let raw: RawConnection

    package init(_ settings: ConnectionSettings) throws(DatabaseError) {
        var settings = settings
        settings.replicates = true
        raw = try RawConnection.open(settings, pipeline: false)
    }

    /// Makes a logical slot, whose changes begin where the returned snapshot ends. The snapshot can be used as long as the
    /// connection has it.
    package func createSlot(_ name: String) throws(DatabaseError) -> String {
        let rows = try raw.simple("CREATE_REPLICATION_SLOT \(name) LOGICAL pgoutput EXPORT_SNAPSHOT")
        // The words of replication are in upper case. The columns: slot_name, consistent_point, snapshot_name, output_plugin
        guard let row = rows.first, row.count > 2, let snapshot = row[2] else {
            throw .decoding("no snapshot of the slot \(name)")
        }
        return snapshot
    }
}
