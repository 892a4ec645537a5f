/// The body of `POST /shelf/`.
public struct ShelfDraft: RequestBody, Hashable {
    /// A game of the catalog that is not on the shelf yet.
    public var gameID: Int64 = 0
    /// `nil` for the person's `shelf_default_status`.
    public var status: ShelfStatus?

    public init(gameID: Int64, status: ShelfStatus? = nil) {
        self.gameID = gameID
        self.status = status
    }

    package static let gameID = BodyField<Int64>.id("game_id", "A game of the catalog.")
    static let status = BodyField<ShelfStatus>.shelfStatus(
        "status",
        "0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped; your `shelf_default_status` by default."
    )
    .omittable

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.gameID, &gameID)
        body.field(Self.status, &status)
    }
}

/// The body of `PUT` and `PATCH /shelf/{game_id}/`. A PUT clears the fields that are `keep`, except the status, which it
/// requires; a PATCH leaves them as they are.
///
/// Whether it finished before it started can only be checked here if both dates are sent: the service checks the result.
public struct ShelfUpdate: RequestBody, Hashable {
    /// How far the person is with the game.
    public var status: Change<ShelfStatus> = .keep
    /// 0–100; `.set(nil)` removes the rating.
    public var userRating: Change<Int?> = .keep
    /// From 0 to `PlayedHours.limit`.
    public var userHours: Change<PlayedHours> = .keep
    /// An empty text is the same as `nil`.
    public var note: Change<String?> = .keep
    /// `.set(nil)` removes it.
    public var startedOn: Change<CivilDate?> = .keep
    /// Not before `startedOn`; `.set(nil)` removes it.
    public var finishedOn: Change<CivilDate?> = .keep

    /// An update that changes nothing.
    public init() {}

    static let status = BodyField<ShelfStatus>.shelfStatus(
        "status",
        "0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped."
    )
    static let userRating = BodyField<Int>.count("user_rating", 0...100, "Your rating.").optional
    static let userHours = BodyField<PlayedHours>.hours(
        "user_hours",
        0...PlayedHours.limit.hours,
        "Hours played, with at most one decimal; 0 by default."
    )
    .defaulting(to: .zero)
    static let note = BodyField<String>.text("note", 0...noteLimit, "Your note; empty is the same as `null`.")
        .optional
    static let startedOn = day("started_on", "The day you started to play.")
    package static let finishedOn = day("finished_on", "The day you finished; not before `started_on`.")

    /// In Unicode scalars.
    public static let noteLimit = 4_000

    /// The years that an entry's dates may be in.
    public static let years = 1_900...2_100

    package static let datesAreReversed = FieldRule(
        "finishedAfterStart",
        "Must not be before started_on."
    )

    private static let yearRule = FieldRule(
        "yearOfEntry",
        "Must be in the years \(years.lowerBound) to \(years.upperBound).",
        ["least": .text("\(years.lowerBound)"), "most": .text("\(years.upperBound)")]
    )

    private static func day(_ name: String, _ summary: String) -> BodyField<CivilDate?> {
        BodyField<CivilDate>.date(name, summary)
            .checked(yearRule) { years.contains($0.year) }
            .optional
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.status, &status)
        body.field(Self.userRating, &userRating)
        body.field(Self.userHours, &userHours)
        body.field(Self.note, &note)
        body.field(Self.startedOn, &startedOn)
        body.field(Self.finishedOn, &finishedOn)
        body.check { body in
            if case .set(let start?) = startedOn, case .set(let end?) = finishedOn, end < start {
                body.refuse(Self.finishedOn, Self.datesAreReversed)
            }
        }
    }
}
