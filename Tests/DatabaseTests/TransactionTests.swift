import Database
import TestDatabases
import Testing

@Suite(.database) struct TransactionTests {
    struct Stop: Error {}

    static let insert = Statement("insert into jottings (id, note) values ($1, $2)")
    static let count = Statement("select count(*) from jottings")
    static let fail = Statement("select 1 / $1::integer")
    static let pid = Statement("select pg_backend_pid()")
    static let insertLine = Statement("insert into lines (id, ledger_id) values ($1, $2)")
    static let end = Statement("rollback")
    static let state = Statement("select now() = statement_timestamp(), pg_backend_pid()")

    func prepared() throws -> TestDatabase {
        let database = try TestDatabase.current
        try database.owner.execute(
            """
            create table jottings (id bigint primary key, note text);
            create table lines (id bigint primary key,
                ledger_id bigint constraint lines_ledger_fkey references jottings deferrable initially deferred);
            grant select, insert, update, delete on jottings, lines to parlay_front;
            """
        )
        return database
    }

    @Test func `what it writes stays when its body ends well, and goes when the body throws`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            let answer = try await pool.transaction { transaction in
                try await transaction.run(Self.insert(1, "a"), Self.insert(2, "b"))
                return try await transaction.run(Self.count())[0][0].integer(0)
            }
            #expect(answer == 2)
            await #expect(throws: Stop.self) {
                try await pool.transaction { transaction in
                    try await transaction.run(Self.insert(3, "c"))
                    throw Stop()
                }
            }
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 2)
        }
    }

    @Test func `after a failed statement the next transaction works`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            for _ in 0..<5 {
                let failure = await #expect(throws: DatabaseError.self) {
                    try await pool.transaction { transaction in
                        try await transaction.run(Self.insert(1, "a"))
                        try await transaction.run(Self.fail(0))
                    }
                }
                #expect(failure?.sqlState?.rawValue == "22012")
            }
            try await pool.transaction { transaction in try await transaction.run(Self.insert(1, "a")) }
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 1)
        }
    }

    @Test func `a body that swallows the error of a statement does not pass as committed`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            var swallowed = 0
            let failure = await #expect(throws: DatabaseError.self) {
                try await pool.transaction { transaction in
                    try await transaction.run(Self.insert(1, "a"))
                    do { try await transaction.run(Self.fail(0)) } catch { swallowed += 1 }
                }
            }
            #expect(swallowed == 1)
            #expect(failure?.sqlState?.rawValue == "22012")
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 0)
        }
    }

    @Test func `a constraint that is checked at commit is a failure of the statement kind`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            let inTransaction = await #expect(throws: DatabaseError.self) {
                try await pool.transaction { transaction in try await transaction.run(Self.insertLine(1, 99))
                }
            }
            #expect(inTransaction?.constraint == "lines_ledger_fkey")
            for _ in 0..<3 {
                async let good = pool.write([Self.fail(1)])
                async let bad = pool.write([Self.insertLine(1, 99)])
                async let alsoGood = pool.write([Self.fail(1)])
                let inWrite: DatabaseError?
                do {
                    _ = try await bad
                    inWrite = nil
                } catch { inWrite = error as? DatabaseError }
                #expect(inWrite?.constraint == "lines_ledger_fkey")
                #expect(try await good.count == 1)
                #expect(try await alsoGood.count == 1)
            }
            #expect(pool.statusHere.depth == 0)
            _ = try await pool.write([Self.insertLine(1, nil)])
        }
    }

    static let underWay = Statement(
        """
        select count(*)
          from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'
        """
    )

    @Test func `a transaction begins with its first statement`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            func underWay() async throws -> Int64 { try await pool.read([Self.underWay()])[0][0].integer(0) }
            #expect(try await pool.transaction { _ in try await underWay() } == 0)
            await #expect(throws: Stop.self) {
                try await pool.transaction { transaction in
                    transaction.runLater(Transaction.beginStep)
                    #expect(try await underWay() == 0)
                    throw Stop()
                }
            }
            try await pool.transaction { transaction in
                let answers = try await transaction.run(Self.count(), Self.pid())
                #expect(answers.count == 2)
                #expect(try answers[0][0].integer(0) == 0)
                #expect(try await underWay() == 1)
            }
            #expect(try await underWay() == 0)
        }
    }

    @Test func `what runs later runs before the next statement, and is undone with it`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            let notes = try await pool.transaction { transaction in
                transaction.runLater(Self.insert(1, "later"))
                transaction.runLater(Transaction.beginStep)
                try await transaction.run(Self.insert(2, "undone"))
                try await transaction.undoStep(after: Stop())
                transaction.runLater(Transaction.beginStep)
                let answers = try await transaction.run(Self.insert(3, "kept"), Self.count())
                transaction.runLater(Transaction.endStep)
                return try answers[1][0].integer(0)
            }
            #expect(notes == 2)
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 2)
        }
    }

    @Test func `a query that cannot be sent is refused like a statement`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            try await pool.transaction { transaction in
                let failure = await #expect(throws: DatabaseError.self) {
                    try await transaction.run(
                        Transaction.beginStep,
                        Self.insert(1, "a"),
                        Self.insert(2, "\0")
                    )
                }
                guard case .statement? = failure else { throw Stop() }
                try await transaction.undoStep(after: Stop())
                try await transaction.run(Self.insert(3, "c"))
            }
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 1)
        }
    }

    /// As when a timeout strikes early.
    @Test func `a failure before the savepoint of a step is not hidden by undoing it`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            let failure = await #expect(throws: DatabaseError.self) {
                try await pool.transaction { transaction in
                    do {
                        try await transaction.run(Self.fail(0), Transaction.beginStep, Self.insert(1, "a"))
                    } catch {
                        try await transaction.undoStep(after: error)
                    }
                    try await transaction.run(Self.insert(2, "b"))
                }
            }
            #expect(failure?.sqlState?.rawValue == "22012")
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 0)
        }
    }

    // Each also forgets itself.
    static let forget = [Statement("deallocate all"), Statement("deallocate all")]

    /// As behind a pooler: first COMMIT is unknown, which leaves nothing open, then BEGIN.
    @Test func `a transaction whose statements the server has forgotten runs again`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            await #expect(throws: Stop.self) {
                try await pool.transaction { transaction in
                    try await transaction.run(Self.insert(1, "a"))
                    throw Stop()
                }
            }
            var attempts = 0
            try await pool.transaction { transaction in
                attempts += 1
                if attempts == 1 { try await transaction.run(Self.forget[0]()) }
                try await transaction.run(Self.insert(2, "b"))
            }
            #expect(attempts > 1)
            attempts = 0
            try await pool.transaction { transaction in
                attempts += 1
                if attempts == 1 { try await transaction.run(Self.forget[1]()) }
            }
            #expect(attempts > 1)
            // A transaction without statements has prepared nothing again.
            attempts = 0
            try await pool.transaction { transaction in
                attempts += 1
                do {
                    try await transaction.run(Transaction.beginStep, Self.insert(1, "a"), Transaction.endStep)
                } catch {
                    // Would be refused without a transaction, and must not hide why.
                    try await transaction.undoStep(after: error)
                    throw error
                }
            }
            #expect(attempts > 1)
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 2)
        }
    }

    @Test func `those that find no connection free wait for their turn`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.front()
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        try await pool.transaction { transaction in
                            try await transaction.run(Self.insert(.integer(number), nil))
                            return try await transaction.run(Self.pid())[0][0].integer(0)
                        }
                    }
                }
                var pids: Set<Int64> = []
                for try await pid in group { pids.insert(pid) }
                #expect(pids.count == 1)
            }
            #expect(try await pool.read([Self.count()])[0][0].integer(0) == 40)
        }
    }

    static let slow = Statement("select pg_sleep($1::float8)")

    @Test func `a statement timeout is an error of its own unit`() async throws {
        let database = try prepared()
        try await database.onLoop {
            var settings = database.settings(as: .front)
            // Long enough for what does end, on a busy machine.
            settings.statementTimeout = 2_000
            let pool = try await database.pool(settings)
            async let slow = pool.read([Self.slow("30")])
            async let quick = pool.read([Self.fail(1)])
            do {
                _ = try await slow
                Issue.record("no timeout")
            } catch { #expect((error as? DatabaseError)?.sqlState == .queryCanceled) }
            #expect(try await quick[0][0].integer(0) == 1)
            let failure = await #expect(throws: DatabaseError.self) {
                try await pool.transaction { transaction in try await transaction.run(Self.slow("30")) }
            }
            #expect(failure?.sqlState == .queryCanceled)
            try await pool.transaction { transaction in try await transaction.run(Self.insert(1, nil)) }
        }
    }

    @Test func `reads of many rows have the time of any statement, and searches on their connection do not`()
        async throws
    {
        let database = try prepared()
        try await database.onLoop {
            var settings = database.settings(as: .front)
            settings.statementTimeout = 60_000
            let pool = try await database.pool(settings, .init(readers: 1, writers: 1, readLimit: 100))
            func failure(_ seconds: String) async -> DatabaseError? {
                await #expect(throws: DatabaseError.self) {
                    try await pool.readWithinLimit([Self.slow(.text(seconds))])
                }
            }
            #expect(await failure("30")?.sqlState == .queryCanceled)
            let sets = try await pool.readAlone([Self.timeout(), Self.slow("0.5")])
            #expect(try sets.count == 2 && sets[0][0].text(0) == "1min")
            #expect(await failure("30")?.sqlState == .queryCanceled)
        }
    }

    static let timeout = Statement("select current_setting('statement_timeout')")
}
