import Database
import HTTPServer
import ParlayAPI
import Security
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts
@testable import App

/// People who sign in, register and link by the pages of a provider without ID tokens.
@Suite(.database) struct ProviderAccountTests {
    typealias World = RouteMatrixFixture

    @Test func `the provider is asked for a code that only this browser can use`() async throws {
        let browser = OutsideBrowser(try await World())
        #expect(try await browser.page("sign-in").text.contains("Continue with The Club"))
        let request = try await browser.beginAtProvider()
        #expect(request.endpoint == "\(TestProvider.base)/authorize")
        #expect(request["response_type"] == "code" && request["client_id"] == TestProvider.clientID)
        #expect(request["redirect_uri"] == "\(World.origin)/app/alpha/sign-in/return/club")
        #expect(request["code_challenge_method"] == "S256" && request["code_challenge"].utf8.count == 43)
        let other = try await browser.beginAtProvider()
        #expect(request["state"] != other["state"])
        #expect(request["code_challenge"] != other["code_challenge"])
        let secret = try #require(browser.cookies.values.first)
        #expect(!request.parameters.values.contains { $0.contains(secret) })
    }

    @Test func `the call for browsers leads to the page with the one button`() async throws {
        let world = try await World()
        let answer = try await world.send(
            World.Call("GET", "/v1/alpha/login/oauth/club/").with("Host", World.host)
        )
        #expect(answer.status == 303)
        #expect(answer.header("Location") == "/app/alpha/sign-in/outside?provider=club")
        let page = try await OutsideBrowser(world).page("sign-in/outside?provider=club")
        #expect(page.text.contains("Continue with The Club") && !page.text.contains("issuer.example"))
        for path in ["github", "none", "clu%62s"] {
            let none = try await world.send(
                World.Call("GET", "/v1/alpha/login/oauth/\(path)/").with("Host", World.host)
            )
            #expect(none.status == 404, "\(path)")
        }
    }

    @Test func `a newcomer registers without a password, and signs in again`() async throws {
        let world = try await World()
        let browser = OutsideBrowser(world)
        let before = try world.dump()
        let next = "next=\(RequestTarget.encode("/app/alpha/me/devices"))"
        let request = try await browser.beginAtProvider(at: "sign-in/outside?\(next)")
        let profile: JSONObject = ["sub": "zoe-there", "given_name": "Zoë", "email": "zoe@example.org"]
        let code = browser.code(request, profile)
        let back = try await browser.pageFromProvider([("state", request["state"]), ("code", code)])
        #expect(back.status == 200 && back.header("Set-Cookie") == nil)
        #expect(back.header("Cache-Control") == "no-store")
        try world.expectUnchanged(since: before)
        let found = try await browser.goOn(from: back)
        #expect(found.status == 303 && found.header("Location") == "/app/alpha/register?\(next)", "\(found)")
        #expect(browser.cookies["parlay_outside-alpha"] == nil)
        let form = try await browser.page("register?\(next)")
        #expect(form.text.contains("The Club as zoe@example.org") && form.text.contains("value=\"Zoë\""))
        let ticket = try #require(form.hidden("registration_ticket").first)
        let made = try await browser.post(
            "register?\(next)",
            [
                ("_call", "register"), ("registration_ticket", ticket), ("first_name", "Zoë"),
                ("last_name", "Q"), ("username", "party.zoe"), ("email", "zoe@example.org"),
                ("known_lang", "en"), ("learn_lang", "es"),
            ]
        )
        #expect(made.status == 303 && made.header("Location") == "/app/alpha/me/devices", "\(made)")
        let again = OutsideBrowser(world)
        let signedIn = try await again.signInAtProvider(["sub": "zoe-there"])
        #expect(signedIn.header("Location") == "/app/alpha/", "\(signedIn)")
        #expect(try await again.page("me/security").text.contains("The Club"))
        #expect(world.failureReports == [])
    }

