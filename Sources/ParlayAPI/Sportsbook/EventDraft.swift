private enum EventFields {
    static let home = BodyField<String>.name("home", 1...100, "The home team.")
    static let away = BodyField<String>.name("away", 1...100, "The away team.")
    static let startsAt = BodyField<Timestamp>.timestamp("starts_at", "The start of the game.")
    static let week = BodyField<Int>.count("week", 0...100, "The week of the season.").optional
    static let teamsAreEqual = FieldRule("teamsDiffer", "A team does not play against itself.")
}

/// The body of `POST /admin/events/`.
public struct EventDraft: RequestBody, Hashable {
    /// The tournament that it belongs to.
    public var tournamentID: Int64 = 0
    /// The home team.
    public var home: String = ""
    /// The away team.
    public var away: String = ""
    /// The kick-off.
    public var startsAt = Timestamp(milliseconds: 0)
    /// Of the tournament; `nil` if it does not count weeks.
    public var week: Int?

    public init(tournamentID: Int64, home: String, away: String, startsAt: Timestamp, week: Int? = nil) {
        self.tournamentID = tournamentID
        self.home = home
        self.away = away
        self.startsAt = startsAt
        self.week = week
    }

    package static let tournamentID = BodyField<Int64>.id("tournament_id", "The tournament it belongs to.")

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.tournamentID, &tournamentID)
        body.field(EventFields.home, &home)
        body.field(EventFields.away, &away)
        body.field(EventFields.startsAt, &startsAt)
        body.field(EventFields.week, &week)
        body.check { body in
            if home == away, body.isValid(EventFields.home), body.isValid(EventFields.away) {
                body.refuse(EventFields.away, EventFields.teamsAreEqual)
            }
        }
    }
}

/// The body of `PATCH /admin/events/{id}/`.
///
/// A result is the status `final` with both scores; sent again with other scores, it is a correction. The status `live` can
/// come with a running score. Whether two teams differ can only be checked here if both are sent: the service checks the
/// result.
public struct EventUpdate: RequestBody, Hashable {
    /// `final` needs both scores and settles the bets; `live` may have both.
    public var status: Change<EventStatus> = .keep
    /// Together with `awayScore`.
    public var homeScore: Change<Int> = .keep
    /// Together with `homeScore`.
    public var awayScore: Change<Int> = .keep
    /// The kick-off.
    public var startsAt: Change<Timestamp> = .keep
    /// The home team; not the away team.
    public var home: Change<String> = .keep
    /// The away team; not the home team.
    public var away: Change<String> = .keep
    /// Of the tournament; `.set(nil)` removes it.
    public var week: Change<Int?> = .keep

    /// An update that changes nothing.
    public init() {}

    /// The result of a game, or its correction.
    public static func result(home: Int, away: Int) -> EventUpdate {
        var update = EventUpdate()
        update.status = .set(.final)
        update.homeScore = .set(home)
        update.awayScore = .set(away)
        return update
    }

    /// The score of a game that is being played.
    public static func runningScore(home: Int, away: Int) -> EventUpdate {
        var update = result(home: home, away: away)
        update.status = .set(.live)
        return update
    }

    static let status = BodyField<EventStatus>.choice(
        "status",
        of: EventStatus.self,
        "`final` needs both scores and settles the bets; `live` may have both."
    )
    static let homeScore = score("home_score", "The score of the home team.")
    static let awayScore = score("away_score", "The score of the away team.")

    private static func score(_ name: String, _ summary: String) -> BodyField<Int> {
        .count(name, 0...10_000, "\(summary) Only with the status `final` or `live`.")
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.status, &status)
        body.field(Self.homeScore, &homeScore)
        body.field(Self.awayScore, &awayScore)
        body.field(EventFields.startsAt, &startsAt)
        body.field(EventFields.home, &home)
        body.field(EventFields.away, &away)
        body.field(EventFields.week, &week)
        body.check { body in
            if case .set = home, home == away { body.refuse(EventFields.away, EventFields.teamsAreEqual) }
            guard body.isValid(Self.status) else { return }
            checkScores(&body)
        }
    }

    private func checkScores(_ body: inout BodyReader) {
        let fields = [Self.homeScore, Self.awayScore]
        let isFinal = status == .set(.final)
        let takesScores = isFinal || status == .set(.live)
        let needsScores = isFinal || takesScores && fields.contains { body.has($0) }
        for field in fields where body.isValid(field) {
            if needsScores && !body.has(field) {
                body.refuse(
                    field,
                    isFinal
                        ? FieldRule("finalNeedsScores", "The status \"final\" needs both scores.")
                        : FieldRule("bothScoresOrNone", "Send both scores or none.")
                )
            }
            if !takesScores && body.has(field) {
                body.refuse(
                    field,
                    FieldRule("scoreOnlyWhenPlayed", "Only with the status \"final\" or \"live\".")
                )
            }
        }
    }
}
