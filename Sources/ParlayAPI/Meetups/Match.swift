/// Two people who may meet, from the view of one of them.
public struct Match: Resource, Hashable {
    /// The same for both people.
    public var matchID: Int64
    /// The person who called `POST /matches/`.
    public var userID1: Int64
    /// The other account.
    public var userID2: Int64
    /// `nil` unless a meetup is proposed or scheduled.
    public var time1: Timestamp?
    /// `nil` unless a meetup is proposed or scheduled.
    public var location: String?
    /// Whether a meetup is planned, and if it is only proposed, who proposed it.
    public var statusCode: Extensible<MatchStatus>
    /// When the two people were matched.
    public var createdAt: Timestamp
    /// When the match last changed, its meetup included.
    public var updatedAt: Timestamp
    /// What you can do now.
    public var moves: [Extensible<MatchMove>]
    /// When the meetup was that you can give feedback on; `nil` if there is none.
    public var feedbackOn: Timestamp?
    /// The other person.
    public var profile: Profile

    public init(
        matchID: Int64,
        userID1: Int64,
        userID2: Int64,
        time1: Timestamp? = nil,
        location: String? = nil,
        statusCode: MatchStatus,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        moves: [MatchMove] = [],
        feedbackOn: Timestamp? = nil,
        profile: Profile
    ) {
        self.matchID = matchID
        self.userID1 = userID1
        self.userID2 = userID2
        self.time1 = time1
        self.location = location
        self.statusCode = Extensible(statusCode)
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.moves = moves.map { Extensible($0) }
        self.feedbackOn = feedbackOn
        self.profile = profile
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("match_id", &matchID, "The match's id.")
        object.member("user_id1", &userID1, "The account that asked for the match.")
        object.member("user_id2", &userID2, "The other account.")
        object.member("time_1", &time1, "When to meet; `null` unless a meetup is proposed or scheduled.")
        object.member(
            "location",
            &location,
            "Where to meet; `null` unless a meetup is proposed or scheduled."
        )
        object.member(
            "status_code",
            &statusCode,
            """
            0: no meetup planned. 1: `user_id1` proposed, 2: `user_id2` proposed; the other has not answered yet. \
            3: scheduled.
            """
        )
        object.member("created_at", &createdAt, "When the two people were matched.")
        object.member("updated_at", &updatedAt, "When it was last changed.")
        object.member("moves", &moves, "What you can do now.")
        object.member(
            "feedback_on",
            &feedbackOn,
            "When the meetup was that you can give feedback on; `null` if there is none."
        )
        object.member("profile", &profile, "The other person.")
    }
}

extension Match {
    package static var schemaSummary: String { "Two people who practise together, with their next meetup." }

    package static var example: Match {
        var other = Profile.example
        other.person = Person(id: 2002, username: "bob", firstName: "Bob", lastName: "Blanco")
        other.meetups = Profile.Meetups(knownLang: "es", learnLang: "en", reliability: .example)
        other.wagers = nil
        other.email = nil
        other.emailVerified = nil
        return Match(
            matchID: 328,
            userID1: 2001,
            userID2: 2002,
            time1: .exampleLater,
            location: "Café Luna",
            statusCode: .proposedByFirst,
            createdAt: .example,
            updatedAt: .example,
            moves: [.cancel],
            profile: other
        )
    }
}

extension Match {
    /// As moderators see it.
    package static var ofOthers: Match {
        var match = example
        match.moves = []
        return match
    }

    /// Without a plan yet.
    package static var made: Match {
        var match = example
        match.time1 = nil
        match.location = nil
        match.statusCode = Extensible(.matched)
        match.moves = [Extensible(.propose)]
        return match
    }

    /// The offer was accepted.
    package static var scheduled: Match {
        var match = example
        match.statusCode = Extensible(.scheduled)
        match.moves = [Extensible(.propose), Extensible(.cancel)]
        return match
    }
}

/// The state of a match. The raw value is stored in rows and never renumbered.
public enum MatchStatus: Int, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// No meetup planned.
    case matched = 0
    /// The first user proposed; the second has not answered yet.
    case proposedByFirst = 1
    /// The second user proposed; the first has not answered yet.
    case proposedBySecond = 2
    case scheduled = 3
}

/// What a member of a match can do.
public enum MatchMove: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// Propose a time and a place: a first plan, a counter-offer, or another plan.
    case propose
    /// Accept the pending offer.
    case accept
    /// Withdraw an offer, decline it, or cancel the meetup.
    case cancel
    /// Say whether the other person came.
    case feedback
}
