import HTTPServer
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// What `GET /games/` answers while IGDB is asked, by the real programs.
@Suite(.database) struct GameSearchAnswerTests {
    @Test
    func `a search waits for IGDB, says when it is not done, and never takes a failure for an empty list`()
        async throws
    {
        let server = try await IGDBServer()
        let games = [
            IGDBServer.game(7, "Zelda Racing", rating: 80, votes: 50),
            IGDBServer.game(8, "Ico", rating: 90, votes: 50),
            IGDBServer.game(9, "Okami", rating: 85, votes: 50),
        ]
        try await server.control(["games": .array(games)])
        try await Site.with(server.environment) { site in
            _ = try await site.serve()
            try await site.makeTenant()
            try await site.openShelf()
            _ = try await site.newcomer("ann")
            let token = try await site.client().account.token("ann", password: Site.password)
            let ann = site.session(token: token)

            // Two games are known, and no sync has succeeded.
            let top = try await ann.send("GET", "games/")
            #expect(top.items.count == 2 && top["stale"] == .bool(true), "\(top)")

            // Nobody works yet.
            let early = try await ann.send("GET", "games/?q=zelda+racing")
            #expect(early.status == 200 && early["searching"] == .bool(true), "\(early)")
            #expect(early.headers["Retry-After"] == "2" && early["stale"] == nil)

            let worker = try await site.work()
            try await eventually("the game of IGDB") {
                let answer = try await ann.send("GET", "games/?q=zelda+racing")
                guard answer["searching"] == nil else { return false }
                #expect(answer.items.first?["igdb_id"]?.integer == 7, "\(answer)")
                #expect(answer["stale"] == nil)
                return true
            }
            let asked = try await server.seen.requests
            _ = try await ann.send("GET", "games/?q=ZELDA%20racing!")
            #expect(try await server.seen.requests == asked, "the same name within a day")
            for query in ["q=ab", "q=okami&platform=linux", "q=okami&sort=name", "sort=name"] {
                _ = try await ann.send("GET", "games/?\(query)")
            }
            #expect(try await server.seen.requests == asked, "short, filtered, sorted, and without a name")

            try await server.control(["plan": .array((1...40).map { _ in ["status": 500] })])
            let known = try await ann.send("GET", "games/?q=the+witcher")
            #expect(known.status == 200, "\(known)")
            try await eventually("the failure") {
                let answer = try await ann.send("GET", "games/?q=the+witcher")
                #expect(answer.items.count >= 1)
                return answer["stale"] == .bool(true)
            }
            try await eventually("the refusal") {
                let answer = try await ann.send("GET", "games/?q=okami+den")
                if answer.status == 200 { #expect(answer["searching"] == .bool(true), "\(answer)") }
                return answer.status == 503 && answer.code == "catalog_unavailable"
                    && answer.headers["Retry-After"] == "60"
            }
            #expect(try await server.seen.violations == [])
            _ = try await worker.stop()
        }
    }
}
