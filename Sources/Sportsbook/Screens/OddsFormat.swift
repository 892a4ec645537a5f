internal import Localization
internal import Pages
internal import ParlayAPI

/// How a person reads prices. The browser keeps the choice.
enum OddsFormat: String {
    /// `2.50`: what comes back for each unit of the stake.
    case decimal
    /// `+150`, `−110`: what a stake of 100 wins, or the stake that wins 100.
    case american

    /// What `_keep` sends to choose it.
    fileprivate var action: String { "\(Kept.oddsName):\(rawValue)" }

    /// What a bet pays for each unit of its stake, rounded down as payouts are: who multiplies it by a stake of 1, 10 or 100 gets the
    /// payout to the cent. `nil` if it has more digits than an integer.
    func exact(_ price: ParlayPrice, _ localizer: Localizer) -> String? {
        guard let tenThousandths = price.payout(stakeCents: 10_000) else { return nil }
        switch self {
        case .decimal: return localizer.decimal(Double(tenThousandths) / 10_000, places: 2...4)
        case .american:
            let profit = Double(max(tenThousandths - 10_000, 1)) / 10_000
            let size = localizer.decimal(profit >= 1 ? profit * 100 : 100 / profit, places: 0...2)
            return (profit >= 1 ? "+" : "−") + size
        }
    }
}

extension Kept {
    fileprivate static let oddsName = "odds"

    /// Decimal is the usual form, for which nothing is kept.
    static let odds = Kept(
        oddsName,
        life: Kept.year,
        change: { _, action, _ in
            Change(OddsFormat(rawValue: action) == .american ? OddsFormat.american.rawValue : "")
        }
    )
}

extension Visit {
    var oddsFormat: OddsFormat { OddsFormat(rawValue: kept(Kept.oddsName)) ?? .decimal }

    /// `1.91` in the reader's notation of numbers, or `−110`.
    func price(_ price: AmericanPrice, _ format: OddsFormat) -> String {
        switch format {
        case .decimal: self.price(price.decimal)
        case .american: price.text.replacing("-", with: "−")
        }
    }

    private func price(_ price: DecimalPrice) -> String {
        let isShort = price.tenThousandths < 11_000
        return localizer.decimal(Double(price.tenThousandths) / 10_000, places: 2...(isShort ? 4 : 2))
    }

    /// See `OddsFormat.exact`.
    func exactPrice(_ price: ParlayPrice, _ format: OddsFormat) -> String? { format.exact(price, localizer) }

    /// Of one leg, which is exact in its American form.
    func exactPrice(_ price: AmericanPrice, _ format: OddsFormat) -> String {
        let exact = format == .decimal ? format.exact(ParlayPrice([price]), localizer) : nil
        return exact ?? self.price(price, format)
    }
}

extension SportsbookPage {
    /// Decimal or American, a press each.
    var formatSwitch: Switch {
        let options: [(OddsFormat, SportsbookText)] = [(.decimal, .decimalOdds), (.american, .americanOdds)]
        return Switch(
            options.map { format, text in
                Switch.Option(visit.text(text), value: format.action, isOn: format == self.format)
            },
            label: visit.text(SportsbookText.oddsFormat),
            name: "_keep",
            form: "picks"
        )
    }
}
