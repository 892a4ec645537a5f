/// What people can bet on: the open tournaments with their events, markets and outcomes, as they were at a number of the
/// live stream.
public struct SportsbookTree: Resource, Hashable {
    /// The number of the last update that is contained. The stream's messages after it lead to the present tree.
    public var seq: Int64
    /// Open tournaments with an event that is not decided.
    public var tournaments: [SportsbookTournament]

    public init(seq: Int64, tournaments: [SportsbookTournament]) {
        self.seq = seq
        self.tournaments = tournaments
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("seq", &seq, "The number of the last update that is contained: pass it to the stream.")
        object.member(
            "tournaments",
            &tournaments,
            "Open tournaments with an event that is not decided.",
            element: "A tournament with its events."
        )
    }
}

extension SportsbookTree {
    package static var schemaSummary: String { "What people can bet on, as one document." }

    package static var example: SportsbookTree { SportsbookTree(seq: 4711, tournaments: [.example]) }
}

/// A tournament with all of its events.
public struct SportsbookTournament: Resource, Hashable {
    /// The tournament as the list of tournaments has it.
    public var tournament: Tournament
    /// In the order of their start.
    public var events: [SportsEvent]

    /// A tournament with some of its events.
    public init(_ tournament: Tournament, events: [SportsEvent]) {
        self.tournament = tournament
        self.events = events
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        tournament.members(&object)
        object.member("events", &events, "In the order of their start.", element: "A game with its markets.")
    }
}

extension SportsbookTournament {
    package static var schemaSummary: String { "A tournament with all of its events." }

    package static var example: SportsbookTournament { SportsbookTournament(.example, events: [.example]) }
}
