import Database
import Reactor
import TestDatabases
import TestSupport
import Testing

/// What the server asks to be tried again is tried again, and nothing else is.
@Suite(.database) struct RetryTests {
    static let lockOne = Statement("update counters set value = value + 1 where id = $1")
    static let isolate = Statement("set local transaction isolation level serializable")
    static let sum = Statement("select sum(value)::bigint from counters")
    static let values = Statement("select value from counters order by id")
    static let setting = Statement("select set_config('parlay.tenant_id', $1, true)")
    static let failOnce = Statement("select fail_twice($1)")

    private func prepared() throws -> TestDatabase {
        let database = try TestDatabase.current
        try database.owner.execute(
            """
            create table counters (id bigint primary key, value bigint not null default 0);
            insert into counters select generate_series(1, 2);
            grant select, insert, update, delete on counters to parlay_worker;
            create sequence tries;
            grant usage on tries to parlay_worker;
            create function fail_twice(code text) returns bigint language plpgsql as $$
            declare attempt bigint := nextval('tries');
            begin
                if attempt < 3 then raise exception 'attempt %', attempt using errcode = code; end if;
                return attempt;
            end $$;
            """
        )
        return database
    }

    @Test(arguments: ["40001", "40P01"], [false, true])
    func `a unit that met a conflict is sent again`(code: String, writes: Bool) async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.worker()
            let queries = [Self.lockOne(1), Self.failOnce(.text(code))]
            let sets = writes ? try await pool.write(queries) : try await pool.read(queries)
            #expect(try sets.count == 2 && sets[1][0].integer(0) == 3)
            #expect(try await pool.read([Self.sum()])[0][0].integer(0) == 1)
        }
    }

    @Test func `another failure is not tried again`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.worker()
            await #expect(throws: DatabaseError.self) { try await pool.write([Self.failOnce("22012")]) }
            await #expect(throws: DatabaseError.self) { try await pool.write([Self.failOnce("22012")]) }
            #expect(try await pool.write([Self.failOnce("22012")])[0][0].integer(0) == 3)
        }
    }

    @Test func `transactions that lock each other out both end well`() async throws {
        let database = try prepared()
        try await database.onLoop {
            let pool = try await database.worker(DatabasePool.Sizes(readers: 1, writers: 1, transactions: 2))
            let runs = Count()
            let arrived = Count()
            let lock: @Sendable (Int, Int) async throws -> Void = { first, second in
                try await pool.transaction { transaction in
                    runs.add()
                    try await transaction.run(Self.lockOne(.integer(first)))
                    arrived.add()
                    try await eventually("the other") { arrived.value >= 2 }
                    try await transaction.run(Self.lockOne(.integer(second)))
                }
            }
            async let up: Void = lock(1, 2)
            async let down: Void = lock(2, 1)
            _ = try await (up, down)
            #expect(runs.value >= 3)
            let values = try await pool.read([Self.values()])[0].map { row in try row.integer(0) }
            #expect(values == [2, 2])
        }
    }
}
