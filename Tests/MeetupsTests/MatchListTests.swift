import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import Testing

@Suite(.database) struct MatchListTests {
    @Test func `partners cross languages, are unmatched, unblocked and active, newest first`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        _ = try world.join("old", "zh", "en", activeHoursAgo: 30)
        _ = try world.join("new", "zh", "en")
        _ = try world.join("new2", "zh", "en")
        _ = try world.join("matched", "zh", "en")
        let blocked = try world.join("blocked", "zh", "en")
        let blocking = try world.join("blocking", "zh", "en")
        _ = try world.join("suspended", "zh", "en")
        _ = try world.join("same")
        _ = try world.join("half", "zh", "fr")
        _ = try world.join("far", "zh", "en", tenant: "other")
        try world.block(ada, blocked)
        try world.block(blocking, ada)
        try world.owner.execute("update accounts set status = 'suspended' where username = 'suspended'")
        _ = try await world.post("matches/", as: ada, #"{"a_username":"matched"}"#)
        let list = try await world.get("profiles/", as: ada)
        #expect(list.status == 200)
        #expect(list.all("username") == ["new2", "new", "old"])
        #expect(list["next_cursor"] == .null)
        #expect(list["items.0.known_lang"] == "zh")
        #expect(list["items.0.email"] == .null)
    }

