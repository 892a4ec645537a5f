import Cluster
import Database
import Glibc
import Schema
import Synchronization
import TestDatabases
import Transfer

/// A PostgreSQL with logical replication, which the server of the other tests has not: for moves between two of its databases. Started
/// by the first test that asks, gone with the process.
final class LogicalCluster: Sendable {
    private static let first = Mutex<LogicalCluster?>(nil)
    private static let template = "cell_template"
    private let server: PrivateCluster
    private let count = Atomic(0)

    private init() throws {
        var settings = PrivateCluster.Settings(profile: .throwaway, database: "postgres", role: "postgres")
        settings.removesDirectory = true
        settings.options = [
            "wal_level=logical", "max_wal_senders=40", "max_replication_slots=40", "max_worker_processes=80",
            "max_logical_replication_workers=40",
            // Before 16 a server starts one subscription in this time.
            "wal_retrieve_retry_interval=10ms",
            // What is committed is sent at once.
            "synchronous_commit=on",
        ]
        server = try PrivateCluster(directory: "/tmp/parlay-cells-\(getpid())", settings: settings)
        try server.start()
        try connect("postgres").execute("create database \(Self.template) template template0")
        try Migrator(settings: self.settings(Self.template)).migrate()
        atexit {
            LogicalCluster.first.withLock { cluster in
                do { try cluster?.server.destroy() } catch { print("the cells are left behind: \(error)") }
            }
        }
    }

    static func shared() throws -> LogicalCluster {
        try first.withLock { first in
            if let first { return first }
            let cluster = try LogicalCluster()
            first = cluster
            return cluster
        }
    }

    /// As the superuser.
    func settings(_ database: String) -> ConnectionSettings {
        ConnectionSettings(conninfo: server.connectionString(database: database), statementTimeout: 60_000)
    }

    private func connect(_ database: String) throws -> BlockingConnection {
        try BlockingConnection(settings(database))
    }

    /// The settings of new, empty cells by number; those after the first follow its catalog.
    func cells(_ numbers: ClosedRange<Int>) throws -> [Int: ConnectionSettings] {
        try endSubscriptions()
        let test = count.add(1, ordering: .relaxed).newValue
        var cells: [Int: ConnectionSettings] = [:]
        for number in numbers {
            let name = "cell_\(test)_\(number)"
            try connect("postgres").execute("create database \(name) template \(Self.template)")
            cells[number] = settings(name)
        }
        return cells
    }

    /// What an earlier test left would go on asking for slots, whose names are those of the whole server.
    private func endSubscriptions() throws {
        let server = try connect("postgres")
        for row in try server.query("select datname::text from pg_database where datname like 'cell\\_%\\_%'")
        {
            let cell = try connect(try row.text(0))
            let names = try cell.query(
                """
                select subname::text from pg_subscription
                 where subdbid = (select oid from pg_database where datname = current_database())
                """
            )
            for name in try names.map({ try $0.text(0) }) {
                try cell.execute("alter subscription \(name) disable")
                try cell.execute("alter subscription \(name) set (slot_name = none)")
                try cell.execute("drop subscription \(name)")
            }
        }
        _ = try server.query("select pg_terminate_backend(active_pid) from pg_replication_slots where active")
        for _ in 0..<500 where try !server.query("select from pg_replication_slots where active").isEmpty {
            usleep(10_000)
        }
        _ = try server.query("select pg_drop_replication_slot(slot_name) from pg_replication_slots")
    }
}
