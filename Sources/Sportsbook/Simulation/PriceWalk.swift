internal import ParlayAPI

/// A random walk of a price around its first one: 17 prices, two per cent of the profit apart. It tends back to the
/// first, the more the farther it is away, and never leaves the bounds. Pure.
struct PriceWalk: Equatable {
    /// How many steps it may be away from the first price, in either direction.
    static let bound = 8
    private static let percentPerStep = 2
    private static let scale = 10_000

    let first: AmericanPrice

    init(around first: AmericanPrice) { self.first = first }

    /// At a position from −8 to 8; at 0 exactly the first price.
    func price(at position: Int) -> AmericanPrice {
        guard position != 0 else { return first }
        let percent = 100 + Self.percentPerStep * min(max(position, -Self.bound), Self.bound)
        // The profit on a stake of 100.
        let whole = 100 * Self.scale
        let raw = first.rawValue
        let profit = (raw > 0 ? raw * Self.scale : 100 * whole / -raw) * percent / 100
        let american =
            profit >= whole
            ? (profit + Self.scale / 2) / Self.scale : -((100 * whole + profit / 2) / max(profit, 1))
        let limit = AmericanPrice.limit
        return AmericanPrice(rawValue: min(max(american, -limit), limit)) ?? first
    }

    /// Where a price is on the walk, the nearest to the first one; `nil` if it is not.
    func position(of price: AmericanPrice) -> Int? {
        (0...Self.bound).flatMap { [$0, -$0] }.first { self.price(at: $0).pays(sameAs: price) }
    }

    /// The price after `price`; one that is not on the walk begins another walk. `nil` if there is none that pays
    /// otherwise.
    ///
    /// - Parameter roll: a random number from 0 to 15.
    func price(after price: AmericanPrice, roll: Int) -> AmericanPrice? {
        guard let position = position(of: price) else {
            return PriceWalk(around: price).price(after: price, roll: roll)
        }
        let isBack = roll < Self.bound + abs(position)
        let step = (position > 0) == isBack ? -1 : 1
        // At the limits of prices, several steps pay the same.
        return [position + step, position - step].filter { abs($0) <= Self.bound }
            .map { self.price(at: $0) }.first { !$0.pays(sameAs: price) }
    }
}
