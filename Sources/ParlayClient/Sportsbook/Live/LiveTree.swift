public import Foundation
public import ParlayAPI

/// The sportsbook as it is now: an element of `parlay.sportsbook.live()`.
public struct LiveTree: Hashable, Sendable {
    /// Whether the tree is up to date.
    public enum Connection: Hashable, Sendable {
        /// The tree is loading, or the stream is being opened.
        case connecting
        /// Changes arrive as they happen.
        case live
        /// The stream was lost, and is opened again at this time.
        case waiting(until: Date)
    }

    /// The open tournaments with an event that is not decided. Empty until the tree is loaded.
    public internal(set) var tournaments: [SportsbookTournament] = []
    /// The number of the last change that is contained; `nil` until the tree is loaded.
    public internal(set) var seq: Int64?
    /// Whether changes arrive now.
    public internal(set) var connection = Connection.connecting
    /// The prices that have moved since the element before this one.
    public internal(set) var moves: [Outcome.ID: PriceMove] = [:]

    init() {}

    /// Whether `tournaments` says anything: before, it is empty because the tree is loading.
    public var isLoaded: Bool { seq != nil }
}

/// A price that has changed.
public struct PriceMove: Hashable, Sendable {
    /// The outcome with the price.
    public var outcome: Outcome.ID
    /// In the element before this one.
    public var from: AmericanPrice
    /// In this element.
    public var to: AmericanPrice

    public init(outcome: Outcome.ID, from: AmericanPrice, to: AmericanPrice) {
        (self.outcome, self.from, self.to) = (outcome, from, to)
    }

    /// Whether the outcome pays more than before.
    public var isUp: Bool { from < to }
    /// Whether the outcome pays less than before.
    public var isDown: Bool { to < from }
}
