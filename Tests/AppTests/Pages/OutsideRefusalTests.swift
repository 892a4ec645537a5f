import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts
@testable import App

/// Answers of issuers, and what others send in their place, that must sign nobody in.
@Suite(.database) struct OutsideRefusalTests {
    typealias World = RouteMatrixFixture

    private static let secret = String(repeating: "s", count: 32)

    private func expect(
        _ answer: Answer,
        _ status: Int,
        _ words: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == status && answer.isPage, "\(answer.status)", sourceLocation: sourceLocation)
        #expect(answer.text.contains(words), "\(answer.text)", sourceLocation: sourceLocation)
        #expect(answer.header("Cache-Control") == "no-store", sourceLocation: sourceLocation)
        let cookies = answer.headers.values(of: "Set-Cookie").joined()
        #expect(!cookies.contains("parlay-alpha="), sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ("en", "This attempt is too old", "You did not continue at issuer.example", "Something is missing"),
        ("es", "Este intento es demasiado antiguo", "No continuaste en issuer.example", "Falta algo"),
        ("de", "Dieser Versuch ist zu alt", "Du hast bei issuer.example nicht weitergemacht", "fehlt etwas"),
    ])
    func `what the issuer's site must not send is refused in the reader's language`(
        _ language: String,
        _ expired: String,
        _ cancelled: String,
        _ incomplete: String
    ) async throws {
        let world = try await World()
        let browser = OutsideBrowser(world, language: language)
        let request = try await browser.begin()
        let token = ("id_token", try browser.token(request, "x"))
        let state = ("state", request["state"])
        let before = try world.dump()
        let damaged = String(request["state"].dropLast(4)) + "AAAA"
        let elsewhere = try await OutsideBrowser(world, in: "bravo").begin()["state"]
        for wrong in ["", "x", damaged, elsewhere, try stale(world)] {
            expect(try await browser.postFromIssuer([("state", wrong), token]), 400, expired)
            expect(try await browser.post("sign-in/outside", [("state", wrong), token]), 400, expired)
        }
        expect(try await browser.postFromIssuer([token]), 400, expired)
        expect(try await browser.postFromIssuer([]), 400, expired)
        for error in ["access_denied", "user_cancelled_authorize"] {
            expect(try await browser.postFromIssuer([state, ("error", error)]), 400, cancelled)
        }
        let failed = try await browser.postFromIssuer([state, ("error", "server_error")])
        expect(failed, 400, "(server_error)")
        let hostile = try await browser.postFromIssuer([state, ("error", "<script>alert(1)</script>"), token])
        expect(hostile, 400, "(?)")
        #expect(!hostile.text.contains("alert(1)"))
        expect(try await browser.postFromIssuer([state]), 400, incomplete)
        expect(try await browser.postFromIssuer([state, ("id_token", "")]), 400, incomplete)
        expect(try await browser.post("sign-in/outside", [state]), 400, incomplete)
        try world.expectUnchanged(since: before)
        #expect(world.failureReports == [])
    }

    /// A state that is ten minutes old.
    private func stale(_ world: World) throws -> String {
        let id = try world.owner.query("select id from tenants where slug = 'alpha'")[0].integer(0)
        return try AuthorizationState(
            TokenIssuer.address,
            .signIn,
            next: nil,
            invite: nil,
            from: Self.secret,
            at: Timestamp.now.adding(seconds: -AuthorizationState.seconds - 1)
        ).sealed(for: TenantID(rawValue: id), signer: world.signer)
    }

    @Test func `somebody else's attempt signs this browser in to nothing, and leaves its own attempt alone`()
        async throws
    {
        let world = try await World()
        let mallory = OutsideBrowser(world)
        let theirs = try await mallory.begin()
        let token = try mallory.token(theirs, "mallory-there")
        let before = try world.dump()
        // Their state and token in a browser that began nothing.
        let fresh = OutsideBrowser(world)
        expect(try await fresh.comeBack(theirs, token), 403, "was not started in this browser")
        #expect(fresh.cookies.isEmpty)
        // In one that has begun.
        let victim = OutsideBrowser(world)
        let own = try await victim.begin()
        expect(try await victim.comeBack(theirs, token), 403, "was not started in this browser")
        // Their token with the victim's own state: another attempt's nonce.
        let second = OutsideBrowser(world)
        let seconds = try await second.begin()
        expect(try await second.comeBack(seconds, token), 422, "could not be confirmed")
        try world.expectUnchanged(since: before, but: "throttles")
        #expect(try await victim.comeBack(own, try victim.token(own, "victim-there")).status == 303)
    }

    @Test func `an attempt ends once`() async throws {
        let world = try await World()
        let browser = OutsideBrowser(world, cookie: try world.browser(of: world.scenario().owner))
        #expect(try await browser.signIn("owner-there", at: "me/outside").status == 303)
        let guest = OutsideBrowser(world)
        let request = try await guest.begin()
        let kept = guest.cookies
        let token = try guest.token(request, "owner-there")
        #expect(try await guest.comeBack(request, token).header("Location") == "/app/alpha/")
        expect(try await guest.comeBack(request, token), 403, "was not started in this browser")
        // Even with the secret, the token was used.
        guest.cookies = kept
        expect(try await guest.comeBack(request, token), 422, "could not be confirmed")
    }

    @Test func `tokens of another issuer, for another app, too old, unsigned or too long`() async throws {
        let world = try await World()
        let large: JSONValue = .string(String(repeating: "x", count: 9_300))
        for (claims, status, words) in [
            (["iss": "https://accounts.google.com"], 400, "The answer is not from issuer.example"),
            (["aud": "another.example"], 422, "could not be confirmed"),
            (["exp": 1_000, "iat": 1], 422, "could not be confirmed"),
            (["nonce": nil], 422, "could not be confirmed"),
            (["padding": large], 422, "could not be confirmed"),
        ] as [(JSONObject, Int, String)] {
            let browser = OutsideBrowser(world)
            let request = try await browser.begin()
            let token = try browser.token(request, "x", claims: claims)
            expect(try await browser.comeBack(request, token), status, words)
        }
        let browser = OutsideBrowser(world)
        let request = try await browser.begin()
        for token in ["x", "a.b.c", "<img src=x onerror=alert(1)>"] {
            let again = try await browser.begin()
            expect(try await browser.comeBack(again, token), 422, "could not be confirmed")
        }
        let huge = "state=\(request["state"])&id_token=\(String(repeating: "x", count: 17_000))"
        let call = World.Call("POST", "/app/alpha/sign-in/return", huge).with("Host", World.host)
            .with("Content-Type", "application/x-www-form-urlencoded")
        let refused = try #require(try await world.early(call))
        #expect(refused.status == 413 && refused.isPage)
        #expect(world.failureReports == [])
    }

    @Test func `a suspended person stays out`() async throws {
        let world = try await World()
        let owner = try world.scenario().owner
        let browser = OutsideBrowser(world, cookie: try world.browser(of: owner))
        #expect(try await browser.signIn("suspended-there", at: "me/outside").status == 303)
        _ = try world.owner.query(
            "update accounts set status = 'suspended' where id = $1 returning id",
            .integer(owner.id)
        )
        expect(try await OutsideBrowser(world).signIn("suspended-there"), 403, "is suspended")
    }

    @Test func `other sites send nothing but the answer, and it comes with no rights`() async throws {
        let world = try await World()
        let owner = try world.scenario().owner
        let browser = OutsideBrowser(world, cookie: try world.browser(of: owner))
        let request = try await browser.begin(at: "me/outside")
        let fields = [("state", request["state"]), ("id_token", try browser.token(request, "x"))]
        let before = try world.dump()
        for path in ["sign-in/outside", "me/outside", "me/security", "register", "sign-in"] {
            for body in [fields, [("issuer", TokenIssuer.address)]] {
                let answer = try await browser.postFromIssuer(body, to: path)
                // A guest is sent to the sign-in where only members go.
                #expect(answer.status == 403 || answer.status == 303 && path.hasPrefix("me/"), "\(path)")
                #expect(answer.header("Refresh") == nil)
            }
        }
        // A browser that sends cookies along gains nothing.
        let cookie = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let body = fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let call = World.Call("POST", "/app/alpha/sign-in/return", body).with("Host", World.host)
            .with("Content-Type", "application/x-www-form-urlencoded").with("Cookie", cookie)
        let back = try await world.send(call.with("Origin", "null"))
        #expect(back.status == 200 && back.header("Set-Cookie") == nil && back.text.contains("data-continue"))
        try world.expectUnchanged(since: before)
        #expect(try await world.send(call.with("Content-Type", "application/json")).status == 415)
    }

    @Test func `over plain http from afar nobody begins`() async throws {
        let world = try await World()
        let call = World.Call("POST", "/app/alpha/sign-in/outside", "issuer=https%3A%2F%2Fissuer.example")
            .with("Host", "play.example.org").with("Content-Type", "application/x-www-form-urlencoded")
            .with("Origin", "http://play.example.org")
        let answer = try await world.send(call)
        #expect(answer.status == 403 && answer.header("Set-Cookie") == nil && answer.text.contains("https"))
    }
}

extension RouteMatrixFixture {
    /// But for one table.
    fileprivate func expectUnchanged(since before: [String], but table: String) throws {
        let changes = try changes(since: before).filter { !$0.hasPrefix("\(table) ") }
        #expect(changes == [])
    }
}
