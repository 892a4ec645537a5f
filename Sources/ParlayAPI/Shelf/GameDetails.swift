/// A game, and what the caller has to do with it. In JSON one flat object: the members of the game and two more.
public struct GameDetails: Resource, Hashable {
    /// The game as lists have it.
    public var game: Game
    /// The caller's; `nil` if the game is not on their shelf.
    public var shelfEntry: ShelfEntry?
    /// Whether it is on the caller's wishlist.
    public var isWished: Bool

    public init(game: Game, shelfEntry: ShelfEntry? = nil, isWished: Bool = false) {
        self.game = game
        self.shelfEntry = shelfEntry
        self.isWished = isWished
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        game.members(&object)
        object.member("shelf_entry", &shelfEntry, "Your entry; `null` if the game is not on your shelf.")
        object.member("wished", &isWished, "Whether the game is on your wishlist.")
    }
}

extension GameDetails {
    package static var schemaSummary: String { "A video game with your entry of it." }

    package static var example: GameDetails { GameDetails(game: .example, shelfEntry: .example) }
}
