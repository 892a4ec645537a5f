import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import App

/// The page about signing in.
@Suite(.database) struct SecurityScreenTests {
    typealias World = RouteMatrixFixture

    @Test func `somebody without a password is offered a code by mail to choose one`() async throws {
        let world = try await World()
        let ann = try world.scenario().owner
        let cookie = try world.browser(of: ann)
        try world.owner.execute(
            "update accounts set password_hash = null, email = 'ann@example.org' where id = \(ann.id)"
        )
        let page = try await world.page("me/security", cookie: cookie)
        #expect(page.text.contains("a code that we send to ann@example.org"))
    }

    @Test func `without an address there is nowhere to send it, which the page says`() async throws {
        let world = try await World()
        let ann = try world.scenario().owner
        try world.owner.execute("update accounts set email = null where id = \(ann.id)")
        let page = try await world.page("me/security", cookie: try world.browser(of: ann))
        #expect(page.text.contains("add an email address first"))
    }
}
