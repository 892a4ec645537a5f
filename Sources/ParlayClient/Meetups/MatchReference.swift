public import ParlayAPI

/// Names a match: by the match itself, its id, or the other person.
///
///     try await parlay.matches.cancel(match)
///     try await parlay.matches.cancel(.id(7))
///     try await parlay.matches.cancel(bob)
public protocol MatchReference: Sendable {
    var matchAddress: MatchAddress { get }
    /// The offer as it was seen; `nil` when none was.
    var seenOffer: SeenOffer? { get }
}

extension MatchReference {
    public var seenOffer: SeenOffer? { nil }
}

/// The path by which the server finds a match.
public struct MatchAddress: MatchReference, Hashable {
    let path: String

    public var matchAddress: MatchAddress { self }
}

/// A proposed time and place.
public struct SeenOffer: Hashable, Sendable {
    public var time: Timestamp
    public var location: String

    public init(time: Timestamp, location: String) {
        self.time = time
        self.location = location
    }
}

extension MatchReference where Self == MatchAddress {
    /// A match by its id, such as a notice's subject.
    public static func id(_ id: Match.ID) -> MatchAddress { MatchAddress(path: "matches/\(id)/") }

    /// The caller's match with this person.
    public static func person(_ id: Person.ID) -> MatchAddress { MatchAddress(path: "times/\(id)/") }
}

extension Match: MatchReference {
    public var matchAddress: MatchAddress { .id(matchID) }

    public var seenOffer: SeenOffer? {
        guard let time1, let location else { return nil }
        return SeenOffer(time: time1, location: location)
    }
}

extension Person: MatchReference {
    public var matchAddress: MatchAddress { .person(id) }
}

extension Profile: MatchReference {
    public var matchAddress: MatchAddress { .person(id) }
}

extension Versioned: MatchReference where Value: MatchReference {
    public var matchAddress: MatchAddress { value.matchAddress }
    public var seenOffer: SeenOffer? { value.seenOffer }
}
