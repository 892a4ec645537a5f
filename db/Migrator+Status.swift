package import Database

/// What a database has taken, compared with this program.
extension Migrator {
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

    /// A file of `db/functions` that the database has taken, now or in the past.
    package struct AppliedFunction: ColumnGroup, Equatable {
        /// Of a row `f`.
        package static let columns: SQLFragment = [
            "f.name", "f.checksum",
            """
            f.is_present and (
                exists (select from pg_proc p where p.pronamespace = n.oid and p.proname = f.name)
                or exists (select from pg_class c where c.relnamespace = n.oid and c.relname = f.name)
            )
            """,
        ]

        package let name: String
        package let checksum: String
        /// Whether it was the last of its name, and what it made is still there.
        package let isPresent: Bool

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            checksum = try columns.text()
            isPresent = try columns.boolean()
        }
    }

    package struct Status: Sendable, Equatable {
        /// In order of version, those of `unknown` and `changed` among them.
        package var applied: [Applied] = []
        package var pending: [Migration] = []
        /// Applied, but not in this program: the database is ahead.
        package var unknown: [Applied] = []
        /// Applied from a file that differs from this program's.
        package var changed: [Migration] = []
        /// Files of this program that the database has never taken; empty if it is ahead, because a newer program's
        /// functions do what the older ones did.
        package var missing: [FunctionFile] = []
        /// Files of this program that are not what the database has at present: those of `missing`, and those after which
        /// another program applied its own.
        package var outdated: [FunctionFile] = []

        package var isCurrent: Bool {
            pending.isEmpty && unknown.isEmpty && changed.isEmpty && outdated.isEmpty
        }

        /// Throws unless this program works on the schema: it is this program's, or a newer one that is compatible.
        package func requireUsable() throws(MigrationError) {
            guard changed.isEmpty else { throw .changed(changed.map(\.fileName)) }
            let incompatible = unknown.filter { !$0.isCompatible }
            guard incompatible.isEmpty else { throw .ahead(incompatible.map(\.fileName)) }
            guard pending.isEmpty, missing.isEmpty else {
                throw .behind(pending.map(\.fileName) + missing.map(\.fileName))
            }
        }

        /// Throws when this program must not migrate the database further: it has taken something else than this program
        /// would give it, or this program would put files before those of a newer one.
        func requireMigratable() throws(MigrationError) {
            guard changed.isEmpty else { throw .changed(changed.map(\.fileName)) }
            if !pending.isEmpty || unknown.contains(where: { !$0.isCompatible }) {
                guard unknown.isEmpty else { throw .ahead(unknown.map(\.fileName)) }
            }
        }
    }

    package func status() throws(MigrationError) -> Status {
        do throws(DatabaseError) {
            return try readStatus(try BlockingConnection(settings))
        } catch {
            // The role to take does not exist before the first migration (invalid_parameter_value).
            if settings.role != nil, error.lacksSchema {
                return status(of: [], [])
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
    /// The files of `db/functions` that the database has taken.
    package static let functionHistory = RowStatement<AppliedFunction>(
        "select",
        AppliedFunction.columns,
        "from parlay.schema_functions f join pg_namespace n on n.nspname = 'parlay'"
    )
    static let tryLock = RowStatement<Bool>("select pg_try_advisory_lock($1)")
    static let mark = RowStatement<String>("select current_setting('parlay.migration', true)")
    /// What a test prepares against the migrated schema.
    package static let statements =
        [
            history.statement, functionHistory.statement, tryLock.statement, mark.statement,
            processes.statement, record,
        ]
        + DatabaseBootstrap.statements

    /// - Parameters:
    ///   - history: what answered `Self.history`.
    ///   - functionHistory: what answered `Self.functionHistory`.
    package func status(of history: [Applied], _ functionHistory: [AppliedFunction]) -> Status {
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
        guard status.unknown.isEmpty else { return status }
        let taken = Dictionary(grouping: functionHistory, by: \.checksum)
        for file in functions {
            let same = (taken[file.checksum] ?? []).filter { $0.name == file.name }
            if same.isEmpty { status.missing.append(file) }
            if !same.contains(where: \.isPresent) { status.outdated.append(file) }
        }
        return status
    }

    func readStatus(_ connection: BlockingConnection) throws(DatabaseError) -> Status {
        // Looked up in the catalogue: to_regclass is an error for who may not use the schema.
        let tables = try connection.query(
            """
            select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = 'parlay' and c.relname in ('schema_migrations', 'schema_functions')
            """
        )
        let names = try Rows<String>(tables).all
        return status(
            of: names.contains("schema_migrations") ? try connection.query(Self.history()).all : [],
            names.contains("schema_functions") ? try connection.query(Self.functionHistory()).all : []
        )
    }
}
