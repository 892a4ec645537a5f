import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// Who can see a wager, and so can act on it.
@Suite(.database) struct WagerSightTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let eve: SignedInPerson

    init() async throws {
        bets = try await WagerWorld()
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        eve = try await bets.person("Eve")
    }

    private func sees(_ person: SignedInPerson, _ id: Int64) async throws -> Bool {
        let answer = try await bets.call("GET", "wagers/\(id)/", as: person)
        #expect([200, 404].contains(answer.status), "\(answer)")
        return answer.status == 200
    }

    /// Every call about one wager, as it would succeed for somebody.
    private static let calls: [(method: String, rest: String, body: JSONObject?)] = [
        ("GET", "", nil), ("PUT", "", WagerWorld.draft("Stolen")), ("DELETE", "", nil),
        ("POST", "take/", nil),
        ("POST", "complete/", ["winner": "challenger"]), ("POST", "cancel/", nil), ("DELETE", "cancel/", nil),
        ("PUT", "arbiter/", ["username": "Eve"]), ("POST", "arbitrate/", ["void": true]),
        ("POST", "pay/", ["method": "cash"]), ("POST", "confirm/", ["paid": true]),
        ("POST", "rate/", ["rating": 1]),
    ]

    /// Makes every call, and expects a refusal of it that changes nothing.
    private func expectNothing(
        _ person: SignedInPerson,
        _ id: Int64,
        _ status: Int,
        butReading: Bool = false,
        _ sentence: Comment
    ) async throws {
        let before = try bets.dump()
        for (method, rest, body) in Self.calls where !(butReading && method == "GET") {
            let answer = try await bets.call(method, "wagers/\(id)/\(rest)", as: person, body)
            let isLate = butReading && rest == "take/" && answer.status == 409
            #expect(answer.status == status || isLate, "\(sentence): \(method) \(rest): \(answer)")
        }
        #expect(try bets.dump() == before, sentence)
    }

    @Test func `a public wager is seen by all, in every state, and changed by its parties`() async throws {
        let active = try await bets.active(ada, ben)
        let disputed = try await bets.disputed(ada, ben)
        let completed = try await bets.completed(ada, ben)
        for id in [active, disputed, completed] {
            #expect(try await sees(eve, id))
            try await expectNothing(eve, id, 403, butReading: true, "a stranger")
        }
    }

    @Test func `one for friends is seen by those who are friends now`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "friends"])
        try await expectNothing(ben, id, 404, "not a friend")
        try bets.owner.execute(
            """
            insert into friendships (tenant_id, account_a, account_b, asked_by)
            select tenant_id, least(\(ada.id), \(ben.id)), greatest(\(ada.id), \(ben.id)), id from accounts where id = \(ben.id)
            """
        )
        try await expectNothing(ben, id, 404, "who only asked to be a friend")
        try bets.owner.execute("update friendships set accepted_at = now()")
        #expect(try await sees(ben, id))
        try bets.owner.execute("delete from friendships")
        try await expectNothing(ben, id, 404, "no friend any more")
        try bets.befriend(ada, ben)
        try bets.befriend(ben, eve)
        try await bets.expect(200, bets.make("take", id, as: ben))
        // Only the challenger's friends count; and a party always sees its own.
        try await expectNothing(eve, id, 404, "a friend of the challengee")
        try bets.owner.execute("delete from friendships")
        #expect(try await sees(ben, id))
    }

    @Test func `an addressed wager is seen by the two of them`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "ben"])
        try bets.befriend(ada, eve)
        try await expectNothing(eve, id, 404, "a friend who is not addressed")
        #expect(try await sees(ben, id))
        try await bets.expect(200, bets.make("take", id, as: ben))
        try await expectNothing(eve, id, 404, "after it was taken")
    }

    @Test func `a block hides it both ways, and what is under way goes on`() async throws {
        let open = try await bets.pose(as: ada)
        let active = try await bets.active(ada, ben)
        let taken = try await bets.active(ben, eve)
        try bets.block(eve, by: ada)
        try await expectNothing(eve, open, 404, "who is blocked")
        try await expectNothing(eve, active, 404, "who is blocked by a party")
        try bets.block(ada, by: ben)
        try bets.owner.execute("delete from blocks where account_id = \(ada.id)")
        let other = try await bets.pose(as: ben)
        try await expectNothing(ada, other, 404, "who is blocked")
        // She has blocked nobody, and is blocked by one party.
        try await expectNothing(ada, taken, 404, "who is blocked by the challenger")
        for person in [ada, ben] {
            #expect(try await sees(person, active))
        }
        for person in [ada, ben] {
            try await bets.expect(200, bets.make("complete", active, as: person, ["winner": "challenger"]))
        }
        #expect(try bets.status(active) == "completed")
    }

    @Test func `the blocker does not meet the wagers of whom they blocked`() async throws {
        let id = try await bets.pose(as: ada)
        try bets.block(ada, by: ben)
        try await expectNothing(ben, id, 404, "who blocks")
    }

    @Test func `the arbiter sees what is to be decided, also when blocked since`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "ben"])
        try await bets.expect(200, bets.make("take", id, as: ben))
        try await bets.expect(200, bets.call("PUT", "wagers/\(id)/arbiter/", as: ada, ["username": "eve"]))
        #expect(try await !sees(eve, id))
        try await bets.expect(200, bets.call("PUT", "wagers/\(id)/arbiter/", as: ben, ["username": "eve"]))
        #expect(try await sees(eve, id))
        try bets.block(eve, by: ada)
        #expect(try await sees(eve, id))
    }

    @Test func `moderators see what was disputed or reported, and no more`() async throws {
        try bets.world.promote(eve, .moderator)
        let quiet = try await bets.pose(as: ada, ["audience": "account", "audience_username": "ben"])
        try await expectNothing(eve, quiet, 404, "a moderator")
        let reported = try await bets.world.send(
            "POST",
            "reports/",
            token: ben.token,
            ["wager_id": .integer(quiet), "reason": "fraud"]
        )
        #expect(reported.status == 201 && reported["about", "type"]?.text == "wager")
        #expect(try await sees(eve, quiet))
        #expect(try await bets.make("take", quiet, as: eve).code == "not_your_move")
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "ben"])
        try await bets.expect(200, bets.make("take", id, as: ben))
        #expect(try await !sees(eve, id))
        for (person, winner) in [(ada, "challenger"), (ben, "challengee")] {
            try await bets.expect(200, bets.make("complete", id, as: person, ["winner": .string(winner)]))
        }
        try bets.block(eve, by: ada)
        try await bets.expect(200, bets.make("arbitrate", id, as: eve, ["winner": "challenger"]))
        #expect(try await sees(eve, id))
        #expect(
            try await bets.make("complete", id, as: eve, ["winner": "challenger"]).code == "not_your_move"
        )
    }

    @Test func `what one may not see one cannot report`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "ben"])
        let answer = try await bets.world.send(
            "POST",
            "reports/",
            token: eve.token,
            ["wager_id": .integer(id), "reason": "spam"]
        )
        #expect(answer.status == 422 && answer.faultyFields == ["wager_id"])
    }

    @Test func `another tenant's people are nobody here`() async throws {
        _ = try await bets.world.addTenant("other", modules: [.wagers])
        let far = try await bets.world.person("Eve", tenant: "other")
        let id = try await bets.pose(as: ada)
        let before = try bets.dump()
        for (method, rest, body) in Self.calls {
            let path = "wagers/\(id)/\(rest)"
            let theirs = try await bets.world.send(method, path, token: far.token, body, tenant: "other")
            #expect(theirs.status == 404, "\(method) \(rest): \(theirs)")
            #expect(try await bets.world.send(method, path, token: far.token, body).status == 401)
        }
        #expect(try bets.dump() == before)
        let addressed = WagerWorld.draft("abc", ["audience": "account", "audience_username": "Ben"])
        let answer = try await bets.world.send(
            "POST",
            "wagers/",
            token: far.token,
            addressed,
            tenant: "other"
        )
        #expect(answer.faultyFields == ["audience_username"])
    }

    @Test func `without the module there are no wagers`() async throws {
        _ = try await bets.world.addTenant("bare", modules: [])
        #expect(try await bets.world.send("GET", "wagers/1/", tenant: "bare").status == 404)
    }
}
