import Database
import HTTPServer
import Meetups
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import Testing

@Suite(.database) struct MatchMoveTests {
    @Test
    func
        `a plan is proposed, countered, accepted, planned again and cancelled, and the other person is told`()
        async throws
    {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        let time = Timestamp.now.adding(seconds: 7200)
        let proposal = #"{"time_1":"\#(time)","location":"Library"}"#

        let proposed = try await world.put(path, as: ada, proposal)
        #expect(proposed.status == 200)
        #expect(proposed["status_code"] == 1)
        #expect(proposed["time_1"] == .string(time.description))
        #expect(proposed["location"] == "Library")
        #expect(proposed["profile.username"] == "chen")

        #expect(try await world.put(path, as: chen, MeetupWorld.plan())["status_code"] == 2)
        #expect(try await world.put(path, as: ada, #"{"accept":true}"#)["status_code"] == 3)
        let again = try await world.put(path, as: ada, proposal)
        #expect(again["status_code"] == 1)
        #expect(again["location"] == "Library")
        let cancelled = try await world.put(path, as: chen, #"{"cancel":true}"#)
        #expect(cancelled["status_code"] == 0)
        #expect(cancelled["time_1"] == .null)
        #expect(cancelled["location"] == .null)

        #expect(
            try world.notices(of: chen) == [
                "match_made", "meetup_proposed", "meetup_accepted", "meetup_proposed",
            ]
        )
        #expect(try world.notices(of: ada) == ["meetup_proposed", "meetup_cancelled"])
        #expect(try world.number("select version::integer from matches") == 6)
        #expect(try world.number("select plans from matches") == 3)
    }

