import App
import Cluster
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Settings, the schema a process demands, and the doctor.
@Suite(.database) struct SettingsTests {
    @Test func `config hides secrets and says where a value is from`() async throws {
        try await Site.with([
            "DATABASE_URL": "postgresql://me:hunter2@db.example.org/x", "PARLAY_LOG": "json",
        ]) { site in
            let outcome = try await site.run("config", "--port", "81", "--json")
            #expect(outcome.code == 0, "\(outcome)")
            #expect(!outcome.description.contains("hunter2"))
            guard case .array(let entries) = try JSONParser.parse(Array(outcome.output.utf8)) else {
                throw Parlay.Failure(outcome.output)
            }
            func shown(_ name: String) -> [String?] {
                let entry = entries.first { $0["setting"]?.text == name }
                return [entry?["value"]?.text, entry?["from"]?.text]
            }
            #expect(shown("DATABASE_URL") == ["<redacted>", "environment"])
            #expect(shown("PARLAY_LOG") == ["json", "environment"])
            #expect(shown("PARLAY_PORT") == ["81", "flag"])
            #expect(shown("PARLAY_LOG_LEVEL") == ["info", "default"])
            #expect(!(try await site.run("config").description.contains("hunter2")))
        }
    }

    @Test func `mistakes stop a start, all of them named at once`() async throws {
        try await Site.with { site in
            for command in ["serve", "work", "up"] {
                let outcome = try await site.run(command, with: ["PARLAY_FOO": "1"])
                #expect(outcome.code == 2, "\(outcome)")
                #expect(outcome.errors.contains("PARLAY_FOO"))
                #expect(outcome.output.isEmpty)
            }
            let warned = try await site.run("admin", "tenant", "list", with: ["PARLAY_FOO": "1"])
            #expect(warned.code == 0, "\(warned)")
            #expect(warned.errors.contains("PARLAY_FOO"))
            let many = try await site.run(
                "serve",
                with: ["PARLAY_FOO": "1", "PARLAY_PORT": "70000", "PARLAY_LOG": "xml", "PARLAY_LOOPS": "x"]
            )
            #expect(many.code == 2)
            for name in ["PARLAY_FOO", "PARLAY_PORT", "PARLAY_LOG", "PARLAY_LOOPS"] {
                #expect(many.errors.contains(name), "\(name): \(many)")
            }
            let unreadable = try await site.run("serve", with: ["PARLAY_LOG_LEVEL_FILE": "/no/such/file"])
            #expect(unreadable.code == 2)
            #expect(unreadable.errors.contains("/no/such/file"))
        }
    }

    @Test func `a database behind or ahead is refused, and migrating twice is once`() async throws {
        let current = try TestDatabase.current
        let name = "\(current.name)_fresh"
        let server = try current.connect(as: .superuser)
        try server.execute("create database \(name) template template0")
        let url = current.url(as: .superuser).replacing(current.name, with: name)
        try await Site.with(["DATABASE_URL": url]) { site in
            for command in ["serve", "work"] {
                let outcome = try await site.run(command)
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.errors.contains("parlay migrate"), "\(outcome)")
            }
            #expect(try await site.run("migrate", "status").code == 1)
            let first = try await site.run("migrate")
            #expect(first.code == 0, "\(first)")
            #expect(first.output.contains("applied 0001_row_security.sql"))
            let second = try await site.run("migrate")
            #expect(second.code == 0, "\(second)")
            #expect(second.output == "the database is up to date\n")
            #expect(try await site.run("migrate", "status").code == 0)
            let doctor = try await site.run(["admin", "doctor"], with: DoctorTests.strong)
            #expect(doctor.code == 0, "\(doctor)")
            let front = try await site.serve()
            #expect(try await front.stop() == .code(0))

            let owner = try BlockingConnection(ConnectionSettings(conninfo: url, role: "parlay_owner"))
            try owner.execute("alter table matches no force row level security")
            let ill = try await site.run(["doctor"], with: DoctorTests.strong)
            #expect(ill.code == 1, "\(ill)")
            #expect(ill.output.contains("matches"))

            try owner.execute(
                """
                insert into schema_migrations (version, name, checksum)
                select 9999, 'future', checksum from schema_migrations where version = 1
                """
            )
            for command in ["serve", "work"] {
                let outcome = try await site.run(command)
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.errors.contains("9999_future.sql"), "\(outcome)")
            }
            try owner.execute("delete from schema_migrations where version in (4, 9999)")
            #expect(try await site.run("serve").errors.contains("0004_jobs.sql"))
        }
        try server.execute("drop database \(name) with (force)")
    }
}
