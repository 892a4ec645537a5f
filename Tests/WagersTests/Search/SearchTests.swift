import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct SearchTests {
    private let world: WagerWorld
    private let ada: SignedInPerson

    init() async throws {
        world = try await WagerWorld()
        ada = try await world.person("Ada")
    }

    private func search(_ subject: String, _ expression: String, _ more: String = "") async throws -> Answer {
        let encoded = expression.utf8.map { byte in
            let isPlain = 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
            let hex = String(byte, radix: 16)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" : "") + hex
        }.joined()
        return try await world.call("GET", "search/?in=\(subject)&q=\(encoded)\(more)", as: ada)
    }

    private func names(_ expression: String) async throws -> [String] {
        try await world.expect(200, search("wagers", expression)).items.compactMap { $0["name"]?.text }
    }

    private func people(_ expression: String) async throws -> [String] {
        try await world.expect(200, search("people", expression)).items.compactMap { $0["username"]?.text }
    }

    @Test func `wagers by name or description, whatever the case, the newest first`() async throws {
        _ = try await world.pose(as: ada, ["description": "Loser buys PIZZA."], name: "Arsenal beats Leeds")
        _ = try await world.pose(as: ada, ["description": "Über den Fluss"], name: "Pizza contest")
        _ = try await world.pose(as: ada, name: "Chess")
        for (expression, expected) in [
            ("pizza", ["Pizza contest", "Arsenal beats Leeds"]), ("ARSENAL", ["Arsenal beats Leeds"]),
            ("^p", ["Pizza contest"]), ("^l.*\\.$", ["Arsenal beats Leeds"]),
            ("leeds$", ["Arsenal beats Leeds"]),
            ("che(ss|ckers)", ["Chess"]), ("^[^z]*$", ["Chess", "Pizza contest", "Arsenal beats Leeds"]),
            ("über", ["Pizza contest"]), ("(s)\\1", ["Chess", "Pizza contest"]),
            ("\\mbeats\\M", ["Arsenal beats Leeds"]),
            ("beatsleeds", []), ("***=.", ["Arsenal beats Leeds"]), ("leeds.*pizza", []),
        ] {
            #expect(try await names(expression) == expected, "\(expression)")
        }
    }

    @Test func `an item is the wager as it is read alone`() async throws {
        let id = try await world.pose(as: ada, ["place": ["lat": 1, "lon": 2]], name: "Chess")
        let item = try await search("wagers", "chess").items[0]
        #expect(try await world.call("GET", "wagers/\(id)/", as: ada).wagerOfList == item)
    }

    @Test func `people by username, first or last name, who joined last first`() async throws {
        let ben = try await world.person("Ben.Smith")
        try world.owner.execute(
            "update accounts set first_name = 'Benjamin', last_name = 'Łoś' where id = \(ben.id)"
        )
        let cleo = try await world.person("cleo")
        for (expression, expected) in [
            ("smith", ["Ben.Smith"]), ("^benj", ["Ben.Smith"]), ("łoś", ["Ben.Smith"]),
            ("E$", ["cleo", "Ada"]),
            ("^(ada|cleo)$", ["cleo", "Ada"]), ("\\.s", ["Ben.Smith"]), ("example.org", []),
        ] {
            #expect(try await people(expression) == expected, "\(expression)")
        }
        let item = try await search("people", "smith").items[0]
        guard case .object(let person) = item else { return }
        #expect(person.keys == ["id", "username", "first_name", "last_name", "photo"])
        let hidden = try await world.person("hidden")
        _ = try await world.call("PATCH", "settings/", as: hidden, ["searchable": false])
        #expect(try await people("hidden") == [])
        try world.block(ben, by: ada)
        try world.block(ada, by: cleo)
        #expect(try await people(".") == ["Ada"], "neither whom one blocked nor who blocked one")
        let gone = try await world.person("gone")
        try world.owner.execute("update accounts set status = 'suspended' where id = \(gone.id)")
        #expect(try await people("gone") == [])
        try world.owner.execute(
            "update accounts set status = 'deleted', email = null, password_hash = null where id = \(gone.id)"
        )
        #expect(try await people("gone") == [])
    }

    @Test func `pages go on where the last one ended`() async throws {
        try world.load(60, as: ada, "'wager ' || n || case when n % 2 = 0 then ' even' else '' end, '', 1, 1")
        let path = "search/?in=wagers&q=even"
        let all = try await world.allNames(path, limit: 100, as: ada)
        #expect(all == stride(from: 60, to: 0, by: -2).map { "wager \($0) even" })
        #expect(try await world.allNames(path, limit: 4, as: ada) == all)
        for number in 0..<5 { _ = try await world.person("per\(number)") }
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await search("people", "per", "&limit=2\(more)")
            seen += page.items.compactMap { $0["username"]?.text }
            cursor = page["next_cursor"]?.text
        } while cursor != nil
        #expect(seen == ["per4", "per3", "per2", "per1", "per0"])
        let first = try await search("wagers", "even", "&limit=1")
        let bound = first["next_cursor"]?.text ?? ""
        #expect(first.header("Link")?.contains("in=wagers&q=even&cursor=") == true)
        for (subject, expression) in [("people", "even"), ("wagers", "eve")] {
            #expect(try await search(subject, expression, "&cursor=\(bound)").code == "bad_query")
        }
    }

    @Test func `rare matches are found behind many wagers that do not match`() async throws {
        _ = try await world.pose(as: ada, name: "The zebra crossing")
        try world.load(900, as: ada, "'wager ' || n, 'Nothing to see.', 1, 1")
        #expect(try await names("zebra") == ["The zebra crossing"])
        #expect(try await names("z.b.a") == ["The zebra crossing"], "also where the index has nothing to say")
        let some = try await world.allNames("search/?in=wagers&q=wager%20%5Cd7%24", limit: 7, as: ada)
        #expect(some == (1...9).reversed().map { "wager \($0)7" })
    }

    @Test func `an invalid expression is refused with its position and PostgreSQL's reason`() async throws {
        for (expression, position, reason) in [
            ("a(b", 1, "parentheses () not balanced"), ("abc[", 3, "brackets [] not balanced"),
            ("*", 0, "quantifier operand invalid"), ("ab\\", 2, "invalid escape \\ sequence"),
            ("a{2,1}", 2, "invalid repetition count(s)"), ("x{300}", 2, "invalid repetition count(s)"),
            ("(a)(b", 3, "parentheses () not balanced"), ("ä(", 1, "parentheses () not balanced"),
            ("a\\2", 1, "invalid backreference number"), ("[[:nope:]]", 0, "invalid character class"),
        ] {
            for subject in ["wagers", "people"] {
                let answer = try await search(subject, expression)
                #expect(
                    answer.status == 400 && answer.code == "invalid_expression",
                    "\(expression): \(answer)"
                )
                #expect(answer["position"]?.integer == Int64(position), "\(expression): \(answer)")
                #expect(answer["detail"]?.text?.contains(reason) == true, "\(expression): \(answer)")
            }
        }
        #expect(world.world.failureReports == [])
    }

    @Test func `a query that cannot be read is 400 and names the parameter`() async throws {
        for (query, parameter) in [
            ("q=a", "in"), ("in=games&q=a", "in"), ("in=people,wagers&q=a", "in"), ("in=people", "q"),
            ("in=people&q=", "q"), ("in=people&q=\(String(repeating: "a", count: 101))", "q"),
            ("in=people&q=a&q=b", "q"), ("in=people&q=a%0A", "q"),
            ("in=people&q=a&sort=name", "sort"), ("in=people&q=a&limit=0", "limit"),
        ] {
            #expect(try await world.badParameter("search/?\(query)", as: ada) == parameter, "\(query)")
        }
        #expect(try await search("people", String(repeating: "ä", count: 100)).status == 200)
    }

    @Test func `without a token nothing is compiled, and without the module nothing is there`() async throws {
        let unknown = try await world.world.send("GET", "search/?in=people&q=a(", token: "parlay_nonsense")
        #expect(unknown.status == 401)
        _ = try await world.world.addTenant("off", modules: [])
        #expect(try await world.world.send("GET", "search/?in=people&q=a", tenant: "off").status == 404)
    }
}
