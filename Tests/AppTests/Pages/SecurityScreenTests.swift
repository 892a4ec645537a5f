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

    @Test func `another password asks for a code where the sign-in is older than fifteen minutes`()
        async throws
    {
        let world = try await World()
        let ann = try world.scenario().owner
        let cookie = try world.browser(of: ann)
        try world.owner.execute(
            """
            update accounts set second_factor = true where id = \(ann.id);
            update tokens set factors = 2 where account_id = \(ann.id);
            insert into second_factors (tenant_id, account_id, secret, created_at, proven_at)
            select tenant_id, id, 'sealed', now(), now() from accounts where id = \(ann.id)
            on conflict (tenant_id, account_id) do update set proven_at = now()
            """
        )
        func form() async throws -> (call: String, asks: Bool) {
            let page = try await world.page("me/security", cookie: cookie)
            let form = try #require(
                page.text.split(separator: "<form").first { $0.contains("name=\"new\"") }
            )
            let call = try #require(form.firstMatch(of: /name="_call" value="([^"]+)"/)?.1)
            return (String(call), form.contains("name=\"code\""))
        }
        #expect(try await !form().asks)
        try world.owner.execute(
            "update tokens set created_at = now() - interval '16 minutes' where account_id = \(ann.id)"
        )
        let late = try await form()
        #expect(late.asks)
        let fields = [
            ("_call", late.call), ("current", World.password), ("new", "tango in the sunshine"),
        ]
        let refused = try await world.post("me/security", fields, cookie: cookie)
        #expect(refused.status == 422, "\(refused)")
        #expect(refused.text.contains("enter a code of your authenticator app"))
    }
}
