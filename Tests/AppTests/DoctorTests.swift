import Cluster
import Database
import Foundation
import Glibc
import Reactor
import Schema
import TestDatabases
import Testing

@testable import App
@testable import Console

/// Checks of the doctor whose faults cannot be planted on a shared machine or server.
@Suite(.database) struct DoctorTests {
    private func faults(_ url: String, _ machine: Doctor.Machine = .init()) async throws -> [Doctor.Finding] {
        let settings = ["DATABASE_URL": url, "PARLAY_PORT": "1", "PARLAY_SHARE": Self.share]
        let configuration = try Configuration.read(environment: settings).configuration
        var doctor = Doctor(Installation(configuration, components: []), machine: machine)
        try await doctor.examine(unknownVariables: [])
        return doctor.findings.filter { $0.verdict == .bad }
    }

    private static let share = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/data"

    @Test func `a clock that is off`() async throws {
        let url = try TestDatabase.current.url(as: .superuser)
        #expect(try await faults(url).isEmpty)
        for offset: Int64 in [-3000, 3000] {
            var machine = Doctor.Machine()
            machine.clock = { WallClock.milliseconds + offset }
            let found = try await faults(url, machine)
            #expect(found.map(\.subject) == ["clock"])
            #expect(found.first?.detail.contains("run a time service on both") == true)
        }
    }

    @Test func `a disk that is nearly full, the database's or our own`() async throws {
        let url = try TestDatabase.current.url(as: .superuser)
        let directory = try TestDatabase.current.connect(as: .superuser).query(
            "select current_setting('data_directory')"
        )[0].text(0)
        for (full, subject) in [(".", "disk"), (directory, "disk of the database")] {
            var machine = Doctor.Machine()
            machine.freeSpace = { path in path == full ? 9.9 : 50 }
            let found = try await faults(url, machine)
            #expect(found.map(\.subject) == [subject])
            #expect(found.first?.detail.hasPrefix("only 9 %") == true)
        }
        // The real measurement.
        let free = try #require(Doctor.Machine().freeSpace("/"))
        #expect(free > 0 && free < 100)
        #expect(Doctor.Machine().freeSpace("/proc/self/nothing") == nil)
    }

    @Test func `time zone data that are missing`() async throws {
        var machine = Doctor.Machine()
        machine.timeZones.append("Atlantis/Capital")
        let found = try await faults(try TestDatabase.current.url(as: .superuser), machine)
        #expect(found.map(\.subject) == ["time zones"])
        #expect(found.first?.detail.contains("Atlantis/Capital; install time zone data") == true)
    }

    @Test func `roles that could bypass the policies`() async throws {
        let directory = "/tmp/parlay-doctor-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        var settings = PrivateCluster.Settings(profile: .throwaway, database: "d", role: "operator")
        settings.removesDirectory = true
        let cluster = try PrivateCluster(directory: directory, settings: settings)
        try cluster.start()
        defer { #expect(throws: Never.self) { try cluster.destroy() } }
        let url = cluster.connectionString
        try Migrator(settings: ConnectionSettings(conninfo: url)).migrate()
        #expect(try await faults(url).isEmpty)
        let connection = try BlockingConnection(ConnectionSettings(conninfo: url))
        for (plant, heal, role, words) in [
            (
                "alter role parlay_front superuser", "alter role parlay_front nosuperuser", "parlay_front",
                "may bypass"
            ),
            (
                "alter role parlay_worker bypassrls", "alter role parlay_worker nobypassrls", "parlay_worker",
                "may bypass"
            ),
            (
                "alter table parlay.blocks owner to parlay_front",
                "alter table parlay.blocks owner to parlay_owner",
                "parlay_front", "owns tables"
            ),
        ] {
            try connection.execute(plant)
            let found = try await faults(url)
            #expect(found.map(\.subject) == [role], "\(found)")
            #expect(found.first?.detail.contains(words) == true, "\(found)")
            try connection.execute(heal)
        }
        #expect(try await faults(url).isEmpty)
    }
}
