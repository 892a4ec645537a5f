package import Database

/// The database of one cell, as its operator sees it. Blocks.
package final class CellDatabase {
    package let number: Int
    /// The other cells' servers connect to it by its `conninfo`.
    let settings: ConnectionSettings
    let connection: BlockingConnection
    private let willRun: () throws -> Void

    /// - Parameters:
    ///   - settings: of a superuser: PostgreSQL 15 lets no one else make subscriptions.
    ///   - willRun: is called before each statement that does more than read the catalog; what it throws ends the work there, as
    ///     a kill would.
    package init(_ number: Int, _ settings: ConnectionSettings, willRun: @escaping () throws -> Void = {})
        throws
    {
        self.number = number
        self.willRun = willRun
        self.settings = settings
        var settings = settings
        settings.statementTimeout = 0
        settings.applicationName = "parlay-move"
        connection = try BlockingConnection(settings)
        try TransferSession.prepare(connection, isSilent: false)
    }

    func one<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> Row
    {
        try willRun()
        return try Rows<Row>(try connection.query(sql, parameters)).one
    }

    func first<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> Row?
    {
        try willRun()
        return try Rows<Row>(try connection.query(sql, parameters)).first
    }

    func all<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> [Row]
    {
        try willRun()
        return try Rows<Row>(try connection.query(sql, parameters)).all
    }

    func run(_ sql: String, _ parameters: Parameter...) throws {
        try willRun()
        _ = try connection.query(sql, parameters)
    }

    /// For what the extended protocol cannot do.
    func execute(_ sql: String) throws {
        try willRun()
        try connection.execute(sql)
    }

    /// - Parameter limit: how long a statement may take; zero for any time.
    func limitStatements(to limit: Duration) throws {
        _ = try connection.query(
            "select set_config('statement_timeout', $1, false)",
            .text("\(limit.inMilliseconds)")
        )
    }

    /// Runs `body` in one transaction.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("begin")
        do {
            let value = try body()
            try execute("commit")
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }
}

extension [Int: ConnectionSettings] {
    /// - Throws: `TransferError.refused` if PARLAY_CELLS does not name the cell.
    func settings(of cell: Int) throws -> ConnectionSettings {
        guard let settings = self[cell] else {
            throw TransferError.refused("PARLAY_CELLS does not name cell \(cell).")
        }
        return settings
    }
}
