/// A game of a tournament, with its markets.
public struct SportsEvent: Resource, Hashable {
    public var id: Int64
    /// The tournament that it belongs to.
    public var tournamentID: Int64
    /// The home team.
    public var home: String
    /// The away team.
    public var away: String
    /// The kick-off; bets are taken until then.
    public var startsAt: Timestamp
    /// Of the tournament; `nil` if it does not count weeks.
    public var week: Int?
    /// The state of the game.
    public var status: Extensible<EventStatus>
    /// `nil` until there is a score.
    public var homeScore: Int?
    /// `nil` until there is a score.
    public var awayScore: Int?
    /// What people can bet on; may be empty.
    public var markets: [Market]

    public init(
        id: Int64,
        tournamentID: Int64,
        home: String,
        away: String,
        startsAt: Timestamp,
        week: Int? = nil,
        status: EventStatus = .scheduled,
        homeScore: Int? = nil,
        awayScore: Int? = nil,
        markets: [Market] = []
    ) {
        self.id = id
        self.tournamentID = tournamentID
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.week = week
        self.status = Extensible(status)
        self.homeScore = homeScore
        self.awayScore = awayScore
        self.markets = markets
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The event's id.")
        object.member("tournament_id", &tournamentID, "The tournament it belongs to.")
        object.member("home", &home, "The home team.")
        object.member("away", &away, "The away team.")
        object.member("starts_at", &startsAt, "The start of the game. Bets are taken until then.")
        object.member("week", &week, "The week of the season.")
        object.member("status", &status, "The state of the game.")
        object.member("home_score", &homeScore, "The score of the home team; `null` until there is one.")
        object.member("away_score", &awayScore, "The score of the away team; `null` until there is one.")
        object.member("markets", &markets, "What people can bet on.", element: "A market of the event.")
    }
}

extension SportsEvent {
    package static var schemaName: String { "Event" }
    package static var schemaSummary: String { "A game with its markets." }

    package static var example: SportsEvent {
        SportsEvent(
            id: 118,
            tournamentID: 3,
            home: "Kansas City Chiefs",
            away: "Buffalo Bills",
            startsAt: .example,
            week: 11,
            status: .final,
            homeScore: 27,
            awayScore: 20,
            markets: [.example]
        )
    }
}
