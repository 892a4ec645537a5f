import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

/// The server disappears: before a call, in the middle of it, and for a while.
@Suite(.database) struct ConnectionLossTests {
    static let slow = Statement("select pg_sleep(30)")
    static let one = Statement("select 1")
    static let pid = Statement("select pg_backend_pid()")

    /// Ends every other connection to the test's database once `count` of them sleep.
    private func terminate(whenSleeping count: Int, in database: TestDatabase) async throws {
        let superuser = try database.connect(as: .superuser)
        try await eventually("\(count) sleeping statements") {
            try superuser.query(
                """
                select 1 from pg_stat_activity
                 where datname = current_database() and pid <> pg_backend_pid() and wait_event = 'PgSleep'
                """
            ).count >= count
        }
        try superuser.execute(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()
            """
        )
    }

    private func works(_ pool: DatabasePool, in database: TestDatabase) async throws {
        try await eventually("the pool to reconnect") {
            do {
                _ = try await pool.read([Self.one()])
                _ = try await pool.write([Self.one()])
                try await pool.transaction { transaction in try await transaction.run(Self.one()) }
                return true
            } catch DatabaseError.unavailable { return false }
        }
    }

    private func error(of body: () async throws -> Void) async -> DatabaseError? {
        do {
            try await body()
            return nil
        } catch { return error as? DatabaseError }
    }

    private func isUnavailable(_ error: DatabaseError?) -> Bool {
        if case .unavailable = error { true } else { false }
    }

    @Test func `what the server ended before its commit is undone, and the pool comes back`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            async let read = error { _ = try await pool.read([Self.slow()]) }
            async let queuedRead = error { _ = try await pool.read([Self.one()]) }
            async let write = error { _ = try await pool.write([Self.one(), Self.slow()]) }
            async let queuedWrite = error { _ = try await pool.write([Self.one()]) }
            async let transaction = error {
                _ = try await pool.transaction { transaction in try await transaction.run(Self.slow()) }
            }
            try await terminate(whenSleeping: 3, in: database)
            #expect(isUnavailable(await read))
            #expect(isUnavailable(await queuedRead))
            // The server said FATAL in the middle of the first write and never executed the second.
            #expect(isUnavailable(await write))
            #expect(isUnavailable(await queuedWrite))
            #expect(isUnavailable(await transaction))
            try await works(pool, in: database)
            #expect(pool.statusHere.depth == 0)
        }
    }

    static let endAtCommit = Statement("insert into last_words values (1)")

    @Test func `a write that is lost while it commits is unknown`() async throws {
        let database = try TestDatabase.current
        try database.owner.execute(
            """
            create table last_words (id bigint);
            grant select, insert on last_words to parlay_front;
            create function end_session() returns trigger language plpgsql as $$
            begin
                perform pg_terminate_backend(pg_backend_pid());
                perform pg_sleep(30);
                return null;
            end
            $$;
            create constraint trigger end_session after insert on last_words deferrable initially deferred
                for each row execute function end_session();
            """
        )
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            async let write = error { _ = try await pool.write([Self.endAtCommit()]) }
            async let queued = error { _ = try await pool.write([Self.one()]) }
            #expect(await write == .outcomeUnknown)
            #expect(isUnavailable(await queued))
            try await works(pool, in: database)
            let transaction = await error {
                _ = try await pool.transaction { transaction in
                    try await transaction.run(Self.endAtCommit())
                }
            }
            #expect(transaction == .outcomeUnknown)
            try await works(pool, in: database)
        }
    }

    @Test func `idle connections that were cut are replaced before anybody meets them`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            try await works(pool, in: database)
            let before = try await pool.read([Self.pid()])[0][0].integer(0)
            try await terminate(whenSleeping: 0, in: database)
            try await eventually("new connections") {
                guard pool.isConnectedHere else { return false }
                do {
                    return try await pool.read([Self.pid()])[0][0].integer(0) != before
                } catch DatabaseError.unavailable { return false }
            }
            try await works(pool, in: database)
        }
    }

    /// A statement that sleeps longer than the server is waited for looks like a server that hangs.
    @Test func `a server that does not answer is given up`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var settings = database.settings(as: .front)
            settings.statementTimeout = 60_000
            settings.answerTimeout = 2_000
            let pool = try await database.pool(settings)
            async let read = error { _ = try await pool.read([Self.slow()]) }
            async let queuedRead = error { _ = try await pool.read([Self.one()]) }
            async let write = error { _ = try await pool.write([Self.slow()]) }
            async let transaction = error {
                _ = try await pool.transaction { transaction in try await transaction.run(Self.slow()) }
            }
            async let waiting = error { try await pool.transaction { _ in } }
            #expect(isUnavailable(await read))
            #expect(isUnavailable(await queuedRead))
            #expect(await write == .outcomeUnknown)
            #expect(isUnavailable(await transaction))
            // It waited for the only connection, and gets the next.
            #expect(await waiting == nil)
            try await works(pool, in: database)
            #expect(pool.statusHere.depth == 0)
        }
    }

    @Test func `a transaction whose connection is lost while it waits for something else is undone`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            let failure = await error {
                try await pool.transaction { transaction in
                    try await transaction.run(Self.one())
                    try await terminate(whenSleeping: 0, in: database)
                    try await eventually("the loss") { pool.statusHere.open == 0 }
                    try await transaction.run(Self.one())
                }
            }
            #expect(isUnavailable(failure))
            try await works(pool, in: database)
        }
    }

    @Test func `without a server every call fails at once`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var settings = database.settings(as: .front)
            settings.conninfo = "postgresql://parlay_front@127.0.0.1:1/nowhere"
            let pool = try DatabasePool(settings, loops: [database.loop], sizes: .small)
            defer { pool.stop() }
            let unstarted = await error { _ = try await pool.read([Self.one()]) }
            #expect(isUnavailable(unstarted))
            pool.start()
            for _ in 0..<100 {
                #expect(isUnavailable(await error { _ = try await pool.read([Self.one()]) }))
                #expect(isUnavailable(await error { _ = try await pool.write([Self.one()]) }))
                #expect(isUnavailable(await error { try await pool.transaction { _ in } }))
            }
            #expect(!pool.isConnectedHere)
        }
    }

    @Test func `more than may wait is refused, and those that wait are served`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            var sizes = DatabasePool.Sizes.small
            sizes.maximumDepth = 10
            let pool = try await database.pool(database.settings(as: .front), sizes)
            let overloaded = Count()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        do {
                            let queries = [Self.one()]
                            _ = number % 2 == 0 ? try await pool.read(queries) : try await pool.write(queries)
                        } catch DatabaseError.overloaded { overloaded.add() }
                    }
                }
                try await group.waitForAll()
            }
            #expect(overloaded.value == 30)
            try await works(pool, in: database)
        }
    }

    @Test func `stopping the pool ends every wait`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.pool(database.settings(as: .front))
            async let read = error { _ = try await pool.read([Self.slow()]) }
            async let write = error { _ = try await pool.write([Self.slow()]) }
            async let holder = error {
                _ = try await pool.transaction { transaction in try await transaction.run(Self.slow()) }
            }
            async let waiter = error { try await pool.transaction { _ in } }
            try await eventually("the statements") { pool.statusHere.depth >= 3 }
            pool.stop()
            #expect(isUnavailable(await read))
            #expect(await write == .outcomeUnknown)
            #expect(isUnavailable(await holder))
            #expect(isUnavailable(await waiter))
            #expect(isUnavailable(await error { _ = try await pool.read([Self.one()]) }))
            #expect(isUnavailable(await error { try await pool.transaction { _ in } }))
        }
    }

    @Test func `a call off the loops is refused`() async throws {
        let database = try TestDatabase.current
        let pool = try await database.pool(database.settings(as: .front))
        #expect(isUnavailable(await error { _ = try await pool.read([Self.one()]) }))
    }
}
