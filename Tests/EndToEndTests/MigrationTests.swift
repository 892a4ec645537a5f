import Database
import Glibc
import Schema
import TestDatabases
import TestSupport
import Testing

/// The real program on a schema that is not its own.
@Suite(.database) struct MigrationTests {
    /// The last migration that the version before it does not work with.
    private static let incompatible = Migration.all.lastIndex { !$0.isCompatible } ?? 0

    /// A database of its own, as it was before that migration.
    private func withOlder(_ body: (_ url: String) async throws -> Void) async throws {
        let superuser = try TestDatabase.current.connect(as: .superuser)
        let name = try TestDatabase.current.name + "_older"
        try superuser.execute("create database \(name) template template0")
        let url = try TestDatabase.current.url(as: .superuser).replacing(
            TestDatabase.current.name,
            with: name
        )
        let settings = ConnectionSettings(conninfo: url)
        let before = Array(Migration.all[..<Self.incompatible])
        try Migrator(settings: settings, migrations: before, functions: []).migrate()
        try await body(url)
        try superuser.execute("drop database \(name) with (force)")
    }

    @Test func `a front is ready on a newer compatible schema, and on no other`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            let front = try await site.serve()
            try owner.execute(
                "insert into schema_migrations (version, name, checksum, compatible) values (9999, 'next', 'x', true)"
            )
            #expect(try await site.readiness() == 200)
            // One that crashes meanwhile can start again.
            try await front.kill()
            _ = try await site.serve()
            #expect(try await site.run("doctor", "--ready").code == 0)
            try owner.execute("update schema_migrations set compatible = false where version = 9999")
            #expect(try await site.readiness() == 503)
            #expect(try await site.run("doctor", "--ready").code == 1)
            try owner.execute("delete from schema_migrations where version = 9999")
            #expect(try await site.readiness() == 200)
            // The next version replaced a function, which does for this one too.
            try owner.execute(
                """
                update schema_functions set is_present = false where name = 'authenticate';
                insert into schema_functions (name, checksum, is_present) values ('authenticate', 'x', true)
                """
            )
            #expect(try await site.readiness() == 200)
            #expect(try await site.run("migrate", "status").code == 1)
            // Older than this program.
            try owner.execute("delete from schema_functions where name = 'wager_cards'")
            #expect(try await site.readiness() == 503)
            let refused = try await site.run("serve")
            #expect(refused.code == 1 && refused.errors.contains("functions/wager_cards.sql"), "\(refused)")
            #expect(try await site.run("migrate").output == "applied 2 functions\n")
            #expect(try await site.readiness() == 200)
            try owner.execute("delete from schema_migrations where version = 35")
            #expect(try await site.readiness() == 503)
        }
    }

    @Test func `migrate asks before it takes the schema from connected processes`() async throws {
        try await withOlder { url in
            try await Site.with(["DATABASE_URL": url]) { site in
                let last = Migration.all[Self.incompatible].fileName
                func status() async throws -> Int32? { try await site.run("migrate", "status").code }
                var connected: BlockingConnection? = try BlockingConnection(
                    ConnectionSettings(
                        conninfo: url,
                        role: "parlay_front",
                        applicationName: "parlay-front web:7"
                    )
                )
                // Without a terminal and without --yes.
                let refused = try await site.run("migrate")
                #expect(refused.code == 2 && refused.output.isEmpty, "\(refused)")
                #expect(
                    refused.errors.contains(last) && refused.errors.contains("parlay-front"),
                    "\(refused)"
                )
                #expect(refused.errors.contains("--yes"))
                #expect(try await status() == 1)

                let asked = try PseudoTerminal(["migrate"], environment: site.environment)
                try await asked.until("Migrate anyway? [y/N] ")
                #expect(asked.text.contains("parlay-front"))
                asked.type("n")
                #expect(try await asked.end() == 1)
                #expect(try await status() == 1)

                let forced = try await site.run("migrate", "--yes", "--json")
                #expect(forced.code == 0 && forced.output.contains(last), "\(forced)")
                #expect(forced.errors.contains("parlay-front"))
                #expect(try await status() == 0)
                withExtendedLifetime(connected) {}
                connected = nil
            }
        }
    }

    @Test func `nobody is asked if nobody is connected`() async throws {
        try await withOlder { url in
            try await Site.with(["DATABASE_URL": url]) { site in
                let outcome = try await site.run("migrate")
                #expect(outcome.code == 0 && !outcome.errors.contains("connected"), "\(outcome)")
                #expect(try await site.run("migrate", "status").code == 0)
            }
        }
    }
}
