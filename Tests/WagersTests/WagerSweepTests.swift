import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct WagerSweepTests {
    private static let day: Int64 = 86_400
    private let bets: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let sweep: WagerSweep
    /// A moment at which it is noon in Greenwich.
    private let noon: Timestamp

    init() async throws {
        var settings = TenantSettings.defaults
        settings[WagerSettings.reminderDays] = [1, 3]
        bets = try await WagerWorld(settings: settings)
        ada = try await bets.person("Ada")
        ben = try await bets.person("Ben")
        sweep = try await bets.sweep()
        let now = Timestamp.now.milliseconds
        noon = Timestamp(milliseconds: now - now % (Self.day * 1000) + 43_200_000)
    }

    private func remind(_ time: Timestamp) async throws -> WagerSweep.Reminded {
        try await bets.world.database.onLoop { [sweep] in try await sweep.remind(at: time) }
    }

    private func noon(_ days: Int64) -> Timestamp { noon.adding(seconds: days * Self.day) }

    /// One that Ada has won at noon of today.
    private func completed() async throws -> Int64 {
        let id = try await bets.completed(ada, ben)
        try bets.owner.execute(
            """
            update wagers
               set completed_at = '\(noon)', reminders_since = '\(noon)', remind_at = timestamptz '\(noon)' + interval '1 day'
             where id = \(id)
            """
        )
        return id
    }

    private func reminders() throws -> [String] {
        try bets.inbox(ben).filter { $0.hasPrefix("payment_reminder") }
    }

    // MARK: Expiry and silence

    @Test func `offers expire in batches once their time is over`() async throws {
        var ids: [Int64] = []
        for _ in 0..<5 { ids.append(try await bets.pose(as: ada)) }
        let kept = try await bets.pose(as: ada)
        let taken = try await bets.active(ada, ben)
        let now = Timestamp.now
        try bets.owner.execute(
            "update wagers set closes_at = '\(now)' where id <> \(kept) and status = 'open'"
        )
        try bets.owner.execute(
            "update wagers set closes_at = '\(now.adding(seconds: 1))' where id = \(kept)"
        )
        let count = try await bets.world.database.onLoop { [sweep] in
            try await sweep.expire(at: now, batch: 2)
        }
        #expect(count == 5)
        #expect(try bets.status(ids[0]) == "expired" && bets.status(kept) == "open")
        #expect(try bets.status(taken) == "active")
        #expect(try await bets.call("GET", "wagers/\(ids[0])/", as: ben)["status"]?.text == "expired")
        #expect(try await bets.make("take", ids[0], as: ben).code == "wager_expired")
        let again = try await bets.world.database.onLoop { [sweep] in try await sweep.expire(at: now) }
        #expect(again == 0)
    }

    @Test func `silence for 72 hours completes a wager, and tells both`() async throws {
        let id = try await bets.active(ada, ben)
        let other = try await bets.active(ada, ben)
        let unclaimed = try await bets.active(ada, ben)
        for id in [id, other] {
            try await bets.expect(200, bets.make("complete", id, as: ada, ["winner": "challengee"]))
        }
        let now = Timestamp.now
        try bets.owner.execute(
            "update wagers set claimed_at = timestamptz '\(now)' - interval '72 hours' where id = \(id)"
        )
        try bets.owner.execute(
            "update wagers set claimed_at = timestamptz '\(now)' - interval '71 hours' where id = \(other)"
        )
        func run() async throws -> Int {
            try await bets.world.database.onLoop { [sweep] in
                try await sweep.completeUnanswered(at: now, batch: 1)
            }
        }
        #expect(try await run() == 1)
        #expect(try bets.status(id) == "completed" && bets.status(other) == "active")
        #expect(try bets.status(unclaimed) == "active")
        let text = "One side reported it, and the other did not answer within 72 hours."
        #expect(
            try bets.inbox(ben)[0] == "wager_completed: You won “Chess in the park” and get $20.00. \(text)"
        )
        #expect(
            try bets.inbox(ada)[0] == "wager_completed: You lost “Chess in the park” and owe $20.00. \(text)"
        )
        #expect(try await run() == 0)
        // Ada has lost, and is reminded a day later.
        let due = try bets.owner.query(
            "select remind_at = completed_at + interval '1 day' from wagers where id = \(id)"
        )
        #expect(try due[0].boolean(0))
    }

    // MARK: Reminders

    @Test func `the loser is reminded on each day of the plan, six times at most`() async throws {
        _ = try await completed()
        var days: [Int64] = []
        for hour in 0..<(60 * 24) {
            let time = noon.adding(seconds: Int64(hour) * 3600)
            let done = try await remind(time)
            for _ in 0..<done.sent { days.append(Int64(hour) / 24) }
        }
        #expect(days == [1, 3, 10, 17, 24, 31])
        #expect(try reminders().count == 6)
        #expect(
            try reminders()[0]
                == "payment_reminder: You owe Ada $20.00 for “Chess in the park”. Ada has no Venmo username. Pay in cash and report it in the app."
        )
        #expect(try bets.owner.query("select id from wagers where remind_at is not null").isEmpty)
    }

    @Test func `a reminder holds both Venmo links, and its mail makes a link of the web address`()
        async throws
    {
        try await bets.expect(
            200,
            bets.call("PATCH", "profiles/me/", as: ada, ["venmo_username": "ada-arendt"])
        )
        _ = try await completed()
        _ = try await remind(noon(1))
        let link =
            "https://venmo.com/ada-arendt?txn=pay&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
        let app =
            "venmo://paycharge?txn=pay&recipients=ada-arendt&amount=20.00&note=Chess%20in%20the%20park%20%28Parlay%29"
        #expect(
            try reminders() == [
                "payment_reminder: You owe Ada $20.00 for “Chess in the park”. Pay with Venmo: \(link)\nIn the Venmo app: \(app)"
            ]
        )
        let row = try bets.owner.query(
            "select link, person_id, subject_type, unique_key from notices where kind = 'payment_reminder'"
        )[0]
        #expect(row.optionalText(0) == link)
        #expect(try row.integer(1) == ada.id && row.text(2) == "wager")
        #expect(try row.text(3).hasPrefix("payment_reminder:") && row.text(3).hasSuffix(":0:0"))
        try await TestDatabase.current.relayNotices()
        let mails = try bets.owner.query(
            "select id from jobs where kind = 'send_mail' and payload ->> 'notice' = (select id::text from notices where kind = 'payment_reminder')"
        )
        #expect(mails.count == 1)
    }

    @Test func `a reminder waits for the morning of the loser's own day`() async throws {
        try await bets.expect(200, bets.call("PATCH", "settings/", as: ben, ["time_zone": "Asia/Tokyo"]))
        _ = try await completed()
        // Noon in Greenwich is 21:00 in Tokyo.
        #expect(try await remind(noon(1)) == .init(sent: 0, waiting: 1))
        #expect(try await remind(noon(1).adding(seconds: 60)) == .init())
        let morning = noon(1).adding(seconds: 12 * 3600)
        #expect(try await remind(morning.adding(seconds: -1)) == .init())
        #expect(try await remind(morning) == .init(sent: 1, waiting: 0))
        // A zone that does not exist counts as UTC.
        try bets.owner.execute(
            "update accounts set settings = settings || '{\"time_zone\": \"Mars/Olympus\"}' where id = \(ben.id)"
        )
        #expect(try await remind(noon(3)) == .init(sent: 1, waiting: 0))
    }

    @Test func `what a worker missed is not made up for at once`() async throws {
        _ = try await completed()
        #expect(try await remind(noon(18)).sent == 1)
        for hour in 1..<24 {
            #expect(try await remind(noon(18).adding(seconds: Int64(hour) * 600)).sent == 0)
        }
        #expect(try await remind(noon(24)).sent == 1)
    }

    @Test func `confirmation, cash, void and deletion stop them at once`() async throws {
        let confirmed = try await completed()
        let cash = try await completed()
        let void = try await completed()
        let kept = try await completed()
        #expect(try await remind(noon(1)).sent == 4)
        try await bets.expect(200, bets.make("confirm", confirmed, as: ada, ["paid": true]))
        try await bets.expect(200, bets.make("pay", cash, as: ben, ["method": "cash"]))
        let worker = try await bets.world.database.worker()
        let tenant = bets.world.tenant
        let outcome = try await bets.world.database.onLoop {
            try await WagerAdmin(worker, tenant: tenant).void(WagerID(rawValue: void), at: .now)
        }
        guard case .done(let row) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(row.state.status == .cancelled)
        #expect(try await remind(noon(3)).sent == 1)
        // Unsent mails are withdrawn.
        let recalled = try bets.owner.query(
            "select subject_id from notices where recalled_at is not null order by subject_id"
        )
        #expect(try recalled.map { try $0.integer(0) } == [confirmed, cash, void].sorted())
        #expect(try bets.kinds(ada)[0] == "wager_cancelled" && bets.kinds(ben).contains("wager_cancelled"))
        let entry = try bets.owner.query(
            "select account_id, subject_id from audit where action = 'wager.void'"
        )[0]
        #expect(entry.optionalInteger(0) == nil)
        #expect(try entry.integer(1) == void)
        try await bets.expect(
            204,
            bets.call("DELETE", "profiles/me/", as: ada, ["password": .string(World.password)])
        )
        #expect(try await remind(noon(10)) == .init())
        #expect(try bets.status(kept) == "completed")
    }

    @Test func `the reminders of an unpaid wager start again`() async throws {
        let id = try await completed()
        #expect(try await remind(noon(1)).sent == 1)
        try await bets.expect(200, bets.make("pay", id, as: ben, ["method": "cash"]))
        try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": false]))
        try bets.owner.execute(
            "update wagers set reminders_since = '\(noon(2))', remind_at = '\(noon(3))' where id = \(id)"
        )
        #expect(try await remind(noon(2)).sent == 0)
        #expect(try await remind(noon(3)).sent == 1)
        let keys = try bets.owner.query(
            "select unique_key from notices where kind = 'payment_reminder' order by id"
        )
        #expect(
            try keys.map { try $0.text(0).split(separator: ":").suffix(2).joined(separator: ":") } == [
                "0:0", "1:0",
            ]
        )
    }

    private struct Killed: Error {}

    @Test func `killed before or after its commit, a run reminds once`() async throws {
        _ = try await completed()
        let time = noon(1)
        let database = bets.world.database
        let worker = try await database.worker()
        await #expect(throws: Killed.self) {
            try await database.onLoop { [sweep] in
                _ = try await sweep.remind(at: time) { _ in throw Killed() }
            }
        }
        #expect(try reminders().isEmpty)
        await #expect(throws: Killed.self) {
            try await database.onLoop { [sweep] in
                _ = try await sweep.remind(at: time) { queries in
                    _ = try await worker.write(queries)
                    throw Killed()
                }
            }
        }
        #expect(try reminders().count == 1)
        #expect(try await remind(time) == .init())
        #expect(try reminders().count == 1)
    }

    @Test func `runs beside each other remind once, of batches too`() async throws {
        for _ in 0..<7 { _ = try await completed() }
        let time = noon(1)
        let database = bets.world.database
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                let other = try await bets.sweep()
                group.addTask {
                    try await database.onLoop {
                        try await other.remind(at: time, batch: 2) { queries in
                            try await other.write(queries)
                        }.sent
                    }
                }
            }
            #expect(try await group.reduce(0, +) == 7)
        }
        #expect(try reminders().count == 7)
        #expect(try bets.owner.query("select id from wagers where reminder_step <> 1").isEmpty)
    }

    @Test func `a suspended tenant, account or module is left alone until it is back`() async throws {
        _ = try await completed()
        let claimed = try await bets.active(ada, ben)
        try await bets.expect(200, bets.make("complete", claimed, as: ada, ["winner": "challenger"]))
        let now = noon(30)
        func nothing() async throws {
            #expect(try await remind(now) == .init())
        }
        try bets.owner.execute("update accounts set status = 'suspended' where id = \(ben.id)")
        try await nothing()
        try bets.owner.execute("update accounts set status = 'active' where id = \(ben.id)")
        try bets.owner.execute("update tenants set status = 'suspended'")
        try await nothing()
        let silent = try await bets.world.database.onLoop { [sweep] in
            try await sweep.completeUnanswered(at: now)
        }
        #expect(silent == 0)
        try bets.owner.execute("update tenants set status = 'active', modules = '{}'")
        try await nothing()
        try bets.owner.execute("update tenants set modules = '{wagers}'")
        let due = try await bets.world.database.onLoop { [sweep] in try await sweep.dueReminders(at: now) }
        #expect(due == .init(sent: 1, waiting: 0))
        #expect(try await remind(now).sent == 1)
    }
}
