import App
import Cluster
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Lists of the command line: where they stop and how they go on, and what scripts get.
@Suite(.database) struct ListCommandTests {
    @Test func `a list says that there is more, and prints the command for the next page`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let owner = try TestDatabase.current.owner
            try owner.execute(
                """
                insert into accounts (tenant_id, username, first_name)
                select t.id, 'person' || n, 'Person' from tenants t, generate_series(1, 5) n;
                insert into jobs (tenant_id, kind, payload, max_attempts)
                select t.id, 'test.probe', '{}', 1 from tenants t, generate_series(1, 3) n;
                insert into jobs (tenant_id, kind, payload, max_attempts) values (0, 'test.other', '{}', 1)
                """
            )
            var names: [String] = []
            var words = ["admin", "account", "list", "--tenant", "wordup", "--limit", "2"]
            for page in 1...3 {
                let outcome = try await site.run(words)
                #expect(outcome.code == 0, "\(outcome)")
                let lines = outcome.output.split(separator: "\n")
                names += lines.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("person") }.map(
                    String.init
                )
                let next = lines.first { $0.hasPrefix("  parlay ") }
                #expect((next == nil) == (page == 3), "\(outcome)")
                #expect(outcome.output.contains("Showing 2; there are more") == (page < 3))
                if let next { words = next.split(separator: " ").dropFirst().map(String.init) }
            }
            #expect(names == (1...5).map { "person\($0)" })

            let text = try await site.parlay("admin jobs list --tenant wordup --limit 2 --json")
            let page = try JSONParser.parse(Array(text.utf8))
            let cursor = try #require(page["next_cursor"]?.text)
            guard case .array(let jobs) = page["items"] else { throw Parlay.Failure(text) }
            #expect(jobs.map { $0["tenant"]?.text } == ["wordup", "wordup"])
            let rest = try await site.list("admin jobs list --tenant wordup --cursor \(cursor)")
            #expect(rest.count == 1)
            #expect(try await site.list("admin jobs list --kind test.other").map { $0["tenant"] } == [.null])
            #expect(try await site.run("admin", "jobs", "list", "--tenant", "nobody").code == 1)
            #expect(
                try await site.run("admin", "account", "list", "--tenant", "wordup", "--limit", "0").code == 2
            )
            #expect(
                try await site.run("admin", "account", "list", "--tenant", "wordup", "--cursor", "x").code
                    == 2
            )
        }
    }

    @Test func `every command has JSON for scripts`() async throws {
        try await Site.with { site in
            #expect(try await site.parlay("migrate --json") == "{\"applied\":[]}\n")
            let migrations = try await site.list("migrate status")
            #expect(migrations.first?["state"] == "applied")
            try await site.makeTenant()
            #expect(try await site.work().stop() == .code(0))
            let run = try JSONParser.parse(Array(try await site.parlay("admin jobs run prune --json").utf8))
            #expect(run["kind"] == "prune")
            let id = try #require(run["id"]?.integer)
            let retry = try await site.run("admin", "jobs", "retry", "\(id)", "--json")
            #expect(retry.code == 1)
            #expect(retry.output == "{\"retried\":[],\"unknown\":[\(id)]}\n", "\(retry)")
            let discard = try await site.run("admin", "jobs", "discard", "\(id)", "999999", "--yes", "--json")
            #expect(discard.output == "{\"deleted\":[\(id)],\"unknown\":[999999]}\n", "\(discard)")
        }
    }

    @Test(.withoutProxy) func `doctor asks a front whether it is ready, and nothing else`() async throws {
        try await Site.with { site in
            let away = try await site.run("doctor", "--ready")
            #expect(away.code == 1 && away.output.isEmpty, "\(away)")
            #expect(away.errors.contains("127.0.0.1:\(site.port)/readyz"), "\(away)")
            _ = try await site.serve()
            // No database is needed for it.
            let settings = ["DATABASE_URL": "postgresql://parlay@127.0.0.1:1/parlay"]
            #expect(try await site.run("doctor", "--ready", with: settings).output == "ready\n")
            let url = "http://127.0.0.1:\(site.port)/"
            #expect(try await site.run("admin", "doctor", "--ready", "--url", url, with: settings).code == 0)
            let closed = "http://127.0.0.1:\(try Parlay.freePort())"
            #expect(try await site.run("doctor", "--ready", "--url", closed).code == 1)
            #expect(try await site.run("doctor", "--ready", "--url", "127.0.0.1").code == 2)
            #expect(try await site.run("doctor", "--url", url).code == 2)
        }
    }
}
