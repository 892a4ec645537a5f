/// An explicit transaction with its own connection. Valid only inside `DatabasePool.transaction`.
package struct Transaction {
    private let connection: PipelinedConnection
    private let state = State()

    private final class State {
        /// The last statement that failed.
        var failure: DatabaseError?
    }

    private static let begin = Statement("begin")
    private static let commit = Statement("commit")
    private static let rollback = Statement("rollback")

    /// Called before and after statements that are undone separately if they fail; steps can be nested. After a
    /// failure, `undoStep` and then `endStep` let the transaction continue.
    package static let beginStep = Statement("savepoint step")()
    package static let endStep = Statement("release savepoint step")()
    package static let undoStep = Statement("rollback to savepoint step")()

    init(_ connection: PipelinedConnection) { self.connection = connection }

    /// Runs statements in one round trip, inside the transaction.
    ///
    /// - Throws: never `DatabaseError.outcomeUnknown`: a transaction whose connection is lost before `commit` is
    ///   rolled back.
    @discardableResult
    package func run(_ queries: Query...) async throws(DatabaseError) -> [ResultSet] {
        try await run(queries)
    }

    @discardableResult
    package func run(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        do throws(DatabaseError) {
            return try await DatabasePool.run(queries, isShared: false, on: connection)
        } catch {
            let failure =
                error == .outcomeUnknown
                ? DatabaseError.unavailable("the connection was lost inside a transaction") : error
            state.failure = failure
            throw failure
        }
    }

    /// The rows of each query, read by its type. Runs all in one round trip.
    @inlinable package func read<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws(DatabaseError) -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await run(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    /// The same transaction may succeed if it runs again from its start.
    var failedTransiently: Bool {
        guard let sqlState = state.failure?.sqlState else { return false }
        return sqlState.isTransient || sqlState == .invalidStatementName
    }

    func begin() async throws(DatabaseError) { try await run(Self.begin()) }

    /// - Throws: the failure of an earlier statement if it was ignored: the server commits nothing then, and reports
    ///   it only in its command tag.
    func commit() async throws(DatabaseError) {
        let results: [ResultSet]
        do throws(DatabaseError) {
            results = try await DatabasePool.run(
                [Self.commit()],
                isShared: false,
                commitsBeforeSync: true,
                on: connection
            )
        } catch {
            state.failure = error
            throw error
        }
        guard results.last?.commandTag == "COMMIT" else {
            let message = "the transaction had failed before its commit"
            throw state.failure
                ?? .statement(StatementFailure(sqlState: .inFailedTransaction, message: message))
        }
    }

    /// Rolls back. A connection on which even this fails is closed, because its state is unknown.
    func rollback() async {
        do throws(DatabaseError) {
            _ = try await DatabasePool.run([Self.rollback()], isShared: false, on: connection)
        } catch {
            connection.fail("a rollback failed: \(error)")
        }
    }
}
