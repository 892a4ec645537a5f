internal import Localization
internal import Pages
internal import ParlayAPI

/// How a person reads prices. The browser keeps the choice.
enum OddsFormat: String {
    /// `2.50`, `1.909`: what comes back for each unit of the stake.
    case decimal
    /// `+150`, `−110`: what a stake of 100 wins, or the stake that wins 100.
    case american

    /// What `_keep` sends to choose it.
    fileprivate var action: String { "\(Kept.oddsName):\(rawValue)" }

    /// The price of one leg, or of several together. Every price that people read is written here, so that it has the same digits
    /// everywhere.
    ///
    /// In decimal form it is what a bet pays for each unit of its stake, with up to three places and rounded down as payouts are: times a
    /// stake of 1 or 10 it is the payout to the cent. `nil` if it has more digits than an integer.
    func text(of legs: [AmericanPrice], _ localizer: Localizer) -> String? {
        if self == .american, legs.count == 1, let price = legs.first {
            return price.text.replacing("-", with: "−")
        }
        guard let tenThousandths = ParlayPrice(legs).payout(stakeCents: 10_000) else { return nil }
        switch self {
        case .decimal:
            // With three places a price that wins next to nothing would win nothing.
            guard tenThousandths >= 10_100 else {
                return localizer.decimal(Double(tenThousandths) / 10_000, places: 2...4)
            }
            return localizer.decimal(Double(tenThousandths / 10) / 1000, places: 2...3)
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

    /// See `OddsFormat.text(of:_:)`.
    func price(_ price: AmericanPrice, _ format: OddsFormat) -> String {
        format.text(of: [price], localizer) ?? price.text
    }

    /// Of all legs together; `nil` if it has more digits than an integer.
    func price(of legs: [AmericanPrice], _ format: OddsFormat) -> String? { format.text(of: legs, localizer) }
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
