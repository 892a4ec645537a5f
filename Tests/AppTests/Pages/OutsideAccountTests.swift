import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// People who sign in, register and link by the pages of an issuer.
@Suite(.database) struct OutsideAccountTests {
    typealias World = RouteMatrixFixture

    @Test func `the app asks the issuer for a token, and the answer for no one else`() async throws {
        let browser = OutsideBrowser(try await World())
        let page = try await browser.page("sign-in")
        #expect(page.text.contains("Continue with issuer.example"))
        #expect(page.header("Content-Security-Policy")?.contains("form-action 'self';") == true)
        let answer = try await browser.post("sign-in/outside", [("issuer", TokenIssuer.address)])
        #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store")
        let cookie = try #require(answer.header("Set-Cookie"))
        #expect(cookie.hasPrefix("parlay_outside-alpha=") && cookie.contains("Max-Age=600"))
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let request = try await browser.begin()
        #expect(request.endpoint == "\(TokenIssuer.address)/authorize")
        #expect(request["response_type"] == "id_token" && request["response_mode"] == "form_post")
        #expect(request["client_id"] == TokenIssuer.audience)
        #expect(request["redirect_uri"] == "\(World.origin)/app/alpha/sign-in/return")
        #expect(request["scope"] == "openid email profile")
        #expect(request["nonce"].utf8.count == 64)
        // Each attempt has a state and a nonce of its own, and one secret of the browser.
        let other = try await browser.begin()
        #expect(request["state"] != other["state"] && request["nonce"] != other["nonce"])
        #expect(browser.cookies.count == 1)
        let secret = try #require(browser.cookies.values.first)
        #expect(!request.parameters.values.contains { $0.contains(secret) })
    }

    @Test func `a newcomer registers without a password, goes on where they wanted to, and signs in again`()
        async throws
    {
        let world = try await World()
        let browser = OutsideBrowser(world)
        let next = "next=\(RequestTarget.encode("/app/alpha/me/devices"))"
        let before = try world.dump()
        let request = try await browser.begin(at: "sign-in/outside?\(next)")
        let email = ("zoe@example.org", isVerified: true)
        let token = try browser.token(request, "zoe-there", email: email, claims: ["given_name": "Zoë"])
        let back = try await browser.postFromIssuer([("state", request["state"]), ("id_token", token)])
        #expect(back.status == 200 && back.header("Set-Cookie") == nil)
        #expect(back.header("Cache-Control") == "no-store")
        try world.expectUnchanged(since: before)

        let found = try await browser.goOn(from: back)
        #expect(found.status == 303 && found.header("Location") == "/app/alpha/register?\(next)")
        #expect(browser.cookies["parlay_outside-alpha"] == nil)
        let form = try await browser.page("register?\(next)")
        #expect(form.text.contains("issuer.example as zoe@example.org"))
        #expect(form.text.contains("value=\"Zoë\"") && form.text.contains("value=\"zoe@example.org\""))
        #expect(!form.text.contains("type=\"password\"") && !form.text.contains("Continue with"))
        let ticket = try #require(form.hidden("registration_ticket").first)
        var fields = [
            ("_call", "register"), ("registration_ticket", ticket), ("first_name", "Zoë"), ("last_name", "Q"),
            ("username", "party.ada.x"), ("email", "zoe@example.org"), ("known_lang", "en"),
            ("learn_lang", "en"),
        ]
        let refused = try await browser.post("register?\(next)", fields)
        #expect(refused.status == 422 && refused.hidden("registration_ticket") == [ticket])
        fields[7].1 = "es"
        let made = try await browser.post("register?\(next)", fields)
        #expect(made.status == 303 && made.header("Location") == "/app/alpha/me/devices", "\(made)")
        #expect(browser.cookies.keys.sorted() == ["parlay-alpha"])
        #expect(try await browser.page("me/devices").status == 200)
        // The ticket makes one account.
        fields[4].1 = "party.ada.y"
        fields[5].1 = "zoe2@example.org"
        let again = OutsideBrowser(world)
        #expect(try await again.post("register", fields).status == 422)

        let elsewhere = OutsideBrowser(world)
        let second = try await elsewhere.signIn("zoe-there", at: "sign-in/outside?\(next)")
        #expect(second.status == 303 && second.header("Location") == "/app/alpha/me/devices")
        #expect(try await elsewhere.page("me/security").text.contains("zoe@example.org"))
        #expect(world.failureReports == [])
    }

