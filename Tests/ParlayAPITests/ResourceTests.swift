import Foundation
import ParlayAPI
import Testing

@Suite struct ResourceTests {
    private static let time = Timestamp(milliseconds: 1_779_301_800_123)
    private static let person = Person(
        id: 7,
        username: "zoë",
        firstName: "Zoë",
        lastName: "",
        photo: "/p?v=1"
    )
    private static let meetups = Profile.Meetups(
        knownLang: "en",
        learnLang: "zh",
        reliability: .init(met: 3, noShow: 1)
    )
    private static let wagers = Profile.Wagers(
        venmoUsername: nil,
        pnlCents: -1_250,
        wagersWon: 1,
        wagersLost: 2,
        rating: .init(mean: 4.5, count: 2)
    )
    private static func profile(
        meetups: Profile.Meetups? = nil,
        wagers: Profile.Wagers? = nil,
        email: String? = nil,
        emailVerified: Bool? = nil
    ) -> Profile {
        Profile(
            person: person,
            bio: "line\nline \"q\"",
            createdAt: time,
            lastActiveAt: time,
            role: .moderator,
            status: .suspended,
            friendship: .received,
            meetups: meetups,
            wagers: wagers,
            email: email,
            emailVerified: emailVerified
        )
    }
    private static let profileKeys = [
        "id", "username", "first_name", "last_name", "photo", "bio", "created_at", "last_active_at", "role",
        "status", "friendship",
    ]
    private static let meetupsKeys = ["known_lang", "learn_lang", "reliability"]
    private static let wagersKeys = [
        "venmo_username", "pnl_cents", "wagers_won", "wagers_lost", "rating",
    ]

    /// What the writer writes has these keys in this order and decodes to the same value; so does what Codable
    /// encodes.
    private func check<Value: JSONWritable & Codable & Equatable>(_ value: Value, _ keys: [String]) throws {
        let bytes = value.jsonBytes()
        #expect(try JSONParser.parseObject(bytes).keys == keys)
        #expect(try JSONDecoder().decode(Value.self, from: Data(bytes)) == value)
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test func `a person`() throws {
        try check(Self.person, ["id", "username", "first_name", "last_name", "photo"])
        try check(
            Person(id: 1, username: "a", firstName: "b", lastName: "c"),
            ["id", "username", "first_name", "last_name", "photo"]
        )
    }

    @Test func `a profile has the members of the modules that are on, and the email when it is the caller's`()
        throws
    {
        try check(Self.profile(), Self.profileKeys)
        try check(Self.profile(meetups: Self.meetups), Self.profileKeys + Self.meetupsKeys)
        try check(Self.profile(wagers: Self.wagers), Self.profileKeys + Self.wagersKeys)
        try check(
            Self.profile(meetups: Self.meetups, wagers: Self.wagers, email: "a@b.c", emailVerified: false),
            Self.profileKeys + Self.meetupsKeys + Self.wagersKeys + ["email", "email_verified"]
        )
        try check(Self.meetups.reliability, ["met", "no_show"])
        try check(Self.wagers.rating, ["mean", "count"])
        try check(Profile.Rating(mean: nil, count: 0), ["mean", "count"])
    }

    @Test func `tokens`() throws {
        let keys = ["id", "label", "prefix", "kind", "current", "created_at", "last_used_at", "expires_at"]
        for lastUsedAt in [nil, Self.time] {
            try check(
                TokenInfo(
                    id: 1,
                    label: "phone",
                    prefix: "plt_ab",
                    current: true,
                    createdAt: Self.time,
                    lastUsedAt: lastUsedAt,
                    expiresAt: Self.time
                ),
                keys
            )
        }
        try check(
            SignedIn(token: "t", expiresAt: Self.time, profile: Self.profile(email: "a@b.c")),
            ["token", "expires_at", "profile"]
        )
        try check(BareToken(token: "t"), ["token"])
    }

    @Test func `about a tenant`() throws {
        let creator = Creator(name: "H", url: "https://example.org/")
        try check(creator, ["name", "url", "icon"])
        try check(Creator(name: "H"), ["name", "url", "icon"])
        try check(
            About(slug: "wordup", name: "W", modules: [.meetups], creators: [creator], registration: .invite),
            ["slug", "name", "modules", "creators", "registration"]
        )
    }

    @Test func `notices`() throws {
        let keys = ["id", "kind", "title", "text", "subject", "created_at", "read_at"]
        for kind in NoticeKind.allCases {
            try check(Notice(id: 1, kind: kind, title: "t", text: "x", createdAt: Self.time), keys)
        }
        let subject = Subject(type: "match", id: 3)
        try check(subject, ["type", "id"])
        try check(
            Notice(
                id: 1,
                kind: .meetupProposed,
                title: "t",
                text: "x",
                subject: subject,
                createdAt: Self.time,
                readAt: Self.time
            ),
            keys
        )
    }

    @Test func `notice kinds are those of the specification, and name webhook events`() {
        let kinds = [
            "match_made", "meetup_proposed", "meetup_accepted", "meetup_cancelled", "meetup_reminder",
            "meetup_feedback", "wager_offered", "wager_declined", "wager_taken", "wager_claimed",
            "wager_cancel_requested",
            "wager_arbiter_named",
            "wager_payment_said", "wager_completed", "wager_disputed", "wager_cancelled", "wager_confirmed",
            "payment_reminder", "bet_settled", "friend_request", "friend_accepted", "feed_failed",
            "content_removed", "account_security",
        ]
        #expect(NoticeKind.allCases.map(\.rawValue) == kinds)
        #expect(NoticeKind.wagerTaken.eventType == "wager.taken")
    }

    @Test func `matches and languages`() throws {
        let keys = [
            "match_id", "user_id1", "user_id2", "time_1", "location", "status_code", "created_at",
            "updated_at",
            "moves", "feedback_on", "profile",
        ]
        for status in MatchStatus.allCases {
            let isPlanned = status != .matched
            let match = Match(
                matchID: 1,
                userID1: 2,
                userID2: 3,
                time1: isPlanned ? Self.time : nil,
                location: isPlanned ? "Café" : nil,
                statusCode: status,
                createdAt: Self.time,
                updatedAt: Self.time,
                profile: Self.profile(meetups: Self.meetups)
            )
            try check(match, keys)
            #expect(
                try JSONParser.parseObject(match.jsonBytes())["status_code"]
                    == .integer(Int64(status.rawValue))
            )
        }
        #expect(MatchStatus.allCases.map(\.rawValue) == [0, 1, 2, 3])
        try check(Language(code: "zh", name: "Chinese", nativeName: "中文"), ["code", "name", "native_name"])
    }

    @Test func `pages of a list`() throws {
        try check(ListPage(items: [Self.person, Self.person], nextCursor: "c"), ["items", "next_cursor"])
        let last = ListPage<Person>(items: [])
        try check(last, ["items", "next_cursor"])
        #expect(String(decoding: last.jsonBytes(), as: UTF8.self) == #"{"items":[],"next_cursor":null}"#)
    }
}
