import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts

@Suite(.database) struct PeopleTests {
    private let world: World
    private let ada: SignedInPerson

    init() async throws {
        world = try await World.make(modules: [])
        ada = try await world.person("Ada")
    }

    private func find(_ query: String, as caller: SignedInPerson? = nil) async throws -> Answer {
        try await world.send("GET", "people/\(query)", token: (caller ?? ada).token)
    }

    /// - Parameter text: without characters that a query escapes, but `+` for a blank.
    private func found(_ text: String, as caller: SignedInPerson? = nil) async throws -> [String] {
        let answer = try await find("?q=\(text.replacing("+", with: "%20"))", as: caller)
        #expect(answer.status == 200, "\(text): \(answer)")
        return answer.items.compactMap { $0["username"]?.text }
    }

    private func name(_ person: SignedInPerson, _ first: String, _ last: String) throws {
        try world.database.owner.execute(
            "update accounts set first_name = '\(first)', last_name = '\(last)' where id = \(person.id)"
        )
    }

    @Test func `each word is part of a name, in any case, the newest accounts first`() async throws {
        let ben = try await world.person("Ben.Smith")
        try name(ben, "Benjamin", "Łoś")
        let cleo = try await world.person("cleo_b")
        try name(cleo, "Cleo", "Smithers")
        for (text, expected) in [
            ("SMITH", ["cleo_b", "Ben.Smith"]), ("njam", ["Ben.Smith"]), ("%C5%81o%C5%9B", ["Ben.Smith"]),
            ("a", ["Ben.Smith", "Ada"]), ("n.s", ["Ben.Smith"]), ("smithers+cle", ["cleo_b"]),
            ("cleo+smithers+e", ["cleo_b"]), ("cleo+ben", []), ("ben+cleo", []),
            ("smith+smith", ["cleo_b", "Ben.Smith"]),
            ("+ada+", ["Ada"]), ("_b", ["cleo_b"]), ("%25", []), ("%5C", []), (".*", []),
            ("example.org", []),
        ] {
            #expect(try await found(text) == expected, "\(text)")
        }
        let item = try await find("?q=smithers").items[0]
        guard case .object(let person) = item else { return }
        #expect(person.keys == ["id", "username", "first_name", "last_name", "photo"])
    }

    @Test func `hidden, suspended, deleted and blocked people are not found`() async throws {
        let people = try await ["pat.one", "pat.two", "pat.three", "pat.four", "pat.five"]
            .asyncMap { try await world.person($0) }
        #expect(try await found("pat").count == 5)

        let settings = try await world.send(
            "PATCH",
            "settings/",
            token: people[0].token,
            ["searchable": false]
        )
        #expect(settings["searchable"] == .bool(false))
        let rest = ["pat.five", "pat.four", "pat.three", "pat.two"]
        #expect(try await found("pat") == rest)
        #expect(try await found("pat", as: people[0]) == rest, "nor does one find oneself")
        _ = try await world.send("PATCH", "settings/", token: people[0].token, ["searchable": true])
        #expect(try await found("pat.one") == ["pat.one"])
        _ = try await world.send("PATCH", "settings/", token: people[0].token, ["searchable": false])

        try world.database.owner.execute(
            "update accounts set status = 'suspended' where id = \(people[1].id)"
        )
        _ = try await world.send("POST", "blocks/\(people[2].id)/", token: ada.token)
        _ = try await world.send("POST", "blocks/\(ada.id)/", token: people[3].token)
        #expect(try await found("pat") == ["pat.five"])
        _ = try await world.send(
            "DELETE",
            "profiles/me/",
            token: people[4].token,
            ["password": .string(World.password)]
        )
        #expect(try await found("pat") == [])
        #expect(try await found("deleted") == [])
    }

    @Test func `another tenant's people are not found, and a token is needed`() async throws {
        _ = try await world.addTenant("far", modules: [.shelf])
        let far = try await world.person("Ada.Far", tenant: "far")
        #expect(try await found("ada") == ["Ada"])
        let there = try await world.send("GET", "people/?q=ada", token: far.token, tenant: "far")
        #expect(there.items.compactMap { $0["username"]?.text } == ["Ada.Far"])
        #expect(try await world.send("GET", "people/?q=ada", token: far.token).status == 401)
        #expect(try await world.send("GET", "people/?q=ada").status == 401)
    }

    @Test func `pages go on where the last one ended, for the same text`() async throws {
        for number in 0..<5 { _ = try await world.person("per\(number)") }
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try await find("?q=per&limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
            seen += page.items.compactMap { $0["username"]?.text }
            cursor = page["next_cursor"]?.text
        } while cursor != nil
        #expect(seen == ["per4", "per3", "per2", "per1", "per0"])
        let bound = try await find("?q=per&limit=1")["next_cursor"]?.text ?? ""
        #expect(try await find("?q=pe&cursor=\(bound)").code == "bad_query")
    }

    @Test func `a query that cannot be read is 400 and names the parameter`() async throws {
        for (query, parameter) in [
            ("", "q"), ("?q=", "q"), ("?q=%20%20", "q"), ("?q=\(String(repeating: "a", count: 101))", "q"),
            ("?q=a&q=b", "q"), ("?q=a%0A", "q"), ("?q=a&sort=name", "sort"), ("?q=a&limit=0", "limit"),
        ] {
            let answer = try await find(query)
            #expect(answer.status == 400 && answer.code == "bad_query", "\(query): \(answer)")
            #expect(answer["parameter"]?.text == parameter, "\(query)")
        }
        #expect(try await found(String(repeating: "a", count: 100)) == [])
    }

    @Test func `the longest word asks the index, and signs of patterns are text`() {
        #expect(PeopleQuery("de la Cruz")?.patterns == ["%Cruz%", "%de%", "%la%"])
        #expect(PeopleQuery(#"50%_\x"#)?.patterns == [#"%50\%\_\\x%"#])
        #expect(PeopleQuery(" \u{3000} ") == nil)
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    fileprivate func asyncMap<New>(_ transform: (Element) async throws -> New) async rethrows -> [New] {
        var new: [New] = []
        for element in self { new.append(try await transform(element)) }
        return new
    }
}
