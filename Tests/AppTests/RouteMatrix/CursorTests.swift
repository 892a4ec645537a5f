import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Cursors of the lists that a front serves.
@Suite(.database) struct CursorTests {
    private let world: RouteMatrixFixture
    private let scenario: RouteMatrixFixture.Scenario

    init() async throws {
        world = try await RouteMatrixFixture()
        scenario = try world.scenario()
        try tell(9)
    }

    /// Notices for the owner, besides the one that it has.
    private func tell(_ count: Int) throws {
        _ = try world.owner.query(
            """
            insert into notices (tenant_id, account_id, kind, title, text)
            select tenant_id, id, 'match_made', 'n', 'n' from accounts, generate_series(1, $2::bigint) where id = $1
            """,
            .integer(scenario.owner.id),
            .integer(count)
        )
    }

    private func get(
        _ path: String,
        as person: RouteMatrixFixture.Person? = nil,
        tenant: String = "alpha"
    ) async throws -> Answer {
        try await world.send(
            RouteMatrixFixture.Call("GET", "/v1/\(tenant)/\(path)", token: (person ?? scenario.owner).token)
        )
    }

    func ids(_ answer: Answer) -> [Int64] { answer.items.compactMap { $0["id"]?.integer } }

    private func expectRefused(_ answer: Answer) {
        #expect(answer.status == 400, "\(answer)")
        #expect(answer.code == "bad_query", "\(answer)")
        #expect(answer["parameter"]?.text == "cursor", "\(answer)")
    }

    @Test func `the pages together are the list, whatever their limits, and the links lead on`() async throws
    {
        let all = ids(try await get("inbox/?limit=100"))
        #expect(all.count == 10)
        #expect(all == all.sorted(by: >))
        var seen: [Int64] = []
        var path = "inbox/?limit=3"
        var limit = 3
        while true {
            let answer = try await get(path)
            seen += ids(answer)
            guard let cursor = answer["next_cursor"]?.text else {
                #expect(answer["next_cursor"] == .null)
                #expect(answer.headers["Link"] == nil)
                break
            }
            #expect(
                answer.headers["Link"] == "</v1/alpha/inbox/?limit=\(limit)&cursor=\(cursor)>; rel=\"next\""
            )
            limit += 1
            path = "inbox/?limit=\(limit)&cursor=\(cursor)"
        }
        #expect(seen == all)
    }

    @Test func `rows that are added or removed shift nothing`() async throws {
        let all = ids(try await get("inbox/"))
        let first = try await get("inbox/?limit=4")
        try tell(3)
        // The cursor's row, one before it and one after it.
        for id in [all[3], all[1], all[5]] {
            _ = try world.owner.query("delete from notices where id = $1", .integer(id))
        }
        let cursor = try #require(first["next_cursor"]?.text)
        #expect(
            ids(try await get("inbox/?limit=100&cursor=\(cursor)"))
                == Array(all[4...]).filter { $0 != all[5] }
        )
    }

    @Test func `a cursor is good for its list, filter, caller and tenant alone`() async throws {
        let cursor = try #require(try await get("inbox/?limit=2")["next_cursor"]?.text)
        #expect(try await get("inbox/?cursor=\(cursor)").status == 200)
        #expect(try await get("inbox?cursor=\(cursor)").status == 200)
        expectRefused(try await get("tokens/?cursor=\(cursor)"))
        expectRefused(try await get("matches/?cursor=\(cursor)"))
        expectRefused(try await get("inbox/?unread=true&cursor=\(cursor)"))
        expectRefused(try await get("inbox/?cursor=\(cursor)", as: scenario.partner))
        let other = try world.scenario(in: "bravo")
        expectRefused(try await get("inbox/?cursor=\(cursor)", as: other.owner, tenant: "bravo"))
        let unread = try #require(try await get("inbox/?limit=2&unread=true")["next_cursor"]?.text)
        #expect(try await get("inbox/?unread=true&cursor=\(unread)").status == 200)
        expectRefused(try await get("inbox/?unread=false&cursor=\(unread)"))
        expectRefused(try await get("inbox/?cursor=\(unread)"))
    }

    @Test func `a cursor that was tampered with is refused`() async throws {
        let cursor = try #require(try await get("inbox/?limit=2")["next_cursor"]?.text)
        for index in cursor.indices {
            var text = cursor
            text.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            expectRefused(try await get("inbox/?cursor=\(text)"))
        }
        for text in ["", "A", String(cursor.dropLast()), cursor + "A", cursor + cursor, "!!!!"] {
            expectRefused(try await get("inbox/?cursor=\(text)"))
        }
        expectRefused(try await get("inbox/?cursor=\(cursor)&cursor=\(cursor)"))
    }

    @Test func `lists with filters and longer keys page as well`() async throws {
        for _ in 0..<4 { _ = try world.scenario() }
        let all = ids(try await get("profiles/?limit=100"))
        #expect(all.count == 14)
        var seen: [Int64] = []
        var path = "profiles/?limit=3"
        while true {
            let answer = try await get(path)
            seen += ids(answer)
            guard let cursor = answer["next_cursor"]?.text else { break }
            expectRefused(try await get("profiles/?q=free&cursor=\(cursor)"))
            path = "profiles/?limit=3&cursor=\(cursor)"
        }
        #expect(seen == all)
        let named = try await get("profiles/?limit=2&q=FREE")
        let link = try #require(named.headers["Link"])
        #expect(link.hasPrefix("</v1/alpha/profiles/?limit=2&q=FREE&cursor="))
        let rest = try await get(String(link.dropFirst("</v1/alpha/".count).prefix { $0 != ">" }))
        #expect(Set(ids(named) + ids(rest)).count == 4)
    }

    @Test func `values of a filter may change their order between pages`() async throws {
        _ = try world.owner.query(
            """
            insert into matches (tenant_id, user_id1, user_id2)
            select tenant_id, $1, id from accounts where id in ($2, $3)
            """,
            .integer(scenario.owner.id),
            .integer(scenario.free.id),
            .integer(scenario.stranger.id)
        )
        let first = try await get("matches/?limit=1&status_code=3,0")
        let cursor = try #require(first["next_cursor"]?.text)
        #expect(try await get("matches/?status_code=0&status_code=3&cursor=\(cursor)").items.count == 2)
        expectRefused(try await get("matches/?status_code=0&cursor=\(cursor)"))
    }

    @Test(arguments: ["0", "101", "-1", "", "1.5", "x", "99999999999999999999"])
    func `a limit is 1 to 100`(_ limit: String) async throws {
        let answer = try await get("inbox/?limit=\(limit)")
        #expect(answer.status == 400)
        #expect(answer["parameter"]?.text == "limit")
    }
}
