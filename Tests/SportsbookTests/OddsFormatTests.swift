import Localization
import ParlayAPI
import Testing

@testable import Sportsbook

/// Prices beside payouts.
@Suite struct OddsFormatTests {
    private static let english = Localizer(language: .en)

    private func price(_ legs: [Int]) -> ParlayPrice {
        ParlayPrice(legs.compactMap { AmericanPrice(rawValue: $0) })
    }

    @Test(arguments: [
        ([-110], "1.909", "−110.01"), ([-155], "1.6451", "−155.01"), ([220], "3.20", "+220"),
        ([220, -155], "5.2645", "+426.45"), ([-100_000], "1.001", "−100,000"),
    ])
    func `a price is shown with the places that a payout needs`(
        legs: [Int],
        decimal: String,
        american: String
    ) {
        #expect(OddsFormat.decimal.exact(price(legs), Self.english) == decimal)
        #expect(OddsFormat.american.exact(price(legs), Self.english) == american)
    }

    @Test func `a price is written as the reader writes numbers`() {
        #expect(OddsFormat.decimal.exact(price([220, -155]), Localizer(language: .de)) == "5,2645")
    }

    @Test(arguments: [[-110], [-155], [220], [220, -155], [137, -212, 455], [-110, -110, -110, -110]])
    func `a stake of 1, 10 or 100 times the shown price is the payout`(legs: [Int]) throws {
        let price = price(legs)
        let shown = try #require(OddsFormat.decimal.exact(price, Self.english))
        let places = shown.split(separator: ".")[1].count
        let number = try #require(Int64(shown.filter(\.isWholeNumber)))
        let scaled = (places..<4).reduce(number) { number, _ in number * 10 }
        for stake: Int64 in [100, 1_000, 10_000] {
            #expect(price.payout(stakeCents: stake) == stake * scaled / 10_000, "\(shown) × \(stake)")
        }
    }

    @Test func `a price with more digits than an integer is not shown`() {
        #expect(OddsFormat.decimal.exact(price(Array(repeating: 1_000_000, count: 12)), Self.english) == nil)
    }
}
