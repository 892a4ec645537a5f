import Cluster
import Database
import Glibc
import TestDatabases
import TestSupport
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
            // A call that Twitch does not answer fails after a while, and then the kill below comes too late to count.
            var deaths = 0
            for _ in 0..<20 where deaths < 2 {
                try owner.execute(
                    """
                    update jobs set run_at = now(), max_attempts = 100 where kind = 'sync_games' and state = 'available';
                    update igdb_state set sync_until = '-infinity', paused_until = '-infinity'
                    """
                )
                let running = "from jobs where kind = 'sync_games' and state = 'running'"
                try await eventually("a run") { try !owner.query("select \(running)").isEmpty }
                try await worker.kill()
                deaths = try owner.query("select \(running)").isEmpty ? 0 : deaths + 1
                let dead = try owner.query("select max(id) from workers")[0].integer(0)
                // Its lease ends when the next worker is there, however long that takes to start.
                func endLease(in time: String) throws {
                    try owner.execute(
                        "update workers set leased_until = clock_timestamp() + interval '\(time)' where id = \(dead)"
                    )
                }
                try endLease(in: "1 hour")
                worker = try await site.work()
                try await eventually("the next worker") {
                    try !owner.query("select from workers where id > $1", .integer(dead)).isEmpty
                }
                try endLease(in: "0 s")
                try await eventually("the end of the run") {
                    try owner.query("select \(running) and worker_id = \(dead)").isEmpty
                }
            }
            #expect(try owner.query("select from dead_letters where kind = 'sync_games'").count == 1)
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
