import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// Ada is suspended: she offers nothing, nobody wins by her silence, and all of it is back when she is.
@Suite(.database) struct SuspendedPeopleTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    /// A friend of Ada's.
    private let fay: SignedInPerson
    private let mod: SignedInPerson

    init() async throws {
        var settings = TenantSettings.defaults
        settings[WagerSettings.reminderDays] = [1, 3]
        bets = try await WagerWorld(settings: settings)
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        fay = try await bets.person("Fay")
        mod = try await bets.person("Mod")
        try bets.befriend(ada, fay)
        try bets.befriend(ada, ben)
        try bets.owner.execute("update accounts set role = 'moderator' where id = \(mod.id)")
    }

    private func set(_ status: String, _ person: SignedInPerson) throws {
        try bets.owner.execute("update accounts set status = '\(status)' where id = \(person.id)")
    }

    private func ids(_ path: String, as person: SignedInPerson) async throws -> Set<Int64> {
        let answer = try await bets.call("GET", path, as: person)
        #expect(answer.status == 200, "\(path): \(answer)")
        return Set(answer.items.compactMap { $0["id"]?.integer })
    }

    private static let lists = [
        "wagers/?filters=none", "wagers/?category=Other", "wagers/?status=open,expired",
        "wagers/?near=52,13", "wagers/?near=52,13&sort=distance", "wagers/?friends=true",
        "wagers/?friends=true&near=52,13&sort=distance", "search/?in=wagers&q=chess",
    ]

    private struct Offers {
        let open: Int64
        let forFriends: Int64
        let addressed: Int64
        var all: Set<Int64> { [open, forFriends, addressed] }
    }

    private func offers() async throws -> Offers {
        let place: JSONObject = ["place": ["lat": 52, "lon": 13]]
        var friends = place
        friends.add("audience", "friends")
        var addressed = place
        addressed.add("audience", "account")
        addressed.add("audience_username", "Ben")
        return Offers(
            open: try await bets.pose(as: ada, place),
            forFriends: try await bets.pose(as: ada, friends),
            addressed: try await bets.pose(as: ada, addressed)
        )
    }

    @Test func `the offers of a suspended person leave every list, and come back`() async throws {
        let offers = try await offers()
        let mine = try await bets.pose(as: ben)
        func expectLists(_ shown: Set<Int64>) async throws {
            for path in Self.lists + ["profiles/\(ada.id)/wagers/", "profiles/\(ada.id)/wagers/?status=open"]
            {
                let found = try await ids(path, as: ben)
                #expect(found.intersection(offers.all) == shown, "\(path)")
            }
        }
        try await expectLists(offers.all)
        try set("suspended", ada)
        try await expectLists([])
        for person in [fay, mod] {
            for path in Self.lists {
                #expect(try await ids(path, as: person).isDisjoint(with: offers.all), "\(path)")
            }
        }
        #expect(try await ids("wagers/?mine=true", as: ben) == [mine])
        try set("active", ada)
        try await expectLists(offers.all)
    }

    @Test func `they stay readable by id and cannot be taken, until she is back`() async throws {
        let offers = try await offers()
        let edited = try await bets.pose(as: ada)
        let change = WagerWorld.draft("Chess, dearer")
        try await bets.expect(200, bets.call("PUT", "wagers/\(edited)/", as: ada, change))
        try set("suspended", ada)
        let before = try bets.dump()
        for id in [offers.open, offers.forFriends, offers.addressed, edited] {
            let path = "wagers/\(id)/"
            let read = try await bets.call("GET", path, as: ben)
            #expect(read.status == 200 && read["status"]?.text == "open", "\(read)")
            for headers in [
                [:], ["If-Match": "*"], ["If-Match": read.header("ETag") ?? ""], ["If-Match": "\"0\""],
            ] {
                let taken = try await bets.make("take", id, as: ben, headers: headers)
                #expect(taken.status == 409 && taken.code == "wager_unavailable", "\(headers): \(taken)")
            }
            // What is not possible for others stays so; she herself is signed out.
            for person in [ada, ben] {
                let status = person.id == ada.id ? 401 : 403
                for (method, rest, body) in [
                    ("PUT", "", change), ("DELETE", "", nil), ("POST", "complete/", ["winner": "challenger"]),
                    ("POST", "cancel/", nil), ("POST", "rate/", ["rating": 1]),
                ] as [(String, String, JSONObject?)] {
                    let answer = try await bets.call(method, path + rest, as: person, body)
                    #expect(answer.status == status, "\(method) \(rest): \(answer)")
                }
            }
        }
        #expect(try await bets.make("take", offers.forFriends, as: mod).status == 404)
        #expect(try bets.dump() == before)
        // What is addressed to Ben, he can still decline.
        try await bets.expect(200, bets.make("decline", offers.addressed, as: ben))
        try set("active", ada)
        try await bets.expect(200, bets.make("take", offers.open, as: ben))
    }

    @Test func `what is under way goes on for the other side`() async throws {
        let active = try await bets.active(ada, ben)
        let leaving = try await bets.active(ben, ada)
        let disputed = try await bets.disputed(ada, ben)
        let won = try await bets.completed(ada, ben)
        let lost = try await bets.completed(ben, ada)
        let confirmed = try await bets.completed(ada, ben)
        try await bets.expect(200, bets.make("confirm", confirmed, as: ada, ["paid": true]))
        try set("suspended", ada)
        let all: Set<Int64> = [active, leaving, disputed, won, lost, confirmed]
        #expect(try await ids("wagers/?mine=true", as: ben) == all)
        #expect(try await ids("profiles/\(ada.id)/wagers/", as: ben) == all)
        #expect(try await ids("search/?in=wagers&q=chess", as: fay) == all)
        // She cannot be named as arbiter of another wager.
        let other = try await bets.active(ben, fay)
        let named = try await bets.call("PUT", "wagers/\(other)/arbiter/", as: ben, ["username": "Ada"])
        #expect(named.status == 422)
        try await bets.expect(200, bets.make("complete", active, as: ben, ["winner": "challengee"]))
        try await bets.expect(200, bets.make("cancel", leaving, as: ben))
        #expect(try bets.status(active) == "active" && bets.status(leaving) == "active")
        try await bets.expect(200, bets.make("arbitrate", disputed, as: mod, ["winner": "challenger"]))
        try await bets.expect(200, bets.make("pay", won, as: ben, ["method": "cash"]))
        try await bets.expect(200, bets.make("confirm", lost, as: ben, ["paid": true]))
        try await bets.expect(201, bets.make("rate", confirmed, as: ben, ["rating": 2]))
        try set("active", ada)
        try await bets.expect(200, bets.make("cancel", leaving, as: ada))
        #expect(try bets.status(leaving) == "cancelled")
        try await bets.expect(200, bets.make("confirm", won, as: ada, ["paid": true]))
    }

    // MARK: Deadlines

    private func settle(_ time: Timestamp) async throws -> Int {
        let sweep = try await bets.sweep()
        return try await bets.world.database.onLoop { try await sweep.completeUnanswered(at: time, batch: 1) }
    }

    private func claimed(_ challenger: SignedInPerson, _ challengee: SignedInPerson) async throws -> Int64 {
        let id = try await bets.active(challenger, challengee)
        try await bets.expect(200, bets.make("complete", id, as: ben, ["winner": "challenger"]))
        try bets.owner.execute("update wagers set claimed_at = now() - interval '72 hours' where id = \(id)")
        return id
    }

    @Test func `a deadline against a suspended person makes a dispute, in which a moderator decides`()
        async throws
    {
        let won = try await claimed(ben, ada)
        let lost = try await claimed(ada, ben)
        let byOther = try await claimed(ben, fay)
        let agreed = try await claimed(ben, ada)
        for person in [ada, ben] {
            let path = "wagers/\(agreed)/arbiter/"
            try await bets.expect(200, bets.call("PUT", path, as: person, ["username": "Fay"]))
        }
        try set("suspended", ada)
        #expect(try await settle(.now) == 4)
        #expect(try bets.status(won) == "disputed" && bets.status(lost) == "disputed")
        #expect(try bets.status(agreed) == "disputed" && bets.status(byOther) == "completed")
        let text = "One side reported who won “Chess in the park”, and the other cannot answer at the moment."
        for person in [ada, ben] {
            let told = try bets.inbox(person).filter { $0.hasPrefix("wager_disputed") }
            #expect(told.count == 3)
            #expect(told[0] == "wager_disputed: \(text) An arbiter or a moderator will decide.")
        }
        #expect(try bets.kinds(fay).first == "wager_disputed")
        #expect(try await ids("admin/disputes/", as: mod) == [won, lost, agreed])
        try await bets.expect(200, bets.make("arbitrate", won, as: mod, ["void": true]))
        try await bets.expect(200, bets.make("arbitrate", agreed, as: fay, ["winner": "challengee"]))
        #expect(try await settle(.now) == 0)
    }

    @Test func `who is back has 72 hours again, and answers`() async throws {
        let id = try await claimed(ben, ada)
        try set("suspended", ada)
        try set("active", ada)
        let back = try bets.owner.query(
            "select resumed_at = now() or resumed_at > now() - interval '1 minute' from accounts where id = \(ada.id)"
        )
        #expect(try back[0].boolean(0))
        let hour: Int64 = 3600
        #expect(try await settle(Timestamp.now.adding(seconds: 71 * hour)) == 0)
        #expect(try bets.status(id) == "active")
        // The silence of the other, whom nobody suspended, counts as ever.
        let other = try await claimed(ben, fay)
        #expect(try await settle(.now) == 1)
        #expect(try bets.status(other) == "completed")
        #expect(try await settle(Timestamp.now.adding(seconds: 73 * hour)) == 1)
        #expect(try bets.status(id) == "completed")
        let answered = try await claimed(ben, ada)
        try set("suspended", ada)
        try set("active", ada)
        try await bets.expect(200, bets.make("complete", answered, as: ada, ["winner": "challengee"]))
        #expect(try bets.status(answered) == "disputed")
    }

    @Test func `nobody is reminded while one of the two is suspended`() async throws {
        _ = try await bets.completed(ada, ben)
        _ = try await bets.completed(ben, ada)
        try bets.owner.execute("update wagers set remind_at = now() - interval '1 hour'")
        let now = Timestamp.now
        let day: Int64 = 86_400_000
        let noon = Timestamp(milliseconds: now.milliseconds - now.milliseconds % day + day + day / 2)
        let sweep = try await bets.sweep()
        func remind() async throws -> WagerSweep.Reminded {
            try await bets.world.database.onLoop { try await sweep.remind(at: noon) }
        }
        try set("suspended", ada)
        #expect(try await remind() == .init())
        try set("active", ada)
        #expect(try await remind() == .init(sent: 2, waiting: 0))
    }

    // MARK: What others see of her

    @Test func `friends and moderators are told of the suspension, others are not`() async throws {
        let stranger = try await bets.person("Eve")
        func status(_ person: SignedInPerson) async throws -> String? {
            let answer = try await bets.call("GET", "profiles/\(ada.id)/", as: person)
            #expect(answer.status == 200, "\(answer)")
            return answer["status"]?.text
        }
        #expect(try await status(fay) == "active")
        let tag = try await bets.call("GET", "profiles/\(ada.id)/", as: fay).header("ETag") ?? ""
        try set("suspended", ada)
        #expect(try await status(fay) == "suspended")
        #expect(try await status(mod) == "suspended")
        #expect(try await status(stranger) == "active")
        let changed = try await bets.call(
            "GET",
            "profiles/\(ada.id)/",
            as: fay,
            headers: ["If-None-Match": tag]
        )
        #expect(changed.status == 200)
        // A request is no friendship.
        try bets.owner.execute(
            "update friendships set accepted_at = null where \(fay.id) in (account_a, account_b)"
        )
        #expect(try await status(fay) == "active")
        for query in ["^Ada$", "ada"] {
            let found = try await bets.call(
                "GET",
                "search/?in=people&q=\(query.replacing("^", with: "%5E").replacing("$", with: "%24"))",
                as: ben
            )
            #expect(found.status == 200 && found.items.isEmpty, "\(found)")
        }
        let asked = try await bets.call("POST", "friends/", as: stranger, ["username": "Ada"])
        #expect(asked.status == 422 || asked.status == 404, "\(asked)")
        try set("active", ada)
        #expect(try await status(stranger) == "active")
        #expect(try await bets.call("GET", "search/?in=people&q=ada", as: ben).items.count == 1)
    }
}
