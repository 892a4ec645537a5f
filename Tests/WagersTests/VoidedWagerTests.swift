import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// A moderator takes wagers down.
@Suite(.database) struct VoidedWagerTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let cleo: SignedInPerson
    private let mod: SignedInPerson
    private static let reason: JSONObject = ["reason": "Not here."]

    init() async throws {
        var settings = TenantSettings.defaults
        settings[WagerSettings.reminderDays] = [1, 3]
        bets = try await WagerWorld(settings: settings)
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        cleo = try await bets.person("Cleo")
        mod = try await bets.person("Mod")
        try bets.owner.execute("update accounts set role = 'moderator' where id = \(mod.id)")
    }

    private func void(
        _ id: Int64,
        as person: SignedInPerson,
        _ body: JSONObject = reason,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await bets.call("POST", "admin/wagers/\(id)/void/", as: person, body, headers: headers)
    }

    private func figures(_ person: SignedInPerson) async throws -> [Int64?] {
        let profile = try await bets.call("GET", "profiles/\(person.id)/", as: mod)
        return ["pnl_cents", "wagers_won", "wagers_lost"].map { profile[$0]?.integer }
    }

    @Test func `a wager in every state that is not final is cancelled, and both are told the reason`()
        async throws
    {
        let past = try await bets.pose(as: ada)
        let expired = try await bets.pose(as: ada)
        for (id, status) in [(past, "open"), (expired, "expired")] {
            try bets.owner.execute(
                "update wagers set closes_at = now() - interval '1 minute', status = '\(status)' where id = \(id)"
            )
        }
        let offers = [try await bets.pose(as: ada), past, expired]
        let taken = [
            try await bets.active(ada, ben), try await bets.disputed(ada, ben),
            try await bets.completed(ada, ben),
        ]
        for id in offers + taken {
            let (before, others) = (try bets.inbox(ada).count, try bets.inbox(ben).count)
            let answer = try await bets.expect(200, void(id, as: mod))
            #expect(answer["status"]?.text == "cancelled" && answer["winner"] == .null, "\(answer)")
            #expect(answer["decided_by"]?.text == "moderator" && answer["ended_at"]?.text != nil)
            let shown = try await bets.call("GET", "wagers/\(id)/", as: ada)
            #expect(shown["decision_reason"]?.text == "Not here.")
            let outside = try await bets.call("GET", "wagers/\(id)/", as: cleo)
            #expect(outside["decided_by"]?.text == "moderator" && outside["decision_reason"] == .null)
            let text =
                "wager_cancelled: “Chess in the park” was cancelled. A moderator cancelled it: Not here."
            #expect(try bets.inbox(ada).count == before + 1 && bets.inbox(ada).first == text)
            let isTaken = taken.contains(id)
            #expect(try bets.inbox(ben).count == others + (isTaken ? 1 : 0))
            #expect(try !isTaken || bets.inbox(ben).first == text)
            let again = try await void(id, as: mod)
            #expect(again.status == 409 && again.code == "wager_state", "\(again)")
            #expect(again["wager_status"]?.text == "cancelled")
            #expect(try await bets.make("take", id, as: ben).status == 409)
        }
        let audit = try bets.owner.query(
            "select account_id, subject_id, details::text from audit where action = 'wager.void' order by id"
        )
        #expect(try audit.map { try $0.integer(1) } == offers + taken)
        #expect(try audit.allSatisfy { try $0.integer(0) == mod.id })
        #expect(try audit[5].text(2) == #"{"reason": "Not here.", "status": {"from": "completed"}}"#)
    }

    @Test func `a result that was voided no longer counts, and nobody is reminded`() async throws {
        let id = try await bets.completed(ada, ben)
        #expect(try await figures(ada) == [2000, 1, 0])
        #expect(try await figures(ben) == [-2000, 0, 1])
        try bets.owner.execute(
            """
            insert into notices (tenant_id, account_id, kind, title, text, subject_type, subject_id)
            select tenant_id, challengee_id, 'payment_reminder', 'Pay', 'Pay', 'wager', id from wagers where id = \(id)
            """
        )
        try await bets.expect(200, void(id, as: mod))
        #expect(try await figures(ada) == [0, 0, 0])
        #expect(try await figures(ben) == [0, 0, 0])
        let left = try bets.owner.query(
            """
            select (select count(*) from wagers where remind_at is not null or winner is not null),
                   (select count(*) from notices where kind = 'payment_reminder' and recalled_at is null)
            """
        )[0]
        #expect(try left.integer(0) == 0 && left.integer(1) == 0)
    }

    @Test func `final wagers stay, parties and members cannot, and a reason is needed`() async throws {
        let confirmed = try await bets.completed(ada, ben)
        try await bets.expect(200, bets.make("confirm", confirmed, as: ada, ["paid": true]))
        let declined = try await bets.pose(as: ada, ["audience": "account", "audience_username": "Ben"])
        try await bets.expect(200, bets.make("decline", declined, as: ben))
        try bets.owner.execute("update wagers set disputed_at = now() where id = \(declined)")
        let own = try await bets.pose(as: mod)
        let taken = try await bets.active(ada, mod)
        let open = try await bets.pose(as: ada)
        let before = try bets.dump()
        for id in [confirmed, declined] {
            let answer = try await void(id, as: mod)
            #expect(answer.status == 409 && answer.code == "wager_state", "\(answer)")
        }
        for id in [own, taken] {
            let answer = try await void(id, as: mod)
            #expect(answer.status == 403 && answer.code == "not_your_move", "\(answer)")
        }
        for person in [ada, ben] { try await bets.expect(403, void(open, as: person)) }
        for body: JSONObject in [[:], ["reason": ""], ["reason": "  "], ["reason": nil], ["reason": 1]] {
            let answer = try await bets.expect(422, void(open, as: mod, body))
            #expect(answer.faultyFields == ["reason"], "\(answer)")
        }
        try await bets.expect(404, void(99_999, as: mod))
        #expect(try bets.dump() == before)
    }

    @Test func `one that only friends see is reached once it is reported`() async throws {
        let id = try await bets.pose(as: ada, ["audience": "account", "audience_username": "Ben"])
        try await bets.expect(404, void(id, as: mod))
        try await bets.expect(404, bets.call("GET", "wagers/\(id)/", as: mod))
        try await bets.expect(
            201,
            bets.call("POST", "reports/", as: ben, ["wager_id": .integer(id), "reason": "abuse"])
        )
        try await bets.expect(200, bets.call("GET", "wagers/\(id)/", as: mod))
        try await bets.expect(200, void(id, as: mod))
        #expect(try bets.status(id) == "cancelled")
    }

    @Test func `a condition and a key are honoured`() async throws {
        let id = try await bets.active(ada, ben)
        let tag = try await bets.call("GET", "wagers/\(id)/", as: mod).header("ETag") ?? ""
        try await bets.expect(200, bets.make("cancel", id, as: ada))
        try await bets.expect(412, void(id, as: mod, headers: ["If-Match": tag]))
        #expect(try bets.status(id) == "active")
        let key = ["Idempotency-Key": "void-1"]
        let first = try await bets.expect(200, void(id, as: mod, headers: key))
        let replayed = try await bets.expect(200, void(id, as: mod, headers: key))
        #expect(replayed.header("Idempotency-Replayed") == "true" && replayed["id"] == first["id"])
        try await bets.expect(422, void(id, as: mod, ["reason": "Another."], headers: key))
    }

    @Test func `of a void and another move at the same time, exactly one wins`() async throws {
        for round in 0..<12 {
            let id = round < 6 ? try await bets.pose(as: ada) : try await bets.completed(ada, ben)
            let answers = try await bets.together([
                { [bets, ben, ada] in
                    round < 6
                        ? try await bets.make("take", id, as: ben)
                        : try await bets.make("confirm", id, as: ada, ["paid": true])
                },
                { [self] in try await void(id, as: mod) },
            ])
            let (move, voided) = (answers[0].status, answers[1].status)
            let status = try bets.status(id)
            if round < 6 {
                // A wager that was taken first is voided all the same.
                #expect(voided == 200 && status == "cancelled" && [200, 409].contains(move), "\(answers)")
            } else {
                #expect((move == 200) != (voided == 200) && [200, 409].contains(move), "\(answers)")
                #expect(status == (voided == 200 ? "cancelled" : "confirmed"))
            }
        }
    }
}