    @Test func `a newcomer may use a password after all`() async throws {
        let browser = OutsideBrowser(try await World())
        #expect(try await browser.signIn("newcomer").status == 303)
        let form = try await browser.page("register")
        #expect(!form.hidden("registration_ticket").isEmpty)
        #expect(form.text.contains("name=\"_keep\" value=\"ticket:\""))
        let without = try await browser.post("register", [("_keep", "ticket:")])
        #expect(without.status == 303 && browser.cookies.isEmpty)
        #expect(try await browser.page("register").text.contains("type=\"password\""))
    }

    @Test func `the name that an issuer sends beside the token fills in the form`() async throws {
        let browser = OutsideBrowser(try await World())
        let request = try await browser.begin()
        let user = #"{"name": {"firstName": "Ana \"María\"", "lastName": "<b>"}, "email": "x@example.org"}"#
        let token = try browser.token(request, "ana-there")
        #expect(try await browser.comeBack(request, token, and: [("user", user)]).status == 303)
        let form = try await browser.page("register")
        #expect(
            form.text.contains("value=\"Ana &quot;María&quot;\"") && form.text.contains("value=\"&lt;b&gt;\"")
        )
    }

    @Test func `a member links an outside account, sees it and signs in with it`() async throws {
        let world = try await World()
        let owner = try world.scenario().owner
        let browser = OutsideBrowser(world, cookie: try world.browser(of: owner))
        #expect(try await browser.page("me/security").text.contains("href=\"/app/alpha/me/outside\""))
        #expect(try await browser.page("me/outside").text.contains("Continue with issuer.example"))
        let linked = try await browser.signIn("owner-there", at: "me/outside")
        #expect(linked.status == 303 && linked.header("Location") == "/app/alpha/me/security?done=linked")
        let page = try await browser.page("me/security?done=linked")
        #expect(page.text.contains("The account is linked.") && page.text.contains("not used yet"))
        let elsewhere = OutsideBrowser(world)
        #expect(try await elsewhere.signIn("owner-there").header("Location") == "/app/alpha/")
        #expect(try await elsewhere.page("me/security").text.contains("last used"))
    }

    @Test func `somebody else's outside account is not linked`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let first = OutsideBrowser(world, cookie: try world.browser(of: scenario.owner))
        #expect(try await first.signIn("shared", at: "me/outside").status == 303)
        let second = OutsideBrowser(world, cookie: try world.browser(of: scenario.stranger))
        let taken = try await second.signIn("shared", at: "me/outside")
        #expect(taken.status == 409 && taken.isPage)
        #expect(taken.text.contains("already linked to another one here"))
        #expect(taken.text.contains("href=\"/app/alpha/me/outside\""))
    }

    @Test func `an account is linked by the person who began, not by who is signed in by then`() async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let browser = OutsideBrowser(world, cookie: try world.browser(of: scenario.owner))
        let request = try await browser.begin(at: "me/outside")
        let cookie = try world.browser(of: scenario.stranger)
        browser.cookies["parlay-alpha"] = String(cookie.dropFirst("parlay-alpha=".count))
        let before = try world.dump()
        let answer = try await browser.comeBack(request, try browser.token(request, "whose"))
        #expect(answer.status == 403 && answer.text.contains("Someone else is signed in here"))
        try world.expectUnchanged(since: before)
        // Nor does an attempt to sign in link.
        let other = try await browser.begin()
        let fields = [("state", other["state"]), ("id_token", try browser.token(other, "whose"))]
        #expect(try await browser.post("me/outside", fields).status == 403)
        try world.expectUnchanged(since: before)
    }

    @Test func `without a client for the web there is no button and no beginning`() async throws {
        let world = try await World()
        try world.owner.execute(
            "update tenants set settings = (settings #- '{oidc_issuers,0,web_client_id}') - 'oauth_providers'"
        )
        let pool = try await world.database.front(.small)
        let gateway = try await World.front(pool, signer: world.signer).gateway
        func answer(_ method: String, _ path: String, _ body: String? = nil) async throws -> Answer {
            let call = World.Call(method, "/app/alpha/\(path)", body).with("Host", World.host)
                .with("Origin", World.origin).with("Content-Type", "application/x-www-form-urlencoded")
            return try await world.database.onLoop { Answer(await World.answer(gateway, call)) }
        }
        for path in ["sign-in", "register", "sign-in/outside"] {
            #expect(try await !answer("GET", path).text.contains("Continue with"), "\(path)")
        }
        let issuer = RequestTarget.encode(TokenIssuer.address)
        #expect(try await answer("POST", "sign-in/outside", "issuer=\(issuer)").status == 404)
    }
}
