import Cluster
import Database
import Glibc
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// The catalog and IGDB, by the real programs.
@Suite(.database) struct IGDBTests {
    private func games(_ ids: ClosedRange<Int64>) -> JSONValue {
        .array(
            ids.map { IGDBServer.game($0, "Game number \($0)", rating: 100 - Double($0) / 100, votes: 20) }
        )
    }

    /// Leaves searches in the lanes of several tenants.
    private func enqueue(_ numbers: ClosedRange<Int>, _ owner: BlockingConnection) throws {
        _ = try owner.query(
            """
            insert into jobs (tenant_id, kind, payload, max_attempts, unique_key)
            select 1001 + n % 5, 'search_games', jsonb_build_object('q', 'number ' || n), 3, 'number ' || n
              from generate_series($1::integer, $2::integer) n
            """,
            .integer(numbers.lowerBound),
            .integer(numbers.upperBound)
        )
    }

    /// People who each search eight times, at one front or the other.
    private func search(_ people: [String], _ site: Site, ports: [UInt16]) async throws -> [Int] {
        try await site.parlay("admin tenant create play --name Play --modules shelf")
        for port in ports {
            try await eventually("the tenant") {
                (try? await HTTPSession(port: port, base: "/v1/play/").send("GET", "about/").status) == 200
            }
        }
        var tokens: [String] = []
        for name in people {
            let body = """
                {"username": "\(name)", "password": "\(Site.password)", "email": "\(name)@example.org",
                 "first_name": "\(name)", "last_name": "Test"}
                """
            let answer = try await HTTPSession(port: ports[0], base: "/v1/play/").send(
                "POST",
                "register/",
                body
            )
            guard let token = answer["token"]?.text else { throw Parlay.Failure("registering: \(answer)") }
            tokens.append(token)
        }
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for (person, token) in tokens.enumerated() {
                for number in 0..<8 {
                    let port = ports[(person + number) % ports.count]
                    let session = HTTPSession(port: port, base: "/v1/play/", token: token)
                    group.addTask {
                        try await session.send("GET", "games/?q=unknown\(person)x\(number)").status
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `three workers and two fronts never exceed the limits, and a killed worker frees its places`()
        async throws
    {
        let server = try await IGDBServer()
        try await server.control(["games": games(1...60), "delay": 1000])
        try await Site.with(server.environment) { site in
            _ = try await site.serve()
            let other = try Parlay.freePort()
            _ = try site.start("serve", with: ["PARLAY_PORT": String(other)])
            let owner = try TestDatabase.current.owner
            var workers = [try await site.work()]
            for _ in 0..<2 { workers.append(try site.start("work")) }
            try await eventually("three workers") { try owner.query("select from workers").count == 3 }
            try enqueue(1...24, owner)
            try await site.parlay("admin jobs run sync_games")
            async let statuses = search(["ann", "ben", "cleo"], site, ports: [site.port, other])
            try await eventually("requests") {
                try owner.query("select from igdb_places where kind = 'open' and held_by is not null").count
                    >= 3
            }
            // In the middle of its requests.
            try await workers[0].kill()
            #expect(Set(try await statuses) == [200])
            try await eventually("the searches") {
                try owner.query("select from game_searches where status = 'done'").count == 48
            }
            try await eventually("the end of the jobs") {
                try owner.query("select from jobs where kind in ('search_games', 'sync_games')").isEmpty
            }
            try await eventually("the places of the killed worker") {
                try owner.query("select from igdb_places where free_at > clock_timestamp()").isEmpty
            }
            let seen = try await server.seen
            #expect(seen.violations == [])
            #expect(seen.requests >= 49 && seen.mostStarts <= 4 && seen.mostOpen <= 8)
            #expect(seen.issued == 1)
            #expect(try owner.query("select from games").count == 60)
            for worker in workers { expectNoSecrets(worker.errors) }
        }
    }

    @Test func `the operator syncs the catalog, and learns why it fails`() async throws {
        let server = try await IGDBServer()
        try await server.control(["games": games(1...30)])
        try await Site.with { site in
            try await site.parlay("migrate")
            let without = try await site.run("admin", "games", "sync")
            #expect(without.code == 1 && without.errors.contains("PARLAY_IGDB_CLIENT_ID"), "\(without)")

            func sync(_ words: String..., changes: [String: String] = [:]) async throws -> Outcome {
                try await site.run(
                    ["admin", "games", "sync"] + words,
                    with: server.environment.merging(changes) { $1 }
                )
            }
            let first = try await sync()
            #expect(first.code == 0, "\(first)")
            #expect(first.output == "read 30 games: 30 created, 0 updated, 0 unchanged, 0 skipped\n")
            let second = try await sync("--full", "--json")
            #expect(second.code == 0, "\(second)")
            #expect(
                try JSONParser.parse(Array(second.output.utf8)) == [
                    "read": 30, "created": 0, "updated": 0, "unchanged": 30, "skipped": 0, "full": true,
                ]
            )
            let wrong = try await sync(changes: ["PARLAY_IGDB_CLIENT_SECRET": "another-secret"])
            #expect(wrong.code == 0, "the token of before works")
            try TestDatabase.current.owner.execute("delete from igdb_tokens")
            let refused = try await sync(changes: ["PARLAY_IGDB_CLIENT_SECRET": "another-secret"])
            #expect(refused.code == 1)
            let words = refused.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("403: invalid client secret"), "\(refused)")
            #expect(!refused.description.contains("another-secret"))
            try await server.control(["plan": [["status": 400, "body": [["cause": "Bad"]]]]])
            let failed = try await sync()
            #expect(failed.code == 1 && failed.errors.contains("not synced"), "\(failed)")
            let config = try await site.run(["config"], with: server.environment)
            for text in [config.output, config.errors, first.errors, failed.errors] {
                expectNoSecrets(text)
            }
            let half = try await sync(changes: ["PARLAY_IGDB_CLIENT_SECRET": ""])
            #expect(half.code != 0)
        }
    }

    @Test func `a worker logs why a sync fails, without secrets`() async throws {
        let server = try await IGDBServer()
        let echo = "no \(IGDBServer.clientSecret) and no app-token-1"
        let failure: JSONValue = ["status": 500, "body": ["message": .string(echo)]]
        try await server.control(["plan": .array((0..<3).map { _ in failure })])
        try await Site.with(server.environment) { site in
            let worker = try await site.work()
            try await site.parlay("admin jobs run sync_games")
            try await eventually("a failure") { worker.errors.contains("IGDB answered 500") }
            expectNoSecrets(worker.errors)
            #expect(worker.errors.contains("<redacted>"))
            let error = try TestDatabase.current.owner.query("select last_error from igdb_state")[0].text(0)
            expectNoSecrets(error)
        }
    }

    private func expectNoSecrets(_ text: String) {
        #expect(
            !text.contains(IGDBServer.clientSecret) && !text.contains("app-token-"),
            "\(text.suffix(2000))"
        )
    }
}