    @Test func `a member links an account, and somebody else's is refused`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let browser = OutsideBrowser(world, cookie: try world.browser(of: scenario.owner))
        let linked = try await browser.signInAtProvider(["sub": "mine"], at: "me/outside")
        #expect(linked.status == 303 && linked.header("Location") == "/app/alpha/me/security?done=linked")
        let other = OutsideBrowser(world, cookie: try world.browser(of: scenario.stranger))
        let taken = try await other.signInAtProvider(["sub": "mine"], at: "me/outside")
        #expect(taken.status == 409 && taken.text.contains("already linked to another one here"))
    }

    @Test
    func `another browser, another tenant, another provider, and what is old or changed sign nobody in`()
        async throws
    {
        let world = try await World()
        let mallory = OutsideBrowser(world)
        let request = try await mallory.beginAtProvider()
        let before = try world.dump()
        let brought = [
            ("state", request["state"]), ("code", mallory.code(request, ["sub": "mallory"])),
        ]
        // The victim is led to the end of an attempt that somebody else began.
        let victim = OutsideBrowser(world)
        _ = try await victim.beginAtProvider()
        let back = try await victim.pageFromProvider(brought)
        let forced = try await victim.goOn(from: back)
        #expect(forced.status == 403 && forced.text.contains("was not started in this browser"))
        #expect(try await OutsideBrowser(world).goOn(from: back).status == 403)
        // Another tenant, another provider's address, a changed state, none.
        let elsewhere = OutsideBrowser(world, in: "bravo")
        #expect(try await elsewhere.pageFromProvider(brought).status == 400)
        #expect(try await mallory.pageFromProvider(brought, from: "github").status == 400)
        for state in ["x", String(request["state"].dropLast(4)) + "AAAA"] {
            let refused = try await mallory.pageFromProvider([("state", state), ("code", "c")])
            #expect(refused.status == 400 && refused.text.contains("This attempt is too old"))
        }
        #expect(try await mallory.pageFromProvider([("state", request["state"])]).status == 400)
        let cancelled = try await mallory.pageFromProvider([
            ("state", request["state"]), ("error", "access_denied"),
        ])
        #expect(cancelled.status == 400 && cancelled.text.contains("You did not continue at The Club"))
        // The state of an issuer brings no code, and that of a provider no token.
        let atIssuer = try await mallory.begin()
        let mixed = try await mallory.pageFromProvider([("state", atIssuer["state"]), ("code", "c")])
        #expect(mixed.status == 400)
        try world.expectUnchanged(since: before)
        // The browser that began is let in to what its own code says, once.
        let own = try await mallory.goOn(from: try await mallory.pageFromProvider(brought))
        #expect(own.status == 303)
        #expect(try await mallory.goOn(from: back).status == 403)
    }

    @Test(arguments: [
        ("en", "did not answer in time", "cannot be read", "does not accept this app"),
        ("es", "no respondió a tiempo", "no se puede leer", "no acepta esta app"),
        ("de", "nicht rechtzeitig geantwortet", "nicht lesen lässt", "nimmt diese App gerade nicht an"),
    ])
    func `what the provider fails to do is told in the reader's language`(
        _ language: String,
        _ slow: String,
        _ unreadable: String,
        _ refused: String
    ) async throws {
        let world = try await World()
        let replies: [(Receiver.Reply, String)] = [
            (.silence, slow), (.answer(200, body: "garbage"), unreadable),
            (.answer(401, body: #"{"error": "invalid_client"}"#), refused),
        ]
        for (reply, words) in replies {
            let browser = OutsideBrowser(world, language: language)
            let request = try await browser.beginAtProvider()
            // No other test's code is met.
            let code = "faulty-\(UInt64.random(in: 0...UInt64.max))"
            World.provider.answer(reply, to: code)
            let back = try await browser.pageFromProvider([("state", request["state"]), ("code", code)])
            let answer = try await browser.goOn(from: back)
            #expect(answer.status == 503 && answer.text.contains(words), "\(words): \(answer)")
            #expect(!answer.headers.values(of: "Set-Cookie").joined().contains("parlay-alpha="))
        }
    }
}
