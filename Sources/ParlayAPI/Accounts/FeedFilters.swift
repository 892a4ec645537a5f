/// The saved filters of a person's wager feed.
public struct FeedFilters: RequestBody, Resource, Hashable {
    /// The states of wagers that a feed can be limited to.
    public typealias Status = WagerStatus

    /// Empty means `open`.
    public var status: [Status]
    /// Empty means all.
    public var category: [String]
    /// Only wagers within `radiusKm` of this point; `nil` for anywhere.
    public var near: Place?
    /// Kilometres around `near`; without effect if that is `nil`.
    public var radiusKm: Double
    /// The smallest amount, in cents, inclusive.
    public var minCents: Int64
    /// The largest amount, in cents, inclusive.
    public var maxCents: Int64
    /// Only those of friends.
    public var friends: Bool

    public init(
        status: [Status] = [],
        category: [String] = [],
        near: Place? = nil,
        radiusKm: Double = 25,
        minCents: Int64 = 1,
        maxCents: Int64 = 100_000_000,
        friends: Bool = false
    ) {
        self.status = status
        self.category = category
        self.near = near
        self.radiusKm = radiusKm
        self.minCents = minCents
        self.maxCents = maxCents
        self.friends = friends
    }

    static let status = BodyField<[Status]>.list(
        "status",
        0...7,
        of: .choice("", of: Status.self),
        "Only wagers in these states."
    )
    .defaulting(to: [])
    static let category = BodyField<[String]>.list(
        "category",
        0...200,
        of: .text("", 1...50),
        "Only these categories."
    )
    .defaulting(to: [])
    static let near = BodyField<Place>.object("near", as: Place.self, "Only wagers around this point.")
        .optional
    static let radiusKm = BodyField<Double>.number("radius_km", 0.1...500, "The distance around `near`.")
        .defaulting(
            to: 25
        )
    static let minCents = BodyField<Int64>.integer("min_cents", 1...100_000_000, "The smallest amount.")
        .defaulting(to: 1)
    static let maxCents = BodyField<Int64>.integer("max_cents", 1...100_000_000, "The largest amount.")
        .defaulting(to: 100_000_000)
    static let friends = BodyField<Bool>.boolean("friends", "Only wagers that friends posed.").defaulting(
        to: false
    )

    package init() { self.init(status: []) }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.status, &status)
        body.field(Self.category, &category)
        body.field(Self.near, &near)
        body.field(Self.radiusKm, &radiusKm)
        body.field(Self.minCents, &minCents)
        body.field(Self.maxCents, &maxCents)
        body.field(Self.friends, &friends)
        body.check { body in
            if minCents > maxCents && body.isValid(Self.minCents) && body.isValid(Self.maxCents) {
                body.refuse(Self.maxCents, FieldRule("maxBelowMin", "Must not be below min_cents."))
            }
        }
    }
}

extension FeedFilters {
    package static var schemaSummary: String { "The saved filters of a person's wager feed." }

    package static var example: FeedFilters {
        FeedFilters(status: [.open], category: ["Sports"], near: Place(lat: 52.52, lon: 13.405))
    }
}

/// A point on the earth, in degrees.
public struct Place: RequestBody, Resource, Hashable {
    /// Degrees north, −90 to 90.
    public var lat: Double
    /// Degrees east, −180 to 180.
    public var lon: Double

    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }

    static let lat = BodyField<Double>.number("lat", -90...90, "Degrees north.")
    static let lon = BodyField<Double>.number("lon", -180...180, "Degrees east.")

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.lat, &lat)
        body.field(Self.lon, &lon)
    }
}

extension Place {
    package static var schemaSummary: String { "A point on the map." }

    package static var example: Place { Place(lat: 40.7308, lon: -73.9973) }
}
