import Database
import ParlayAPI
import TestSupport
import Testing

/// A front and a worker, and two people who meet.
@Suite(.database) struct StoryTests {
    @Test func `two people match, agree, meet and tell how it was`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            _ = try await site.work()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let bob = try await site.register("bob", "es", "en")
            let partners = try await ann.session.send("GET", "profiles/?q=bob")
            #expect(partners.items.compactMap { $0["username"]?.text } == ["bob"])

            let made = try await ann.session.send("POST", "matches/", #"{"a_username":"bob"}"#)
            #expect(made.status == 201, "\(made)")
            let match = try #require(made["match_id"]?.integer)
            #expect(made.header("Location") == "/v1/wordup/matches/\(match)/")
            let proposed = try await ann.session.send(
                "PUT",
                "matches/\(match)/",
                plan("Café Luna", in: 86_400)
            )
            #expect(proposed["status_code"]?.integer == 1, "\(proposed)")
            let countered = try await bob.session.send(
                "PUT",
                "times/\(ann.id)/",
                plan("Café Sol", in: 90_000)
            )
            #expect(countered["status_code"]?.integer == 2, "\(countered)")
            let early = try await bob.session.send("PUT", "matches/\(match)/", #"{"accept":true}"#)
            #expect(early.status == 409)
            #expect(early["status_code"]?.integer == 2)
            let accepted = try await ann.session.send("PUT", "matches/\(match)/", #"{"accept":true}"#)
            #expect(accepted["status_code"]?.integer == 3, "\(accepted)")
            #expect(accepted["location"]?.text == "Café Sol")

            let calendar = try await bob.session.send("GET", "matches/\(match)/calendar.ics")
            #expect(calendar.status == 200)
            #expect(calendar.header("Content-Type") == "text/calendar; charset=utf-8")
            #expect(calendar.text.hasPrefix("BEGIN:VCALENDAR\r\n"))
            #expect(calendar.text.contains("LOCATION:Café Sol\r\n"))

            try TestDatabase.current.owner.execute("update matches set time_1 = now() - interval '1 minute'")
            try await site.parlay("admin jobs run expire_meetups")
            try await eventually("the question how it was") {
                try await kinds(ann).first == "meetup_feedback"
            }
            #expect(try await kinds(bob).first == "meetup_feedback")
            let reset = try await ann.session.send("GET", "matches/\(match)/")
            #expect(reset["status_code"]?.integer == 0)
            #expect(reset["time_1"] == .null)
            #expect(reset["location"] == .null)

            #expect(try await give(ann, match, true).status == 201)
            #expect(try await give(ann, match, true).status == 409)
            #expect(try await give(bob, match, false).status == 201)
            #expect(try await reliability(of: bob, seenBy: ann) == [1, 0])
            #expect(try await reliability(of: ann, seenBy: bob) == [0, 1])
            let told = ["meetup_feedback", "meetup_accepted", "meetup_proposed", "match_made"]
            #expect(try await kinds(bob).sorted() == told.sorted())
            #expect(try await kinds(ann) == ["meetup_feedback", "meetup_proposed"])
            let last = try #require(try await ann.session.send("GET", "inbox/").items.first?["id"]?.integer)
            #expect(try await ann.session.send("POST", "inbox/read/", "{\"up_to\":\(last)}").status == 204)
            #expect(try await ann.session.send("GET", "inbox/?unread=true").items.isEmpty)
        }
    }

    @Test func `the schedule resets a meetup within its minute, and reminds of the next`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            _ = try await site.work()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let bob = try await site.register("bob", "es", "en")
            let eva = try await site.register("eva", "es", "en")
            for (name, other) in [("bob", bob), ("eva", eva)] {
                let made = try await ann.session.send("POST", "matches/", #"{"a_username":"\#(name)"}"#)
                let match = try #require(made["match_id"]?.integer)
                _ = try await ann.session.send("PUT", "matches/\(match)/", plan("Park", in: 3000))
                let accepted = try await other.session.send("PUT", "matches/\(match)/", #"{"accept":true}"#)
                #expect(accepted["status_code"]?.integer == 3, "\(accepted)")
            }
            let owner = try TestDatabase.current.owner
            _ = try owner.query(
                "update matches set time_1 = now() - interval '1 second' where user_id2 = $1",
                .integer(bob.id)
            )
            try await eventually("the clock to bring both about", within: .seconds(120)) {
                let (asked, reminded) = (try await kinds(bob), try await kinds(eva))
                return asked.contains("meetup_feedback") && reminded.contains("meetup_reminder")
            }
            #expect(try owner.query("select count(*) from matches where status_code = 0")[0].integer(0) == 1)
        }
    }

    private func plan(_ location: String, in seconds: Int64) -> String {
        #"{"time_1":"\#(Site.time(in: seconds))","location":"\#(location)"}"#
    }

    private func kinds(_ person: Site.Person) async throws -> [String] {
        try await person.session.send("GET", "inbox/").items.compactMap { $0["kind"]?.text }
    }

    private func give(_ person: Site.Person, _ match: Int64, _ met: Bool) async throws -> Answer {
        try await person.session.send("POST", "matches/\(match)/feedback/", "{\"met\":\(met)}")
    }

    private func reliability(of person: Site.Person, seenBy other: Site.Person) async throws -> [Int64?] {
        let profile = try await other.session.send("GET", "profiles/\(person.id)/")
        return [profile["reliability", "met"]?.integer, profile["reliability", "no_show"]?.integer]
    }
}
