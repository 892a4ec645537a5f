/// The games that a tenant's admins put first, and the body that replaces them.
public struct FeaturedGames: RequestBody, Resource, Hashable {
    /// In the order to show them.
    public var gameIDs: [Int64]

    public init(gameIDs: [Int64]) { self.gameIDs = gameIDs }

    /// How many games there can be.
    public static let limit = 50

    package static let gameIDs = BodyField<[Int64]>
        .list("game_ids", 0...limit, of: .id("", ""), "Games of the catalog, in the order to show them.")
        .checked(FieldRule("gamesDiffer", "A game must not be named twice.")) { Set($0).count == $0.count }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.gameIDs, &gameIDs)
    }
}

extension FeaturedGames {
    package static var schemaSummary: String { "The games that a tenant's admins put first." }

    package static var example: FeaturedGames { FeaturedGames(gameIDs: [1942, 1416]) }
}
