/// A video game of the catalog, which all tenants share.
public struct Game: Resource, Hashable {
    public var id: Int64
    /// Its id at IGDB; `nil` if the game came from another source.
    public var igdbID: Int64?
    /// As published.
    public var name: String
    /// 0–100; `nil` if it has no ratings.
    public var rating: Double?
    /// How many rated it.
    public var ratingCount: Int64
    /// What the game is about; `nil` if the catalog does not say.
    public var summary: String?
    /// The day of its first release; `nil` if that is unknown.
    public var releaseDate: CivilDate?
    /// `nil` if there is no picture.
    public var cover: GameCover?
    /// Sorted by name.
    public var genres: [String]
    /// Sorted by name.
    public var platforms: [String]
    /// When the catalog's data about it last changed.
    public var updatedAt: Timestamp

    public init(
        id: Int64,
        igdbID: Int64? = nil,
        name: String,
        rating: Double? = nil,
        ratingCount: Int64 = 0,
        summary: String? = nil,
        releaseDate: CivilDate? = nil,
        cover: GameCover? = nil,
        genres: [String] = [],
        platforms: [String] = [],
        updatedAt: Timestamp
    ) {
        self.id = id
        self.igdbID = igdbID
        self.name = name
        self.rating = rating
        self.ratingCount = ratingCount
        self.summary = summary
        self.releaseDate = releaseDate
        self.cover = cover
        self.genres = genres
        self.platforms = platforms
        self.updatedAt = updatedAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The game's id.")
        object.member("igdb_id", &igdbID, "Its id at IGDB; `null` if it came from another source.")
        object.member("name", &name, "The name as published.")
        object.member("rating", &rating, "0 to 100; `null` without ratings.")
        object.member("rating_count", &ratingCount, "How many people rated it.")
        object.member("summary", &summary, "What the game is about.")
        object.member("release_date", &releaseDate, "The day of its first release.")
        object.member("cover", &cover, "Its cover picture.")
        object.member("genres", &genres, "Sorted by name.", element: "The name of a genre.")
        object.member("platforms", &platforms, "Sorted by name.", element: "The name of a platform.")
        object.member("updated_at", &updatedAt, "When the catalog's data about it last changed.")
    }
}

extension Game {
    package static var schemaSummary: String { "A video game of the catalog." }

    package static var example: Game {
        Game(
            id: 1942,
            igdbID: 1942,
            name: "The Witcher 3: Wild Hunt",
            rating: 94.15,
            ratingCount: 3795,
            summary:
                "An open world in which contracts, clues and their consequences are followed by a hunter of monsters.",
            releaseDate: CivilDate(year: 2015, month: 5, day: 19),
            cover: .example,
            genres: ["Adventure", "Role-playing (RPG)"],
            platforms: ["PC (Microsoft Windows)", "PlayStation 4"],
            updatedAt: .example
        )
    }
}

/// A picture of a game's cover.
public struct GameCover: Resource, Hashable {
    /// The picture's name at its source, from which IGDB's addresses of other sizes are made.
    public var imageID: String
    /// Absolute.
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

extension GameCover {
    package static var schemaSummary: String { "The picture of a game's cover." }

    package static var example: GameCover {
        GameCover(
            imageID: "co1wyy",
            url: "https://images.igdb.com/igdb/image/upload/t_cover_big/co1wyy.jpg"
        )
    }
}
