/// A game, and what the caller has to do with it. In JSON one flat object: the members of the game and three more.
public struct GameDetails: Resource, Hashable {
    /// The game as lists have it.
    public var game: Game
    /// At most ten, in the order of their source.
    public var screenshots: [GameScreenshot]
    /// The caller's; `nil` if the game is not on their shelf.
    public var shelfEntry: ShelfEntry?
    /// Whether it is on the caller's wishlist.
    public var isWished: Bool

    public init(
        game: Game,
        screenshots: [GameScreenshot] = [],
        shelfEntry: ShelfEntry? = nil,
        isWished: Bool = false
    ) {
        self.game = game
        self.screenshots = screenshots
        self.shelfEntry = shelfEntry
        self.isWished = isWished
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        game.members(&object)
        object.member(
            "screenshots",
            &screenshots,
            "At most ten, in the order of their source.",
            element: "A screenshot."
        )
        object.member("shelf_entry", &shelfEntry, "Your entry; `null` if the game is not on your shelf.")
        object.member("wished", &isWished, "Whether the game is on your wishlist.")
    }
}

extension GameDetails {
    package static var schemaSummary: String { "A video game with your entry of it." }

    package static var example: GameDetails {
        GameDetails(game: .example, screenshots: [.example], shelfEntry: .example)
    }
}

/// A picture of a game being played.
public struct GameScreenshot: Resource, Hashable {
    /// The picture's name at its source, from which IGDB's addresses of other sizes are made.
    public var imageID: String
    /// Absolute; at most 889 by 500 pixels if it is IGDB's.
    public var url: String

    public init(imageID: String, url: String) {
        self.imageID = imageID
        self.url = url
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("image_id", &imageID, "The picture's name at its source.")
        object.member("url", &url, "The address of the picture.")
    }
}

extension GameScreenshot {
    package static var schemaSummary: String { "A picture of a game being played." }

    package static var example: GameScreenshot {
        GameScreenshot(
            imageID: "sc6dnp",
            url: "https://images.igdb.com/igdb/image/upload/t_screenshot_big/sc6dnp.jpg"
        )
    }
}
