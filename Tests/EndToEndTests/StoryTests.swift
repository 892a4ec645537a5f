import Database
import Foundation
import ParlayAPI
import ParlayClient
import TestDatabases
import TestSupport
import Testing

/// A front and a worker, and two people who meet.
@Suite(.database) struct StoryTests {
    @Test func `two people match, agree, meet and tell how it was`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            _ = try await site.work()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            let bob = try await site.newcomer("bob", knows: "es", learns: "en")
            let candidates = try await ann.client.matches.candidates(named: "BOB").all()
            #expect(candidates.map(\.person.username) == ["bob"])

            let match = try await ann.client.matches.make(with: "bob")
            #expect(match.userID1 == ann.id && match.profile.id == bob.id)
            let (first, second) = (day(1), day(2))
            let proposed = try await ann.client.matches.propose(match, at: first, location: "Café Luna")
            #expect(proposed.plan == .offered(at: first, location: "Café Luna"))
            let seen = try await bob.client.matches.get(.person(ann.id))
            #expect(seen.plan == .received(at: first, location: "Café Luna"))
            let countered = try await bob.client.matches.propose(
                .person(ann.id),
                at: second,
                location: "Café Sol"
            )
            #expect(countered.statusCode == .proposedBySecond)
            let early = await refusal { try await bob.client.matches.accept(countered) }
            #expect(early?.code == "match_state")
            #expect(early?.problem?.extensions["status_code"] == 2)
            // The offer that Ann has in sight is her own, which is not the one on the table.
            #expect(await refusal { try await ann.client.matches.accept(proposed) }?.code == "match_changed")
            let accepted = try await ann.client.matches.accept(ann.client.matches.get(match))
            #expect(accepted.plan == .scheduled(at: second, location: "Café Sol"))

            let calendar = String(
                decoding: try await bob.client.matches.calendarFile(match.id),
                as: UTF8.self
            )
            #expect(calendar.hasPrefix("BEGIN:VCALENDAR\r\n"))
            #expect(calendar.contains("LOCATION:Café Sol\r\n"))

            try TestDatabase.current.owner.execute("update matches set time_1 = now() - interval '1 minute'")
            try await site.parlay("admin jobs run expire_meetups")
            try await eventually("the question how it was") {
                try await kinds(ann).first == .meetupFeedback
            }
            #expect(try await kinds(bob).first == .meetupFeedback)
            let reset = try await ann.client.matches.get(match)
            #expect(reset.statusCode == .matched)
            #expect(reset.plan == .none)
            #expect(reset.time1 == nil && reset.location == nil)

            try await ann.client.matches.giveFeedback(match.id, met: true)
            let again = await refusal { try await ann.client.matches.giveFeedback(match.id, met: true) }
            #expect(again?.code == "feedback_given")
            try await bob.client.matches.giveFeedback(match.id, met: false)
            #expect(try await reliability(of: bob, seenBy: ann) == .init(met: 1, noShow: 0))
            #expect(try await reliability(of: ann, seenBy: bob) == .init(met: 0, noShow: 1))
            let told: Set<NoticeKind> = [.meetupFeedback, .meetupAccepted, .meetupProposed, .matchMade]
            #expect(Set(try await kinds(bob)) == told)
            #expect(try await kinds(ann) == [.meetupFeedback, .meetupProposed])
            let newest = try #require(try await ann.client.inbox.notices().page(limit: 1).items.first)
            #expect(newest.subject == Subject(type: "match", id: match.id))
            try await ann.client.inbox.markRead(upTo: newest.id)
            #expect(try await ann.client.inbox.notices(unread: true).all().isEmpty)
        }
    }

    @Test func `the schedule resets a meetup within its minute, and reminds of the next`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            _ = try await site.work()
            try await site.makeTenant()
            let ann = try await site.newcomer("ann")
            let bob = try await site.newcomer("bob", knows: "es", learns: "en")
            let eva = try await site.newcomer("eva", knows: "es", learns: "en")
            for (name, other) in [("bob", bob), ("eva", eva)] {
                let match = try await ann.client.matches.make(with: name)
                try await ann.client.matches.propose(
                    match,
                    at: Date(timeIntervalSinceNow: 3000),
                    location: "Park"
                )
                let accepted = try await other.client.matches.accept(match)
                #expect(accepted.statusCode == .scheduled)
            }
            let owner = try TestDatabase.current.owner
            _ = try owner.query(
                "update matches set time_1 = now() - interval '1 second' where user_id2 = $1",
                .integer(bob.id)
            )
            try await eventually("the clock to bring both about") {
                let (asked, reminded) = (try await kinds(bob), try await kinds(eva))
                return asked.contains(.meetupFeedback) && reminded.contains(.meetupReminder)
            }
            #expect(try owner.query("select count(*) from matches where status_code = 0")[0].integer(0) == 1)
        }
    }

    /// So many days from now, to the second, as pickers give it.
    private func day(_ count: Int) -> Date {
        Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded() + Double(count) * 86_400)
    }

    private func kinds(_ person: NewAccount) async throws -> [NoticeKind] {
        try await person.client.inbox.notices().all().compactMap(\.kind.known)
    }

    private func reliability(of person: NewAccount, seenBy other: NewAccount) async throws
        -> Profile.Reliability?
    {
        try await other.client.profiles.profile(person.id).meetups?.reliability
    }
}
