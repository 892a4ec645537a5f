import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct WagerMoveTests {
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

    @Test func `a wager from pose to paid`() async throws {
        let place: JSONValue = ["lat": 52, "lon": 13]
        let posed = try await bets.call(
            "POST",
            "wagers/",
            as: ada,
            WagerWorld.draft("Chess 🏆", ["place": place])
        )
        bets.expect(201, posed)
        let id = try #require(posed["id"]?.integer)
        #expect(posed.header("Location") == "/v1/demo/wagers/\(id)/")
        #expect(posed["status"]?.text == "open" && posed["challenger", "username"]?.text == "Ada")
        #expect(
            posed["challengee"] == .null && posed["audience"]?.text == "public" && posed["taken_at"] == .null
        )
        #expect(posed.text.contains(#""place":{"lat":52.0,"lon":13.0}"#))
        let taken = try await bets.expect(200, bets.make("take", id, as: ben))
        #expect(taken["status"]?.text == "active" && taken["challengee", "username"]?.text == "Ben")
        #expect(taken["taken_at"]?.text != nil)
        #expect(try bets.inbox(ada) == ["wager_taken: Ben took “Chess 🏆”."])
        let claimed = try await bets.expect(
            200,
            bets.make("complete", id, as: ben, ["winner": "challenger"])
        )
        #expect(claimed["status"]?.text == "active" && claimed["claim", "by"]?.text == "challengee")
        #expect(try bets.kinds(ada) == ["wager_claimed", "wager_taken"])
        let done = try await bets.expect(200, bets.make("complete", id, as: ada, ["winner": "challenger"]))
        #expect(done["status"]?.text == "completed" && done["winner"]?.text == "challenger")
        #expect(try bets.inbox(ben).first == "wager_completed: You lost “Chess 🏆” and owe $20.00.")
        // Who agreed is not told of it.
        #expect(try bets.kinds(ada) == ["wager_claimed", "wager_taken"])
        try await bets.expect(200, bets.make("pay", id, as: ben, ["method": "cash"]))
        #expect(try bets.inbox(ada).first?.contains("Ben says they pay $20.00 for “Chess 🏆” in cash") == true)
        #expect(try bets.kinds(ada)[0] == "wager_payment_said")
        let confirmed = try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": true]))
        #expect(confirmed["status"]?.text == "confirmed" && confirmed["payment_method"]?.text == "cash")
        #expect(confirmed["confirmed_at"]?.text != nil)
        #expect(try bets.kinds(ben) == ["wager_confirmed", "wager_completed"])
        let rated = try await bets.expect(
            201,
            bets.make("rate", id, as: ada, ["rating": 5, "comment": "Fair."])
        )
        #expect(rated["my_rating"]?.integer == 5)
        #expect(try await bets.call("GET", "wagers/\(id)/", as: ben)["my_rating"] == .null)
        #expect(try await bets.make("rate", id, as: ada, ["rating": 4]).code == "already_rated")
        try await bets.expect(201, bets.make("rate", id, as: ben, ["rating": 1]))
        #expect(bets.world.failureReports.isEmpty)
    }

    @Test func `a draft that does not fit is refused field by field`() async throws {
        let wrong: [(JSONObject, [String])] = [
            ([:], ["amount_cents", "category", "name"]),
            (["name": "ab", "amount_cents": 0, "category": "Chess"], ["amount_cents", "category", "name"]),
            (["name": "abc", "amount_cents": 100_000_001, "category": "Other"], ["amount_cents"]),
            (["name": "abc", "amount_cents": 1, "category": "Chess"], ["category"]),
            (WagerWorld.draft("abc", ["audience": "account"]), ["audience_username"]),
            (WagerWorld.draft("abc", ["audience_username": "Ben"]), ["audience_username"]),
            (
                WagerWorld.draft("abc", ["audience": "account", "audience_username": "Nobody"]),
                ["audience_username"]
            ),
            (
                WagerWorld.draft("abc", ["audience": "account", "audience_username": "Ada"]),
                ["audience_username"]
            ),
            (WagerWorld.draft("abc", ["audience": "everybody"]), ["audience"]),
            (WagerWorld.draft("abc", ["closes_at": "2020-01-01T00:00:00Z"]), ["closes_at"]),
            (WagerWorld.draft("abc", ["place": ["lat": 91, "lon": 0]]), ["place.lat"]),
            (WagerWorld.draft("abc", ["place": ["lat": 1]]), ["place.lon"]),
            (WagerWorld.draft("abc", ["stake": 1]), ["stake"]),
            // What needs the tenant, the clock or the database is named beside the rest.
            (
                ["name": "ab", "amount_cents": 0, "category": "Chess", "closes_at": "2020-01-01T00:00:00Z"],
                ["amount_cents", "category", "closes_at", "name"]
            ),
            (
                [
                    "name": "abc", "amount_cents": 1, "category": "Chess", "audience": "account",
                    "audience_username": "Nobody", "stake": 1,
                ],
                ["audience_username", "category", "stake"]
            ),
            (
                [
                    "name": "abc", "amount_cents": 1, "category": "Chess", "audience": "account",
                    "audience_username": "Ben",
                ],
                ["category"]
            ),
        ]
        for (body, fields) in wrong {
            let answer = try await bets.call("POST", "wagers/", as: ada, body)
            #expect(answer.status == 422 && answer.faultyFields == fields, "\(body): \(answer)")
        }
        try bets.block(ada, by: ben)
        let blocked = WagerWorld.draft("abc", ["audience": "account", "audience_username": "Ben"])
        #expect(
            try await bets.call("POST", "wagers/", as: ada, blocked).faultyFields == ["audience_username"]
        )
        #expect(try bets.owner.query("select id from wagers").isEmpty)
    }

    @Test func `an open wager is replaced whole, and by its challenger only`() async throws {
        let id = try await bets.pose(as: ada, ["description": "Old.", "place": ["lat": 1, "lon": 2]])
        let path = "wagers/\(id)/"
        let first = try await bets.call("GET", path, as: ada)
        let tag = try #require(first.header("ETag"))
        #expect(try await bets.call("PUT", path, as: ben, WagerWorld.draft()).code == "not_your_move")
        #expect(try await bets.call("DELETE", path, as: ben).code == "not_your_move")
        let edited = try await bets.expect(
            200,
            bets.call("PUT", path, as: ada, WagerWorld.draft("New", [:]), headers: ["If-Match": tag])
        )
        #expect(
            edited["name"]?.text == "New" && edited["description"]?.text == "" && edited["place"] == .null
        )
        #expect(edited["opened_at"] == first["opened_at"])
        let stale = try await bets.call("PUT", path, as: ada, WagerWorld.draft(), headers: ["If-Match": tag])
        #expect(stale.status == 412 && stale.header("ETag") == edited.header("ETag"))
        #expect(try await bets.call("DELETE", path, as: ada, headers: ["If-Match": tag]).status == 412)
        #expect(
            try await bets.call("GET", path, as: ben, headers: ["If-None-Match": edited.header("ETag") ?? ""])
                .status
                == 304
        )
        let current = ["If-Match": edited.header("ETag") ?? ""]
        try await bets.expect(200, bets.make("take", id, as: ben, headers: current))
        let late = try await bets.call("PUT", path, as: ada, WagerWorld.draft())
        #expect(late.code == "wager_state" && late["wager_status"]?.text == "active")
        #expect(try await bets.call("DELETE", path, as: ada).code == "wager_state")
        let other = try await bets.pose(as: ada)
        try await bets.expect(204, bets.call("DELETE", "wagers/\(other)/", as: ada))
        #expect(try await bets.call("GET", "wagers/\(other)/", as: ada).status == 404)
    }

    @Test func `taking is refused to who posed it, to who is late, and after the time`() async throws {
        let id = try await bets.pose(as: ada)
        #expect(try await bets.make("take", id, as: ada).code == "own_wager")
        try await bets.expect(200, bets.make("take", id, as: ben))
        let late = try await bets.make("take", id, as: cleo)
        #expect(late.code == "wager_already_taken" && late["wager_status"]?.text == "active")
        #expect(try await bets.make("take", id, as: ben).code == "wager_already_taken")
        #expect(try await bets.make("take", id, as: ada).code == "own_wager")
        #expect(try await bets.make("take", 999_999, as: ben).status == 404)
        let closing = try await bets.pose(
            as: ada,
            ["closes_at": .string(Timestamp.now.adding(seconds: 60).description)]
        )
        try bets.owner.execute(
            "update wagers set closes_at = now() - interval '1 second' where id = \(closing)"
        )
        #expect(try await bets.make("take", closing, as: ben).code == "wager_expired")
        // Before the worker has run.
        #expect(try await bets.call("GET", "wagers/\(closing)/", as: ben)["status"]?.text == "expired")
        #expect(
            try await bets.call("PUT", "wagers/\(closing)/", as: ada, WagerWorld.draft()).code
                == "wager_state"
        )
        #expect(try bets.status(closing) == "open")
    }

    @Test func `who saw other terms does not take these`() async throws {
        let id = try await bets.pose(as: ada)
        let tag = try #require(try await bets.call("GET", "wagers/\(id)/", as: ben).header("ETag"))
        try await bets.expect(200, bets.call("PUT", "wagers/\(id)/", as: ada, WagerWorld.draft("Dearer")))
        let refused = try await bets.make("take", id, as: ben, headers: ["If-Match": tag])
        #expect(refused.status == 412)
        let fresh = try #require(refused.header("ETag"))
        try await bets.expect(200, bets.make("take", id, as: ben, headers: ["If-Match": fresh]))
    }

    @Test func `a dispute is for the arbiter that both named`() async throws {
        let id = try await bets.disputed(ada, ben)
        #expect(try bets.kinds(ben).first == "wager_disputed")
        let dan = try await bets.person("Dan")
        let path = "wagers/\(id)/arbiter/"
        #expect(try await bets.call("PUT", path, as: cleo, ["username": "Dan"]).code == "not_your_move")
        for name in ["Ada", "ben", "Nobody"] {
            let answer = try await bets.call("PUT", path, as: ada, ["username": .string(name)])
            #expect(answer.status == 422 && answer.faultyFields == ["username"])
            let more = try await bets.call("PUT", path, as: ada, ["username": .string(name), "why": "x"])
            #expect(more.faultyFields == ["username", "why"])
        }
        let named = try await bets.expect(200, bets.call("PUT", path, as: ada, ["username": "CLEO"]))
        #expect(named["arbiter"] == .null)
        #expect(try bets.kinds(ben)[0] == "wager_arbiter_named")
        #expect(try !bets.kinds(ada).contains("wager_arbiter_named"), "who did it is not told")
        #expect(
            try await bets.make("arbitrate", id, as: cleo, ["winner": "challenger"]).code == "not_your_move"
        )
        try await bets.expect(200, bets.call("PUT", path, as: ben, ["username": "dan"]))
        let agreed = try await bets.expect(200, bets.call("PUT", path, as: ben, ["username": "cleo"]))
        #expect(agreed["arbiter", "username"]?.text == "Cleo")
        #expect(try bets.kinds(cleo) == ["wager_disputed"])
        // One side alone does not dismiss her.
        try await bets.expect(200, bets.call("PUT", path, as: ben, ["username": "dan"]))
        #expect(
            try await bets.make("arbitrate", id, as: dan, ["winner": "challenger"]).code == "not_your_move"
        )
        for party in [ada, ben] {
            #expect(try await bets.make("arbitrate", id, as: party, ["void": true]).code == "not_your_move")
        }
        for body: JSONObject in [
            [:], ["winner": "challenger", "void": true], ["void": false], ["winner": "ada"],
        ] {
            #expect(try await bets.make("arbitrate", id, as: cleo, body).status == 422)
        }
        let decided = try await bets.expect(
            200,
            bets.make("arbitrate", id, as: cleo, ["winner": "challengee", "reason": "The photo shows it."])
        )
        #expect(decided["status"]?.text == "completed" && decided["winner"]?.text == "challengee")
        #expect(
            decided["decided_by"]?.text == "arbiter"
                && decided["decision_reason"]?.text == "The photo shows it."
        )
        #expect(
            try bets.inbox(ada).first?.hasSuffix(
                "You lost “Chess in the park” and owe $20.00. An arbiter or moderator decided: The photo shows it."
            ) == true
        )
        #expect(try bets.kinds(cleo) == ["wager_disputed"])
        #expect(try bets.owner.query("select id from audit where action = 'wager.arbitrate'").isEmpty)
    }

    @Test func `moderators see disputes, and decide none of their own`() async throws {
        try bets.world.promote(cleo, .moderator)
        let id = try await bets.disputed(ada, ben)
        let own = try await bets.disputed(ada, cleo)
        let list = try await bets.call("GET", "admin/disputes/?limit=1", as: cleo)
        #expect(list.items.map { $0["id"]?.integer } == [id])
        let next = try #require(list["next_cursor"]?.text)
        let rest = try await bets.call("GET", "admin/disputes/?limit=1&cursor=\(next)", as: cleo)
        #expect(rest.items.map { $0["id"]?.integer } == [own] && rest["next_cursor"] == .null)
        #expect(try await bets.call("GET", "admin/disputes/", as: ada).status == 403)
        #expect(
            try await bets.make("arbitrate", own, as: cleo, ["winner": "challengee"]).code == "not_your_move"
        )
        let void = try await bets.expect(
            200,
            bets.make("arbitrate", id, as: cleo, ["void": true, "reason": "No proof"])
        )
        #expect(void["status"]?.text == "cancelled" && void["winner"] == .null)
        #expect(void["decided_by"]?.text == "moderator" && void["decision_reason"]?.text == "No proof")
        #expect(void["ended_at"]?.text != nil)
        #expect(try bets.kinds(ada).first == "wager_cancelled" && bets.kinds(ben).first == "wager_cancelled")
        let entry = try bets.owner.query(
            "select account_id, subject_id, details::text from audit where action = 'wager.arbitrate'"
        )
        #expect(try entry.map { try $0.integer(0) } == [cleo.id] && entry[0].integer(1) == id)
        #expect(try entry[0].text(2) == #"{"reason": "No proof", "winner": null}"#)
        let again = try await bets.make("arbitrate", id, as: cleo, ["void": true])
        #expect(again.code == "wager_state" && again["wager_status"]?.text == "cancelled")
    }

    @Test func `calling off takes both`() async throws {
        let id = try await bets.active(ada, ben)
        let path = "wagers/\(id)/cancel/"
        #expect(try await bets.call("DELETE", path, as: ada).code == "no_cancel_request")
        let asked = try await bets.expect(200, bets.make("cancel", id, as: ada))
        #expect(asked["cancel_requested_by"]?.text == "challenger" && asked["status"]?.text == "active")
        #expect(asked["cancel_requested_at"]?.text != nil)
        try await bets.expect(200, bets.make("cancel", id, as: ada))
        #expect(try bets.kinds(ben) == ["wager_cancel_requested"] && bets.kinds(ada) == ["wager_taken"])
        #expect(try await bets.call("DELETE", path, as: ben).code == "no_cancel_request")
        try await bets.expect(204, bets.call("DELETE", path, as: ada))
        #expect(try await bets.make("cancel", id, as: cleo).code == "not_your_move")
        try await bets.expect(200, bets.make("cancel", id, as: ben))
        let done = try await bets.expect(200, bets.make("cancel", id, as: ada))
        #expect(done["status"]?.text == "cancelled" && done["challengee", "username"]?.text == "Ben")
        #expect(done["ended_at"]?.text != nil && done["decided_by"] == .null)
        #expect(try bets.kinds(ben).first == "wager_cancelled")
        #expect(try await bets.make("cancel", id, as: ada).code == "wager_state")
    }

    @Test func `paying by Venmo needs the winner's name there`() async throws {
        let id = try await bets.completed(ada, ben)
        #expect(try await bets.make("pay", id, as: ada, ["method": "venmo"]).code == "not_your_move")
        #expect(try await bets.make("pay", id, as: cleo, ["method": "venmo"]).code == "not_your_move")
        #expect(try await bets.make("pay", id, as: ben, ["method": "cheque"]).status == 422)
        #expect(try await bets.make("pay", id, as: ben, ["method": "venmo"]).code == "no_venmo_username")
        try await bets.expect(
            200,
            bets.call("PATCH", "profiles/me/", as: ada, ["venmo_username": "@ada-arendt"])
        )
        for _ in 0..<2 {
            let guide = try await bets.expect(200, bets.make("pay", id, as: ben, ["method": "venmo"]))
            #expect(
                guide["app_url"]?.text
                    == "venmo://paycharge?txn=pay&recipients=ada-arendt&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
            )
            #expect(
                guide["web_url"]?.text
                    == "https://venmo.com/ada-arendt?txn=pay&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
            )
            #expect(
                guide["amount_cents"]?.integer == 2000 && guide["note"]?.text == "Chess in the park (Parlay)"
            )
        }
        #expect(try await bets.call("GET", "wagers/\(id)/", as: ada)["payment_method"]?.text == "venmo")
        let cash = try await bets.expect(200, bets.make("pay", id, as: ben, ["method": "cash"]))
        #expect(cash["app_url"] == .null && cash["web_url"] == .null && cash["method"]?.text == "cash")
        let unpaid = try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": false]))
        #expect(unpaid["status"]?.text == "completed" && unpaid["payment_method"] == .null)
        #expect(try await bets.make("confirm", id, as: ben, ["paid": true]).code == "not_your_move")
    }

    @Test func `a key makes taking and completing happen once`() async throws {
        let id = try await bets.pose(as: ada)
        let first = try await bets.make("take", id, as: ben, headers: ["Idempotency-Key": "take-1"])
        let second = try await bets.make("take", id, as: ben, headers: ["Idempotency-Key": "take-1"])
        #expect(first.status == 200 && second.status == 200 && first.body == second.body)
        #expect(second.header("Idempotency-Replayed") == "true")
        #expect(try bets.kinds(ada) == ["wager_taken"])
        let said: JSONObject = ["winner": "challenger"]
        try await bets.expect(200, bets.make("complete", id, as: ada, said))
        let headers = ["Idempotency-Key": "complete-1"]
        let done = try await bets.make("complete", id, as: ben, said, headers: headers)
        let again = try await bets.make("complete", id, as: ben, said, headers: headers)
        #expect(done["status"]?.text == "completed" && again.body == done.body && again.status == 200)
        let other = try await bets.make("complete", id, as: ben, ["winner": "challengee"], headers: headers)
        #expect(other.code == "idempotency_key_reused")
        #expect(try bets.kinds(ada).filter { $0 == "wager_completed" }.count == 1)
        // A refused move is checked again.
        let refused = try await bets.make("take", id, as: cleo, headers: ["Idempotency-Key": "take-2"])
        #expect(refused.code == "wager_already_taken")
    }
}
