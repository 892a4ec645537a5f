package import ParlayAPI

/// A number as written in decimal, without the errors of binary fractions.
package struct ExactDecimal: Equatable, Sendable {
    /// The digits without the point.
    package let digits: Int
    /// The power of ten that the digits are divided by.
    package let scale: Int

    /// At most six digits on either side of the point. `nil` for anything else, also for an exponent or a plus sign.
    package init?(_ text: String) {
        var (digits, wholeCount, fractionCount) = (0, 0, 0)
        var hasPoint = false
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        for byte in text.utf8.dropFirst(isNegative ? 1 : 0) {
            if byte == UInt8(ascii: ".") {
                guard !hasPoint, wholeCount > 0 else { return nil }
                hasPoint = true
                continue
            }
            guard 48...57 ~= byte else { return nil }
            if hasPoint { fractionCount += 1 } else { wholeCount += 1 }
            guard wholeCount <= 6, fractionCount <= 6 else { return nil }
            digits = digits * 10 + Int(byte - 48)
        }
        guard wholeCount > 0, !hasPoint || fractionCount > 0 else { return nil }
        self.digits = isNegative ? -digits : digits
        scale = (0..<fractionCount).reduce(1) { product, _ in product * 10 }
    }
}

extension MarketLine {
    /// `nil` unless it is a multiple of a quarter within the limit.
    package init?(_ decimal: ExactDecimal) {
        let (quarters, rest) = (decimal.digits * 4).quotientAndRemainder(dividingBy: decimal.scale)
        guard rest == 0 else { return nil }
        self.init(quarters: quarters)
    }
}

extension AmericanPrice {
    /// The nearest price to a decimal one, which includes the stake: `(d - 1) * 100` if it is 2 or more, else
    /// `-100 / (d - 1)`, rounded half up.
    ///
    /// `nil` if it is not above 1, or beyond the limit.
    package init?(decimal: ExactDecimal) {
        let profit = decimal.digits - decimal.scale
        guard profit > 0 else { return nil }
        let rounded =
            profit >= decimal.scale
            ? Self.floor(200 * profit + decimal.scale, by: 2 * decimal.scale)
            : Self.floor(profit - 200 * decimal.scale, by: 2 * profit)
        self.init(rawValue: rounded)
    }

    private static func floor(_ dividend: Int, by divisor: Int) -> Int {
        let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
