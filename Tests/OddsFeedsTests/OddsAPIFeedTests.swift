import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// The Odds API as a feed, from the request to the tree.
@Suite(.database) struct OddsAPIFeedTests {
    private func odds(_ hours: Double = 48) -> String {
        let time = FeedWorld.base.adding(seconds: Int64(hours * 3600))
        return """
            [{"id":"g1","sport_key":"americanfootball_nfl","sport_title":"NFL","commence_time":"\(time)",
              "home_team":"Boston","away_team":"Miami","bookmakers":[{"key":"draftkings","markets":[
              {"key":"h2h","outcomes":[{"name":"Miami","price":230},{"name":"Boston","price":-280}]}]}]}]
            """
    }

    private func scores(_ hours: Double, completed: Bool, _ home: Int, _ away: Int) -> String {
        let time = FeedWorld.base.adding(seconds: Int64(hours * 3600))
        return """
            [{"id":"g1","sport_key":"americanfootball_nfl","sport_title":"NFL","commence_time":"\(time)",
              "completed":\(completed),"home_team":"Boston","away_team":"Miami",
              "scores":[{"name":"Miami","score":"\(away)"},{"name":"Boston","score":"\(home)"}]}]
            """
    }

    /// Answers odds and scores; each with the rest of the quota.
    private func play(_ world: FeedWorld, odds: String, scores: String = "[]", remaining: Int = 480) {
        let headers = ["x-requests-remaining": "\(remaining)", "x-requests-used": "\(500 - remaining)"]
        world.answer { path in
            .answer(200, headers: headers, body: path.contains("/scores") ? scores : odds)
        }
    }

    private func paths(_ world: FeedWorld) -> [String] {
        world.server.received.map { $0.line.contains("/scores?") ? "scores" : "odds" }
    }

    /// The game began an hour ago, in the tree and in what the server says.
    private func start(_ world: FeedWorld) throws {
        try world.execute("update events set starts_at = '\(FeedWorld.base.adding(seconds: -3600))'")
    }

