import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// Wagers that are offered to one account: it is told, and may decline.
@Suite(.database) struct AddressedWagerTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let eve: SignedInPerson
    private static let toBen: JSONObject = ["audience": "account", "audience_username": "ben"]

    init() async throws {
        bets = try await WagerWorld()
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        eve = try await bets.person("Eve")
    }

    private func edit(_ id: Int64, _ more: JSONObject, _ name: String = "Dearer chess") async throws {
        try await bets.expect(200, bets.call("PUT", "wagers/\(id)/", as: ada, WagerWorld.draft(name, more)))
    }

    @Test func `the person is told of the offer, once a wager`() async throws {
        let id = try await bets.pose(as: ada, Self.toBen)
        let text = "wager_offered: Ada offers you “Chess in the park” for $20.00."
        #expect(try bets.inbox(ben) == [text])
        let notice = try await bets.call("GET", "inbox/", as: ben).items[0]
        #expect(notice["subject"]?["id"]?.integer == id && notice["subject"]?["type"]?.text == "wager")
        try await edit(id, Self.toBen)
        #expect(try bets.inbox(ben) == [text])
        // Another person is offered it instead, and is told.
        try await edit(id, ["audience": "account", "audience_username": "Eve"])
        #expect(try bets.inbox(eve) == ["wager_offered: Ada offers you “Dearer chess” for $20.00."])
        try await edit(id, Self.toBen, "Chess again")
        #expect(try bets.kinds(ben).count == 1 && bets.kinds(ada) == [])
        let open = try await bets.pose(as: ada)
        #expect(try bets.kinds(ben).count == 1)
        try await edit(open, Self.toBen)
        #expect(try bets.kinds(ben).count == 2)
    }

    @Test func `what is offered to one person is listed for them alone, until it is taken or closes`()
        async throws
    {
        func listed(_ person: SignedInPerson) async throws -> [Int64?] {
            try await bets.call("GET", "wagers/addressed/", as: person).items.map { $0["id"]?.integer }
        }
        let first = try await bets.pose(as: ada, Self.toBen)
        let second = try await bets.pose(as: eve, Self.toBen)
        let late = try await bets.pose(as: ada, Self.toBen)
        _ = try await bets.pose(as: ada)
        try bets.owner.execute("update wagers set closes_at = now() - interval '1 minute' where id = \(late)")
        #expect(try await listed(ben) == [second, first])
        for other in [ada, eve] { #expect(try await listed(other) == []) }
        let page = try await bets.call("GET", "wagers/addressed/?limit=1", as: ben)
        let next = try #require(page["next_cursor"]?.text)
        let rest = try await bets.call("GET", "wagers/addressed/?limit=1&cursor=\(next)", as: ben)
        #expect(rest.items.map { $0["id"]?.integer } == [first])
        try await bets.expect(200, bets.make("take", first, as: ben))
        try await bets.expect(200, bets.make("decline", second, as: ben))
        #expect(try await listed(ben) == [])
    }

    @Test func `the person declines, which is final, and the challenger is told`() async throws {
        let id = try await bets.pose(as: ada, Self.toBen)
        for person in [ada, eve] {
            let refused = try await bets.make("decline", id, as: person)
            #expect(refused.status == (person.id == ada.id ? 403 : 404), "\(refused)")
        }
        let declined = try await bets.expect(200, bets.make("decline", id, as: ben))
        #expect(declined["status"]?.text == "declined" && declined["challengee"] == .null)
        #expect(try bets.inbox(ada) == ["wager_declined: Ben declined “Chess in the park”."])
        let before = try bets.dump()
        for (method, rest, person) in [
            ("POST", "decline/", ben), ("POST", "take/", ben), ("PUT", "", ada), ("DELETE", "", ada),
            ("POST", "complete/", ada), ("POST", "cancel/", ada),
        ] {
            let body: JSONObject? =
                rest == "complete/" ? ["winner": "challenger"] : method == "PUT" ? WagerWorld.draft() : nil
            let again = try await bets.call(method, "wagers/\(id)/\(rest)", as: person, body)
            #expect(
                again.status == 409 && again["wager_status"]?.text == "declined",
                "\(method) \(rest): \(again)"
            )
        }
        #expect(try bets.dump() == before)
        let mine = try await bets.call("GET", "wagers/?mine=true&status=declined", as: ada)
        #expect(mine.items.map { $0["id"]?.integer } == [id])
        #expect(try await bets.call("GET", "wagers/\(id)/", as: ben).status == 200)
    }

    @Test func `only an open offer to oneself alone can be declined`() async throws {
        let open = try await bets.pose(as: ada)
        let friends = try await bets.pose(as: ada, ["audience": "friends"])
        try bets.befriend(ada, ben)
        for id in [open, friends] {
            let refused = try await bets.make("decline", id, as: ben)
            #expect(refused.status == 403 && refused.code == "not_your_move", "\(refused)")
        }
        let taken = try await bets.pose(as: ada, Self.toBen)
        let tag = try await bets.call("GET", "wagers/\(taken)/", as: ben).header("ETag") ?? ""
        try await bets.expect(200, bets.make("take", taken, as: ben))
        #expect(try await bets.make("decline", taken, as: ben, headers: ["If-Match": tag]).status == 412)
        let late = try await bets.make("decline", taken, as: ben)
        #expect(late.code == "wager_state" && late["wager_status"]?.text == "active")
        let past = try await bets.pose(as: ada, Self.toBen)
        try bets.owner.execute("update wagers set closes_at = now() where id = \(past)")
        #expect(try await bets.make("decline", past, as: ben)["wager_status"]?.text == "expired")
    }

    @Test func `of taking and declining at the same time one succeeds`() async throws {
        for _ in 0..<10 {
            let id = try await bets.pose(as: ada, Self.toBen)
            async let take = bets.make("take", id, as: ben)
            async let decline = bets.make("decline", id, as: ben)
            let statuses = try await [take.status, decline.status].sorted()
            #expect(statuses == [200, 409])
        }
    }

    // MARK: Categories

    @Test func `a wager has up to three categories, and any of them finds it`() async throws {
        try bets.owner.execute(
            "update tenants set settings = jsonb_set(settings, '{categories}', '[\"Sports\", \"Food\", \"Games\", \"Music\"]')"
        )
        try await bets.world.refreshTenants()
        func pose(_ fields: JSONObject) async throws -> Answer {
            var body: JSONObject = [
                "name": "Chess", "amount_cents": 100, "place": ["lat": 52, "lon": 13],
            ]
            for member in fields.members { body.add(member.key, member.value) }
            return try await bets.call("POST", "wagers/", as: ada, body)
        }
        let three = try await bets.expect(201, pose(["categories": ["Games", "Food", "Sports"]]))
        #expect(three["category"]?.text == "Games")
        #expect(three["categories"] == ["Games", "Food", "Sports"])
        let one = try await bets.expect(201, pose(["category": "Food"]))
        #expect(one["categories"] == ["Food"])
        let both = try await bets.expect(201, pose(["category": "Music", "categories": ["Music", "Games"]]))
        let ids = [three, one, both].map { $0["id"]?.integer }
        for (query, found) in [
            ("category=Games", [2, 0]), ("category=Food", [1, 0]), ("category=Sports", [0]),
            ("category=Other", []),
            ("category=Games,Food,Sports", [2, 1, 0]), ("category=Music", [2]),
        ] {
            for rest in ["", "&near=52,13", "&near=52,13&sort=distance", "&mine=true"] {
                let answer = try await bets.call(
                    "GET",
                    "wagers/?\(query)\(rest)",
                    as: rest == "&mine=true" ? ada : ben
                )
                #expect(answer.items.map { $0["id"]?.integer } == found.map { ids[$0] }, "\(query)\(rest)")
            }
        }
        // Page by page, each of them once.
        var path = "wagers/?category=Games,Food,Sports&limit=1"
        var seen: [Int64?] = []
        while true {
            let page = try await bets.call("GET", path, as: ben)
            seen += page.items.map { $0["id"]?.integer }
            guard let cursor = page["next_cursor"]?.text else { break }
            path = "wagers/?category=Games,Food,Sports&limit=1&cursor=\(cursor)"
        }
        #expect(seen == ids.reversed())
        let refusals: [(JSONObject, String)] = [
            (["categories": ["Games", "Games"]], "categories"), (["categories": []], "categories"),
            (["categories": ["Games", "Food", "Sports", "Music"]], "categories"), ([:], "category"),
            (["categories": ["Games", "Chess"]], "categories"), (["category": "Chess"], "category"),
            (["category": "Food", "categories": ["Games", "Food"]], "category"),
            (["category": .null], "category"),
        ]
        for (fields, field) in refusals {
            let refused = try await pose(fields)
            #expect(refused.status == 422 && refused["errors", field] != nil, "\(fields): \(refused)")
        }
        // An edit that changes a further category is an edit.
        let id = try #require(ids[0])
        let path2 = "wagers/\(id)/"
        let tag = try await bets.call("GET", path2, as: ada).header("ETag")
        let body: JSONObject = ["name": "Chess", "amount_cents": 100, "categories": ["Games", "Food"]]
        let edited = try await bets.expect(200, bets.call("PUT", path2, as: ada, body))
        #expect(edited["categories"] == ["Games", "Food"] && edited.header("ETag") != tag)
        #expect(try await bets.make("take", id, as: ben).status == 428)
        #expect(try await bets.call("GET", "wagers/?category=Sports", as: ben).items.isEmpty)
    }
}
