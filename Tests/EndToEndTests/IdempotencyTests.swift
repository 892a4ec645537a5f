import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Idempotency keys where processes die and where there are several.
@Suite(.database) struct IdempotencyTests {
    private static func match(_ session: HTTPSession, _ name: String, key: String) async throws -> Answer {
        let body = #"{"a_username":"\#(name)"}"#
        return try await session.send("POST", "matches/", body, headers: ["Idempotency-Key": key])
    }

    private static func count(_ owner: BlockingConnection) throws -> Int64 {
        try owner.query("select count(*) from matches")[0].integer(0)
    }

    @Test(.withoutProxy) func `a front that is killed between commit and answer replays on the retry`()
        async throws
    {
        try await Site.with { site in
            var front = try await site.serve()
            try await site.makeTenant()
            let ada = try await site.register("ada", "en", "es")
            _ = try await site.register("eva", "es", "en")
            let owner = try TestDatabase.current.owner
            let watch = try TestDatabase.current.connect(as: .superuser)
            // Commits wait for this lock when all is done but the answer.
            try watch.execute(
                """
                create function parlay.linger() returns trigger language plpgsql security definer as
                    $$ begin perform pg_advisory_xact_lock(20); return null; end $$;
                create constraint trigger linger after insert on parlay.idempotency_keys
                    deferrable initially deferred for each row execute function parlay.linger();
                select pg_advisory_lock(20)
                """
            )
            let session = ada.session
            let first = Task { try await Self.match(session, "eva", key: "once") }
            try await eventually("the commit") {
                try watch.query(
                    """
                    select exists (
                        select from pg_stat_activity
                        where datname = current_database() and query = 'commit' and wait_event = 'advisory'
                    )
                    """
                )[0].boolean(0)
            }
            try await front.kill()
            await #expect(throws: RawClientError.self) { try await first.value }
            #expect(try Self.count(owner) == 0)
            // The server does not notice that its client has disconnected, and commits.
            try watch.execute("select pg_advisory_unlock(20)")
            try await eventually("the row") { try Self.count(owner) == 1 }
            front = try await site.serve()
            let retry = try await Self.match(site.session(token: ada.token), "eva", key: "once")
            #expect(retry.status == 201)
            #expect(retry.header("Idempotency-Replayed") == "true")
            let id = try owner.query("select id from matches")[0].integer(0)
            #expect(retry["match_id"]?.integer == id)
            #expect(retry.header("Location") == "/v1/wordup/matches/\(id)/")
            #expect(try Self.count(owner) == 1)
            try await site.expectNoOpenRequest(front)
        }
    }

    @Test func `two fronts that get the same call fifty times write one row and answer equally`() async throws
    {
        try await Site.with { site in
            let first = try await site.serve()
            let port = try Parlay.freePort()
            let second = try site.start("serve", with: ["PARLAY_PORT": String(port)])
            try await site.makeTenant()
            try await eventually("the second front") {
                let about = try? await HTTPSession(port: port).send("GET", "/v1/wordup/about/")
                return about?.status == 200
            }
            let ada = try await site.register("ada", "en", "es")
            for number in 0..<3 { _ = try await site.register("eva\(number)", "es", "en") }
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for number in 0..<50 {
                    let session = HTTPSession(
                        port: number.isMultiple(of: 2) ? site.port : port,
                        base: "/v1/wordup/",
                        token: ada.token
                    )
                    // A random match: another run of it would be another row.
                    group.addTask {
                        try await session.send("POST", "matches/", "{}", headers: ["Idempotency-Key": "k"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 50)
            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(answers.filter { $0.header("Idempotency-Replayed") == nil }.count == 1)
            #expect(try Self.count(TestDatabase.current.owner) == 1)
            #expect(second.isRunning)
            try await site.expectNoOpenRequest(first)
        }
    }
}
