/// The exact price of a bet: the product of its legs' factors.
///
/// Twelve legs of +1,000,000 have a product of 160 bits. It is never worked out: the stake is multiplied by one
/// numerator after the other, as an integer of any length, and then divided by one denominator after the other.
/// Rounding down after each division gives the same as rounding down once, at the end.
public struct ParlayPrice: Hashable, Sendable {
    /// One for each leg; a single bet has one.
    public var factors: [PriceFactor]

    /// - Parameter factors: one for each leg.
    public init(_ factors: [PriceFactor]) { self.factors = factors }

    /// - Parameter prices: one for each leg.
    public init(_ prices: some Sequence<AmericanPrice>) { factors = prices.map(\.factor) }

    /// What the bet pays if every leg is won, the stake included, rounded down to the cent: 190.90 for 100.00 at −110.
    /// `nil` for a negative stake, and if it exceeds `Int64`.
    public func payout(stakeCents: Int64) -> Int64? {
        guard let stake = UInt64(exactly: stakeCents) else { return nil }
        return product(startingWith: stake).flatMap { Int64(exactly: $0) }
    }

    /// Rounded half up to four places; `nil` if it exceeds `Int64`.
    public var decimal: DecimalPrice? {
        // floor(x + 1/2) is floor((floor(2x) + 1) / 2).
        guard let doubled = product(startingWith: 2 * DecimalPrice.scale.magnitude) else { return nil }
        return Int64(exactly: doubled / 2 + doubled % 2).map { DecimalPrice(tenThousandths: $0) }
    }

    /// The product, rounded down; `nil` if it exceeds 64 bits.
    private func product(startingWith start: UInt64) -> UInt64? {
        var number = LongInteger(start)
        for factor in factors { number.multiply(by: factor.numerator.magnitude64) }
        for factor in factors { number.divide(by: factor.denominator.magnitude64) }
        return number.value
    }
}

/// A natural number of any length.
private struct LongInteger {
    /// The lowest first; the last one is not zero unless it is the only one.
    private var limbs: [UInt64]

    init(_ value: UInt64) { limbs = [value] }

    /// `nil` if it needs more than 64 bits.
    var value: UInt64? { limbs.count == 1 ? limbs[0] : nil }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for position in limbs.indices {
            let product = limbs[position].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            limbs[position] = low
            carry = product.high + (overflow ? 1 : 0)
        }
        if carry > 0 { limbs.append(carry) }
    }

    /// Rounds down.
    mutating func divide(by divisor: UInt64) {
        var remainder: UInt64 = 0
        for position in limbs.indices.reversed() {
            let (quotient, rest) = divisor.dividingFullWidth((remainder, limbs[position]))
            limbs[position] = quotient
            remainder = rest
        }
        while limbs.count > 1 && limbs.last == 0 { limbs.removeLast() }
    }
}

extension Int {
    fileprivate var magnitude64: UInt64 { UInt64(magnitude) }
}
