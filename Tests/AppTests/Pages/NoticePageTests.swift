import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import App

/// Notices are read by opening what they are about, and a friend request is answered where its notice is.
@Suite(.database) struct NoticePageTests {
    typealias World = RouteMatrixFixture

    /// Unread notices of the owner about a subject.
    private func notify(_ world: World, _ owner: World.Person, _ kind: String, _ type: String, _ id: Int64)
        throws
    {
        _ = try world.owner.query(
            """
            insert into notices (tenant_id, account_id, kind, title, text, subject_type, subject_id)
            select tenant_id, id, $2, 'News', 'News', $3, $4 from accounts, generate_series(1, 2) where id = $1
            """,
            .integer(owner.id),
            .text(kind),
            .text(type),
            .integer(id)
        )
    }

    private func unread(_ world: World, _ type: String, _ id: Int64) throws -> Int64 {
        try world.owner.query(
            "select count(*) from notices where read_at is null and subject_type = $1 and subject_id = $2",
            .text(type),
            .integer(id)
        )[0].integer(0)
    }

    /// What the script of the page sends, once somebody looks.
    private func seen(_ page: Answer) -> [(String, String)]? {
        guard let part = page.text.firstMatch(of: /<div id="seen"[^>]*>(.*?)<\/div>/)?.1, !part.isEmpty
        else { return nil }
        return part.matches(of: /name="([^"]+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
    }

    @Test func `a page marks the notices about what it shows as read, and no others`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        let pages = [
            ("match", scenario.match, "matches/\(scenario.match)"),
            ("account", scenario.free.id, "people/\(scenario.free.id)"),
        ]
        for (type, id, _) in pages { try notify(world, scenario.owner, "match_made", type, id) }
        for (type, id, path) in pages {
            let page = try await world.page(path, cookie: cookie)
            #expect(try unread(world, type, id) == 2, "looking changes nothing")
            let form = try #require(seen(page), "\(path)")
            #expect(
                form.contains { $0 == ("subject.type", type) }
                    && form.contains { $0 == ("subject.id", "\(id)") }
            )
            #expect(try await world.post("inbox", form, cookie: cookie).status == 303)
            #expect(try unread(world, type, id) == 0, "\(path)")
        }
        #expect(try await world.page("inbox", cookie: cookie).text.contains("id=\"seen\"") == false)
        try world.owner.execute("update notices set read_at = now() where read_at is null")
        #expect(seen(try await world.page(pages[0].2, cookie: cookie)) == nil, "nothing is unread")
    }

    @Test func `opening one notice reads all about the same`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        try notify(world, scenario.owner, "meetup_proposed", "match", scenario.match)
        let inbox = try await world.page("inbox", cookie: cookie)
        let form = try #require(
            inbox.text.firstMatch(of: /action="([^"]*inbox\?to=matches[^"]*)"[^>]*>(.*?)<\/form>/)
        )
        let fields = form.2.matches(of: /name="([^"]+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
        let opened = try await world.post("inbox?to=matches/\(scenario.match)", fields, cookie: cookie)
        #expect(opened.header("Location") == "/app/alpha/matches/\(scenario.match)")
        #expect(try unread(world, "match", scenario.match) == 0)
    }

    @Test func `a friend request is accepted in the inbox while it waits, and then its notice is read`()
        async throws
    {
        let world = try await World()
        let scenario = try world.scenario()
        let cookie = try world.browser(of: scenario.owner)
        // One waits for an answer; the other is a friend already.
        for other in [scenario.free, scenario.partner] {
            try notify(world, scenario.owner, "friend_request", "account", other.id)
        }
        let inbox = try await world.page("inbox?unread=true", cookie: cookie)
        let forms = inbox.text.matches(of: /<form[^>]*>(?:(?!<\/form>).)*"acceptFriend".*?<\/form>/)
        #expect(forms.count == 2, "one for each notice of the request that waits")
        let form = try #require(forms.first)
        #expect(form.0.contains("Accept"))
        let fields = form.0.matches(of: /name="([^"]+)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
        let accepted = try await world.post("inbox?unread=true", fields, cookie: cookie)
        #expect(accepted.status == 303 && accepted.header("Location") == "/app/alpha/inbox?unread=true")
        #expect(try unread(world, "account", scenario.free.id) == 0)
        #expect(try unread(world, "account", scenario.partner.id) == 2)
        let friends = World.Call("GET", "/v1/alpha/friends/?state=friend", token: scenario.owner.token)
        #expect(try await world.send(friends).text.contains("\"id\":\(scenario.free.id)"))
        let after = try await world.page("inbox", cookie: cookie)
        #expect(!after.text.contains("acceptFriend"))
    }

    @Test func `declining reads the notice of the request too`() async throws {
        let world = try await World()
        let scenario = try world.scenario()
        try notify(world, scenario.owner, "friend_request", "account", scenario.free.id)
        let call = World.Call("DELETE", "/v1/alpha/friends/\(scenario.free.id)/", token: scenario.owner.token)
        #expect(try await world.send(call).status == 204)
        #expect(try unread(world, "account", scenario.free.id) == 0)
    }
}
