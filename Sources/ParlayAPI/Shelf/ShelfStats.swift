/// A person's shelf in numbers.
public struct ShelfStats: Resource, Hashable {
    /// How many games are on the shelf.
    public var games: Int
    /// Played in all of them.
    public var hours: PlayedHours
    /// To two decimals, of the games they rated; `nil` without any.
    public var meanRating: Double?
    /// One for each status.
    public var byStatus: [OfStatus]
    /// The genres of their games, most games first. A game counts in each of its genres.
    public var byGenre: [OfGenre]
    /// The months in which they finished games, the earliest first.
    public var byMonth: [OfMonth]

    public init(
        games: Int = 0,
        hours: PlayedHours = .zero,
        meanRating: Double? = nil,
        byStatus: [OfStatus] = [],
        byGenre: [OfGenre] = [],
        byMonth: [OfMonth] = []
    ) {
        self.games = games
        self.hours = hours
        self.meanRating = meanRating
        self.byStatus = byStatus
        self.byGenre = byGenre
        self.byMonth = byMonth
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("games", &games, "How many games are on the shelf.")
        object.member("hours", &hours, "Hours played in all of them.")
        object.member("mean_rating", &meanRating, "Of the rated games, to two decimals.")
        object.member("by_status", &byStatus, "One for each status.")
        object.member(
            "by_genre",
            &byGenre,
            "Most games first. A game counts in each of its genres."
        )
        object.member("by_month", &byMonth, "Months in which games were finished, the earliest first.")
    }

    /// The games with one status.
    public struct OfStatus: Resource, Hashable {
        /// One of the five, or a newer server's.
        public var status: Extensible<ShelfStatus>
        /// How many games have this status.
        public var games: Int
        /// Played in them.
        public var hours: PlayedHours

        public init(status: ShelfStatus, games: Int, hours: PlayedHours) {
            self.status = Extensible(status)
            self.games = games
            self.hours = hours
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("status", &status, "0 backlog, 1 playing, 2 finished, 3 completed, 4 dropped.")
            object.member("games", &games, "How many games have it.")
            object.member("hours", &hours, "Hours played in them.")
        }

        package static var schemaName: String { "ShelfStatsOfStatus" }
        package static var schemaSummary: String { "The games with one status." }
        package static var example: OfStatus {
            OfStatus(status: .finished, games: 2, hours: PlayedHours(tenths: 1345))
        }
    }

    /// The games of one genre.
    public struct OfGenre: Resource, Hashable {
        /// As the filters of the list of games take it.
        public var genre: String
        /// How many games have this genre.
        public var games: Int
        /// Played in them.
        public var hours: PlayedHours

        public init(genre: String, games: Int, hours: PlayedHours) {
            self.genre = genre
            self.games = games
            self.hours = hours
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("genre", &genre, "The name of the genre.")
            object.member("games", &games, "How many games have it.")
            object.member("hours", &hours, "Hours played in them.")
        }

        package static var schemaName: String { "ShelfStatsOfGenre" }
        package static var schemaSummary: String { "The games of one genre." }
        package static var example: OfGenre {
            OfGenre(genre: "Adventure", games: 1, hours: PlayedHours(tenths: 1125))
        }
    }

    /// The games that were finished in one month.
    public struct OfMonth: Resource, Hashable {
        /// `2026-05`
        public var month: String
        /// How many games were finished in it, by `finishedOn`.
        public var finished: Int
        /// Played in them, whenever that was.
        public var hours: PlayedHours

        public init(month: String, finished: Int, hours: PlayedHours) {
            self.month = month
            self.finished = finished
            self.hours = hours
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("month", &month, "Year and month: `2026-05`.")
            object.member("finished", &finished, "How many games were finished in it, by `finished_on`.")
            object.member("hours", &hours, "Hours played in them in total.")
        }

        package static var schemaName: String { "ShelfStatsOfMonth" }
        package static var schemaSummary: String { "The games that were finished in one month." }
        package static var example: OfMonth {
            OfMonth(month: "2026-05", finished: 1, hours: PlayedHours(tenths: 1125))
        }
    }
}

extension ShelfStats {
    package static var schemaSummary: String { "A person's shelf in numbers." }

    package static var example: ShelfStats {
        ShelfStats(
            games: 2,
            hours: PlayedHours(tenths: 1345),
            meanRating: 86.5,
            byStatus: ShelfStatus.allCases.map { status in
                status == .finished
                    ? .example : OfStatus(status: status, games: 0, hours: .zero)
            },
            byGenre: [.example],
            byMonth: [.example]
        )
    }
}