    @Test func `a notice says whether a meetup, a proposal or a change was called off`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        func told(_ person: MeetupWorld.Person, by other: MeetupWorld.Person, _ body: String) async throws
            -> [String]
        {
            #expect(try await world.put(path, as: other, body).status == 200)
            let row = try world.owner.query(
                """
                select title, text, arguments ->> 'text' from notices where account_id = $1 order by id desc limit 1
                """,
                .integer(person.id)
            )[0]
            return [try row.text(0), try row.text(1), try row.text(2)]
        }
        let cancel = #"{"cancel":true}"#
        _ = try await told(chen, by: ada, MeetupWorld.plan())
        let withdrawn = try await told(chen, by: ada, cancel)
        #expect(
            withdrawn == [
                "Proposal withdrawn", "Ada withdrew the proposal, so nothing is planned.",
                "proposalWithdrawn",
            ]
        )
        _ = try await told(chen, by: ada, MeetupWorld.plan())
        let declined = try await told(ada, by: chen, cancel)
        #expect(
            declined == [
                "Proposal declined", "Chen declined your proposal, so nothing is planned.",
                "proposalDeclined",
            ]
        )
        _ = try await told(chen, by: ada, MeetupWorld.plan())
        _ = try await told(ada, by: chen, #"{"accept":true}"#)
        let changed = try await told(chen, by: ada, MeetupWorld.plan(at: "Library"))
        #expect(changed[0] == "Change of your meetup proposed" && changed[2] == "meetupChanged")
        #expect(
            changed[1].hasPrefix(
                "Ada called off the agreed meetup and would instead like to meet at Library on "
            )
        )
        _ = try await told(ada, by: chen, #"{"accept":true}"#)
        let cancelled = try await told(chen, by: ada, cancel)
        #expect(cancelled == ["Meetup cancelled", "Ada cancelled the meetup.", "meetupCancelled"])
    }

    @Test func `what the state forbids is 409 with the state`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        func refused(_ person: MeetupWorld.Person, _ body: String, _ state: Int64) async throws {
            let response = try await world.put(path, as: person, body)
            #expect(response.status == 409)
            #expect(response.code == "match_state")
            #expect(response["status_code"] == .integer(state))
        }
        try await refused(ada, #"{"cancel":true}"#, 0)
        try await refused(chen, #"{"accept":true}"#, 0)
        _ = try await world.put(path, as: ada, MeetupWorld.plan())
        try await refused(ada, #"{"accept":true}"#, 1)
        try await refused(ada, MeetupWorld.plan(), 1)
        _ = try await world.put(path, as: chen, #"{"accept":true}"#)
        try await refused(chen, #"{"accept":true}"#, 3)
        #expect(try world.number("select version::integer from matches") == 3)
    }

    @Test func `accepting another offer than the present one is 409`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let time = Timestamp.now.adding(seconds: 7200)
        _ = try await world.put("matches/\(match)", as: ada, #"{"time_1":"\#(time)","location":"Library"}"#)
        let later = time.adding(seconds: 1)
        for body in [
            #"{"accept":true,"time_1":"\#(later)"}"#, #"{"accept":true,"location":"Park"}"#,
            #"{"accept":true,"time_1":"\#(time)","location":"Park"}"#,
        ] {
            let response = try await world.put("matches/\(match)", as: chen, body)
            #expect(response.code == "match_changed")
            #expect(response["status_code"] == 1)
        }
        let same = #"{"accept":true,"time_1":"\#(time)","location":"Library"}"#
        #expect(try await world.put("matches/\(match)", as: chen, same)["status_code"] == 3)
    }

    @Test func `times and places out of range are 422`() async throws {
        let world = try await MeetupWorld()
        let (ada, _, match) = try await world.pair()
        let good = Timestamp.now.adding(seconds: 3600)
        let bodies = [
            MeetupWorld.plan(in: -1), MeetupWorld.plan(in: 366 * 86_400),
            MeetupWorld.plan(at: ""), MeetupWorld.plan(at: "   "),
            MeetupWorld.plan(at: String(repeating: "x", count: 201)),
            #"{"time_1":"\#(good)"}"#, #"{"location":"Library"}"#, "{}", #"{"accept":false}"#,
            #"{"accept":true,"cancel":true}"#, #"{"cancel":true,"location":"x"}"#,
            #"{"time_1":"2027-05-20"}"#,
            #"{"time_1":"\#(good)","location":"x","extra":1}"#,
        ]
        for body in bodies {
            let response = try await world.put("matches/\(match)/", as: ada, body)
            #expect(response.status == 422, "\(body)")
            #expect(response["errors"] != .null)
        }
        let both = try await world.put("matches/\(match)/", as: ada, MeetupWorld.plan(in: -1, at: ""))
        #expect(both["errors.location"] != .null && both["errors.time_1"] != .null, "\(both.text)")
        let longest = MeetupWorld.plan(in: 365 * 86_400 - 60, at: String(repeating: "é", count: 200))
        #expect(try await world.put("matches/\(match)/", as: ada, longest).status == 200)
    }

    @Test func `refusals come in the order of the conventions`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let eve = try world.join("eve")
        let stale = [("If-Match", "\"0.0\"")]
        let path = "matches/\(match)/"
        #expect(try await world.put("matches/999/", as: ada, "{", stale).status == 400)
        #expect(try await world.put("matches/999/", as: ada, "{}", stale).status == 404)
        #expect(try await world.put(path, as: eve, "{}", stale).status == 403)
        #expect(try await world.put(path, as: ada, "{}", stale).status == 412)
        #expect(try await world.put(path, as: ada, "{}").status == 422)
        #expect(try await world.put(path, as: chen, #"{"accept":true}"#).status == 409)
        #expect(try await world.send(.put, "/v1/wordup/\(path)", token: "bad", "{").status == 401)
        #expect(try await world.get("matches/0/", as: ada).status == 404)
        #expect(try await world.get("matches/x/", as: ada).status == 404)
        #expect(try await world.get("\(path)?x=1", as: ada).code == "bad_query")
        #expect(try await world.get("\(path)calendar.ics?x=1", as: ada).code == "bad_query")
        #expect(try await world.put("\(path)?x=1", as: ada, MeetupWorld.plan()).code == "bad_query")
        #expect(try await world.delete("\(path)?x=1", as: ada).code == "bad_query")
        #expect(try await world.post("\(path)feedback/?x=1", as: ada, #"{"met":true}"#).code == "bad_query")
        #expect(try await world.post("matches/?x=1", as: ada).code == "bad_query")
    }

    @Test func `a match shows to its members only, and to nobody of another tenant`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let eve = try world.join("eve", "zh", "en")
        let far = try world.join("ada", tenant: "other")
        let path = "matches/\(match)/"
        let shown = try await world.get(path, as: ada)
        #expect(shown["user_id1"] == .integer(ada.id))
        #expect(shown["user_id2"] == .integer(chen.id))
        #expect(shown["profile.id"] == .integer(chen.id))
        #expect(shown["profile.reliability.met"] == 0)
        #expect(shown["profile.email"] == .null)
        #expect(shown.headers["Cache-Control"] == "no-store")
        #expect(try await world.get(path, as: chen)["profile.id"] == .integer(ada.id))
        for method in ["get", "put", "delete", "calendar", "feedback"] {
            func call(_ person: MeetupWorld.Person) async throws -> Int {
                switch method {
                case "get": try await world.get(path, as: person).status
                case "put": try await world.put(path, as: person, MeetupWorld.plan()).status
                case "delete": try await world.delete(path, as: person).status
                case "calendar": try await world.get("\(path)calendar.ics", as: person).status
                default: try await world.post("\(path)feedback/", as: person, #"{"met":true}"#).status
                }
            }
            #expect(try await call(eve) == 403, "\(method)")
            #expect(try await call(far) == 404, "\(method)")
        }
        #expect(try world.number("select count(*) from matches where status_code = 0") == 1)
        #expect(try await world.get("times/\(chen.id)/", as: far).status == 404)
        #expect(try await world.send(.get, "/v1/bare/\(path)", token: ada.token).status == 404)
    }

    @Test func `entity tags follow the version`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        let tag = try #require(try await world.get(path, as: ada).headers["ETag"])
        #expect(try await world.get(path, as: ada, [("If-None-Match", tag)]).status == 304)
        let changed = try await world.put(path, as: ada, MeetupWorld.plan(), [("If-Match", tag)])
        #expect(changed.status == 200)
        let stale = try await world.put(path, as: chen, #"{"accept":true}"#, [("If-Match", tag)])
        #expect(stale.status == 412)
        #expect(stale.headers["ETag"] == changed.headers["ETag"])
        #expect(try await world.delete(path, as: chen, [("If-Match", tag)]).status == 412)
        #expect(try await world.put(path, as: chen, #"{"accept":true}"#, [("If-Match", "*")]).status == 200)
    }

    @Test func `the same match is addressed by the other's id`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let eve = try world.join("eve", "zh", "en")
        #expect(try await world.get("times/\(chen.id)/", as: ada)["match_id"] == .integer(match))
        #expect(try await world.get("times/\(ada.id)/", as: chen)["match_id"] == .integer(match))
        for nobody in [eve.id, ada.id, 9999] {
            #expect(try await world.get("times/\(nobody)/", as: ada).status == 404)
            #expect(try await world.put("times/\(nobody)/", as: ada, MeetupWorld.plan()).status == 404)
            #expect(try await world.delete("times/\(nobody)/", as: ada).status == 404)
        }
        #expect(try await world.put("times/\(ada.id)/", as: chen, MeetupWorld.plan())["status_code"] == 2)
        #expect(try await world.delete("times/\(chen.id)/", as: ada).status == 204)
        #expect(try world.number("select count(*) from matches") == 0)
        #expect(try world.notices(of: chen) == ["match_made", "meetup_cancelled"])
    }

    @Test func `unmatching removes the history and matching again starts at 0`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        _ = try await world.put("matches/\(match)/", as: ada, MeetupWorld.plan())
        try world.owner.execute(
            "insert into meetups (tenant_id, match_id, held_at) select tenant_id, id, now() from matches"
        )
        #expect(try await world.delete("matches/\(match)/", as: chen).status == 204)
        #expect(try await world.get("matches/\(match)/", as: ada).status == 404)
        #expect(try world.number("select count(*) from meetups") == 0)
        let again = try await world.post("matches/", as: chen, #"{"a_username":"ADA"}"#)
        #expect(again.status == 201)
        #expect(again["status_code"] == 0)
        #expect(again["user_id1"] == .integer(chen.id))
    }

    @Test func `two who act on the same version end in one state`() async throws {
        let world = try await MeetupWorld(writers: 4)
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        for round in 0..<30 {
            let bodies = [
                (ada, MeetupWorld.plan(in: 3600, at: "a\(round)")),
                (chen, MeetupWorld.plan(in: 7200, at: "c\(round)")),
                (ada, #"{"accept":true}"#), (chen, #"{"accept":true}"#), (chen, #"{"cancel":true}"#),
            ]
            let before = try world.number("select version::integer from matches")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for (person, body) in bodies {
                    group.addTask { try await world.put(path, as: person, body).status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 409 })
            let after = try world.number("select version::integer from matches")
            #expect(after - before == statuses.count { $0 == 200 })
        }
    }

    @Test func `of two proposals on one version one wins and the other is 409 with the new state`()
        async throws
    {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        // The second write waits for a lock that the first one's replacement holds, and then finds a newer version.
        let blocker = try world.database.owner
        let pid = try blocker.query("select pg_backend_pid()::bigint")[0].integer(0)
        try blocker.execute("begin")
        try blocker.execute(
            "update matches set status_code = 1, time_1 = now() + interval '1 hour', location = 'a', version = version + 1"
        )
        async let late = world.put("matches/\(match)/", as: chen, MeetupWorld.plan())
        try await eventually("a waiting write") {
            try world.number(
                "select count(*) from pg_locks where not granted and \(pid) = any (pg_blocking_pids(pid))"
            ) > 0
        }
        try blocker.execute("commit")
        let response = try await late
        #expect(response.code == "match_changed")
        #expect(response["status_code"] == 1)
        // One that starts afterwards is a counter-offer.
        #expect(try await world.put("matches/\(match)/", as: chen, MeetupWorld.plan())["status_code"] == 2)
        #expect(try world.notices(of: ada) == ["meetup_proposed"])
    }

    @Test func `a scheduled meetup is iCalendar and others are 409`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/calendar.ics"
        #expect(try await world.get(path, as: ada).code == "match_state")
        _ = try await world.put(
            "matches/\(match)/",
            as: ada,
            MeetupWorld.plan(at: "Café; behind, the \\\\ station")
        )
        #expect(try await world.get(path, as: ada)["status_code"] == 1)
        _ = try await world.put("matches/\(match)/", as: chen, #"{"accept":true}"#)
        let response = try await world.get(path, as: ada)
        #expect(response.headers["Content-Type"] == "text/calendar; charset=utf-8")
        let lines = try CalendarLines(response.text)
        #expect(lines["UID"] == "match-\(match)@wordup.parlay")
        #expect(lines["SEQUENCE"] == "1")
        #expect(lines["SUMMARY"] == "Meetup with Chen Example")
        #expect(CalendarLines.unescaped(lines["LOCATION"] ?? "") == "Café; behind, the \\ station")
        _ = try await world.put("matches/\(match)/", as: ada, MeetupWorld.plan())
        _ = try await world.put("matches/\(match)/", as: chen, #"{"accept":true}"#)
        let next = try CalendarLines(try await world.get(path, as: chen).text)
        #expect(next["SEQUENCE"] == "2")
        #expect(next["UID"] == lines["UID"])
    }

    @Test func `a plan whose time has passed counts as none before the sweep comes`() async throws {
        let world = try await MeetupWorld()
        let (ada, chen, match) = try await world.pair()
        let path = "matches/\(match)/"
        try world.owner.execute(
            "update matches set status_code = 3, time_1 = now() - interval '5 seconds', location = 'x', plans = 1"
        )
        let shown = try await world.get(path, as: ada)
        #expect(shown["status_code"] == 0)
        #expect(shown["time_1"] == .null)
        #expect(try await world.get("matches/?status_code=0", as: ada)["items.0.match_id"] == .integer(match))
        #expect(try await world.get("matches/?status_code=3", as: ada)["items.0"] == .null)
        #expect(try await world.put(path, as: ada, #"{"cancel":true}"#).code == "match_state")
        #expect(try await world.get("\(path)calendar.ics", as: ada).status == 409)
        // A new plan does not lose the meetup that was.
        #expect(try await world.put(path, as: chen, MeetupWorld.plan())["status_code"] == 2)
        #expect(try world.number("select count(*) from meetups") == 1)
        #expect(try world.notices(of: ada).contains("meetup_feedback"))
        #expect(try await world.post("\(path)feedback/", as: ada, #"{"met":true}"#).status == 201)
    }

    @Test func `the other's profile has the fields of the tenant's modules`() async throws {
        let world = try await MeetupWorld(modules: [.meetups, .wagers])
        let (ada, _, match) = try await world.pair()
        let shown = try await world.get("matches/\(match)/", as: ada)
        #expect(shown["profile.known_lang"] == "zh")
        #expect(shown["profile.friendship"] == "none")
        #expect(try await world.get("profiles/", as: ada).status == 200)
    }
}
