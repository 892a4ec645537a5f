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
    private let migrations: [Migration]

    /// - Parameters:
    ///   - settings: for `migrate` a superuser, or a user that owns the database and has `createrole`; for the others
    ///     the front or the worker will do. Statements of a migration may take any time; waiting for a lock is
    ///     bounded by `lockTimeout`, because all that comes behind a waiting migration waits with it.
    package init(settings: ConnectionSettings, migrations: [Migration] = Migration.all) {
        self.settings = settings
        self.migrations = migrations.sorted { $0.version < $1.version }
    }

    /// A migration that the database has taken.
    package struct Applied: ColumnGroup, Equatable {
        /// Of a row `m`. The column `compatible` is looked for in the row, because a schema may be older than it.
        package static let columns: SQLFragment = [
            "m.version", "m.name", "m.checksum", "m.applied_at",
            "coalesce((to_jsonb(m) ->> 'compatible')::boolean, false)",
        ]

        package let version: Int
        package let name: String
        package let checksum: String
        /// Milliseconds since 1970.
        package let appliedAt: Int64
        /// See `Migration.isCompatible`.
        package let isCompatible: Bool

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            version = Int(try columns.integer())
            name = try columns.text()
            checksum = try columns.text()
            appliedAt = try columns.milliseconds()
            isCompatible = try columns.boolean()
        }

        package var fileName: String { Migration.fileName(version: version, name: name) }
    }

    package struct Status: Sendable, Equatable {
        /// In order of version, those of `unknown` and `changed` among them.
        package var applied: [Applied] = []
        package var pending: [Migration] = []
        /// Applied, but not in this program: the database is ahead.
        package var unknown: [Applied] = []
        /// Applied from a file that differs from this program's.
        package var changed: [Migration] = []

        package var isCurrent: Bool { pending.isEmpty && unknown.isEmpty && changed.isEmpty }

        /// Throws unless this program works on the schema: it is this program's, or a newer one that is compatible.
        package func requireUsable() throws(MigrationError) {
            guard changed.isEmpty else { throw .changed(changed.map(\.fileName)) }
            let incompatible = unknown.filter { !$0.isCompatible }
            guard incompatible.isEmpty else { throw .ahead(incompatible.map(\.fileName)) }
            guard pending.isEmpty else { throw .behind(pending.map(\.fileName)) }
        }

        /// Throws when this program must not migrate the database further: it has taken something else than this program
        /// would give it, or this program would put files before those of a newer one.
        fileprivate func requireMigratable() throws(MigrationError) {
            guard changed.isEmpty else { throw .changed(changed.map(\.fileName)) }
            if !pending.isEmpty || unknown.contains(where: { !$0.isCompatible }) {
                guard unknown.isEmpty else { throw .ahead(unknown.map(\.fileName)) }
            }
        }
    }

    package enum Progress: Sendable, Equatable {
        /// Another process is migrating this database; this one goes on after it.
        case waiting
        case running(Migration, index: Int, of: Int)
        case finished(Migration, index: Int, of: Int, milliseconds: Int64)
    }

    // MARK: Looking

    package func status() throws(MigrationError) -> Status {
        do throws(DatabaseError) {
            return try readStatus(try BlockingConnection(settings))
        } catch {
            // The role to take does not exist before the first migration (invalid_parameter_value).
            if settings.role != nil, error.lacksSchema {
                return Status(pending: migrations)
            }
            throw .database(error)
        }
    }

    /// Throws unless the database has the schema of this program, or a newer one that is compatible.
    package func verify() throws(MigrationError) { try status().requireUsable() }

    /// What the database has taken.
    package static let history = RowStatement<Applied>(
        "select",
        Applied.columns,
        "from parlay.schema_migrations m order by m.version"
    )
    private static let tryLock = RowStatement<Bool>("select pg_try_advisory_lock($1)")
    private static let mark = RowStatement<String>("select current_setting('parlay.migration', true)")
    /// What a test prepares against the migrated schema.
    package static let statements =
        [history.statement, tryLock.statement, mark.statement, processes.statement]
        + DatabaseBootstrap.statements

    /// - Parameter history: what answered `Self.history`.
    package func status(of history: [Applied]) -> Status {
        var status = Status(applied: history)
        for applied in history {
            if let known = migrations.first(where: { $0.version == applied.version }) {
                if known.checksum != applied.checksum { status.changed.append(known) }
            } else {
                status.unknown.append(applied)
            }
        }
        let seen = Set(history.map(\.version))
        status.pending = migrations.filter { !seen.contains($0.version) }
        return status
    }

    private func readStatus(_ connection: BlockingConnection) throws(DatabaseError) -> Status {
        // Looked up in the catalogue: to_regclass is an error for who may not use the schema.
        let table = try connection.query(
            """
            select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'parlay' and c.relname = 'schema_migrations'
            """
        )
        guard !table.isEmpty else { return Status(pending: migrations) }
        return status(of: try connection.query(Self.history()).all)
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
