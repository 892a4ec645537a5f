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
        Listing(Call(WagerFeedCalls.feed).sorted(by: order), of: engine)
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
        Listing(Call(WagerFeedCalls.feed).asking(filters).sorted(by: order), of: engine)
    }

    /// The caller's own wagers, posed or taken, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func mine(in statuses: Set<WagerStatus> = []) -> Listing<Wager> {
        Listing(
            Call(WagerFeedCalls.feed).asking(FeedQuery.mine, if: true)
                .asking(FeedQuery.status, anyOf: statuses.map(\.rawValue)),
            of: engine
        )
    }

    /// The open wagers that are offered to the caller alone, newest first.
    public func addressed() -> Listing<Wager> { Listing(Call(WagerFeedCalls.addressed), of: engine) }

    /// The wagers that a person posed or took, as far as the caller can see them, newest first.
    ///
    /// - Parameter statuses: only in these states; all if empty.
    public func of(_ person: Person.ID, in statuses: Set<WagerStatus> = []) -> Listing<Wager> {
        Listing(
            Call(WagerFeedCalls.ofPerson, at: person)
                .asking(WagerFeedCalls.status, anyOf: statuses.map(\.rawValue)),
            of: engine
        )
    }
}

extension Call {
    /// With the given filters, and `filters=none`, which ignores the saved ones.
    fileprivate func asking(_ filters: FeedFilters) -> Call {
        let none = FeedFilters()
        func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ",") }
        func cents(_ amount: Int64, _ default: Int64) -> String? {
            amount == `default` ? nil : String(amount)
        }
        let near = filters.near.map { "\(degrees($0.lat)),\(degrees($0.lon))" }
        return asking(FeedQuery.saved, FeedQuery.Saved.none.rawValue)
            .asking(FeedQuery.status, list(filters.status.map(\.rawValue)))
            .asking(FeedQuery.category, list(filters.category))
            .asking(FeedQuery.around, near)
            .asking(FeedQuery.radius, near.map { _ in "\(filters.radiusKm)" })
            .asking(FeedQuery.lowest, cents(filters.minCents, none.minCents))
            .asking(FeedQuery.highest, cents(filters.maxCents, none.maxCents))
            .asking(FeedQuery.friends, if: filters.friends)
    }

    fileprivate func sorted(by order: Parlay.Wagers.Order) -> Call {
        asking(FeedQuery.sort, order == .newest ? nil : order.rawValue)
    }

    /// To some 10 cm, and never with an exponent.
    private func degrees(_ angle: Double) -> String { String(format: "%.6f", angle) }
}

extension Parlay.Administration {
    /// Disputed wagers, oldest first, for moderators: `parlay.wagers.decide` decides one.
    public func disputes() -> Listing<Wager> { Listing(Call(WagerCalls.disputes), of: engine) }

    /// Takes a wager down that is not final yet: it is cancelled for good, and a result no longer counts.
    ///
    /// - Parameter reason: sent to both parties; up to 500 characters.
    @discardableResult
    public func voidWager(_ id: Wager.ID, reason: String) async throws(ParlayError) -> Versioned<Wager> {
        try await engine.versioned(Call(WagerCalls.void, at: id, WagerVoid(reason: reason)))
    }
}
