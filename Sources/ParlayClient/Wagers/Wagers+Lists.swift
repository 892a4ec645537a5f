internal import Foundation
public import ParlayAPI

extension Parlay.Wagers {
    /// The order of a feed.
    public enum Order: String, CaseIterable, Sendable {
        case newest
        /// The nearest first; for filters with `near`.
        case distance
    }

    /// The wagers that the caller can see, with the filters saved in the caller's settings; without saved filters,
    /// all open ones. If the saved filters change between two pages, the second is refused with `bad_query`: start
    /// again.
    ///
    /// - Parameter order: `distance` requires saved filters with `near`; otherwise the problem is `bad_query`.
    public func feed(by order: Order = .newest) -> Listing<Wager> {
        Listing("wagers/", query: order.query, of: engine)
    }

    /// The wagers that the caller can see and that match these filters, ignoring the saved ones.
    ///
    ///     parlay.wagers.feed(FeedFilters())                                          // all that are open
    ///     parlay.wagers.feed(FeedFilters(near: here, radiusKm: 5), by: .distance)
    ///
    /// To save filters: `parlay.settings.update { $0.feedFilters = .set(filters) }`.
    ///
    /// - Parameter filters: with `near`, each wager has its `distanceKm`, and those without a place are left out.
    public func feed(_ filters: FeedFilters, by order: Order = .newest) -> Listing<Wager> {
        Listing("wagers/", query: filters.query + order.query, of: engine)
    }

    /// The caller's own wagers, posed or taken, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func mine(in statuses: Set<WagerStatus> = []) -> Listing<Wager> {
        Listing("wagers/", query: [("mine", "true")] + Self.query(statuses), of: engine)
    }

    /// The wagers that a person posed or took, as far as the caller can see them, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func of(_ person: Person.ID, in statuses: Set<WagerStatus> = []) -> Listing<Wager> {
        Listing("profiles/\(person)/wagers/", query: Self.query(statuses), of: engine)
    }

    private static func query(_ statuses: Set<WagerStatus>) -> [(name: String, value: String)] {
        let values = statuses.map(\.rawValue).sorted().joined(separator: ",")
        return values.isEmpty ? [] : [("status", values)]
    }
}

extension FeedFilters {
    /// The given filters, and `filters=none`, which ignores the saved ones.
    fileprivate var query: [(name: String, value: String)] {
        let none = FeedFilters()
        var query: [(name: String, value: String)] = [("filters", "none")]
        if !status.isEmpty { query.append(("status", status.map(\.rawValue).joined(separator: ","))) }
        if !category.isEmpty { query.append(("category", category.joined(separator: ","))) }
        if let near {
            query.append(("near", "\(Self.degrees(near.lat)),\(Self.degrees(near.lon))"))
            query.append(("radius_km", "\(radiusKm)"))
        }
        if minCents != none.minCents { query.append(("min_cents", String(minCents))) }
        if maxCents != none.maxCents { query.append(("max_cents", String(maxCents))) }
        if friends { query.append(("friends", "true")) }
        return query
    }

    /// To some 10 cm, and never with an exponent.
    private static func degrees(_ angle: Double) -> String { String(format: "%.6f", angle) }
}

extension Parlay.Wagers.Order {
    fileprivate var query: [(name: String, value: String)] {
        self == .newest ? [] : [("sort", rawValue)]
    }
}

extension Parlay.Administration {
    /// Disputed wagers, newest first, for moderators: `parlay.wagers.decide` decides one.
    public func disputes() -> Listing<Wager> { Listing("admin/disputes/", of: engine) }

    /// Takes a wager down that is not final yet: it is cancelled for good, and a result no longer counts.
    ///
    /// - Parameter reason: told to both parties; up to 500 characters.
    @discardableResult
    public func voidWager(_ id: Wager.ID, reason: String) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(.post("admin/wagers/\(id)/void/", WagerVoid(reason: reason)))
    }
}
