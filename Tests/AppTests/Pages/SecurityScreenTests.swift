import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The page about signing in.
@Suite(.database) struct SecurityScreenTests {
    typealias World = RouteMatrixFixture

    @Test func `somebody without a password gets a code by mail to choose one`() async throws {
        let world = try await World()
        let ann = try world.scenario().owner
        let cookie = try world.browser(of: ann)
        try world.owner.execute(
            "update accounts set password_hash = null, email = 'ann@example.org' where id = \(ann.id)"
        )
        let page = try await world.page("me/security", cookie: cookie)
        #expect(page.text.contains("a code that we send to ann@example.org"))
        let form = try #require(
            page.text.split(separator: "<form").first {
                $0.contains("name=\"email\" value=\"ann@example.org\"")
            }
        )
        let name = try #require(form.firstMatch(of: /name="_call" value="([^"]+)"/)?.1)
        let fields = [("_call", String(name)), ("email", "ann@example.org")]
        let sent = try await world.post("me/security", fields, cookie: cookie)
        #expect(sent.status == 303 && sent.header("Location") == "/app/alpha/reset/set?done=sent", "\(sent)")
        let mails =
            "select from outgoing_mails where kind = 'password_reset' and recipient = 'ann@example.org'"
        #expect(try world.owner.query(mails).count == 1)
    }

    @Test func `without an address there is nowhere to send it, which the page says`() async throws {
        let world = try await World()
        let ann = try world.scenario().owner
        try world.owner.execute("update accounts set email = null where id = \(ann.id)")
        let page = try await world.page("me/security", cookie: try world.browser(of: ann))
        #expect(page.text.contains("add an email address first"))
    }
}
