import Database
import FoundationEssentials
import Schema
import Synchronization
import TestDatabases
import Testing

@Suite(.database) struct MigratorTests {
    private static let first = Migration(
        1,
        "first",
        Array("create table one (id bigint); insert into one values (1);".utf8)
    )
    private static let second = Migration(2, "second", Array("create table two (id bigint)".utf8))
    private static let broken = Migration(
        2,
        "second",
        Array("create table two (id bigint); select 1 / 0".utf8)
    )

    /// The test's database without its schema.
    private func bareDatabase() throws -> TestDatabase {
        let database = try TestDatabase.current
        try database.connect(as: .superuser).execute("drop schema parlay cascade")
        return database
    }

    private func migrator(_ migrations: Migration..., as user: TestDatabase.User = .superuser) throws
        -> Migrator
    {
        Migrator(
            settings: try TestDatabase.current.settings(as: user),
            migrations: migrations,
            functions: []
        )
    }

    @Test func `every file of db/migrations is built in, in order and without a gap`() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let files = try FileManager.default.contentsOfDirectory(atPath: "/\(folder)/db/migrations").sorted()
        #expect(Migration.all.map(\.fileName) == files)
        #expect(Migration.all.map(\.version) == Array(1...files.count))
        for migration in Migration.all {
            let data = try #require(
                FileManager.default.contents(atPath: "/\(folder)/db/migrations/\(migration.fileName)")
            )
            #expect(migration.sql == String(decoding: data, as: UTF8.self))
        }
    }

    @Test func `a migrated database is current for the front and the worker`() throws {
        let database = try TestDatabase.current
        for user in [TestDatabase.User.front, .worker, .owner, .superuser] {
            try Migrator(settings: database.settings(as: user)).verify()
        }
        let status = try Migrator(settings: database.settings(as: .front)).status()
        #expect(status.isCurrent)
        #expect(status.applied.map(\.version) == Migration.all.map(\.version))
        #expect(status.applied.map(\.checksum) == Migration.all.map(\.checksum))
    }

    @Test func `a second run does nothing`() throws {
        _ = try bareDatabase()
        let events = Mutex<[Migrator.Progress]>([])
        let migrator = try migrator(Self.first, Self.second)
        let ran = try migrator.migrate { event in events.withLock { $0.append(event) } }
        #expect(ran.migrations == [Self.first, Self.second])
        #expect(events.withLock { $0.count } == 4)
        #expect(events.withLock { $0.first } == .running(file: "0001_first.sql", index: 0, of: 2))
        #expect(try migrator.migrate { event in events.withLock { $0.append(event) } }.isEmpty)
        #expect(events.withLock { $0.count } == 4)
    }

    @Test func `several at once run each file once`() async throws {
        let database = try bareDatabase()
        let migrator = try migrator(Self.first, Self.second)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<3 { group.addTask { try migrator.migrate().migrations.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == [0, 0, 2])
        #expect(try database.owner.query("select id from parlay.one").count == 1)
    }

    @Test func `a database that is behind is refused, by role and before the roles know of it`() throws {
        _ = try bareDatabase()
        #expect(throws: MigrationError.behind(["0001_first.sql"])) {
            try migrator(Self.first, as: .front).verify()
        }
        try migrator(Self.first).migrate()
        #expect(throws: MigrationError.behind(["0002_second.sql"])) {
            try migrator(Self.first, Self.second, as: .front).verify()
        }
        var settings = try TestDatabase.current.settings(as: .superuser)
        settings.role = "parlay_not_there"
        let lacking = Migrator(settings: settings, migrations: [Self.first], functions: [])
        #expect(try lacking.status().pending == [Self.first])
    }

    @Test func `a database that is ahead is refused, and not migrated`() throws {
        _ = try bareDatabase()
        try migrator(Self.first, Self.second).migrate()
        let older = try migrator(Self.first)
        #expect(try older.status().unknown.map(\.version) == [2])
        #expect(throws: MigrationError.ahead(["0002_second.sql"])) { try older.verify() }
        #expect(throws: MigrationError.ahead(["0002_second.sql"])) { try older.migrate() }
    }

    @Test func `a database that is ahead by a compatible file is used, and not migrated backwards`() throws {
        _ = try bareDatabase()
        let compatible = Migration(2, "second", Array("-- compatible: yes\ncreate table two ()".utf8))
        let third = Migration(3, "third", Array("-- compatible: no\ncreate table three ()".utf8))
        try migrator(Self.first, compatible).migrate()
        let older = try migrator(Self.first)
        try older.verify()
        #expect(try older.migrate().isEmpty)
        #expect(try older.status().unknown.map(\.isCompatible) == [true])
        // Files before those of another program are not put in between.
        let other = try migrator(Self.first, third)
        #expect(throws: MigrationError.ahead(["0002_second.sql"])) { try other.migrate() }
        try migrator(Self.first, compatible, third).migrate()
        #expect(throws: MigrationError.ahead(["0003_third.sql"])) { try older.verify() }
    }

    @Test func `every file says in its first line whether the version before it works on its schema`() {
        #expect(Migration.all.filter { !$0.isMarked }.map(\.fileName) == [])
    }

    @Test func `an edited file is refused, and nothing runs after it`() throws {
        let database = try bareDatabase()
        try migrator(Self.first).migrate()
        let edited = try migrator(Migration(1, "first", Array("create table one ()".utf8)), Self.second)
        #expect(throws: MigrationError.changed(["0001_first.sql"])) { try edited.verify() }
        #expect(throws: MigrationError.changed(["0001_first.sql"])) { try edited.migrate() }
        #expect(try database.owner.query("select 1 where to_regclass('parlay.two') is not null").isEmpty)
    }

    @Test func `a file that fails leaves nothing, and those before it stay`() throws {
        let database = try bareDatabase()
        let failure = #expect(throws: MigrationError.self) { try migrator(Self.first, Self.broken).migrate() }
        guard case .failed(file: "0002_second.sql", let detail) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(detail.sqlState.rawValue == "22012")
        let owner = try database.owner
        #expect(try owner.query("select 1 where to_regclass('parlay.two') is not null").isEmpty)
        #expect(try owner.query("select id from parlay.one").count == 1)
        #expect(try migrator(Self.first, Self.second).migrate().migrations == [Self.second])
    }

    @Test func `a file that ends its transaction is refused`() throws {
        _ = try bareDatabase()
        let rogue = Migration(1, "rogue", Array("create table one (id bigint); commit;".utf8))
        #expect(throws: MigrationError.self) { try migrator(rogue).migrate() }
    }

    @Test func `objects belong to the owner role`() throws {
        let strangers = try TestDatabase.current.owner.query(
            """
            select relname::text from pg_class
             where relnamespace = 'parlay'::regnamespace and relowner <> 'parlay_owner'::regrole and relkind <> 'c'
            """
        )
        #expect(try strangers.map { row in try row.text(0) } == [])
    }

    @Test func `an ordinary user who owns the database and may create roles migrates it`() throws {
        let database = try bareDatabase()
        let superuser = try database.connect(as: .superuser)
        let user = "\(database.name)_admin"
        try superuser.execute(
            "create role \(user) login createrole; alter database \(database.name) owner to \(user)"
        )
        var settings = database.settings(as: .superuser)
        settings.conninfo = database.url(asRole: user)
        let migrator = Migrator(settings: settings)
        let outcome = try migrator.migrate()
        #expect(outcome.migrations.count == Migration.all.count)
        #expect(outcome.functions.count == FunctionFile.all.count)
        #expect(try migrator.migrate().isEmpty)
        try Migrator(settings: database.settings(as: .front)).verify()
        try superuser.execute(
            "alter database \(database.name) owner to current_user; reassign owned by \(user) to current_user"
        )
        try superuser.execute("drop owned by \(user); drop role \(user)")
    }

    @Test func `a user without the rights learns what to ask for`() throws {
        let database = try bareDatabase()
        let migrator = try migrator(Self.first, as: .front)
        let failure = #expect(throws: MigrationError.self) { try migrator.migrate() }
        guard case .missingRight(_, _, let remedy) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(remedy.contains("grant parlay_owner"))
        _ = database
    }
}
