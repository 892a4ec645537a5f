import Database
import HTTPServer
import Pages
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Pages speak the language of the account, whatever the browser prefers, and errors are pages of the app.
@Suite(.database) struct PageLanguageTests {
    typealias World = RouteMatrixFixture

    /// A world in which the owner reads German.
    private func german() async throws -> (world: World, scenario: World.Scenario, cookie: String) {
        let world = try await World()
        let scenario = try world.scenario()
        try world.owner.execute(
            "update accounts set settings = settings || '{\"locale\": \"de\"}' where id = \(scenario.owner.id)"
        )
        return (world, scenario, try world.browser(of: scenario.owner))
    }

    @Test func `all of a page is in the person's language, also where it reads nothing`() async throws {
        let (world, scenario, cookie) = try await german()
        for page in try ScreenCase.all(scenario) {
            switch page.screen.access {
            case .role, .guest: continue  // Guests read what their browser prefers.
            case .anyone, .member: break
            }
            let text = try await world.page(page.path, cookie: cookie, accepts: "en").text
            guard let main = text.firstRange(of: "<main") else { continue }
            let content = text[main.lowerBound...]
            #expect(text.contains("<html lang=\"de\">"), "\(page)")
            for word in [
                ">Save<", ">Export a", ">Search<", ">Sign out<", ">Cancel<", ">Your data<",
            ] {
                #expect(!content.contains(word), "\(page): \(word)")
            }
        }
        #expect(try await world.page("shelf/files", cookie: cookie).text.contains("Nur prüfen"))
    }

    @Test(arguments: ["nothing/here", "matches/999999", "games/999999", "people/999999", "admin/people"])
    func `an error is a page of the app, in the person's language`(_ path: String) async throws {
        let (world, _, cookie) = try await german()
        let page = try await world.page(path, cookie: cookie, accepts: "en")
        #expect([403, 404].contains(page.status) && page.isPage)
        #expect(page.text.contains("<html lang=\"de\">"))
        #expect(page.text.contains("<nav class=\"tabs\"") && page.text.contains("popovertarget=\"me\""))
        #expect(page.header("Cache-Control") == "no-store")
        let guest = try await world.page("nothing/here", accepts: "es")
        #expect(guest.status == 404 && guest.text.contains("<html lang=\"es\">"))
    }

    @Test func `a photo that is too large is refused inside the app, with the way back`() async throws {
        let (world, _, cookie) = try await german()
        let body = String(repeating: "x", count: PhotoCalls.byteLimit + 100_000)
        let call = World.Call("POST", "/app/alpha/me/photo", body).with("Host", World.host)
            .with("Content-Type", "multipart/form-data; boundary=x").with("Origin", World.origin)
            .with("Cookie", cookie)
        let page = try await world.send(call)
        #expect(page.status == 413 && page.isPage)
        #expect(page.text.contains("Das ist zu groß") && page.text.contains("href=\"/app/alpha/me/photo\""))
        #expect(page.text.contains("<nav class=\"tabs\""))
    }

    @Test func `a session that ended says so`() async throws {
        let (world, _, cookie) = try await german()
        try world.owner.execute("delete from tokens where kind = 'browser'")
        let answer = try await world.page("inbox", cookie: cookie)
        #expect(answer.header("Location")?.hasSuffix("&done=ended") == true)
        #expect(try await world.page("sign-in?done=ended").text.contains("You were signed out"))
    }
}
