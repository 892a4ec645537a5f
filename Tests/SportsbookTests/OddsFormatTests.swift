import Localization
import ParlayAPI
import Testing

@testable import Sportsbook

/// Prices beside payouts.
@Suite struct OddsFormatTests {
    private static let english = Localizer(language: .en)

    private func prices(_ legs: [Int]) -> [AmericanPrice] { legs.compactMap { AmericanPrice(rawValue: $0) } }

    @Test(arguments: [
        ([-110], "1.909", "−110"), ([-155], "1.645", "−155"), ([220], "3.20", "+220"),
        ([220, -155], "5.264", "+426.45"), ([-100_000], "1.001", "−100000"),
        ([-1_000_000], "1.0001", "−1000000"),
        ([-10_000], "1.01", "−10000"),
    ])
    func `a price has up to three places, and four if it wins next to nothing`(
        legs: [Int],
        decimal: String,
        american: String
    ) {
        #expect(OddsFormat.decimal.text(of: prices(legs), Self.english) == decimal)
        #expect(OddsFormat.american.text(of: prices(legs), Self.english) == american)
    }

    @Test func `a price is written as the reader writes numbers`() {
        #expect(OddsFormat.decimal.text(of: prices([220, -155]), Localizer(language: .de)) == "5,264")
    }

    @Test(arguments: [[-110], [-155], [220], [220, -155], [137, -212, 455], [-110, -110, -110, -110]])
    func `a stake of 1 or 10 times the shown price is the payout`(legs: [Int]) throws {
        let shown = try #require(OddsFormat.decimal.text(of: prices(legs), Self.english))
        let places = shown.split(separator: ".")[1].count
        let number = try #require(Int64(shown.filter(\.isWholeNumber)))
        let scaled = (places..<4).reduce(number) { number, _ in number * 10 }
        for stake: Int64 in [100, 1_000] {
            let payout = ParlayPrice(prices(legs)).payout(stakeCents: stake)
            #expect(payout == stake * scaled / 10_000, "\(shown) × \(stake)")
        }
    }

    @Test func `a price with more digits than an integer is not shown`() {
        let legs = prices(Array(repeating: 1_000_000, count: 12))
        #expect(OddsFormat.decimal.text(of: legs, Self.english) == nil)
    }
}
