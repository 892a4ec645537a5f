package import Database

/// Brings a database to the schema of this program, and reports its status. Blocks: never call it on an event loop.
///
/// Migrations run in the order of their versions, each in a transaction of its own, as the role `parlay_owner` in the
/// schema `parlay`; then the functions that differ from the database's. What ran is recorded in `parlay.schema_migrations`
/// and `parlay.schema_functions` with a checksum.
package struct Migrator: Sendable {
    /// PostgreSQL's own, and trusted: the database's owner may create them.
    package static let extensions = ["btree_gin", "btree_gist", "pg_trgm"]

    let settings: ConnectionSettings
    let migrations: [Migration]
    let functions: [FunctionFile]

    /// - Parameters:
    ///   - settings: for `migrate` a superuser, or a user that owns the database and has `createrole`; for the others
    ///     the front or the worker will do. Statements of a migration may take any time; waiting for a lock is
    ///     bounded by `lockTimeout`, because all that comes behind a waiting migration waits with it.
    package init(
        settings: ConnectionSettings,
        migrations: [Migration] = Migration.all,
        functions: [FunctionFile] = FunctionFile.all
    ) {
        self.settings = settings
        self.functions = functions
        self.migrations = migrations.sorted { $0.version < $1.version }
    }

    package enum Progress: Sendable, Equatable {
        /// Another process is migrating this database; this one goes on after it.
        case waiting
        /// A migration, or the functions together.
        case running(file: String, index: Int, of: Int)
        case finished(file: String, index: Int, of: Int)
    }

    /// What was applied.
    package struct Outcome: Sendable, Equatable {
        package var migrations: [Migration] = []
        package var functions: [FunctionFile] = []

        package var isEmpty: Bool { migrations.isEmpty && functions.isEmpty }
    }

    // MARK: Migrating

    /// Any number that nothing else in this database locks; these are the letters "parlay".
    private static let lockKey: Int64 = 0x7061_726c_6179

    /// Runs what is pending and returns it. Two at once are fine: one waits for the other.
    @discardableResult
    package func migrate(progress: (Progress) -> Void = { _ in }) throws(MigrationError) -> Outcome {
        let connection = try MigrationError.wrapping { () throws(DatabaseError) in try connect() }
        try MigrationError.wrapping { () throws(DatabaseError) in try lock(connection, progress) }
        let status = try MigrationError.wrapping { () throws(DatabaseError) in try readStatus(connection) }
        try status.requireMigratable()
        guard !status.pending.isEmpty || !status.outdated.isEmpty else { return Outcome() }
        try DatabaseBootstrap(connection).prepare()
        let late = status.pending.filter(\.runsWithFunctions)
        let early = status.pending.filter { !$0.runsWithFunctions }
        let count = early.count + (late.isEmpty && functions.isEmpty ? 0 : 1)
        let isNew = status.applied.isEmpty
        if isNew && count > early.count {
            // The last transaction waits for the disk, for all.
            try MigrationError.wrapping { () throws(DatabaseError) in
                try connection.execute("set synchronous_commit = off")
            }
        }
        for (index, migration) in early.enumerated() {
            progress(.running(file: migration.fileName, index: index, of: count))
            try transaction(on: connection) { () throws(MigrationError) in try run(migration, on: connection)
            }
            progress(.finished(file: migration.fileName, index: index, of: count))
        }
        guard count > early.count else { return Outcome(migrations: early) }
        progress(.running(file: "functions", index: early.count, of: count))
        try MigrationError.wrapping { () throws(DatabaseError) in
            try connection.execute("reset synchronous_commit")
        }
        // Nobody uses a new database.
        let applied = try apply(late, inOne: isNew, on: connection)
        progress(.finished(file: "functions", index: early.count, of: count))
        return Outcome(migrations: early + late, functions: applied)
    }

    private func connect() throws(DatabaseError) -> BlockingConnection {
        var settings = settings
        settings.role = nil
        settings.statementTimeout = 0
        settings.lockTimeout = 0
        return try BlockingConnection(settings)
    }

    /// Held until the connection ends.
    private func lock(
        _ connection: BlockingConnection,
        _ progress: (Progress) -> Void
    ) throws(DatabaseError) {
        if try connection.query(Self.tryLock(.integer(Self.lockKey))).one { return }
        progress(.waiting)
        _ = try connection.query("select pg_advisory_lock($1)", .integer(Self.lockKey))
    }

    /// Runs `body` as the owner. Functions of text are checked when they are called, so that they can be made in any order;
    /// a test checks them all.
    func transaction(
        on connection: BlockingConnection,
        _ body: () throws(MigrationError) -> Void
    ) throws(MigrationError) {
        do throws(MigrationError) {
            try MigrationError.wrapping { () throws(DatabaseError) in
                try connection.execute(
                    """
                    begin;
                    set local role parlay_owner;
                    set local search_path = parlay;
                    set local lock_timeout = \(settings.lockTimeout);
                    set local check_function_bodies = off;
                    """
                )
            }
            try body()
            try MigrationError.wrapping { () throws(DatabaseError) in try connection.execute("commit") }
        } catch {
            // Fails only on a lost connection, whose transaction the server rolls back by itself.
            try? connection.execute("rollback")
            throw error
        }
    }

    func run(_ migration: Migration, on connection: BlockingConnection) throws(MigrationError) {
        try MigrationError.naming(migration.fileName) { () throws(DatabaseError) in
            try connection.execute("set local parlay.migration = '\(migration.version)'")
            try connection.execute(migration.sql)
            guard try connection.query(Self.mark()).one == String(migration.version) else {
                let message = "it ends its own transaction"
                throw DatabaseError.statement(
                    StatementFailure(sqlState: .noActiveTransaction, message: message)
                )
            }
            _ = try connection.query(
                "insert into parlay.schema_migrations (version, name, checksum, compatible) values ($1, $2, $3, $4)",
                .integer(migration.version),
                .text(migration.name),
                .text(migration.checksum),
                .boolean(migration.isCompatible)
            )
        }
    }
}
