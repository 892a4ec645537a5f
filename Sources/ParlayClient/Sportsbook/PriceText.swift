public import Foundation
public import ParlayAPI

/// How people read prices.
public enum PriceFormat: String, CaseIterable, Codable, Hashable, Sendable {
    /// `+300`, `-110`
    case american
    /// `4.00`, `1.9091`: what comes back for each unit of stake.
    case decimal
    /// `3/1`, `10/11`: the profit over the stake.
    case fractional
}

extension AmericanPrice {
    /// Formatted: `+120`, `2.20` or `6/5`. The locale decides the decimal separator.
    public func text(as format: PriceFormat, locale: Locale = .current) -> String {
        switch format {
        case .american: text
        case .decimal: decimal.text(locale: locale)
        case .fractional: fractionText
        }
    }
}

extension DecimalPrice {
    /// With 2 to 4 places.
    public func text(locale: Locale) -> String {
        (Decimal(tenThousandths) / 10_000)
            .formatted(.number.precision(.fractionLength(2...4)).locale(locale))
    }
}

extension Outcome {
    /// The price now, formatted.
    public func priceText(as format: PriceFormat, locale: Locale = .current) -> String {
        price.text(as: format, locale: locale)
    }
}

extension BetLeg {
    /// The price at which the bet was placed, formatted.
    public func priceText(as format: PriceFormat, locale: Locale = .current) -> String {
        price.text(as: format, locale: locale)
    }
}

extension Bet {
    /// The price of all legs together. That of a parlay is rounded: to the whole number in American form, and to two
    /// places over 1 in fractional form, such as `2.64/1`.
    public func priceText(as format: PriceFormat, locale: Locale = .current) -> String {
        if legs.count == 1 { return legs[0].priceText(as: format, locale: locale) }
        switch format {
        case .american: return priceDecimal.americanText
        case .decimal: return priceDecimal.text(locale: locale)
        case .fractional:
            let profit = Decimal(priceDecimal.tenThousandths) / 10_000 - 1
            return profit.formatted(.number.precision(.fractionLength(0...2)).locale(locale)) + "/1"
        }
    }
}

extension DecimalPrice {
    /// Rounded half up; `+264` for 3.6446. A price of 1 pays nothing and has no American form: `0`.
    fileprivate var americanText: String {
        let profit = tenThousandths - 10_000
        if profit <= 0 { return "0" }
        if profit >= 10_000 { return "+\(profit / 100 + (profit % 100 >= 50 ? 1 : 0))" }
        return "-\((2 * 1_000_000 + profit) / (2 * profit))"
    }
}

// MARK: - Amounts

extension Wallet {
    /// The formatted balance, such as `$9,900.00`.
    public func balanceText(locale: Locale = .current) -> String { dollars(balanceCents, locale) }

    /// The stakes of open bets, formatted.
    public func openStakesText(locale: Locale = .current) -> String { dollars(openStakesCents, locale) }

    /// What the next credits repay, formatted.
    public func debtText(locale: Locale = .current) -> String { dollars(debtCents, locale) }
}

extension WalletEntry {
    /// The formatted amount, such as `-$100.00`.
    public func amountText(locale: Locale = .current) -> String { dollars(amountCents, locale) }

    /// What the balance was afterwards, formatted.
    public func balanceAfterText(locale: Locale = .current) -> String { dollars(balanceAfterCents, locale) }
}

extension Bet {
    /// Formatted, such as `$10.00`.
    public func stakeText(locale: Locale = .current) -> String { dollars(stakeCents, locale) }

    /// What it pays if every leg is won, formatted.
    public func potentialPayoutText(locale: Locale = .current) -> String {
        dollars(potentialPayoutCents, locale)
    }

    /// What it paid, formatted; `nil` until it is settled.
    public func payoutText(locale: Locale = .current) -> String? { payoutCents.map { dollars($0, locale) } }
}

extension BetDraft {
    /// What it pays at its prices if every leg is won, formatted.
    public func potentialPayoutText(locale: Locale = .current) -> String? {
        potentialPayoutCents.map { dollars($0, locale) }
    }
}

extension LeaderboardEntry {
    /// The formatted profit, such as `-$20.00`.
    public func profitText(locale: Locale = .current) -> String { dollars(profitCents, locale) }
}
