import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// Nobody takes terms that they have not seen.
@Suite(.database) struct WagerTermsTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let cleo: SignedInPerson

    init() async throws {
        bets = try await WagerWorld()
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        cleo = try await bets.person("Cleo")
    }

    private func tag(_ id: Int64) async throws -> String {
        try #require(try await bets.call("GET", "wagers/\(id)/", as: ben).header("ETag"))
    }

    private func edit(_ id: Int64, _ more: JSONObject = [:], name: String = "Chess in the park") async throws
        -> Answer
    {
        try await bets.call("PUT", "wagers/\(id)/", as: ada, WagerWorld.draft(name, more))
    }

    @Test func `an edited wager is taken by the version that was read`() async throws {
        let id = try await bets.pose(as: ada)
        let old = try await tag(id)
        bets.expect(200, try await edit(id, name: "Chess for a million"))
        let refused = try await bets.make("take", id, as: ben)
        #expect(refused.status == 428 && refused.code == "precondition_required", "\(refused)")
        #expect(try bets.status(id) == "open")
        #expect(try await bets.make("take", id, as: ben, headers: ["If-Match": old]).status == 412)
        let present = try await tag(id)
        try await bets.expect(200, bets.make("take", id, as: ben, headers: ["If-Match": present]))
        #expect(try bets.kinds(ada) == ["wager_taken"])
    }

    @Test func `a wager that was never edited needs no version`() async throws {
        let id = try await bets.pose(as: ada)
        try await bets.expect(200, bets.make("take", id, as: ben))
    }

    @Test func `an edit that changes nothing leaves it unedited`() async throws {
        _ = try await bets.person("Dan")
        let more: JSONObject = [
            "description": "Best of three.", "place": ["lat": 41, "lon": -74],
            "closes_at": .string(Timestamp.now.adding(seconds: 3600).description),
            "audience": "account", "audience_username": "Ben",
        ]
        let id = try await bets.pose(as: ada, more)
        let before = try await tag(id)
        let same = bets.expect(200, try await edit(id, more))
        #expect(same.header("ETag") == before)
        try await bets.expect(200, bets.make("take", id, as: ben))
    }

    @Test func `it stays edited, whatever follows`() async throws {
        let id = try await bets.pose(as: ada)
        bets.expect(200, try await edit(id, name: "Dearer"))
        bets.expect(200, try await edit(id, name: "Dearer"))
        #expect(try await bets.make("take", id, as: ben).status == 428)
        // The terms of the beginning are not those that somebody may have read in between.
        bets.expect(200, try await edit(id))
        #expect(try await bets.make("take", id, as: ben).status == 428)
        // Taking any version requires saying so.
        try await bets.expect(200, bets.make("take", id, as: ben, headers: ["If-Match": "*"]))
    }

    @Test func `the order of refusals`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "Ben"])
        let old = try await tag(id)
        bets.expect(
            200,
            try await edit(id, ["audience": "account", "audience_username": "Ben"], name: "Dearer")
        )
        // 404 before 428: who may not see it learns nothing.
        #expect(try await bets.make("take", id, as: cleo).status == 404)
        // 403 before 428 and 412.
        #expect(try await bets.make("take", id, as: ada).code == "own_wager")
        #expect(try await bets.make("take", id, as: ada, headers: ["If-Match": old]).code == "own_wager")
        let open = try await bets.pose(as: ada)
        bets.expect(200, try await edit(open, name: "Dearer"))
        let present = try await tag(open)
        try await bets.expect(200, bets.make("take", open, as: cleo, headers: ["If-Match": present]))
        // That it is taken comes before 428 and 412: its terms no longer matter.
        for headers in [[:], ["If-Match": present], ["If-Match": try await tag(open)], ["If-Match": "*"]] {
            let late = try await bets.make("take", open, as: ben, headers: headers)
            #expect(late.status == 409 && late.code == "wager_already_taken", "\(headers): \(late)")
        }
        let closing = try await bets.pose(as: ada)
        bets.expect(200, try await edit(closing, name: "Dearer"))
        try bets.owner.execute(
            "update wagers set closes_at = now() - interval '1 second' where id = \(closing)"
        )
        #expect(try await bets.make("take", closing, as: ben).status == 428)
        let closed = try await tag(closing)
        let expired = try await bets.make("take", closing, as: ben, headers: ["If-Match": closed])
        #expect(expired.code == "wager_expired")
    }

    @Test func `an arbiter is told, by the kind of the moment, and not who named them`() async throws {
        let id = try await bets.active(ada, ben)
        let path = "wagers/\(id)/arbiter/"
        try await bets.expect(200, bets.call("PUT", path, as: ada, ["username": "Cleo"]))
        #expect(try bets.kinds(ben) == ["wager_arbiter_named"] && bets.kinds(cleo) == [])
        try await bets.expect(200, bets.call("PUT", path, as: ben, ["username": "Cleo"]))
        #expect(try bets.kinds(cleo) == ["wager_arbiter_named"] && bets.kinds(ben) == ["wager_arbiter_named"])
        #expect(try bets.kinds(ada) == ["wager_arbiter_named", "wager_taken"])
        let disputed = try await bets.disputed(ada, ben)
        for party in [ada, ben] {
            let path = "wagers/\(disputed)/arbiter/"
            try await bets.expect(200, bets.call("PUT", path, as: party, ["username": "Cleo"]))
        }
        #expect(try bets.kinds(cleo).first == "wager_disputed")
    }
}
