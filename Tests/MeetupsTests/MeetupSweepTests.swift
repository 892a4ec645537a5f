import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Meetups

@Suite(.database) struct MeetupSweepTests {
    /// Couples `left<n>` and `right<n>` with a match each, planned by `plan`, which sees `n`.
    private func fill(_ world: MeetupWorld, _ count: Int, plan: String) throws {
        try world.owner.execute(
            """
            insert into accounts (tenant_id, username, first_name, known_lang, learn_lang)
            select t.id, side || n, initcap(side), case side when 'left' then 'en' else 'zh' end,
                   case side when 'left' then 'zh' else 'en' end
              from generate_series(1, \(count)) as n, unnest(array['left', 'right']) as side, tenants t
             where t.slug = 'wordup';
            insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location, plans)
            select a.tenant_id, a.id, b.id, 1 + n % 3, \(plan), 'Library', 1
              from generate_series(1, \(count)) as n
              join accounts a on a.username = 'left' || n
              join accounts b on b.username = 'right' || n
            """
        )
    }

    private func sweep(_ world: MeetupWorld) async throws -> MeetupSweep {
        MeetupSweep(database: try await world.database.worker())
    }

    @Test func `ten thousand due matches are reset in batches and the rest is left`() async throws {
        let world = try await MeetupWorld()
        try fill(
            world,
            10_100,
            plan:
                "case when n <= 10000 then now() - n * interval '1 second' else now() + interval '1 day' end"
        )
        let sweep = try await sweep(world)
        let now = Timestamp.now
        #expect(try await world.database.onLoop { try await sweep.dueCount(at: now) } == 10_000)
        let done = try await world.database.onLoop { try await sweep.expire(at: now, batch: 3000) }
        #expect(done.matches == 10_000)
        // Of states 2, 3, 1, 2, … every third was scheduled.
        #expect(done.meetups == 3333)
        #expect(done.notices == 6666)
        #expect(try world.number("select count(*) from matches where status_code <> 0") == 100)
        #expect(
            try world.number("select count(*) from matches where version = 2 and location is null") == 10_000
        )
        #expect(
            try world.number("select count(distinct account_id) from notices where kind = 'meetup_feedback'")
                == 6666
        )
        let again = try await world.database.onLoop { try await sweep.expire(at: now) }
        #expect(again == MeetupSweep.Expired())
    }

    @Test func `two sweeps at once share the work`() async throws {
        let world = try await MeetupWorld()
        try fill(world, 2000, plan: "now() - interval '1 second'")
        let (one, other) = (try await sweep(world), try await sweep(world))
        let now = Timestamp.now
        async let left = world.database.onLoop { try await one.expire(at: now, batch: 100).matches }
        async let right = world.database.onLoop { try await other.expire(at: now, batch: 100).matches }
        let total = try await left + right
        // A run that finds a batch locked by another ends early; the next minute finds the rest.
        let rest = try await world.database.onLoop { try await one.expire(at: now).matches }
        #expect(total + rest == 2000)
        #expect(try world.number("select count(*) from meetups") == 667)
        #expect(try world.number("select count(*) from notices") == 1334)
    }

    @Test func `a locked row is left for the next sweep`() async throws {
        let world = try await MeetupWorld()
        try fill(world, 3, plan: "now() - interval '1 second'")
        let blocker = try world.database.owner
        try blocker.execute("begin")
        try blocker.execute("select id from matches where id = (select min(id) from matches) for update")
        let sweep = try await sweep(world)
        #expect(try await world.database.onLoop { try await sweep.expire(at: .now).matches } == 2)
        try blocker.execute("commit")
        #expect(try await world.database.onLoop { try await sweep.expire(at: .now).matches } == 1)
    }

    @Test func `reminders go out 24 hours and one hour before, once`() async throws {
        let world = try await MeetupWorld()
        try fill(
            world,
            30,
            plan: """
                now() + case n / 3 when 0 then interval '23 hours 59 minutes' when 1 then interval '24 hours 1 minute'
                    when 2 then interval '59 minutes' when 3 then interval '61 minutes' else interval '3 days' end
                """
        )
        let sweep = try await sweep(world)
        let now = Timestamp.now
        func remind(_ time: Timestamp) async throws -> Int {
            try await world.database.onLoop { try await sweep.remind(at: time) }
        }
        // One scheduled match in each group of three; the first group has two members (1 and 2).
        #expect(try await remind(now) == 4)
        #expect(try await remind(now) == 0)
        #expect(try world.number("select count(*) from notices where kind = 'meetup_reminder'") == 4)
        #expect(try await remind(now.adding(seconds: 180)) == 4)
        #expect(try await remind(now.adding(seconds: 240)) == 0)
        // A new plan of the same match has its own reminders.
        try world.owner.execute("update matches set plans = 2 where time_1 < now() + interval '1 hour'")
        #expect(try await remind(now) == 2)
    }

    @Test func `feedback counts once a member and meetup, within 14 days`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/feedback/"
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).code == "no_recent_meetup")
        try world.owner.execute(
            "update matches set status_code = 3, time_1 = now() - interval '1 hour', location = 'x'"
        )
        let sweep = try await sweep(world)
        _ = try await world.database.onLoop { try await sweep.expire(at: .now) }
        #expect(try world.notices(of: chen).last == "meetup_feedback")
        #expect(try world.notices(of: ada) == ["meetup_feedback"])
        for bad in ["{}", #"{"met":1}"#, #"{"met":null}"#, #"{"met":true,"x":1}"#] {
            #expect(try await world.post(path, as: ada, bad).status == 422)
        }
        #expect(try await world.post(path, as: ada, "").status == 400)
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).status == 201)
        #expect(try await world.post(path, as: ada, #"{"met":false}"#).code == "feedback_given")
        #expect(try await world.post(path, as: chen, #"{"met":false}"#).status == 201)
        let seen = try await world.get("matches/\(match)/", as: ada)
        #expect(seen["profile.reliability"] == .object(["met": 1, "no_show": 0]))
        let other = try await world.get("matches/\(match)/", as: chen)
        #expect(other["profile.reliability"] == .object(["met": 0, "no_show": 1]))

        try world.owner.execute("delete from meetup_feedback")
        try world.owner.execute("update meetups set held_at = now() - interval '14 days 1 second'")
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).code == "no_recent_meetup")
        try world.owner.execute("update meetups set held_at = now() - interval '13 days 23 hours'")
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).status == 201)
    }

    @Test func `feedback need not wait for the sweep`() async throws {
        let world = try await MeetupWorld()
        let (ada, _, match) = try await world.pair()
        let path = "matches/\(match)/feedback/"
        let pass = "update matches set status_code = 3, time_1 = now() - interval '1 second', location = 'x'"
        try world.owner.execute(pass)
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).status == 201)
        #expect(try await world.post(path, as: ada, #"{"met":true}"#).code == "feedback_given")
        #expect(try world.number("select count(*) from notices where kind = 'meetup_feedback'") == 2)
    }

    @Test func `fifty of the same words at once count once`() async throws {
        let world = try await MeetupWorld(writers: 4)
        let (ada, chen, match) = try await world.pair()
        try world.owner.execute(
            "insert into meetups (tenant_id, match_id, held_at) select tenant_id, id, now() from matches"
        )
        let given = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await world.post("matches/\(match)/feedback", as: ada, #"{"met":true}"#).status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(given.count { $0 == 201 } == 1)
        #expect(given.count { $0 == 409 } == 49)
        #expect(try world.number("select met_count from accounts where id = \(chen.id)") == 1)
    }
}
