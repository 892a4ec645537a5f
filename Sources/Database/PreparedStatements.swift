/// The statements that a connection has prepared. Found by their numbers, because each request asks for some.
struct PreparedStatements {
    struct Entry {
        /// The latest one.
        let generation: Int
        /// On the server.
        let name: String
    }

    /// By the statement's number.
    private var entries: [Entry?] = []

    subscript(statement: Statement) -> Entry? {
        get { statement.id < entries.count ? entries[statement.id] : nil }
        set {
            while entries.count <= statement.id { entries.append(nil) }
            entries[statement.id] = newValue
        }
    }
}
