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

    package func query(_ sql: String, _ parameters: [Parameter]) throws(DatabaseError) -> ResultSet {
        try raw.query(sql, parameters)
    }
}
