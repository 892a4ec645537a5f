import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App
@testable import Pages

/// Forms that matter ask people who signed in a while ago for their password.
@Suite(.database) struct RecentSignInTests {
    typealias World = RouteMatrixFixture

    /// Unlinking an outside account.
    private static func form(_ scenario: World.Scenario) throws -> [(String, String)] {
        let unlink = try #require(
            World.screens.first { $0.pattern == "me/security" }?.writes.first {
                $0.needsRecentSignIn(FormInput([]))
            }?.name
        )
        return [
            ("_call", unlink), ("_target", try ScreenCase.target(of: unlink, scenario)),
            ("_key", "0123456789"),
            ("note", "\"><b>"),
        ]
    }

    private static func identities(_ world: World, _ person: World.Person) throws -> Int64 {
        let count = "select count(*) from identities where account_id = $1"
        return try world.owner.query(count, .integer(person.id))[0].integer(0)
    }

    private static func age(_ world: World, _ person: World.Person, minutes: Int64) throws {
        _ = try world.owner.query(
            """
            update tokens set created_at = now() - make_interval(mins => $2::integer)
             where account_id = $1 and kind = 'browser'
            """,
            .integer(person.id),
            .integer(minutes)
        )
    }

    @Test func `a session of fourteen minutes is not asked, and one of sixteen is`() async throws {
        let world = try await World()
        for (minutes, status) in [(14, 303), (16, 403)] {
            let scenario = try world.scenario()
            let cookie = try world.browser(of: scenario.owner)
            try Self.age(world, scenario.owner, minutes: Int64(minutes))
            let before = try Self.identities(world, scenario.owner)
            let answer = try await world.post("me/security", Self.form(scenario), cookie: cookie)
            #expect(answer.status == status)
            #expect(try Self.identities(world, scenario.owner) == before - (status == 303 ? 1 : 0))
        }
    }

    @Test func `the page carries the form along, and the right password carries it out in a new session`()
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let before = try Self.identities(world, scenario.owner)
        let cookie = try world.browser(of: scenario.owner)
        try Self.age(world, scenario.owner, minutes: 16)
        let form = try Self.form(scenario)
        let asks = try await world.post("me/security", form, cookie: cookie)
        #expect(asks.isPage && asks.text.contains("name=\"_password\"") && !asks.text.contains("\"><b>"))
        for (name, value) in form where name != "note" { #expect(asks.hidden(name) == [value], "\(name)") }

        let wrong = try await world.post(
            "me/security",
            form + [("_password", "a wrong horse")],
            cookie: cookie
        )
        #expect(wrong.status == 403 && wrong.header("Set-Cookie") == nil)
        #expect(!wrong.text.contains("a wrong horse"))
        #expect(try Self.identities(world, scenario.owner) == before)

        let right = try await world.post(
            "me/security",
            form + [("_password", World.password)],
            cookie: cookie
        )
        #expect(right.status == 303)
        #expect(try Self.identities(world, scenario.owner) == before - 1)
        let renewed = String(try #require(right.header("Set-Cookie")).prefix { $0 != ";" })
        #expect(renewed.hasPrefix("parlay-alpha=") && renewed != cookie)
        #expect(try await world.page("inbox", cookie: renewed).status == 200)
        #expect(try await world.page("inbox", cookie: cookie).status == 303)
    }

    @Test func `a result asks on whichever page it is sent, and a running score does not`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.admin)
        try Self.age(world, scenario.admin, minutes: 16)
        let event = scenario.book.event
        func send(_ status: String, to page: String) async throws -> Int {
            let form = [
                ("_call", "updateEvent"), ("_target", "\(event)"), ("status", status), ("home_score", "1"),
                ("away_score", "0"),
            ]
            return try await world.post(page, form, cookie: cookie).status
        }
        #expect(try await send("final", to: "admin/events/\(event)") == 403)
        #expect(try await send("final", to: "admin/events/\(event)/result") == 403)
        #expect(try world.owner.query("select from events where status = 'final' and id = \(event)").isEmpty)
        #expect(try await send("live", to: "admin/events/\(event)") == 303)
    }

    @Test func `linking an outside account asks before the issuer, and not on the way back`() async throws {
        let world = try await World()
        let owner = try world.scenario().owner
        let browser = OutsideBrowser(world, cookie: try world.browser(of: owner))
        try Self.age(world, owner, minutes: 16)
        let fields = [("issuer", TokenIssuer.address)]
        let asks = try await browser.post("me/outside", fields)
        #expect(asks.status == 403 && asks.text.contains("name=\"_password\""))
        #expect(asks.header("Refresh") == nil && asks.hidden("issuer") == [TokenIssuer.address])
        let onward = try await browser.post("me/outside", fields + [("_password", World.password)])
        let address = try #require(onward.header("Refresh")?.dropFirst("0; url=".count))
        let request = OutsideBrowser.Request(String(address))
        // Who reads the issuer's pages for long is not asked again.
        try Self.age(world, owner, minutes: 16)
        let linked = try await browser.comeBack(request, try browser.token(request, "owner-there"))
        #expect(linked.status == 303 && linked.header("Location") == "/app/alpha/me/security?done=linked")
    }

    @Test func `wrong passwords are counted as failed sign-ins`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let before = try Self.identities(world, scenario.owner)
        let cookie = try world.browser(of: scenario.owner)
        try Self.age(world, scenario.owner, minutes: 16)
        let form = try Self.form(scenario)
        for _ in 1...3 {
            let answer = try await world.post("me/security", form + [("_password", "wrong")], cookie: cookie)
            #expect(answer.status == 403)
        }
        let counted = try world.owner.query(
            "select count from throttles where kind = 'login_pair' and subject like $1",
            .text("id:\(scenario.owner.id) %")
        )
        #expect(try counted.map { try $0.integer(0) } == [3])
        #expect(try Self.identities(world, scenario.owner) == before)
    }

    @Test func `signing in ends the session that the browser had`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let name = try #require(World.screens.first { $0.pattern == "sign-in" }?.writes.first?.name)
        let fields = [("_call", name), ("username", scenario.owner.username), ("password", World.password)]
        #expect(
            try await world.post("sign-in", fields.dropLast() + [("password", "wrong")], cookie: cookie)
                .status
                == 422
        )
        #expect(try await world.page("inbox", cookie: cookie).status == 200)
        #expect(try await world.post("sign-in", fields, cookie: cookie).status == 303)
        #expect(try await world.page("inbox", cookie: cookie).status == 303)
    }
}
