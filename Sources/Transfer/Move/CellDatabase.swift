package import Database

/// The database of one cell, as its operator sees it. Blocks.
package final class CellDatabase {
    package let number: Int
    /// For the other cells, whose servers connect to it.
    let conninfo: String
    let connection: BlockingConnection

    /// - Parameter settings: of a superuser: PostgreSQL 15 lets no one else make subscriptions.
    package init(_ number: Int, _ settings: ConnectionSettings) throws {
        self.number = number
        conninfo = settings.conninfo
        var settings = settings
        settings.statementTimeout = 0
        settings.applicationName = "parlay-move"
        connection = try BlockingConnection(settings)
        try TransferSession.prepare(connection, isSilent: false)
    }

    func one<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> Row
    {
        try Rows<Row>(try connection.query(sql, parameters)).one
    }

    func first<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> Row?
    {
        try Rows<Row>(try connection.query(sql, parameters)).first
    }

    func all<Row: RowReadable>(_ sql: String, _ parameters: Parameter..., as _: Row.Type = Row.self) throws
        -> [Row]
    {
        try Rows<Row>(try connection.query(sql, parameters)).all
    }

    func run(_ sql: String, _ parameters: Parameter...) throws { _ = try connection.query(sql, parameters) }

    /// Runs `body` in one transaction.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try connection.execute("begin")
        do {
            let value = try body()
            try connection.execute("commit")
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
