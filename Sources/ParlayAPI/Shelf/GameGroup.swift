/// A genre or a platform of the catalog.
public struct GameGroup: Resource, Hashable {
    /// As the filters of the list of games take it.
    public var name: String
    /// How many games have it, as of the last time that the catalog was brought up to date.
    public var games: Int64

    public init(name: String, games: Int64) {
        self.name = name
        self.games = games
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("name", &name, "The name, for the filters of the list of games.")
        object.member("games", &games, "How many games have it.")
    }
}

extension GameGroup {
    package static var schemaSummary: String { "A genre or a platform of the catalog." }

    package static var example: GameGroup { GameGroup(name: "Role-playing (RPG)", games: 412) }
}
