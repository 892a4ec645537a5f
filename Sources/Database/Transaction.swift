/// An explicit transaction with its own connection. Valid only inside `DatabasePool.transaction`. It begins with its first
/// statement, in the same round trip; without any it never begins.
package struct Transaction {
    private let connection: PipelinedConnection
    private let state = State()

    private final class State {
        /// The last statement that failed.
        var failure: DatabaseError?
        /// Sent in front of the next statements.
        var pending = [Transaction.begin()]
        /// Sent in front of COMMIT.
        var last: [Query] = []
        var hasBegun = false
        /// The server had forgotten a prepared statement, which may have been BEGIN: nothing more is sent.
        var end: DatabaseError?
    }

    private static let begin = Statement("begin")
    private static let commit = Statement("commit")
    private static let rollback = Statement("rollback")

    /// Called before and after statements that are undone separately if they fail; steps can be nested. After a
    /// failure, `undoStep(after:)` lets the transaction continue.
    package static let beginStep = Statement("savepoint step")()
    package static let endStep = Statement("release savepoint step")()
    private static let undoStep = Statement("rollback to savepoint step")()

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
        if let end = state.end { throw end }
        // What precedes a query that cannot be sent is executed, as if the server had refused it.
        if let refused = queries.firstIndex(where: { $0.refusal != nil }),
            let refusal = queries[refused].refusal
        {
            try await send(Array(queries[..<refused]))
            state.failure = .statement(refusal)
            throw .statement(refusal)
        }
        return try await send(queries)
    }

    /// Sends it with the next statements, for what cannot fail and answers nothing. The end of the transaction makes it
    /// needless.
    package func runLater(_ query: Query) { state.pending.append(query) }

    /// Sends it together with the commit, for a write on which nothing depends any more. If it fails, the transaction is
    /// rolled back, and whoever holds it gets the error.
    package func runWithCommit(_ query: Query) { state.last.append(query) }

    @discardableResult
    private func send(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        guard !queries.isEmpty else { return [] }
        let first = state.pending
        state.pending = []
        state.hasBegun = true
        do throws(DatabaseError) {
            let results = try await DatabasePool.run(first + queries, isShared: false, on: connection)
            return first.isEmpty ? results : Array(results.dropFirst(first.count))
        } catch {
            let failure =
                error == .outcomeUnknown
                ? DatabaseError.unavailable("the connection was lost inside a transaction") : error
            state.failure = failure
            if failure.sqlState == .invalidStatementName { state.end = failure }
            throw failure
        }
    }

    /// Undoes a step that failed with `error`, so that the transaction can continue.
    ///
    /// - Throws: `error` if there is no step to undo, for example because a timeout struck before its savepoint.
    package func undoStep(after error: any Error) async throws {
        let failure = state.failure
        do {
            try await run(Self.undoStep, Self.endStep)
        } catch DatabaseError.statement(let refusal) where refusal.sqlState != .invalidStatementName {
            state.failure = failure
            throw error
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

    /// - Throws: the failure of an earlier statement if it was ignored: the server commits nothing then, and reports
    ///   it only in its command tag.
    func commit() async throws(DatabaseError) {
        if let end = state.end { throw end }
        guard state.hasBegun || !state.last.isEmpty else { return }
        let first = state.hasBegun ? state.last : state.pending + state.last
        state.hasBegun = true
        let results: [ResultSet]
        do throws(DatabaseError) {
            results = try await DatabasePool.run(
                first + [Self.commit()],
                isShared: false,
                commitsBeforeSync: true,
                on: connection
            )
        } catch {
            state.failure = error
            // COMMIT was not executed. If it was, and failed, the rollback does nothing.
            if error.sqlState == .invalidStatementName || error.sqlState != nil && !first.isEmpty {
                await rollback()
            }
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
        guard state.hasBegun else { return }
        do throws(DatabaseError) {
            do throws(DatabaseError) {
                try await sendRollback()
            } catch  where error.sqlState == .invalidStatementName {
                // Forgotten as well; it is prepared again.
                try await sendRollback()
            }
        } catch {
            connection.fail("a rollback failed: \(error)")
        }
    }

    private func sendRollback() async throws(DatabaseError) {
        _ = try await DatabasePool.run([Self.rollback()], isShared: false, on: connection)
    }
}
