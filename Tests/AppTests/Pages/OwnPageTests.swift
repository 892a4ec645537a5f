import Database
import HTTPServer
import Pages
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What pages say about the person who looks, and about their games.
@Suite(.database) struct OwnPageTests {
    typealias World = RouteMatrixFixture

    @Test func `the head shows the photo of who looks`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let owner = try await world.page("me", cookie: try world.browser(of: scenario.owner))
        let source = "/app/alpha/people/\(scenario.owner.id)/photo?v=7"
        #expect(owner.text.contains("<img class=\"avatar small\" src=\"\(source)\""))
        let stranger = try await world.page("me", cookie: try world.browser(of: scenario.stranger))
        #expect(stranger.text.contains("<span class=\"avatar small\""))
    }

    @Test func `devices have names, and no use more exact than it is known`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let agent = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0"
        _ = try world.owner.query(
            """
            update tokens set label = $2, last_used_at = date_trunc('hour', now())
             where account_id = $1 and kind = 'browser' returning id
            """,
            .integer(scenario.owner.id),
            .text(agent)
        )
        let page = try await world.page("me/devices", cookie: cookie)
        #expect(page.text.contains("Chrome · Linux") && !page.text.contains("Mozilla/5.0"))
        #expect(page.text.contains("last used within the last hour") && !page.text.contains("minutes ago"))
    }

    @Test func `kinds of notices are left out of push messages by boxes, and all are pushed again without`()
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let (admin, member) = (
            try world.browser(of: scenario.admin), try world.browser(of: scenario.stranger)
        )
        func boxes(_ cookie: String) async throws -> [String: Bool] {
            let page = try await world.page("me/notifications", cookie: cookie)
            let found = page.text.matches(of: /type="checkbox" name="push_muted" value="(\w+)"( checked)?/)
            return Dictionary(found.map { (String($0.1), $0.2 != nil) }) { first, _ in first }
        }
        #expect(try await boxes(admin).keys.contains("feed_failed"))
        var shown = try await boxes(member)
        #expect(shown["friend_request"] == false && shown["match_made"] == false, "\(shown)")
        #expect(!shown.keys.contains("feed_failed"), "only admins hear of feeds")

        func save(_ kinds: [String]) async throws {
            let page = try await world.page("me/notifications", cookie: member)
            let form = try #require(page.text.split(separator: "<form").first { $0.contains("push_muted") })
            let call = try #require(form.firstMatch(of: /name="_call" value="(\w+)"/)?.1)
            #expect(form.contains("<input type=\"hidden\" name=\"push_muted\" value=\"\">"), "\(form)")
            let fields = [("_call", String(call))] + ([""] + kinds).map { ("push_muted", $0) }
            let saved = try await world.post("me/notifications", fields, cookie: member)
            #expect(saved.status == 303, "\(saved.text)")
        }
        try await save(["friend_request", "feed_failed"])
        shown = try await boxes(member)
        #expect(shown.filter(\.value).keys.sorted() == ["feed_failed", "friend_request"], "\(shown)")
        try await save([])
        #expect(try await boxes(member).values.contains(true) == false)
    }

    @Test func `the statuses of a game stay in place, and the present one is pressed`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let path = "games/\(scenario.games.owned)"
        let cookie = try world.browser(of: scenario.owner)
        let page = try await world.page(path, cookie: cookie)
        let buttons = page.text.matches(of: /name="status" value="(\d)" aria-pressed="(true|false)"/)
        #expect(buttons.map { String($0.1) } == ["1", "0", "2", "3", "4"])
        #expect(buttons.count { $0.2 == "true" } == 1)
    }

    @Test func `what was done before is not said above a form that is refused`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let path = "games/\(scenario.games.owned)?done=saved"
        let cookie = try world.browser(of: scenario.owner)
        let page = try await world.page(path, cookie: cookie)
        #expect(page.text.contains("Saved."))
        let form = try #require(page.text.split(separator: "<form").first { $0.contains("name=\"note\"") })
        let call = try #require(form.firstMatch(of: /name="_call" value="(\w+)"/)?.1)
        let fields = [
            ("_call", String(call)), ("_target", "\(scenario.games.owned)"), ("user_hours", "12.25"),
        ]
        let refused = try await world.post(path, fields, cookie: cookie)
        #expect(refused.status == 422 && !refused.text.contains("Saved."))
        #expect(refused.text.matches(of: /aria-invalid="true" autofocus/).count == 1, "it leads to the field")
    }

    @Test func `an empty catalog says that it is empty, and a search that it finds nothing`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        try world.owner.execute("truncate games cascade")
        let all = try await world.page("games", cookie: cookie)
        #expect(all.text.contains("There are no games here yet") && !all.text.contains("Check the spelling"))
        let search = try await world.page("games?q=nothing", cookie: cookie)
        #expect(search.text.contains("Check the spelling"))
        #expect(try await world.page("", cookie: cookie).text.contains("What are you playing?"))
    }
}
