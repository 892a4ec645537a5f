import Database
import Foundation
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Exports, imports and deletions by the program, beside running fronts and workers.
@Suite(.database) struct TransferCommandTests {
    private func tenant(_ owner: BlockingConnection, _ slug: String) throws -> String? {
        try owner.query("select status from tenants where slug = $1", .text(slug)).first?.text(0)
    }

    /// Notices of one person, which no test reads.
    private func fill(_ owner: BlockingConnection, _ count: Int) throws {
        try owner.execute(
            """
            set parlay.transfer = 'on';
            insert into notices (tenant_id, account_id, kind, title, text)
            select tenant_id, id, 'k', 't', 't' from accounts, generate_series(1, \(count)) where username = 'ann';
            """
        )
    }

    /// Waits until the program waits for a lock of the test.
    private func untilBlocked() async throws {
        // Others see no states of sessions.
        let superuser = try TestDatabase.current.connect(as: .superuser)
        try await eventually("a session that waits") {
            try !superuser.query(
                """
                select from pg_stat_activity
                 where datname = current_database() and application_name = 'parlay-owner' and wait_event_type = 'Lock'
                """
            ).isEmpty
        }
    }

    @Test func `a tenant moves with its people, and an import that is killed leaves nothing`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            try fill(owner, 3000)
            let file = "\(site.directory)/wordup.gz"
            let report = try JSONParser.parse(
                Array(try await site.parlay("admin export wordup --out \(file) --json").utf8)
            )
            #expect(report["rows"]?["accounts"] == .integer(1))
            #expect(report["rows"]?["notices"] == .integer(3000))
            let again = try await site.run("admin", "export", "wordup", "--out", file)
            #expect(again.code == 1 && again.errors.contains("exists"), "\(again)")
            #expect(try await site.run("admin", "export", "wordup").code == 2)
            let taken = try await site.run("admin", "import", file)
            #expect(taken.code == 1 && taken.errors.contains("--slug") && taken.output.isEmpty, "\(taken)")

            // Killed in the middle of the tables.
            let lock = try TestDatabase.current.owner
            try lock.execute("begin; lock table notices in share mode")
            let process = try site.start("admin", "import", file, "--slug", "moved")
            try await untilBlocked()
            try await process.kill()
            try lock.execute("rollback")
            let superuser = try TestDatabase.current.connect(as: .superuser)
            try await eventually("the end of its session") {
                try superuser.query(
                    "select from pg_stat_activity where datname = current_database() and application_name = 'parlay-owner'"
                ).isEmpty
            }
            #expect(try tenant(owner, "moved") == nil)
            #expect(try owner.query("select from accounts").count == 1)

            let told = try await site.parlay("admin import \(file) --slug moved")
            #expect(told.contains("imported moved") && told.contains("tenant resume moved"), "\(told)")
            #expect(try tenant(owner, "moved") == "suspended")
            let moved = site.session("/v1/moved/")
            #expect(try await moved.send("GET", "about/").status == 404)
            try await site.parlay("admin tenant resume moved")
            try await eventually("the tenant") { try await moved.send("GET", "about/").status == 200 }
            let login = try await moved.send(
                "POST",
                "login/",
                #"{"username":"ann","password":"\#(Site.password)"}"#
            )
            #expect(login.status == 200, "\(login)")
            let old = site.session("/v1/moved/", token: ann.token)
            #expect(try await old.send("GET", "profiles/me/").status == 401)
            #expect(try await ann.session.send("GET", "profiles/me/").status == 200)
        }
    }

    @Test func `a deletion that is killed is continued, and the fronts drop the tenant first`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            _ = try await site.serve()
            _ = try await site.work()
            try await site.makeTenant()
            try await site.makeTenant("other")
            _ = try await site.register("ann")
            try fill(owner, 25_000)
            let delete = ["admin", "tenant", "delete", "wordup"]
            #expect(try await site.run(delete).code == 2, "not without a confirmation")
            #expect(try await site.run(delete + ["--confirm=other"]).code == 2)
            let counts = try await site.run(delete + ["--dry-run", "--json"])
            #expect(counts.output.contains("\"notices\":25000"), "\(counts)")
            #expect(try await site.session().send("GET", "about/").status == 200)

            // The table of accounts is locked, so the deletion stops there.
            let lock = try TestDatabase.current.owner
            try lock.execute("begin; lock table accounts in share mode")
            let process = try site.start("admin", "tenant", "delete", "wordup", "--confirm=wordup")
            try await untilBlocked()
            try await eventually("404") { try await site.session().send("GET", "about/").status == 404 }
            try await process.kill()
            // The server would finish the statement of a client that is gone.
            let sessions =
                "from pg_stat_activity where datname = current_database() and application_name = 'parlay-owner'"
            let superuser = try TestDatabase.current.connect(as: .superuser)
            _ = try superuser.query("select pg_terminate_backend(pid) \(sessions)")
            try await eventually("the end of its session") {
                try superuser.query("select \(sessions)").isEmpty
            }
            try lock.execute("rollback")
            #expect(try tenant(owner, "wordup") == "deleting")
            #expect(try owner.query("select from notices").isEmpty, "deleted before the accounts")
            #expect(try owner.query("select from accounts").count == 1)
            let resumed = try await site.run("admin", "tenant", "resume", "wordup")
            #expect(resumed.code == 1 && resumed.errors.contains("tenant delete wordup"), "\(resumed)")
            let exported = try await site.run("admin", "export", "wordup", "--out", "\(site.directory)/x")
            #expect(exported.code == 1 && exported.errors.contains("deletion"), "\(exported)")

            let rest = try await site.run(delete + ["--yes", "--json"])
            #expect(rest.code == 0, "\(rest)")
            #expect(rest.output.contains("\"accounts\":1"), "\(rest)")
            #expect(try tenant(owner, "wordup") == nil)
            #expect(try tenant(owner, "other") == "active")
            #expect(try await site.session("/v1/other/").send("GET", "about/").status == 200)
            let gone = try await site.run(delete + ["--yes"])
            #expect(gone.code == 1 && gone.errors.contains("no tenant wordup"), "\(gone)")
        }
    }
}
