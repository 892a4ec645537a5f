import Components
import Database
import HTTPServer
import Pages
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import Testing

@testable import App

/// What guests and members see of the games, and how they like to read them.
@Suite(.database) struct BoardTests {
    typealias World = RouteMatrixFixture

    /// A front of a tenant that shows guests its games.
    private func publicFront(_ world: World) async throws -> Gateway {
        try world.owner.execute(
            "update tenants set settings = settings || '{\"public_sportsbook\": true}' where slug = 'alpha'"
        )
        let pool = try await world.database.front(.small)
        return try await World.front(pool, signer: world.signer).gateway
    }

    private func board(_ gateway: Gateway, _ world: World, cookie: String? = nil) async throws -> Answer {
        var call = World.Call("GET", "/app/alpha/events").with("Host", World.host)
        if let cookie { call = call.with("Cookie", cookie) }
        return try await world.database.onLoop { [call] in Answer(await World.answer(gateway, call)) }
    }

    private func press(_ action: String, _ gateway: Gateway, _ world: World) async throws -> Answer {
        let call = World.Call("POST", "/app/alpha/events?q=home", "_keep=odds%3A\(action)")
            .with("Host", World.host).with("Origin", World.origin)
            .with("Content-Type", "application/x-www-form-urlencoded")
        return try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
    }

    @Test func `a guest reads prices in the form that they chose, until they choose again`() async throws {
        let world = try await World()
        _ = try world.scenario()
        let gateway = try await publicFront(world)
        let first = try await board(gateway, world)
        #expect(first.status == 200 && first.text.contains(">1.909</span>"))
        #expect(!first.text.contains("−110"))

        let chosen = try await press("american", gateway, world)
        #expect(chosen.status == 303 && chosen.header("Location") == "/app/alpha/events?q=home")
        let field = try #require(chosen.header("Set-Cookie"))
        #expect(field.hasPrefix("parlay-odds-alpha=american; Path=/app/alpha/; Max-Age=31536000; HttpOnly"))
        let american = try await board(gateway, world, cookie: "parlay-odds-alpha=american")
        #expect(american.text.contains(">−110</span>") && !american.text.contains(">1.909</span>"))
        #expect(
            american.text.matches(of: /aria-pressed="true" name="_keep" value="odds:american"/).count == 1
        )

        for action in ["decimal", "fractional", ""] {
            let answer = try await press(action, gateway, world)
            #expect(answer.header("Set-Cookie")?.contains("parlay-odds-alpha=;") == true, "\(action)")
            #expect(answer.header("Set-Cookie")?.contains("Max-Age=0") == true, "\(action)")
        }
        let unknown = try await board(gateway, world, cookie: "parlay-odds-alpha=<b>")
        #expect(unknown.text.contains(">1.909</span>"))
    }

    @Test func `the slip and the form of prices are kept beside each other`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let pick = "\(scenario.book.event).\(scenario.book.outcome).-110"
        let picked = try await world.post("events", [("_keep", "slip:pick.\(pick)")], cookie: cookie)
        let slip = String(try #require(picked.header("Set-Cookie")).prefix { $0 != ";" })
        let page = try await world.page("events", cookie: "\(cookie); \(slip); parlay-odds-alpha=american")
        #expect(page.text.contains("<span class=\"odds-price\">−110</span>"))
        #expect(page.text.contains("aria-pressed=\"true\" id=\"outcome-\(scenario.book.outcome)\""))
        let bets = try await world.page("bets", cookie: "\(cookie); parlay-odds-alpha=american")
        #expect(bets.text.contains("−110"))
    }

    @Test
    func `the board, the slip and bets show a price with the same digits, which multiply to the payout`()
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let slip = "\(scenario.book.event).\(scenario.book.outcome).-110~10000~exact~parlay"
        let page = try await world.page("events", cookie: "\(cookie); parlay-slip-alpha=\(slip)")
        // Of both sides on the board, and of the pick.
        #expect(page.text.matches(of: /<span class="odds-price">1\.909<\/span>/).count >= 3)
        #expect(page.text.contains(">$190.90</strong>"))
        #expect(page.text.contains("<p class=\"error\" data-connection hidden></p>"))
        let bets = try await world.page("bets?show=settled", cookie: cookie)
        #expect(bets.text.contains("Stake $1.00, payout $1.90") && bets.text.contains(">1.909<"))
    }

    @Test func `the zone of times leads members to its setting`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let page = try await world.page("events", cookie: try world.browser(of: scenario.owner))
        #expect(page.text.contains("<a href=\"/app/alpha/me/settings\">Times: UTC.</a>"))
    }

    @Test func `a guest's times are in the zone that the browser names`() async throws {
        let world = try await World()
        _ = try world.scenario()
        let gateway = try await publicFront(world)
        #expect(try await board(gateway, world).text.contains("Times: UTC."))
        let tokyo = try await board(gateway, world, cookie: "parlay-zone=Asia/Tokyo")
        #expect(tokyo.text.contains("Times: Asia/Tokyo."))
        for wrong in ["../../etc/passwd", "Nowhere/City", "<b>", ""] {
            let page = try await board(gateway, world, cookie: "parlay-zone=\(wrong)")
            #expect(page.status == 200 && page.text.contains("Times: UTC."), "\(wrong)")
        }
    }

    @Test(arguments: [("scheduled", true), ("live", false)])
    func `while no game is on, the board says when the next begins`(status: String, says: Bool) async throws {
        let world = try await World()
        let scenario = try world.scenario()
        _ = try world.owner.query("update events set status = $1, week = null", .text(status))
        let page = try await world.page("events", cookie: try world.browser(of: scenario.owner))
        let next =
            /<p id="next-game">No game is on right now. Next: <a href="\/app\/alpha\/events\/\d+">[^<]+<\/a>, <time/
        #expect(page.text.contains(next) == says)
        #expect(page.text.contains("id=\"next-game\"") == says)
    }

    @Test func `without a game to come, the home page says that none is announced`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        _ = try world.owner.query(
            "update events set status = 'cancelled', first_result_at = now(), result_version = 1"
        )
        let cookie = try world.browser(of: scenario.owner)
        #expect(try await world.page("", cookie: cookie).text.contains("none is announced yet."))
        #expect(try await world.page("events", cookie: cookie).text.contains("None is announced yet."))
    }

    @Test func `prices that nobody quoted say so in words, once where it is true of all`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        func said() async throws -> Int {
            try await world.page("events", cookie: cookie).text.matches(of: /Prices are made up/).count
        }
        #expect(try await said() == 0)
        _ = try world.owner.query(
            "update markets set prices = 'made_up' where tenant_id = (select id from tenants where slug = 'alpha')"
        )
        let gateway = try await publicFront(world)
        let all = try await board(gateway, world)
        #expect(all.text.matches(of: /<p class="soft">Prices are made up<\/p>/).count == 1)
        #expect(all.text.matches(of: /Prices are made up/).count == 1)
        _ = try world.owner.query(
            "update markets set prices = 'quoted' where id = $1",
            .integer(scenario.book.freeMarket)
        )
        let some = try await board(try await publicFront(world), world)
        #expect(some.text.matches(of: #/ · Prices are made up/#).count == 1)
        #expect(!some.text.contains("<p class=\"soft\">Prices are made up"))
    }
}
