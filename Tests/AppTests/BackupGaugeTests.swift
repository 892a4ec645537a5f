import Database
import TestDatabases
import Testing

@testable import App

/// What `parlay-backup` records, and what the worker shows of it.
@Suite(.database) struct BackupGaugeTests {
    private static func record(_ ended: String) -> String {
        "select parlay.record_backup('20261101T000000Z', \(ended))"
    }

    private func age() async throws -> Double? {
        let database = try TestDatabase.current
        return try await database.onLoop {
            let pool = try await database.worker()
            return try await BackupGauge.age(pool)
        }
    }

    @Test func `a role that only monitors the server records a backup, and an older one changes nothing`()
        async throws
    {
        let database = try TestDatabase.current
        #expect(try await age() == nil)
        let role = "monitor_\(database.name)"
        try database.connect(as: .superuser).execute("create role \(role) login in role pg_monitor")
        defer {
            let drop = "drop owned by \(role); drop role \(role)"
            #expect(throws: Never.self) { try database.connect(as: .superuser).execute(drop) }
        }
        let monitor = try BlockingConnection(ConnectionSettings(conninfo: database.url(asRole: role)))
        try monitor.execute(Self.record("now() - interval '2 hours'"))
        let hours = try #require(try await age()) / 3600
        #expect(hours >= 2 && hours < 3)
        try monitor.execute(Self.record("now() - interval '9 hours'"))
        #expect(try #require(try await age()) / 3600 < 3)
        // A server whose clock is ahead does not hide that backups have stopped.
        try monitor.execute(Self.record("now() + interval '9 days'"))
        #expect(try #require(try await age()) >= 0)
        #expect(throws: DatabaseError.self) { try monitor.execute("select from parlay.accounts") }
    }

    @Test(arguments: [TestDatabase.User.front, .worker])
    func `front and worker record none`(_ user: TestDatabase.User) throws {
        let connection = try TestDatabase.current.connect(as: user)
        #expect(throws: DatabaseError.self) { try connection.execute(Self.record("now()")) }
        #expect(throws: DatabaseError.self) { try connection.execute("delete from parlay.backups") }
    }
}
