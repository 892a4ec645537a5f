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
            settings.statementTimeout = 100
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
}
