package import Database

extension Migrator {
    /// Connections of one kind of process from one machine.
    package struct Process: Sendable, Equatable, ColumnGroup {
        package static let columns: SQLFragment = [
            "split_part(application_name, ' ', 1)", "coalesce(host(client_addr), '')", "count(*)",
        ]

        /// `parlay-front` or `parlay-worker`.
        package let name: String
        /// Empty for this machine's Unix socket, or if the migrating user may not know it.
        package let address: String
        package let connections: Int64

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            address = try columns.text()
            connections = try columns.integer()
        }
    }

    static let processes = RowStatement<Process>(
        "select",
        Process.columns,
        """
          from pg_stat_activity
         where datname = current_database()
           and split_part(application_name, ' ', 1) in ('parlay-front', 'parlay-worker')
         group by 1, client_addr
         order by 1, client_addr
        """
    )

    /// The pending migrations that the previous version does not work with, and the connected processes, which must be
    /// stopped before.
    package func obstacles() throws(MigrationError) -> (incompatible: [Migration], connected: [Process]) {
        let incompatible = try status().pending.filter { !$0.isCompatible }
        guard !incompatible.isEmpty else { return ([], []) }
        let connected = try MigrationError.wrapping { () throws(DatabaseError) in
            try BlockingConnection(settings).query(Self.processes()).all
        }
        return (incompatible, connected)
    }
}
