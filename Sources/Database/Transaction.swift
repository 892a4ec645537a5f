/// An explicit transaction on a connection of its own. Valid inside `DatabasePool.transaction` only.
package struct Transaction {
    private let connection: PipelinedConnection

    private static let begin = Statement("begin")
    private static let commit = Statement("commit")
    private static let rollback = Statement("rollback")

    init(_ connection: PipelinedConnection) { self.connection = connection }

    /// Runs statements in one round trip, inside the transaction.
    @discardableResult
    package func run(_ queries: Query...) async throws(DatabaseError) -> [ResultSet] {
        try await run(queries)
    }

    @discardableResult
    package func run(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        try await DatabasePool.run(queries, isShared: false, on: connection)
    }

    func begin() async throws(DatabaseError) { try await run(Self.begin()) }

    func commit() async throws(DatabaseError) { try await run(Self.commit()) }

    /// Gives up. A connection that fails here is closed by its own error handling.
    func rollback() async { _ = try? await run(Self.rollback()) }
}
