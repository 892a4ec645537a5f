package import Reactor

/// The database as the loops use it. Each loop has its own connections for reads, for writes and for transactions.
///
/// Call it from a task on one of the loops; a call never leaves its loop.
package final class DatabasePool: Sendable {
    package struct Sizes: Hashable, Sendable {
        /// Connections per loop.
        package var readers: Int
        package var writers: Int
        package var transactions: Int
        /// For `readWithinLimit` and `readAlone`.
        package var limited: Int
        /// Units that can wait on one loop before calls are refused.
        package var maximumDepth: Int
        /// Transactions that can wait for a connection on one loop.
        package var maximumWaiting: Int
        /// How long a transaction waits for a connection before it is refused; `nil` means no limit.
        package var waitLimit: Duration?
        /// Time limit of a statement of `readWithinLimit`, in milliseconds.
        package var readLimit: Int

        package init(
            readers: Int = 2,
            writers: Int = 4,
            transactions: Int = 2,
            limited: Int = 1,
            maximumDepth: Int = 8192,
            maximumWaiting: Int = 512,
            waitLimit: Duration? = .seconds(5),
            readLimit: Int = 250
        ) {
            self.readers = readers
            self.writers = writers
            self.transactions = transactions
            self.limited = limited
            self.maximumDepth = maximumDepth
            self.maximumWaiting = maximumWaiting
            self.waitLimit = waitLimit
            self.readLimit = readLimit
        }
    }

    private final class LoopConnections {
        let readers: ConnectionGroup
        let writers: ConnectionGroup
        let transactions: ConnectionGroup
        let limited: ConnectionGroup

        init(
            _ settings: ConnectionSettings,
            _ sizes: Sizes,
            on loop: EventLoop,
            connector: BlockingPool,
            outage: Outage?
        ) {
            readers = ConnectionGroup(
                settings,
                size: sizes.readers,
                on: loop,
                connector: connector,
                outage: outage
            )
            writers = ConnectionGroup(
                settings,
                size: sizes.writers,
                on: loop,
                connector: connector,
                outage: outage
            )
            let waits = ConnectionGroup.Waits(maximum: sizes.maximumWaiting, limit: sizes.waitLimit)
            transactions = ConnectionGroup(
                settings,
                size: sizes.transactions,
                on: loop,
                connector: connector,
                outage: outage,
                waits: waits
            )
            var limits = settings
            limits.statementTimeout = sizes.readLimit
            limited = ConnectionGroup(
                limits,
                size: sizes.limited,
                on: loop,
                connector: connector,
                outage: outage,
                waits: waits
            )
        }
    }

    package let settings: ConnectionSettings
    private let sizes: Sizes
    private let ordered: [LoopBound<LoopConnections>]
    let connector: BlockingPool

    /// Creates the pool; nothing is connected before `start`.
    package init(
        _ settings: ConnectionSettings,
        loops: [EventLoop],
        sizes: Sizes = Sizes()
    ) throws(ReactorError) {
        self.settings = settings
        self.sizes = sizes
        connector = try BlockingPool(name: "connect", threads: 2, capacity: 1024)
        var ordered: [LoopBound<LoopConnections>] = []
        let outage = settings.observer.map(Outage.init)
        for loop in loops {
            let connections = LoopConnections(
                settings,
                sizes,
                on: loop,
                connector: connector,
                outage: outage
            )
            ordered.append(LoopBound(connections, on: loop))
        }
        self.ordered = ordered
    }

    /// Opens the connections for reads and writes and starts to end turns with a Sync.
    package func start() {
        for bound in ordered {
            bound.loop.execute {
                let connections = bound.value
                bound.loop.atEndOfTurn(.flush) {
                    connections.readers.flush()
                    connections.writers.flush()
                    connections.transactions.flush()
                    connections.limited.flush()
                }
                connections.readers.open()
                connections.writers.open()
            }
        }
    }

    /// Closes the connections. Waiting calls fail as if the connection was lost.
    package func stop() {
        connector.stop()
        for bound in ordered {
            bound.loop.execute {
                bound.value.readers.close()
                bound.value.writers.close()
                bound.value.transactions.close()
                bound.value.limited.close()
            }
        }
    }

    private var here: LoopConnections {
        get throws(DatabaseError) {
            guard let loop = EventLoop.current else { throw .unavailable("called outside of an event loop") }
            if loop.index < ordered.count, ordered[loop.index].loop === loop {
                return ordered[loop.index].value
            }
            for bound in ordered where bound.loop === loop { return bound.value }
            throw .unavailable("called on a loop without connections")
        }
    }

    /// Reads. The statements share one snapshot of settings and one Sync with the other reads of this turn.
    package func read(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        try await run(queries, isShared: true, on: try here.readers)
    }

    /// The same for a caller that is no task: `body` is called once on this loop, before this returns if the reads
    /// cannot be sent. It must not call the pool.
    package func read(
        _ queries: [Query],
        then body: @escaping (Result<[ResultSet], DatabaseError>) -> Void
    ) {
        do throws(DatabaseError) {
            let unit = Unit(queries: queries, isShared: true, for: .function(body))
            try here.readers.submit(unit, maximumDepth: sizes.maximumDepth)
        } catch {
            body(.failure(error))
        }
    }

    @inlinable package func read<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws(DatabaseError)
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await read(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    /// Reads whose duration depends on the caller's input, such as searches. They have their own connections, each
    /// for one at a time, so that no other read waits behind them. The server cancels each statement after
    /// `Sizes.readLimit` milliseconds with `SQLState.queryCanceled`.
    package func readWithinLimit(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        let group = try here.limited
        let reserved: ConnectionGroup.Reservation = unsafe await withUnsafeContinuation { continuation in
            group.reserve(for: .process) { unsafe continuation.resume(returning: $0) }
        }
        let connection = try reserved.get().value
        defer { group.release(connection) }
        do throws(DatabaseError) {
            return try await Self.run(queries, isShared: false, on: connection)
        } catch  where error.sqlState == .invalidStatementName {
            // The schema changed under a prepared statement, so it is prepared again.
            return try await Self.run(queries, isShared: false, on: connection)
        } catch .outcomeUnknown {
            throw .unavailable("the connection was lost during a read")
        }
    }

    /// For one transaction, because the session has `Sizes.readLimit`.
    private static let timeout = Statement("select set_config('statement_timeout', $1, true)")

    /// Reads of many rows, on the connections of `readWithinLimit`, so that no other read waits behind them. A statement
    /// may take as long as any other one: no caller decides what it costs.
    package func readAlone(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        let timeout = Self.timeout(.text(String(settings.statementTimeout)))
        return Array(try await readWithinLimit([timeout] + queries).dropFirst())
    }

    /// Writes: the statements are one implicit transaction with its own Sync. After a deadlock they are sent again, at most
    /// three times in all.
    package func write(_ queries: [Query]) async throws(DatabaseError) -> [ResultSet] {
        var attempts = 0
        while true {
            attempts += 1
            do throws(DatabaseError) {
                return try await run(queries, isShared: false, on: try here.writers)
            } catch {
                guard error.sqlState?.isTransient == true, attempts < 3 else { throw error }
            }
        }
    }

    @inlinable package func write<each Row: RowReadable>(_ queries: repeat RowQuery<each Row>)
        async throws(DatabaseError)
        -> (repeat Rows<each Row>)
    {
        var results = ResultsReader(try await write(ResultsReader.queries(repeat each queries)))
        return (repeat results.rows(of: each queries))
    }

    /// Sends a write without waiting for its result; `failed` is called on an error.
    package func writeLater(_ queries: [Query], failed: @escaping (DatabaseError) -> Void) {
        do {
            let group = try here.writers
            let unit = Unit(
                queries: queries,
                isShared: false,
                for: .function { outcome in
                    if case .failure(let error) = outcome { failed(error) }
                }
            )
            group.submit(unit, maximumDepth: sizes.maximumDepth)
        } catch {
            failed(error)
        }
    }

    /// Holds one connection between `begin` and `commit`. Keep it short; prefer one statement with `with`.
    ///
    /// After a serialization failure or a deadlock, the whole transaction runs again, including `body`, at most three
    /// times.
    ///
    /// - Parameter requester: the owner of the call; when connections are scarce, requesters take turns.
    /// - Throws: what `body` throws, after a rollback; `DatabaseError.outcomeUnknown` if the commit got no answer;
    ///   `DatabaseError.overloaded` if no connection became free in time.
    @discardableResult
    package func transaction<Value>(
        for requester: Requester = .process,
        _ body: (Transaction) async throws -> Value
    ) async throws -> Value {
        let group = try here.transactions
        let reserved: ConnectionGroup.Reservation =
            unsafe await withUnsafeContinuation { continuation in
                group.reserve(for: requester) { unsafe continuation.resume(returning: $0) }
            }
        let connection = try reserved.get().value
        defer { group.release(connection) }
        var attempts = 0
        while true {
            attempts += 1
            let transaction = Transaction(connection)
            do {
                return try await Self.run(body, in: transaction)
            } catch  where transaction.failedTransiently && attempts <= 3 {
                continue
            }
        }
    }

    private static func run<Value>(
        _ body: (Transaction) async throws -> Value,
        in transaction: Transaction
    ) async throws -> Value {
        let value: Value
        do {
            value = try await body(transaction)
        } catch {
            await transaction.rollback()
            throw error
        }
        try await transaction.commit()
        return value
    }

    /// The connection is chosen and the depth measured when the unit is sent, because other tasks can run before
    /// that.
    private func run(
        _ queries: [Query],
        isShared: Bool,
        on group: ConnectionGroup
    ) async throws(DatabaseError) -> [ResultSet] {
        let result: Result<[ResultSet], DatabaseError> = unsafe await withUnsafeContinuation { continuation in
            let unit = unsafe Unit(queries: queries, isShared: isShared, for: .task(continuation))
            group.submit(unit, maximumDepth: sizes.maximumDepth)
        }
        return try result.get()
    }

    static func run(
        _ queries: [Query],
        isShared: Bool,
        commitsBeforeSync: Bool = false,
        on connection: PipelinedConnection
    ) async throws(DatabaseError) -> [ResultSet] {
        let result: Result<[ResultSet], DatabaseError> = unsafe await withUnsafeContinuation { continuation in
            // Resumed once by `Unit.complete`.
            let unit = unsafe Unit(queries: queries, isShared: isShared, for: .task(continuation))
            unit.commitsBeforeSync = commitsBeforeSync
            connection.submit(unit)
        }
        return try result.get()
    }

    /// The calling loop's figures for `/metrics` and `/readyz`.
    package struct Status: Sendable {
        package var open = 0
        package var depth = 0
        /// Transactions that wait for a connection.
        package var waiting = 0
    }

    package var statusHere: Status {
        guard let here = try? here else { return Status() }
        let groups = [here.readers, here.writers, here.transactions]
        return Status(
            open: groups.reduce(0) { $0 + $1.openCount },
            depth: groups.reduce(0) { $0 + $1.depth },
            waiting: here.transactions.waitingCount
        )
    }

    /// Why the calling loop has no connection for reads, if that is known.
    package var lastErrorHere: DatabaseError {
        (try? here).map { $0.readers.isConnected ? $0.writers.lastError : $0.readers.lastError }
            ?? .unavailable("called outside of an event loop")
    }

    /// Whether the calling loop could send a read and a write now.
    package var isConnectedHere: Bool {
        (try? here).map { $0.readers.isConnected && $0.writers.isConnected } ?? false
    }
}
