internal import Database

/// How functions are applied: those that changed, each of which keeps its meaning for the version before.
extension Migrator {
    /// Replaces the functions that are not this program's in one transaction, so that those that call each other change
    /// together. Each file with triggers has a transaction of its own after that: triggers lock their tables, and more than
    /// one lock could end in a deadlock with requests.
    ///
    /// - Parameters:
    ///   - late: migrations that run in the first transaction.
    ///   - inOne: whether one transaction does for all.
    /// - Returns: what was applied.
    func apply(
        _ late: [Migration],
        inOne: Bool,
        on connection: BlockingConnection
    ) throws(MigrationError) -> [FunctionFile] {
        var files: [FunctionFile] = []
        try transaction(on: connection) { () throws(MigrationError) in
            for migration in late { try run(migration, on: connection) }
            // Asked here, because a migration may have dropped some.
            files = try MigrationError.wrapping { () throws(DatabaseError) in
                try readStatus(connection).outdated
            }
            try replace(inOne ? files : files.filter { !$0.hasTriggers }, on: connection)
        }
        if !inOne {
            for file in files where file.hasTriggers {
                try transaction(on: connection) { () throws(MigrationError) in
                    try replace([file], on: connection)
                }
            }
        }
        return files
    }

    /// Functions may need each other in any order: what fails is tried again after the others.
    private func replace(_ files: [FunctionFile], on connection: BlockingConnection) throws(MigrationError) {
        guard !files.isEmpty else { return }
        try MigrationError.wrapping { () throws(DatabaseError) in
            try connection.execute("savepoint file")
        }
        var waiting = files
        while !waiting.isEmpty {
            var failures: [(file: FunctionFile, error: MigrationError)] = []
            for file in waiting {
                do {
                    try MigrationError.naming(file.fileName) { () throws(DatabaseError) in
                        try connection.execute(file.sql + "\nrelease savepoint file; savepoint file")
                    }
                } catch {
                    guard case .failed = error else { throw error }
                    failures.append((file, error))
                    try MigrationError.wrapping { () throws(DatabaseError) in
                        try connection.execute("rollback to savepoint file")
                    }
                }
            }
            if failures.count == waiting.count { throw failures[0].error }
            waiting = failures.map(\.file)
        }
        try MigrationError.wrapping { () throws(DatabaseError) in
            _ = try connection.query(
                Self.record(.texts(files.map(\.name)), .texts(files.map(\.checksum)))
            )
        }
    }

    static let record = Statement(
        """
        with taken as (
            select t.name, t.checksum from unnest($1::text[], $2::text[]) as t (name, checksum)
        ), earlier as (
            update parlay.schema_functions f
               set is_present = false
              from taken t
             where f.name = t.name and f.checksum <> t.checksum and f.is_present
        )
        insert into parlay.schema_functions (name, checksum, is_present)
        select name, checksum, true from taken
            on conflict (name, checksum) do update set is_present = true, applied_at = now()
        """
    )
}
