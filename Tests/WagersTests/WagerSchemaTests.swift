import Components
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct WagerSchemaTests {
    @Test func `every statement prepares against the migrated schema`() throws {
        let connection = try TestDatabase.current.owner
        for (index, statement) in Component.wagers.allStatements.enumerated() {
            #expect(throws: Never.self, "\(statement.sql)") {
                try connection.execute("prepare checked\(index) as \(statement.sql)")
            }
        }
    }

    /// The constraint that a change breaks; empty for none.
    private func broken(_ owner: BlockingConnection, _ changes: String, _ id: Int64) -> String {
        do {
            try owner.execute("update wagers set \(changes) where id = \(id)")
            return ""
        } catch {
            return error.constraint ?? "\(error)"
        }
    }

    @Test func `a wager cannot be what it must not be`() async throws {
        let bets = try await WagerWorld()
        let (ada, ben) = (try await bets.person("Ada"), try await bets.person("Ben"))
        let cleo = try await bets.person("Cleo")
        _ = try await bets.world.addTenant("other", modules: [.wagers])
        let far = try await bets.world.person("Far", tenant: "other")
        let owner = try bets.owner
        let open = try await bets.pose(as: ada)
        let active = try await bets.active(ada, ben)
        let disputed = try await bets.disputed(ada, ben)
        let completed = try await bets.completed(ada, ben)
        let taken = "status = 'active', taken_at = now(), challengee_id ="
        let cases: [(Int64, String, String)] = [
            (open, "name = 'ab'", "wagers_name_check"), (open, "amount_cents = 0", "wagers_amount_check"),
            (open, "amount_cents = 100000001", "wagers_amount_check"),
            (open, "description = repeat('x', 2001)", "wagers_description_check"),
            (open, "lat = 1", "wagers_place_check"), (open, "lat = 91, lon = 1", "wagers_lat_check"),
            (open, "lat = 1, lon = 181", "wagers_lon_check"),
            (open, "audience = 'all'", "wagers_audience_check"),
            (open, "audience = 'account'", "wagers_addressee_check"),
            (open, "addressee_id = \(ben.id)", "wagers_addressee_check"),
            (open, "audience = 'account', addressee_id = \(ada.id)", "wagers_addressee_check"),
            (open, "\(taken) \(ada.id)", "wagers_oneself_check"),
            (open, "\(taken) \(far.id)", "wagers_challengee_fkey"),
            (open, "status = 'active'", "wagers_taken_check"),
            (open, "challengee_id = \(ben.id)", "wagers_taken_check"),
            (open, "taken_at = now()", "wagers_taken_check"),
            (open, "status = 'expired'", "wagers_expired_check"),
            (open, "status = 'completed'", "wagers_decided_check"),
            (open, "winner = 'challenger'", "wagers_decided_check"),
            (open, "cancel_requested_by = 'challenger'", "wagers_cancel_check"),
            (open, "claimed_by = 'challenger'", "wagers_claim_check"),
            (open, "arbiter_id = \(cleo.id)", "wagers_under_way_check"),
            (active, "winner = 'challenger'", "wagers_decided_check"),
            (active, "status = 'completed'", "wagers_decided_check"),
            (active, "status = 'disputed'", "wagers_disputed_check"),
            (active, "decided_by = 'judge'", "wagers_decided_by_check"),
            (active, "decision_reason = 'x'", "wagers_decision_reason_check"),
            (active, "confirmed_at = now()", "wagers_confirmed_check"),
            (active, "payment_method = 'cash'", "wagers_payment_check"),
            (active, "remind_at = now()", "wagers_reminders_check"),
            (active, "challenger_arbiter_id = \(ben.id)", "wagers_arbiter_check"),
            (
                active, "challenger_arbiter_id = \(cleo.id), challengee_arbiter_id = \(cleo.id)",
                "wagers_agreed_arbiter_check"
            ),
            (active, "name = 'Other terms'", "wagers_terms_check"),
            (active, "amount_cents = 1", "wagers_terms_check"),
            (active, "challengee_id = \(cleo.id)", "wagers_terms_check"),
            (active, "challenger_id = \(cleo.id)", "wagers_terms_check"),
            (open, "challenger_id = \(cleo.id)", "wagers_terms_check"),
            (completed, "winner = 'challengee'", "wagers_terms_check"),
            (completed, "remind_at = now(), payment_method = 'cash'", "wagers_reminders_check"),
            (
                completed,
                "status = 'disputed', winner = null, completed_at = null, reminders_since = null, remind_at = null, disputed_at = now()",
                "wagers_moves_check"
            ),
            (disputed, "status = 'active'", "wagers_moves_check"),
            (active, "status = 'open', taken_at = null, challengee_id = null", "wagers_terms_check"),
            (completed, "confirmed_at = now(), status = 'confirmed', remind_at = null", ""),
            (
                completed,
                "status = 'cancelled', winner = null, completed_at = null, confirmed_at = null, reminders_since = null",
                "wagers_moves_check"
            ),
            (open, "audience = 'account', addressee_id = \(ben.id)", ""),
            (open, "\(taken) \(cleo.id)", "wagers_addressee_takes_check"), (open, "\(taken) \(ben.id)", ""),
        ]
        for (id, changes, constraint) in cases {
            #expect(broken(owner, changes, id) == constraint, "\(changes)")
        }
    }

    @Test func `a rating is by one party of the other, once`() async throws {
        let bets = try await WagerWorld()
        let (ada, ben) = (try await bets.person("Ada"), try await bets.person("Ben"))
        let id = try await bets.completed(ada, ben)
        func broken(_ by: Int64, _ of: Int64, _ rating: Int) throws -> String? {
            do {
                _ = try bets.owner.query(
                    """
                    insert into wager_ratings (tenant_id, wager_id, account_id, rated_id, rating)
                    select tenant_id, id, $2, $3, $4 from wagers where id = $1
                    """,
                    .integer(id),
                    .integer(by),
                    .integer(of),
                    .integer(rating)
                )
                return nil
            } catch let error as DatabaseError { return error.constraint }
        }
        #expect(try broken(ada.id, ada.id, 3) == "wager_ratings_oneself_check")
        #expect(try broken(ada.id, ben.id, 0) == "wager_ratings_rating_check")
        #expect(try broken(ada.id, ben.id, 6) == "wager_ratings_rating_check")
        #expect(try broken(ada.id, ben.id, 5) == nil)
        #expect(try broken(ada.id, ben.id, 4) == "wager_ratings_pkey")
    }

    // MARK: Accounts

    @Test func `who leaves takes open offers along, and what was active is called off`() async throws {
        let bets = try await WagerWorld()
        let (ada, ben) = (try await bets.person("Ada"), try await bets.person("Ben"))
        let cleo = try await bets.person("Cleo")
        let open = try await bets.pose(as: ada)
        let addressed = try await bets.pose(as: ben, ["audience": "account", "audience_username": "Ada"])
        let posed = try await bets.active(ada, ben)
        let taken = try await bets.active(ben, ada)
        let disputed = try await bets.disputed(ada, ben)
        let completed = try await bets.completed(ada, ben)
        let rated = try await bets.completed(ada, ben)
        try await bets.expect(200, bets.make("confirm", rated, as: ada, ["paid": true]))
        for person in [ada, ben] {
            try await bets.expect(
                201,
                bets.make("rate", rated, as: person, ["rating": 2, "comment": "Late."])
            )
        }
        let judged = try await bets.active(ben, cleo)
        for person in [ben, cleo] {
            try await bets.expect(
                200,
                bets.call("PUT", "wagers/\(judged)/arbiter/", as: person, ["username": "Ada"])
            )
        }
        try bets.owner.execute("delete from notices")
        try await bets.expect(
            204,
            bets.call("DELETE", "profiles/me/", as: ada, ["password": .string(World.password)])
        )
        #expect(try bets.status(open) == nil)
        #expect(try [posed, taken].map { try bets.status($0) } == ["cancelled", "cancelled"])
        #expect(try bets.status(disputed) == "disputed")
        #expect(try bets.status(completed) == "completed")
        #expect(
            try bets.inbox(ben)
                == Array(
                    repeating:
                        "wager_cancelled: “Chess in the park” was cancelled, because the other side deleted their account.",
                    count: 2
                )
        )
        let shown = try await bets.call("GET", "wagers/\(completed)/", as: ben)
        #expect(shown["challenger", "username"]?.text == "deleted-\(ada.id)")
        #expect(try await bets.call("GET", "wagers/\(addressed)/", as: ben).status == 200)
        #expect(try await bets.call("GET", "wagers/\(judged)/", as: ben)["arbiter"] == .null)
        let ratings = try bets.owner.query("select rating, comment from wager_ratings")
        #expect(try ratings.map { try $0.integer(0) } == [2, 2])
        #expect(ratings.allSatisfy { $0.optionalText(1) == nil })
        #expect(try bets.owner.query("select id from wagers where remind_at is not null").isEmpty)
    }

    @Test func `the export contains the caller's wagers and ratings`() async throws {
        let bets = try await WagerWorld()
        let (ada, ben) = (try await bets.person("Ada"), try await bets.person("Ben"))
        let cleo = try await bets.person("Cleo")
        let id = try await bets.completed(ada, ben)
        let open = try await bets.pose(as: ada, name: "Darts")
        _ = try await bets.pose(as: ben, name: "Golf")
        try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": true]))
        try await bets.expect(201, bets.make("rate", id, as: ada, ["rating": 5, "comment": "Fair."]))
        try await bets.expect(201, bets.make("rate", id, as: ben, ["rating": 4]))
        let export = try await bets.call("GET", "export/", as: ada)
        guard case .array(let wagers)? = export["wagers"], case .array(let ratings)? = export["wager_ratings"]
        else {
            Issue.record("\(export)")
            return
        }
        #expect(wagers.map { $0["id"]?.integer } == [open, id] && wagers[1]["my_rating"]?.integer == 5)
        #expect(ratings.map { $0["rating"]?.integer } == [5, 4])
        #expect(ratings.map { $0["given"] } == [true, false] && ratings[0]["comment"]?.text == "Fair.")
        #expect(try await bets.call("GET", "export/", as: cleo)["wagers"] == [])
    }
}
