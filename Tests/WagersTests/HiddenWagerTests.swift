import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// A moderator hides Ada's wagers and what people said of each other.
@Suite(.database) struct HiddenWagerTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let mod: SignedInPerson

    init() async throws {
        bets = try await WagerWorld()
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        mod = try await bets.person("Mod")
        try bets.owner.execute("update accounts set role = 'moderator' where id = \(mod.id)")
    }

    private func hide(_ id: Int64, _ part: String? = nil) async throws -> Int64 {
        let body: JSONObject = [
            "subject": ["type": "wager", "id": .integer(id)],
            "part": part.map { .string($0) } ?? .null, "reason": "Not here.",
        ]
        let answer = try await bets.expect(201, bets.call("POST", "admin/hidden/", as: mod, body))
        return try #require(answer["id"]?.integer)
    }

    private func show(_ id: Int64) async throws {
        try await bets.expect(204, bets.call("DELETE", "admin/hidden/\(id)/", as: mod))
    }

    private var lists: [String] {
        [
            "wagers/?filters=none", "wagers/?category=Other", "wagers/?near=52,13",
            "wagers/?near=52,13&sort=distance", "wagers/?friends=true",
            "wagers/?friends=true&near=52,13&sort=distance", "search/?in=wagers&q=chess",
            "profiles/\(ada.id)/wagers/",
        ]
    }

    private func expectLists(_ isShown: Bool, as person: SignedInPerson) async throws {
        for path in lists {
            let answer = try await bets.expect(200, bets.call("GET", path, as: person))
            #expect(answer.items.isEmpty == !isShown, "\(path): \(answer)")
        }
    }

    @Test func `an offer vanishes for others, cannot be taken, and comes back`() async throws {
        try bets.befriend(ada, ben)
        try bets.befriend(ada, mod)
        let id = try await bets.pose(as: ada, ["place": ["lat": 52, "lon": 13]])
        try await expectLists(true, as: ben)
        let hidden = try await hide(id)
        try await expectLists(false, as: ben)
        try await expectLists(false, as: mod)
        try await bets.expect(404, bets.call("GET", "wagers/\(id)/", as: ben))
        for headers in [[:], ["If-Match": "*"]] {
            try await bets.expect(404, bets.make("take", id, as: ben, headers: headers))
        }
        #expect(
            try bets.inbox(ada) == [
                "content_removed: A moderator has hidden “Chess in the park” from others: Not here."
            ]
        )
        // The author and the moderators see it, and the author can edit it: it stays hidden.
        try await bets.expect(200, bets.call("GET", "wagers/\(id)/", as: mod))
        try await bets.expect(200, bets.call("GET", "wagers/\(id)/", as: ada))
        #expect(try await bets.call("GET", "wagers/?mine=true", as: ada).items.count == 1)
        #expect(try await bets.call("GET", "profiles/\(ada.id)/wagers/", as: ada).items.count == 1)
        let draft = WagerWorld.draft("Chess, dearer", ["place": ["lat": 52, "lon": 13]])
        try await bets.expect(200, bets.call("PUT", "wagers/\(id)/", as: ada, draft))
        try await expectLists(false, as: ben)
        try await show(hidden)
        try await expectLists(true, as: ben)
        try await bets.expect(200, bets.make("take", id, as: ben, headers: ["If-Match": "*"]))
    }

    @Test func `one that was offered to a person is hidden from that person too`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "Ben"])
        _ = try await hide(id)
        for (method, path) in [("GET", ""), ("POST", "take/"), ("POST", "decline/")] {
            try await bets.expect(404, bets.call(method, "wagers/\(id)/\(path)", as: ben))
        }
        // A moderator who sees it so takes it down.
        try await bets.expect(200, bets.call("POST", "admin/wagers/\(id)/void/", as: mod, ["reason": "No."]))
    }

    @Test func `one under way goes on for its parties`() async throws {
        let eve = try await bets.person("Eve")
        let id = try await bets.active(ada, ben)
        _ = try await hide(id)
        try await bets.expect(404, bets.call("GET", "wagers/\(id)/", as: eve))
        for person in [ada, ben] {
            try await bets.expect(200, bets.call("GET", "wagers/\(id)/", as: person))
            #expect(try await bets.call("GET", "wagers/?mine=true", as: person).items.count == 1)
            #expect(try await bets.call("GET", "profiles/\(ada.id)/wagers/", as: person).items.count == 1)
            try await bets.expect(200, bets.make("complete", id, as: person, ["winner": "challenger"]))
        }
        #expect(try await bets.call("GET", "profiles/\(ada.id)/wagers/", as: eve).items.isEmpty)
        #expect(try bets.status(id) == "completed")
    }

    @Test func `hiding it while people take it leaves a wager that is taken or cannot be`() async throws {
        for _ in 0..<8 {
            let id = try await bets.pose(as: ada)
            let answers = try await bets.together([
                { [bets, ben] in try await bets.make("take", id, as: ben) },
                { [bets, mod] in
                    try await bets.call(
                        "POST",
                        "admin/hidden/",
                        as: mod,
                        ["subject": ["type": "wager", "id": .integer(id)], "reason": "No."]
                    )
                },
            ])
            #expect([200, 404].contains(answers[0].status) && answers[1].status == 201, "\(answers)")
            #expect(try bets.status(id) == (answers[0].status == 200 ? "active" : "open"))
        }
    }

    @Test func `a comment is hidden from the one it is about`() async throws {
        let id = try await bets.completed(ada, ben)
        try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": true]))
        try await bets.expect(201, bets.make("rate", id, as: ben, ["rating": 1, "comment": "Vile."]))
        try await bets.expect(201, bets.make("rate", id, as: ada, ["rating": 5]))
        func comments(_ person: SignedInPerson) async throws -> [String] {
            let export = try await bets.call("GET", "export/", as: person)
            guard case .array(let ratings)? = export["wager_ratings"] else { return [] }
            return ratings.compactMap { $0["comment"]?.text }
        }
        #expect(try await comments(ada) == ["Vile."])
        let hidden = try await hide(id, "challengee_comment")
        #expect(try await comments(ada) == [])
        #expect(try await comments(ben) == ["Vile."])
        #expect(
            try bets.inbox(ben).first
                == "content_removed: A moderator has hidden your comment on “Chess in the park” from others: Not here."
        )
        // Who gave no comment has none to hide.
        let none: JSONObject = [
            "subject": ["type": "wager", "id": .integer(id)], "part": "challenger_comment", "reason": "No.",
        ]
        try await bets.expect(422, bets.call("POST", "admin/hidden/", as: mod, none))
        try await show(hidden)
        #expect(try await comments(ada) == ["Vile."])
    }
}
