package import Database
internal import Reactor

/// Brings a database to the schema of this program, and reports its status. Blocks: never call it on an event loop.
///
/// Files run in the order of their versions, each in a transaction of its own, as the role `parlay_owner` in the
/// schema `parlay`. What ran is recorded in `parlay.schema_migrations` with a checksum.
package struct Migrator: Sendable {
    /// PostgreSQL's own, and trusted: the database's owner may create them.
    package static let extensions = ["btree_gin", "btree_gist", "pg_trgm"]

    let settings: ConnectionSettings
    let migrations: [Migration]

    /// - Parameters:
    ///   - settings: for `migrate` a superuser, or a user that owns the database and has `createrole`; for the others
    ///     the front or the worker will do. Statements of a migration may take any time; waiting for a lock is
    ///     bounded by `lockTimeout`, because all that comes behind a waiting migration waits with it.
    package init(settings: ConnectionSettings, migrations: [Migration] = Migration.all) {
        self.settings = settings
        self.migrations = migrations.sorted { $0.version < $1.version }
    }

    package enum Progress: Sendable, Equatable {
        /// Another process is migrating this database; this one goes on after it.
        case waiting
        case running(Migration, index: Int, of: Int)
        case finished(Migration, index: Int, of: Int, milliseconds: Int64)
    }

    // MARK: Migrating

    /// Any number that nothing else in this database locks; these are the letters "parlay".
    private static let lockKey: Int64 = 0x7061_726c_6179

    /// Runs what is pending and returns it. Two at once are fine: one waits for the other.
    @discardableResult
    package func migrate(progress: (Progress) -> Void = { _ in }) throws(MigrationError) -> [Migration] {
        let connection = try MigrationError.wrapping { () throws(DatabaseError) in try connect() }
        try MigrationError.wrapping { () throws(DatabaseError) in try lock(connection, progress) }
        let status = try MigrationError.wrapping { () throws(DatabaseError) in try readStatus(connection) }
        try status.requireMigratable()
        let pending = status.pending
        guard !pending.isEmpty else { return [] }
        try DatabaseBootstrap(connection).prepare()
        for (index, migration) in pending.enumerated() {
            let start = MonotonicClock.now
            progress(.running(migration, index: index, of: pending.count))
            try run(migration, on: connection)
            let milliseconds = (MonotonicClock.now - start) / 1_000_000
            progress(.finished(migration, index: index, of: pending.count, milliseconds: milliseconds))
        }
        return pending
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

    private func run(_ migration: Migration, on connection: BlockingConnection) throws(MigrationError) {
        do throws(DatabaseError) {
            try connection.execute(
                """
                begin;
                set local role parlay_owner;
                set local search_path = parlay;
                set local lock_timeout = \(settings.lockTimeout);
                set local parlay.migration = '\(migration.version)';
                """
            )
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
            try connection.execute("commit")
        } catch {
            // Fails only on a lost connection, whose transaction the server rolls back by itself.
            try? connection.execute("rollback")
            guard case .statement(let failure) = error else { throw .database(error) }
            throw .failed(file: migration.fileName, failure)
        }
    }
}
