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
    /// No offer was seen: the server takes the current one.
    public var seenOffer: SeenOffer? { nil }
}

/// By what the server finds a match.
public struct MatchAddress: MatchReference, Hashable {
    /// Of the match, or of the other person.
    let id: Int64
    let isOfPerson: Bool

    /// The address itself.
    public var matchAddress: MatchAddress { self }
}

/// A proposed time and place.
public struct SeenOffer: Hashable, Sendable {
    /// When to meet.
    public var time: Timestamp
    /// Where to meet.
    public var location: String

    public init(time: Timestamp, location: String) {
        self.time = time
        self.location = location
    }
}

extension MatchReference where Self == MatchAddress {
    /// A match by its id, such as a notice's subject.
    public static func id(_ id: Match.ID) -> MatchAddress { MatchAddress(id: id, isOfPerson: false) }

    /// The caller's match with this person.
    public static func person(_ id: Person.ID) -> MatchAddress { MatchAddress(id: id, isOfPerson: true) }
}

extension Match: MatchReference {
    /// By the match's id.
    public var matchAddress: MatchAddress { .id(matchID) }

    /// The time and place of this copy; `nil` if it has no plan.
    public var seenOffer: SeenOffer? {
        guard let time1, let location else { return nil }
        return SeenOffer(time: time1, location: location)
    }
}

extension Person: MatchReference {
    /// The caller's match with this person.
    public var matchAddress: MatchAddress { .person(id) }
}

extension Profile: MatchReference {
    /// The caller's match with this person.
    public var matchAddress: MatchAddress { .person(id) }
}

extension Versioned: MatchReference where Value: MatchReference {
    /// That of the value.
    public var matchAddress: MatchAddress { value.matchAddress }
    /// That of the value.
    public var seenOffer: SeenOffer? { value.seenOffer }
}
