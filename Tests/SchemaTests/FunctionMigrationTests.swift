import Database
import Schema
import TestDatabases
import Testing

/// When functions are applied, and what a program thinks of a database with those of another.
@Suite(.database) struct FunctionMigrationTests {
    private static let table = Migration(1, "table", Array("create table one (id bigint);".utf8))
    private static let old = FunctionFile(
        "answer",
        Array("create or replace function answer() returns integer language sql return 1;".utf8)
    )
    private static let new = FunctionFile(
        "answer",
        Array("create or replace function answer() returns integer language sql return 2;".utf8)
    )
    /// Needs `answer`, which comes after it.
    private static let above = FunctionFile(
        "above",
        Array("create or replace function above() returns integer language sql return answer() + 1;".utf8)
    )
    private static let trigger = FunctionFile(
        "notes",
        Array(
            """
            create or replace function notes() returns trigger language plpgsql as $$ begin return new; end $$;

            create or replace trigger notes before insert on one for each row execute function notes();
            """.utf8
        )
    )

    /// The test's database without its schema.
    private func bareDatabase() throws -> TestDatabase {
        let database = try TestDatabase.current
        try database.connect(as: .superuser).execute("drop schema parlay cascade")
        return database
    }

    private func migrator(
        _ functions: FunctionFile...,
        migrations: [Migration] = [Self.table],
        as user: TestDatabase.User = .superuser
    ) throws -> Migrator {
        Migrator(
            settings: try TestDatabase.current.settings(as: user),
            migrations: migrations,
            functions: functions
        )
    }

    /// Migrates, and returns what was applied.
    private func applied(_ migrator: Migrator) throws -> [String] {
        let outcome = try migrator.migrate()
        return outcome.migrations.map(\.fileName) + outcome.functions.map(\.name)
    }

    private func answer() throws -> Int64 {
        try TestDatabase.current.owner.query("select parlay.answer()::bigint")[0].integer(0)
    }

    @Test func `functions are applied once, in any order, and again when they change`() throws {
        _ = try bareDatabase()
        let first = try migrator(Self.above, Self.old, Self.trigger)
        #expect(try applied(first) == ["0001_table.sql", "above", "answer", "notes"])
        #expect(try answer() == 1)
        #expect(try first.migrate().isEmpty)
        #expect(try first.status().isCurrent)
        let second = try migrator(Self.above, Self.new, Self.trigger)
        #expect(try applied(second) == ["answer"])
        #expect(try answer() == 2)
        #expect(try TestDatabase.current.owner.query("select parlay.above()::bigint")[0].integer(0) == 3)
        // What a version takes back is applied again.
        #expect(try applied(first) == ["answer"])
        #expect(try answer() == 1)
    }

    @Test func `a program without its functions is behind, and one whose functions were replaced is not`()
        throws
    {
        _ = try bareDatabase()
        let older = try migrator(Self.old, as: .front)
        #expect(throws: MigrationError.behind(["0001_table.sql", "functions/answer.sql"])) {
            try older.verify()
        }
        try migrator(Self.old).migrate()
        try older.verify()
        let newer = try migrator(Self.new, as: .worker)
        #expect(throws: MigrationError.behind(["functions/answer.sql"])) { try newer.verify() }
        try migrator(Self.new).migrate()
        try newer.verify()
        try older.verify()
        #expect(try older.status().outdated == [Self.old])
        #expect(try !older.status().isCurrent)
    }

    @Test
    func `a file that a later version no longer has stays for the earlier one, until a migration drops it`()
        throws
    {
        _ = try bareDatabase()
        let first = try migrator(Self.old, Self.above)
        try first.migrate()
        #expect(try migrator(Self.old).migrate().isEmpty)
        try first.verify()
        let drop = Migration(2, "drop", Array("-- compatible: yes\ndrop function above();".utf8))
        let third = try migrator(Self.old, migrations: [Self.table, drop])
        #expect(try applied(third) == ["0002_drop.sql"])
        try third.verify()
        // The database is ahead of the first, and its functions are not asked about.
        try first.verify()
        #expect(try first.migrate().isEmpty)
        #expect(
            try TestDatabase.current.owner.query("select from pg_proc where proname = 'above'").isEmpty
        )
    }

    @Test func `an older program does not put its functions into a database that is ahead`() throws {
        _ = try bareDatabase()
        let older = try migrator(Self.old)
        try older.migrate()
        let next = Migration(2, "next", Array("-- compatible: yes\ncreate table two ()".utf8))
        try migrator(Self.new, migrations: [Self.table, next]).migrate()
        #expect(try older.migrate().isEmpty)
        #expect(try answer() == 2)
        try older.verify()
        // Nor one that was never here.
        let other = try migrator(Self.above)
        #expect(try other.migrate().isEmpty)
        try other.verify()
    }

    @Test
    func
        `a function that a migration drops is made again, in the transaction of the functions if it says so`()
        throws
    {
        _ = try bareDatabase()
        try migrator(Self.old, Self.above).migrate()
        let wider = FunctionFile(
            "answer",
            Array("create or replace function answer() returns bigint language sql return 3;".utf8)
        )
        let replace = Migration(
            2,
            "replace",
            Array("-- compatible: yes\n-- with the functions\ndrop function above(), answer();".utf8)
        )
        let next = Migration(3, "next", Array("-- compatible: yes\ncreate table two ()".utf8))
        let broken = FunctionFile("broken", Array("create or replace function broken() bad".utf8))
        let failure = #expect(throws: MigrationError.self) {
            try migrator(wider, Self.above, broken, migrations: [Self.table, replace, next]).migrate()
        }
        guard case .failed(file: "functions/broken.sql", _) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        // Nothing of that transaction is left.
        #expect(try answer() == 1)
        let second = try migrator(wider, Self.above, migrations: [Self.table, replace, next])
        #expect(try second.status().pending == [replace])
        #expect(try applied(second) == ["0002_replace.sql", "answer", "above"])
        #expect(try answer() == 3)
        #expect(try second.status().isCurrent)
    }

    @Test func `several at once apply each function once`() async throws {
        _ = try bareDatabase()
        let migrator = try migrator(Self.above, Self.old, Self.trigger)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 { group.addTask { try migrator.migrate().functions.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 3])
    }

    @Test func `what a function file makes belongs to the owner role`() throws {
        let strangers = try TestDatabase.current.owner.query(
            """
            select p.proname::text
              from pg_proc p
             where p.pronamespace = 'parlay'::regnamespace and p.proowner <> 'parlay_owner'::regrole
               and not exists (select from pg_depend d
                                where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
            """
        )
        #expect(try strangers.map { row in try row.text(0) } == [])
    }
}
