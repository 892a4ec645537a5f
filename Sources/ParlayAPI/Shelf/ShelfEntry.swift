/// A game on a person's shelf.
public struct ShelfEntry: Resource, Hashable {
    /// Identifies the entry in paths.
    public var gameID: Int64
    /// The game as lists of the catalog have it.
    public var game: Game
    /// How far they are with the game.
    public var status: Extensible<ShelfStatus>
    /// 0–100; `nil` if they have not rated it.
    public var userRating: Int?
    /// How long they played.
    public var userHours: PlayedHours
    /// In their own words; `nil` without one.
    public var note: String?
    /// `nil` if they have not said.
    public var startedOn: CivilDate?
    /// `nil` if they have not said. Not before `startedOn`.
    public var finishedOn: CivilDate?
    /// When the game came onto the shelf.
    public var addedAt: Timestamp
    /// When the entry last changed; not the game.
    public var updatedAt: Timestamp

    public init(
        game: Game,
        status: ShelfStatus,
        userRating: Int? = nil,
        userHours: PlayedHours = .zero,
        note: String? = nil,
        startedOn: CivilDate? = nil,
        finishedOn: CivilDate? = nil,
        addedAt: Timestamp,
        updatedAt: Timestamp
    ) {
        gameID = game.id
        self.game = game
        self.status = Extensible(status)
        self.userRating = userRating
        self.userHours = userHours
        self.note = note
        self.startedOn = startedOn
        self.finishedOn = finishedOn
        self.addedAt = addedAt
        self.updatedAt = updatedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("game_id", &gameID, "The game's id, which identifies the entry.")
        object.member("game", &game, "The game.")
        object.member(
            "status",
            &status,
            "0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped."
        )
        object.member("user_rating", &userRating, "Their rating; `null` without one.", range: 0...100)
        object.member("user_hours", &userHours, "Hours played, with at most one decimal.")
        object.member("note", &note, "Their note; `null` without one.")
        object.member("started_on", &startedOn, "The day they started to play.")
        object.member("finished_on", &finishedOn, "The day they finished.")
        object.member("added_at", &addedAt, "When the game came onto the shelf.")
        object.member("updated_at", &updatedAt, "When the entry last changed.")
    }
}

extension ShelfEntry {
    package static var schemaSummary: String { "A game on a person's shelf." }

    package static var example: ShelfEntry {
        ShelfEntry(
            game: .example,
            status: .finished,
            userRating: 93,
            userHours: PlayedHours(tenths: 1125),
            note: "The Bloody Baron!",
            startedOn: CivilDate(year: 2026, month: 1, day: 3),
            finishedOn: CivilDate(year: 2026, month: 5, day: 10),
            addedAt: .example,
            updatedAt: .exampleLater
        )
    }
}

extension ShelfEntry {
    /// Before anything is said about the game.
    package static var added: ShelfEntry {
        ShelfEntry(
            game: .example,
            status: .playing,
            addedAt: .example,
            updatedAt: .example
        )
    }
}

/// A game that a person wishes for.
public struct Wish: Resource, Hashable {
    /// Identifies the wish in paths.
    public var gameID: Int64
    /// The game as lists of the catalog have it.
    public var game: Game
    /// When the game came onto the wishlist.
    public var addedAt: Timestamp

    public init(game: Game, addedAt: Timestamp) {
        gameID = game.id
        self.game = game
        self.addedAt = addedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("game_id", &gameID, "The game's id, which identifies the wish.")
        object.member("game", &game, "The game.")
        object.member("added_at", &addedAt, "When the game came onto the wishlist.")
    }
}

extension Wish {
    package static var schemaSummary: String { "A game on a person's wishlist." }

    package static var example: Wish { Wish(game: .example, addedAt: .example) }
}