    @Test func `q narrows by a part of the name without case, taken literally`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        _ = try world.join("chen", "zh", "en")
        _ = try world.join("m_100.5", "zh", "en")
        _ = try world.join("zoe", "zh", "en")
        try world.owner.execute("update accounts set last_name = 'Ångström' where username = 'zoe'")
        func found(_ q: String) async throws -> [String] {
            try await world.get("profiles/?q=\(q)", as: ada).all("username")
        }
        #expect(try await found("HEN") == ["chen"])
        #expect(try await found("%25") == [])
        #expect(try await found("_") == ["m_100.5"])
        #expect(try await found("%C3%A5ngstr%C3%96m") == ["zoe"])
        #expect(try await found("zoe%20%C3%85ng") == ["zoe"])
        #expect(try await found("example").count == 2)
        #expect(try await world.get("profiles/?q=", as: ada).code == "bad_query")
        #expect(try await world.get("profiles/?known=x", as: ada)["parameter"] == "known")
    }

    @Test func `pages meet end to end while people join`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        for index in 0..<25 { _ = try world.join("chen\(index)", "zh", "en", activeHoursAgo: index / 4) }
        let whole = try await world.get("profiles/?limit=100", as: ada).all("username")
        #expect(whole.count == 25)
        var seen: [String] = []
        var path = "profiles/?limit=4"
        var pages = 0
        while pages < 20 {
            let page = try await world.get(path, as: ada)
            seen += page.all("username")
            pages += 1
            guard case .string(let cursor) = page["next_cursor"] else { break }
            #expect(page.headers["Link"]?.contains("/v1/wordup/profiles/?limit=4&cursor=") == true)
            if pages == 2 { _ = try world.join("late", "zh", "en") }
            path = "profiles/?limit=4&cursor=\(cursor)"
        }
        #expect(seen == whole)
        #expect(pages == 7)
    }

    @Test func `a cursor is bound to its list, filter and caller`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let bea = try world.join("bea")
        for index in 0..<3 { _ = try world.join("chen\(index)", "zh", "en") }
        guard case .string(let cursor) = try await world.get("profiles/?limit=1", as: ada)["next_cursor"]
        else {
            Issue.record("no cursor")
            return
        }
        #expect(try await world.get("profiles/?limit=2&cursor=\(cursor)", as: ada).status == 200)
        #expect(try await world.get("profiles/?q=chen&cursor=\(cursor)", as: ada).status == 400)
        #expect(try await world.get("matches/?cursor=\(cursor)", as: ada).status == 400)
        #expect(try await world.get("profiles/?cursor=\(cursor)", as: bea).status == 400)
    }

    @Test func `my matches come newest first, by state, with the other's profile`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        var matches: [Int64] = []
        for index in 0..<5 {
            let chen = try world.join("chen\(index)", "zh", "en")
            let body = index.isMultiple(of: 2) ? (ada, chen) : (chen, ada)
            let made = try await world.post("matches/", as: body.0, #"{"a_username":"\#(body.1.username)"}"#)
            matches.append(try made.integer("match_id"))
        }
        let bea = try world.join("bea")
        _ = try await world.post("matches/", as: bea, #"{"a_username":"chen0"}"#)
        _ = try await world.put("matches/\(matches[1])/", as: ada, MeetupWorld.plan())
        _ = try await world.put("matches/\(matches[2])/", as: ada, MeetupWorld.plan())
        func states(_ query: String) async throws -> [JSONValue] {
            let list = try await world.get("matches/\(query)", as: ada)
            guard case .array(let items) = list["items"] else { return [] }
            return items.map {
                if case .object(let object) = $0 { object["match_id"] ?? .null } else { .null }
            }
        }
        #expect(try await states("") == matches.reversed().map { .integer($0) })
        #expect(try await states("?status_code=1") == [.integer(matches[2])])
        #expect(try await states("?status_code=1,2") == [.integer(matches[2]), .integer(matches[1])])
        #expect(try await states("?status_code=1&status_code=2").count == 2)
        #expect(try await states("?status_code=3") == [])
        #expect(try await world.get("matches/", as: ada)["items.0.profile.username"] == "chen4")
        for bad in ["4", "-1", "x", "", "1,", "1.0"] {
            #expect(try await world.get("matches/?status_code=\(bad)", as: ada).code == "bad_query", "\(bad)")
        }
        let first = try await world.get("matches/?limit=2", as: ada)
        guard case .string(let cursor) = first["next_cursor"] else {
            Issue.record("no cursor")
            return
        }
        let second = try await world.get("matches/?limit=2&cursor=\(cursor)", as: ada)
        #expect(second["items.0.match_id"] == .integer(matches[2]))
    }

    @Test func `languages need no token`() async throws {
        let world = try await MeetupWorld()
        let list = try await world.send(.get, "/v1/wordup/languages/")
        #expect(list.all("code").count == 184)
        #expect(list["items.0"] == .object(["code": "aa", "name": "Afar", "native_name": "Afaraf"]))
        #expect(try await world.send(.get, "/v1/bare/languages/").status == 404)
    }

    @Test func `languages page when a limit or a cursor is given`() async throws {
        let world = try await MeetupWorld()
        let path = "/v1/wordup/languages/"
        let all = try await world.send(.get, path).all("code")
        var seen: [String] = []
        var query = "?limit=100"
        for expected in [100, 84] {
            let page = try await world.send(.get, path + query)
            #expect(page.status == 200 && page.headers["Cache-Control"] == "public, max-age=300")
            #expect(page.all("code").count == expected)
            seen += page.all("code")
            guard case .string(let cursor) = page["next_cursor"] else {
                #expect(expected == 84 && page.headers["Link"] == nil)
                break
            }
            #expect(page.headers["Link"] == "<\(path)?limit=100&cursor=\(cursor)>; rel=\"next\"")
            query = "?cursor=\(cursor)&limit=99"
        }
        #expect(seen == all)
        let first = try await world.send(.get, path + "?limit=3")
        guard case .string(let cursor) = first["next_cursor"] else {
            Issue.record("no cursor in \(first.text)")
            return
        }
        // With a cursor alone, as many as in every list.
        #expect(try await world.send(.get, path + "?cursor=\(cursor)").all("code") == Array(all[3..<28]))
        let ada = try world.join("ada")
        #expect(try await world.get("languages/?cursor=\(cursor)", as: ada).status == 200)
        #expect(try await world.get("matches/?cursor=\(cursor)", as: ada).code == "bad_query")
        for bad in ["?limit=0", "?limit=101", "?cursor=x", "?cursor=", "?q=a"] {
            #expect(try await world.send(.get, path + bad).code == "bad_query", "\(bad)")
        }
    }

    @Test func `a moderator reads whom somebody is matched with, and has no moves there`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let moderator = try world.join("mod")
        try world.owner.execute("update accounts set role = 'moderator' where username = 'mod'")
        for (person, other) in [(ada, "chen"), (chen, "ada")] {
            let list = try await world.get("admin/accounts/\(person.id)/matches/", as: moderator)
            #expect(list.status == 200, "\(list.text)")
            #expect(try list.integer("items.0.match_id") == match)
            #expect(list["items.0.profile.username"] == .string(other) && list["items.1"] == .null)
            #expect(list["items.0.moves"] == .array([]))
        }
        #expect(try await world.get("admin/accounts/\(moderator.id)/matches/", as: moderator).all("id") == [])
        #expect(try await world.get("matches/", as: moderator)["items"] == .array([]))
        #expect(try await world.get("admin/accounts/\(chen.id)/matches/", as: ada).status == 403)
        #expect(try await world.get("admin/accounts/999999/matches/", as: moderator).status == 404)
        let far = try world.join("far", tenant: "other")
        #expect(try await world.get("admin/accounts/\(far.id)/matches/", as: moderator).status == 404)
    }
}