    @Test func `odds become a tree, scores a result, and other scores a correction for 72 hours`()
        async throws
    {
        let world = try await FeedWorld()
        play(world, odds: odds())
        let id = try await world.oddsAPI()
        var row = try await world.run(id)
        #expect(row["status"] == "ok", "\(row)")
        #expect(try world.markets() == ["Boston: open"])
        #expect(
            world.server.received[0].line.hasPrefix(
                "GET /api/v4/sports/americanfootball_nfl/odds?apiKey=s3cret-key&"
            )
        )
        try start(world)
        play(world, odds: "[]", scores: scores(-1, completed: false, 7, 3))
        row = try await world.run(id)
        #expect(row["status"] == "ok", "\(row)")
        let event = "select concat_ws(' ', status, home_score, away_score, result_version) from events"
        #expect(try world.texts(event) == ["live 7 3 0"])
        play(world, odds: "[]", scores: scores(-1, completed: true, 21, 20))
        row = try await world.run(id)
        #expect(try world.texts(event) == ["final 21 20 1"])
        #expect(try world.texts("select status from outcomes order by side") == ["lost", "won"])
        #expect(try await world.number("select count(*) from jobs where kind = 'settle_event'") == 1)
        // The rest of a game's day: nothing changes.
        try await world.run(id)
        #expect(try world.texts(event) == ["final 21 20 1"])
        play(world, odds: "[]", scores: scores(-1, completed: true, 21, 22))
        try await world.run(id)
        #expect(try world.texts(event) == ["final 21 22 2"])
        try world.execute("update events set first_result_at = first_result_at - interval '73 hours'")
        play(world, odds: "[]", scores: scores(-1, completed: true, 30, 22))
        row = try await world.run(id)
        #expect(try world.texts(event) == ["final 21 22 2"])
        #expect(row["status"] == "ok")
    }

    @Test(arguments: [
        (#""scores":null"#, "Boston against Miami is final without scores."),
        (
            #""scores":[{"name":"Miami","score":"2"},{"name":"Boston","score":"7"}]"#,
            "Boston against Miami: the score fell from 7-3 to 7-2."
        ),
    ])
    func `scores that contradict settle nothing`(scores part: String, sentence: String) async throws {
        let world = try await FeedWorld()
        play(world, odds: odds())
        let id = try await world.oddsAPI()
        try await world.run(id)
        try start(world)
        play(world, odds: "[]", scores: scores(-1, completed: false, 7, 3))
        try await world.run(id)
        let all = #""scores":[{"name":"Miami","score":"3"},{"name":"Boston","score":"7"}]"#
        let wrong = scores(-1, completed: true, 7, 3).replacing(all, with: part)
        play(world, odds: "[]", scores: wrong)
        let row = try await world.run(id)
        #expect(row["last_error"]?.text == sentence)
        #expect(try world.texts("select status from events") == ["live"])
        #expect(try world.notices() == [sentence])
        #expect(try await world.number("select count(*) from jobs where kind = 'settle_event'") == 0)
    }

    @Test func `an empty answer that had games suspends them`() async throws {
        let world = try await FeedWorld()
        play(world, odds: odds())
        let id = try await world.oddsAPI()
        try await world.run(id)
        play(world, odds: "[]")
        let row = try await world.run(id)
        #expect(row["status"] == "failing")
        #expect(row["last_error"] == "The feed has no games; before, it had 1 upcoming ones.")
        #expect(try world.markets() == ["Boston: suspended/feed"])
        play(world, odds: odds())
        #expect(try await world.run(id)["status"] == "ok")
        #expect(try world.markets() == ["Boston: open"])
    }

    @Test func `a name that the tree refuses fails the run, and nothing is half written`() async throws {
        let world = try await FeedWorld()
        let second = odds(60).dropFirst().replacing("g1", with: "g2").replacing(
            "Boston",
            with: "Bos\u{202E}ton"
        )
        play(world, odds: String(odds().dropLast()) + "," + second)
        let row = try await world.run(try await world.oddsAPI())
        #expect(row["last_error"] == "The source has a name or a number that is not valid.", "\(row)")
        #expect(try await world.number("select count(*) from events") == 0)
    }

    @Test func `below a tenth of the quota only scores are requested, and stale prices become silent`()
        async throws
    {
        let world = try await FeedWorld()
        play(world, odds: odds(), remaining: 49)
        let id = try await world.oddsAPI()
        let row = try await world.run(id)
        let before = paths(world).count
        let silent = "select silent_at::text from odds_feeds"
        let limit = try world.texts(silent)
        try await world.run(id)
        #expect(paths(world).dropFirst(before) == ["scores"])
        #expect(try world.texts(silent) == limit)
        #expect(row["status"] == "ok")
        let next = try #require(
            try await world.send("GET", "admin/feeds/\(id)/")["next_run_at"]?.text.flatMap { Timestamp($0) }
        )
        #expect(next > .now.adding(seconds: 5 * 3600))
        try await world.poll(at: .now.adding(seconds: 19 * 3600))
        #expect(try world.markets() == ["Boston: suspended/feed"])
        // Scores alone do not make it better.
        #expect(try await world.run(id)["status"] == "silent")
        play(world, odds: odds(), remaining: 480)
        try await world.run(id)
        #expect(try await world.run(id)["status"] == "ok")
        #expect(try world.markets() == ["Boston: open"])
    }

    @Test func `a spent quota waits for the next day, too many requests as long as asked`() async throws {
        let world = try await FeedWorld()
        let id = try await world.oddsAPI()
        world.answer { _ in .answer(401, body: #"{"message":"…","error_code":"OUT_OF_USAGE_CREDITS"}"#) }
        var row = try await world.run(id)
        #expect(row["status"] == "failing")
        #expect(row["last_error"]?.text?.hasPrefix("The quota of the API key is used up.") == true)
        var next = try #require(row["next_run_at"]?.text.flatMap { Timestamp($0) })
        #expect(next.milliseconds % 86_400_000 == 0 && next > .now && next < .now.adding(seconds: 86_401))
        world.answer { _ in .answer(429, headers: ["Retry-After": "600"], body: "{}") }
        row = try await world.run(id)
        next = try #require(row["next_run_at"]?.text.flatMap { Timestamp($0) })
        #expect((580_000...600_000).contains(next.milliseconds - Timestamp.now.milliseconds))
        world.answer { _ in .answer(401, body: #"{"message":"…","error_code":"INVALID_KEY"}"#) }
        row = try await world.run(id)
        #expect(row["last_error"] == "The Odds API refuses the key (INVALID_KEY).")
    }

    @Test func `scores are read while a game is under way, and not otherwise`() async throws {
        let world = try await FeedWorld()
        play(world, odds: odds())
        let id = try await world.oddsAPI()
        try await world.poll()
        try await world.work()
        #expect(paths(world) == ["odds"])
        try start(world)
        try world.execute(
            "update odds_feeds set odds_due_at = now() + interval '1 hour', scores_due_at = now() - interval '1 second'"
        )
        play(world, odds: odds(), scores: scores(-1, completed: false, 0, 0))
        try await world.poll()
        try await world.work()
        #expect(paths(world) == ["odds", "scores"])
        let next = try #require(
            try await world.send("GET", "admin/feeds/\(id)/")["next_run_at"]?.text.flatMap { Timestamp($0) }
        )
        #expect((280_000...300_000).contains(next.milliseconds - Timestamp.now.milliseconds))
    }

    @Test func `the key is in no answer, notice, log of jobs or error, and the front cannot read it`()
        async throws
    {
        let world = try await FeedWorld()
        let id = try await world.oddsAPI()
        world.answer { _ in .answer(401, body: "s3cret-key") }
        var answers = [try await world.run(id), try await world.send("GET", "admin/feeds/")]
        answers.append(try await world.send("PATCH", "admin/feeds/\(id)/", ["key": "s3cret-key-2"]))
        answers.append(try await world.send("GET", "admin/audit/"))
        for answer in answers {
            #expect(answer.status == 200 && !answer.text.contains("s3cret"), "\(answer)")
        }
        #expect(answers[0]["key_set"] == true)
        #expect(try world.texts("select key from odds_feed_keys") == ["s3cret-key-2"])
        let readers = "select has_column_privilege('parlay_front', 'odds_feed_keys', 'key', 'select')::text"
        #expect(try world.texts(readers) == ["false"])
        #expect(
            try world.texts("select to_jsonb(f)::text from odds_feeds f").allSatisfy {
                !$0.contains("s3cret")
            }
        )
    }

    @Test func `a feed that is edited during a run is not written by it`() async throws {
        let world = try await FeedWorld()
        let id = try await world.oddsAPI()
        let body = odds()
        world.answer { _ in
            // The admin is faster than the answer.
            try? world.execute("update odds_feeds set version = version + 1")
            return .answer(200, body: body)
        }
        let row = try await world.run(id)
        #expect(row["last_run_at"] == .null)
        #expect(try await world.number("select count(*) from events") == 0)
    }
}
