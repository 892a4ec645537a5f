import Database
import Reactor
import TestDatabases
import Testing

/// Units that share a turn, a connection or a Sync, and yet must know nothing of each other.
@Suite(.database) struct PipelineTests {
    static let echo = Statement("select $1::bigint")
    static let divide = Statement("select 1 / $1::bigint")
    static let tenant = Statement("select current_setting('parlay.tenant_id', true)")
    static let scope = Statement("select set_config('parlay.tenant_id', $1, true)")
    static let broken = Statement("select nothing from nowhere")

    @Test func `many reads at once get their own rows`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<2000 {
                    group.addTask {
                        let sets = try await pool.read([
                            Self.echo(.integer(number)), Self.echo(.integer(-number)),
                        ])
                        return try sets.count == 2 && sets[0][0].integer(0) == number
                            && sets[1][0].integer(0) == -number
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(pool.statusHere.depth == 0)
        }
    }

    @Test(arguments: [false, true])
    func `a unit that fails between good ones of the same turn fails alone`(writes: Bool) async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let divisor = number % 3 == 0 ? 0 : 1
                        let queries = [Self.echo(.integer(number)), Self.divide(.integer(divisor))]
                        do {
                            let sets = writes ? try await pool.write(queries) : try await pool.read(queries)
                            #expect(try divisor == 1 && sets.count == 2 && sets[0][0].integer(0) == number)
                        } catch let error as DatabaseError {
                            #expect(
                                divisor == 0 && error.sqlState?.rawValue == "22012",
                                "\(number): \(error)"
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(pool.statusHere.depth == 0)
            #expect(pool.statusHere.open >= 2)
        }
    }

    @Test func `a statement that cannot be prepared fails alone, every time, and keeps the connection`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            let pid = try await Self.backend(of: pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        if number % 2 == 0 {
                            let failure = await #expect(throws: DatabaseError.self) {
                                try await pool.read([Self.echo(1), Self.broken()])
                            }
                            #expect(failure?.sqlState == .undefinedTable)
                        } else {
                            let sets = try await pool.read([Self.echo(7)])
                            #expect(try sets[0][0].integer(0) == 7)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Self.backend(of: pool) == pid)
        }
    }

    static let young = Statement("select value from young")

    @Test func `a statement that once could not be prepared works when its table is there`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.worker()
            for _ in 0..<3 {
                await #expect(throws: DatabaseError.self) {
                    try await pool.read([Self.echo(1), Self.young()])
                }
                await #expect(throws: DatabaseError.self) {
                    try await pool.write([Self.echo(1), Self.young()])
                }
            }
            try database.owner.execute(
                "create table young as select 5::bigint as value; grant select on young to parlay_worker"
            )
            #expect(try await pool.read([Self.echo(1), Self.young()])[1][0].integer(0) == 5)
            #expect(try await pool.write([Self.echo(1), Self.young()])[1][0].integer(0) == 5)
        }
    }

    static let late = Statement("select $1::bigint + 1")
    static let later = Statement("select $1::bigint + 2")

    @Test func `a statement whose preparing was skipped is prepared again, however many wait for it`()
        async throws
    {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: DatabaseError.self) { try await pool.read([Self.divide(0)]) }
                }
                for number in 0..<200 {
                    group.addTask {
                        // Turns pass between these, so that some are sent while the skipped ones are not yet answered.
                        for _ in 0..<number % 5 { await database.loop.sleep(for: .microseconds(1)) }
                        let sets = try await pool.read([
                            Self.late(.integer(number)), Self.later(.integer(number)),
                        ])
                        #expect(
                            try sets[0][0].integer(0) == number + 1 && sets[1][0].integer(0) == number + 2
                        )
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    static let columns = Statement("select * from shifting")

    @Test func `a statement whose result changed its shape is prepared again`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.worker()
            let owner = try database.owner
            try owner.execute("create table shifting (a bigint); grant select on shifting to parlay_worker")
            try owner.execute("insert into shifting values (1)")
            #expect(try await pool.read([Self.columns()])[0].count == 1)
            try owner.execute("alter table shifting add b text default 'new'")
            #expect(try await pool.read([Self.columns()])[0][0].text(1) == "new")
        }
    }

    @Test func `a unit without statements answers at once`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            #expect(try await pool.read([]).isEmpty)
            #expect(try await pool.write([]).isEmpty)
        }
    }

    @Test func `settings of one unit are gone in the next`() async throws {
        let database = try TestDatabase.current
        try await database.onLoop {
            let pool = try await database.front()
            _ = try await pool.read([Self.scope("7"), Self.tenant()])
            let read = try await pool.read([Self.tenant()])
            #expect(read[0][0].optionalText(0) ?? "" == "")
            _ = try await pool.write([Self.scope("7"), Self.tenant()])
            let write = try await pool.write([Self.tenant()])
            #expect(write[0][0].optionalText(0) ?? "" == "")
            // A write on the connection behind it in the same turn does not see what a write before it set.
            async let first = pool.write([Self.scope("8")])
            async let second = pool.write([Self.tenant()])
            _ = try await first
            #expect(try await second[0][0].optionalText(0) ?? "" == "")
            try await pool.transaction { transaction in try await transaction.run(Self.scope("9")) }
            let after = try await pool.transaction { transaction in try await transaction.run(Self.tenant()) }
            #expect(after[0][0].optionalText(0) ?? "" == "")
        }
    }

    static let pid = Statement("select pg_backend_pid()")

    static func backend(of pool: DatabasePool) async throws -> Int64 {
        try await pool.read([pid()])[0][0].integer(0)
    }
}
