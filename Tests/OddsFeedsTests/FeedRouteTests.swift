import Components
import Observability
import Outbound
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// What admins do with feeds.
@Suite(.database) struct FeedRouteTests {
    private static let page: JSONObject = [
        "source": "html", "name": "Lines", "url": "https://odds.example.org/nfl",
        "options": .object(FeedWorld.pageOptions),
    ]

    @Test func `a feed is made, shown, changed and deleted`() async throws {
        let world = try await FeedWorld(addresses: .publicOnly)
        let made = try await world.send("POST", "admin/feeds/", Self.page)
        #expect(made.status == 201, "\(made)")
        let id = try #require(made["id"]?.integer)
        #expect(made.header("Location") == "/v1/demo/admin/feeds/\(id)/")
        #expect(made["options", "fields", "money"] == "td[6]")
        #expect(made["options", "season"] == .null && made["options", "time_zone"] == "America/New_York")
        #expect(made["enabled"] == true && made["schedule"] == "auto" && made["status"] == "ok")
        #expect(made["key_set"] == false && made["last_error"] == .null && made["last_run_at"] == .null)
        #expect(made["next_run_at"]?.text != nil)
        let shown = try await world.send("GET", "admin/feeds/\(id)/")
        #expect(shown.text == made.text && shown.header("ETag") == made.header("ETag"))
        #expect(try await world.send("GET", "admin/feeds/").items.count == 1)

        let changed = try await world.send(
            "PATCH",
            "admin/feeds/\(id)/",
            [
                "enabled": false, "schedule": "*/15 * * * *",
                "options": .object((["fields": ["money": nil]] as JSONObject).or(FeedWorld.pageOptions)),
            ]
        )
        #expect(changed.status == 200, "\(changed)")
        #expect(changed["status"] == "off" && changed["next_run_at"] == .null)
        #expect(changed["options", "fields", "money"] == .null && changed["options", "tournament"] == "NFL")
        let stale = ["If-Match": try #require(shown.header("ETag"))]
        #expect(
            try await world.send("PATCH", "admin/feeds/\(id)/", ["name": "x"], headers: stale).status == 412
        )
        #expect(try await world.send("DELETE", "admin/feeds/\(id)/", headers: stale).status == 412)
        let run = try await world.send("POST", "admin/feeds/\(id)/run/")
        #expect(run.status == 409 && run["code"] == "feed_disabled")
        let again = try await world.send("PATCH", "admin/feeds/\(id)/", ["enabled": true])
        #expect(again["status"] == "ok" && again["options", "fields", "money"] == .null)
        #expect(try await world.send("POST", "admin/feeds/\(id)/run/").status == 200)
        #expect(try await world.send("DELETE", "admin/feeds/\(id)/").status == 204)
        #expect(try await world.send("GET", "admin/feeds/\(id)/").status == 404)
        let audit = "select action from audit where subject_type = 'feed' and subject_id = \(id) order by id"
        #expect(
            try world.texts(audit) == [
                "feed.create", "feed.change", "feed.change", "feed.run", "feed.delete",
            ]
        )
    }

    @Test(
        arguments: [
            ([:], ["name", "source"]),
            (["source": "html", "name": "x"], ["url"]),
            (["source": "html", "name": "x", "url": "http://odds.example.org/"], ["url"]),
            (["source": "html", "name": "x", "url": "https://127.0.0.1/"], ["url"]),
            (["source": "html", "name": "x", "url": "https://169.254.169.254/latest"], ["url"]),
            (["source": "html", "name": "x", "url": "https://a:b@odds.example.org/"], ["url"]),
            (["source": "html", "name": "x", "url": "https://odds.example.org/", "key": "k"], ["key"]),
            (
                ["source": "html", "name": "x", "url": "https://odds.example.org/", "schedule": "* * *"],
                ["schedule"]
            ),
            (
                [
                    "source": "html", "name": "x", "url": "https://odds.example.org/",
                    "options": ["fields": ["line": "td["]],
                ],
                ["options.fields.line"]
            ),
            (
                [
                    "source": "html", "name": "x", "url": "https://odds.example.org/",
                    "options": ["fields": ["home": "a"]],
                ],
                ["options.fields.away"]
            ),
            (
                [
                    "source": "html", "name": "x", "url": "https://odds.example.org/",
                    "options": ["time_zone": "Mars/Base"],
                ],
                ["options.time_zone"]
            ),
            (
                ["source": "html", "name": "x", "url": "https://odds.example.org/", "options": []],
                ["options"]
            ),
            (
                [
                    "source": "html", "name": "x", "url": "https://odds.example.org/",
                    "options": ["tournament": nil, "sport": nil],
                ],
                ["options.sport", "options.tournament"]
            ),
            (
                ["source": "odds_api", "name": "x", "key": "k", "options": ["sport": nil, "regions": nil]],
                ["options.regions", "options.sport"]
            ),
            (["source": "odds_api", "name": "x"], ["key"]),
            (["source": "odds_api", "name": "x", "key": "a b"], ["key"]),
            (["source": "odds_api", "name": "x", "key": "k", "url": "https://odds.example.org/"], ["url"]),
            (
                ["source": "odds_api", "name": "x", "key": "k", "options": ["sport": "../x"]],
                ["options.sport"]
            ),
            (["source": "odds_api", "name": "x", "key": "k", "options": ["row": "//tr"]], ["options.row"]),
            (["source": "espn", "name": "x"], ["source"]),
            (["source": "odds_api", "name": "x", "key": "k", "color": 1], ["color"]),
        ] as [(JSONObject, [String])]
    )
    func `refuses`(body: JSONObject, fields: [String]) async throws {
        let world = try await FeedWorld(addresses: .publicOnly)
        let needed = body["source"] == "html" ? FeedWorld.pageOptions : FeedWorld.apiOptions
        var object = body.or(["options": [:]])
        if case .object(let options)? = object["options"] {
            object = (["options": .object(options.or(needed))] as JSONObject).or(object)
        }
        let answer = try await world.send("POST", "admin/feeds/", object)
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields.sorted() == fields)
    }

    @Test func `a change is judged by the feed's source`() async throws {
        let world = try await FeedWorld()
        let api = try await world.oddsAPI()
        let page = try await world.page()
        func faults(_ id: Int64, _ body: JSONObject) async throws -> [String] {
            let answer = try await world.send("PATCH", "admin/feeds/\(id)/", body)
            #expect(answer.status == 422, "\(answer)")
            return answer.faultyFields.sorted()
        }
        #expect(try await faults(api, ["url": "https://odds.example.org/"]) == ["url"])
        #expect(
            try await faults(api, ["options": ["row": "//tr"]])
                == ["options.regions", "options.row", "options.sport"]
        )
        #expect(try await faults(api, ["key": nil]) == ["key"])
        #expect(try await faults(page, ["key": "k"]) == ["key"])
        #expect(try await faults(page, ["source": "odds_api"]) == ["source"])
        #expect(try await faults(page, ["url": nil, "schedule": "never"]) == ["schedule", "url"])
    }

    @Test func `a tenant has twenty feeds`() async throws {
        let world = try await FeedWorld(addresses: .publicOnly)
        for _ in 0..<20 { #expect(try await world.send("POST", "admin/feeds/", Self.page).status == 201) }
        let answer = try await world.send("POST", "admin/feeds/", Self.page)
        #expect(answer.status == 409 && answer["code"] == "feed_limit")
        #expect(try await world.send("GET", "admin/feeds/?limit=7").items.count == 7)
    }

    @Test func `members are refused, and another tenant's feed is unknown`() async throws {
        let world = try await FeedWorld()
        let id = try await world.page()
        for (method, path) in [
            ("GET", ""), ("POST", ""), ("GET", "\(id)/"), ("PATCH", "\(id)/"), ("DELETE", "\(id)/"),
            ("POST", "\(id)/run/"),
        ] {
            let body: JSONObject? =
                ["POST", "PATCH"].contains(method) && path != "\(id)/run/" ? Self.page : nil
            let answer = try await world.world.send(
                method,
                "admin/feeds/\(path)",
                token: world.member.token,
                body
            )
            #expect(answer.status == 403, "\(method) \(path)")
        }
        _ = try await world.world.addTenant("other", modules: [.sportsbook])
        let stranger = try await world.world.person("eve", tenant: "other")
        try world.world.promote(stranger, .admin, in: "other")
        for (method, path) in [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "run/")] {
            let body: JSONObject? = method == "PATCH" ? ["name": "x"] : nil
            let answer = try await world.world.send(
                method,
                "admin/feeds/\(id)/\(path)",
                token: stranger.token,
                body,
                tenant: "other"
            )
            #expect(answer.status == 404, "\(method) \(path) \(answer)")
        }
        #expect(
            try await world.world.send("GET", "admin/feeds/", token: stranger.token, tenant: "other").items
                .isEmpty
        )
    }

    @Test func `deleting a feed suspends its open markets and keeps its games`() async throws {
        let world = try await FeedWorld()
        world.play(FeedWorld.Game())
        let id = try await world.page()
        try await world.run(id)
        #expect(try await world.send("DELETE", "admin/feeds/\(id)/").status == 204)
        #expect(try world.markets() == ["Seattle: suspended/feed suspended/feed suspended/feed"])
        #expect(try await world.number("select count(*) from odds_feed_keys") == 0)
    }

    @Test func `the age of each feed is a gauge`() async throws {
        let world = try await FeedWorld()
        let id = try await world.page()
        try world.execute("update odds_feeds set last_success_at = now() - interval '90 seconds'")
        let samples = try await world.world.database.onLoop { [workers = world.workers] in
            try await FeedRunService.gauge.read(workers)
        }
        #expect(samples.map(\.labels) == [["demo", "\(id)"]])
        #expect(samples.allSatisfy { (89...150).contains($0.value) })
    }
}
