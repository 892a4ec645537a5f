import Cluster
import Database
import Glibc
import TestDatabases
import Testing

/// A job that stops each worker that runs it.
@Suite(.database) struct JobDeathTests {
    @Test func `a job that killed two workers is a dead letter, and the third goes on`() async throws {
        // Twitch, which never answers: the job runs until its worker is killed.
        let port = try Parlay.freePort()
        let twitch = try Parlay.listener(port: port)
        defer { close(twitch) }
        let settings = [
            "PARLAY_IGDB_CLIENT_ID": "abc123", "PARLAY_IGDB_CLIENT_SECRET": "def456",
            "PARLAY_IGDB_URL": "http://127.0.0.1:\(port)", "PARLAY_TWITCH_URL": "http://127.0.0.1:\(port)",
        ]
        try await Site.with(settings) { site in
            try await site.makeTenant()
            let owner = try TestDatabase.current.owner
            var worker = try await site.work()
            try await site.parlay("admin jobs run sync_games")
            for death in 1...2 {
                try await eventually("run \(death)") {
                    try owner.query(
                        "select exists (select from jobs where kind = 'sync_games' and state = 'running' and attempt = $1)",
                        .integer(death)
                    )[0].boolean(0)
                }
                try await worker.kill()
                let dead = try owner.query("select max(id) from workers")[0].integer(0)
                worker = try await site.work()
                try await eventually("the next worker") {
                    try !owner.query("select from workers where id > $1", .integer(dead)).isEmpty
                }
                // Its lease ends, with the next worker already there.
                try owner.execute("update workers set leased_until = clock_timestamp() where id = \(dead)")
            }
            try await eventually("the dead letter") {
                try !owner.query("select from dead_letters where kind = 'sync_games'").isEmpty
            }
            let shown = try await site.parlay("admin jobs list --state dead")
            #expect(shown.contains("its worker died twice while it ran"), "\(shown)")
            // The worker that found it runs other jobs.
            try await site.parlay("admin jobs run prune")
            try await eventually("another job") {
                try owner.query("select from jobs where kind = 'prune'").isEmpty
            }
            #expect(try await worker.stop() == .code(0))
        }
    }
}
