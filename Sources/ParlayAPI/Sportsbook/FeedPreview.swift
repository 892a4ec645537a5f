/// The body of `POST /admin/feeds/preview/`: a feed that is read once and not stored.
public struct FeedPreviewDraft: RequestBody, Hashable {
    /// Where to read from.
    public var source: OddsFeedSource = .html
    /// The page's address; `nil` for The Odds API.
    public var url: String?
    /// An object.
    public var options: JSONValue = [:]
    /// The key of The Odds API; `nil` for a page.
    public var key: String?

    public init(source: OddsFeedSource, url: String? = nil, options: JSONValue = [:], key: String? = nil) {
        self.source = source
        self.url = url
        self.options = options
        self.key = key
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(OddsFeedDraft.source, &source)
        body.field(OddsFeedUpdate.url.optional, &url)
        body.field(OddsFeedUpdate.options, &options)
        body.field(OddsFeedUpdate.key.optional, &key)
    }
}

/// What a source says now: the games as they would be imported, and what is wrong.
public struct FeedPreview: Resource, Hashable {
    /// As they would be imported.
    public var games: [PreviewedGame]
    /// Sentences; empty if everything would be imported.
    public var problems: [String]

    public init(games: [PreviewedGame], problems: [String] = []) {
        self.games = games
        self.problems = problems
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("games", &games, "The games as they would be imported.", element: "A game.")
        object.member("problems", &problems, "What is wrong, in sentences.", element: "A sentence.")
    }
}

extension FeedPreview {
    package static var schemaSummary: String { "What a feed would import." }

    package static var example: FeedPreview {
        FeedPreview(games: [.example], problems: ["Buffalo against Miami is final without scores."])
    }
}

/// A game that a source has; it has no id yet.
public struct PreviewedGame: Resource, Hashable {
    /// The source's id.
    public var externalID: String
    /// The home team.
    public var home: String
    /// The away team.
    public var away: String
    /// The kick-off.
    public var startsAt: Timestamp
    /// Of the tournament, counted from its first game; `nil` if the source counts no weeks.
    public var week: Int?
    /// The state of the game.
    public var status: Extensible<EventStatus>
    /// `nil` if the source has no score.
    public var homeScore: Int?
    /// `nil` if the source has no score.
    public var awayScore: Int?
    /// What people could bet on.
    public var markets: [PreviewedMarket]

    public init(
        externalID: String,
        home: String,
        away: String,
        startsAt: Timestamp,
        week: Int? = nil,
        status: EventStatus = .scheduled,
        homeScore: Int? = nil,
        awayScore: Int? = nil,
        markets: [PreviewedMarket] = []
    ) {
        self.externalID = externalID
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
        object.member("external_id", &externalID, "The source's id: importing it again finds the same game.")
        object.member("home", &home, "The home team.")
        object.member("away", &away, "The away team.")
        object.member("starts_at", &startsAt, "The start of the game.")
        object.member("week", &week, "The week of the season, counted from its first game.")
        object.member("status", &status, "The state of the game.")
        object.member("home_score", &homeScore, "The score of the home team; `null` without one.")
        object.member("away_score", &awayScore, "The score of the away team; `null` without one.")
        object.member("markets", &markets, "What people could bet on.", element: "A market of the game.")
    }
}

extension PreviewedGame {
    package static var schemaSummary: String { "A game that a source has." }

    package static var example: PreviewedGame {
        PreviewedGame(
            externalID: "7f0348f75d9f3d3bda52be5a73ea3f7b",
            home: "Kansas City Chiefs",
            away: "Buffalo Bills",
            startsAt: .example,
            week: 11,
            markets: [.example]
        )
    }
}

/// A market of a game that a source has.
public struct PreviewedMarket: Resource, Hashable {
    /// What it is about.
    public var kind: Extensible<MarketKind>
    /// The home handicap of a spread, the total of a total, else `nil`.
    public var line: MarketLine?
    /// `assumed` if the source has a line without prices.
    public var prices: Extensible<PriceOrigin>
    /// One for each side.
    public var outcomes: [PreviewedOutcome]

    public init(kind: MarketKind, line: MarketLine? = nil, prices: PriceOrigin, outcomes: [PreviewedOutcome])
    {
        self.kind = Extensible(kind)
        self.line = line
        self.prices = Extensible(prices)
        self.outcomes = outcomes
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("kind", &kind, "What it is about.")
        object.member("line", &line, "The handicap of the home team, or the total; `null` for other kinds.")
        object.member("prices", &prices, "`assumed` if the source has a line without prices.")
        object.member("outcomes", &outcomes, "One for each side.", element: "A side of the market.")
    }
}

extension PreviewedMarket {
    package static var schemaSummary: String { "A market of a game that a source has." }

    package static var example: PreviewedMarket {
        PreviewedMarket(kind: .spread, line: MarketLine(quarters: -14), prices: .quoted, outcomes: [.example])
    }
}

/// One side of a market that a source has.
public struct PreviewedOutcome: Resource, Hashable {
    /// The side of the market.
    public var side: Extensible<OutcomeSide>
    /// The team, `Draw`, or a text such as `Over 44.5`.
    public var name: String
    /// What the source offers, or −110 if the prices are assumed.
    public var price: AmericanPrice
    /// That price in decimal form, for display.
    public var priceDecimal: DecimalPrice
    /// The line of its side.
    public var line: MarketLine?

    public init(side: OutcomeSide, name: String, price: AmericanPrice, line: MarketLine? = nil) {
        self.side = Extensible(side)
        self.name = name
        self.price = price
        self.priceDecimal = price.decimal
        self.line = line
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("side", &side, "The side of the market.")
        object.member("name", &name, "The team, `Draw`, or a text such as `Over 44.5`.")
        object.member("price", &price, "The price in American form.")
        object.member("price_decimal", &priceDecimal, "That price in decimal form, rounded to four places.")
        object.member("line", &line, "The line of this side; `null` for kinds without one.")
    }
}

extension PreviewedOutcome {
    package static var schemaSummary: String { "One side of a market that a source has." }

    package static var example: PreviewedOutcome {
        PreviewedOutcome(
            side: .home,
            name: "Kansas City Chiefs",
            price: .assumed,
            line: MarketLine(quarters: -14)
        )
    }
}
