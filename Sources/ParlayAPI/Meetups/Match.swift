/// Two people who may meet, as one of them sees it.
public struct Match: Codable, Hashable, Sendable, JSONWritable {
    public var matchID: Int64
    /// The one who called `POST /matches/`.
    public var userID1: Int64
    public var userID2: Int64
    /// `nil` unless a meetup is proposed or scheduled.
    public var time1: Timestamp?
    /// `nil` unless a meetup is proposed or scheduled.
    public var location: String?
    public var statusCode: Extensible<MatchStatus>
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
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
        self.profile = profile
    }

    enum CodingKeys: String, CodingKey {
        case matchID = "match_id"
        case userID1 = "user_id1"
        case userID2 = "user_id2"
        case time1 = "time_1"
        case location
        case statusCode = "status_code"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case profile
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.matchID, matchID)
            writer.member(CodingKeys.userID1, userID1)
            writer.member(CodingKeys.userID2, userID2)
            writer.member(CodingKeys.time1, time1)
            writer.member(CodingKeys.location, location)
            writer.member(CodingKeys.statusCode, statusCode)
            writer.member(CodingKeys.createdAt, createdAt)
            writer.member(CodingKeys.updatedAt, updatedAt)
            writer.member(CodingKeys.profile, profile)
        }
    }
}

/// How far a match is. The raw value is stored in rows and never renumbered.
public enum MatchStatus: Int, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// No meetup planned.
    case matched = 0
    /// The first user proposed, the second has yet to answer.
    case proposedByFirst = 1
    /// The second user proposed, the first has yet to answer.
    case proposedBySecond = 2
    case scheduled = 3
}
