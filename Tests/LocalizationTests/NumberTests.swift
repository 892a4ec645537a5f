import Localization
import Testing

@Suite struct NumberTests {
    private let en = Localizer(language: .en, locale: "en-US")
    private let es = Localizer(language: .es, locale: "es-ES")
    private let de = Localizer(language: .de, locale: "de-DE")

    /// Spaces before signs do not break lines.
    private func plain(_ text: String) -> String {
        text.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
    }

    @Test func money() {
        let amounts: [Int64] = [0, 1, 100, -1, 123_456_789, .max, .min]
        #expect(
            amounts.map { en.money(cents: $0) } == [
                "$0.00", "$0.01", "$1.00", "-$0.01", "$1,234,567.89", "$92,233,720,368,547,758.07",
                "-$92,233,720,368,547,758.08",
            ]
        )
        #expect(
            amounts.map { plain(es.money(cents: $0)) } == [
                "0,00 $", "0,01 $", "1,00 $", "-0,01 $", "1.234.567,89 $",
                "92.233.720.368.547.758,07 $",
                "-92.233.720.368.547.758,08 $",
            ]
        )
        #expect(
            amounts.map { plain(de.money(cents: $0)) } == [
                "0,00 $", "0,01 $", "1,00 $", "-0,01 $", "1.234.567,89 $", "92.233.720.368.547.758,07 $",
                "-92.233.720.368.547.758,08 $",
            ]
        )
    }

    @Test func `other currencies`() {
        #expect(plain(de.money(cents: 1050, currency: "EUR")) == "10,50 €")
        #expect(en.money(cents: 1050, currency: "usd; DROP") == "10.50")
        #expect(en.money(cents: 1050, currency: "") == "10.50")
        #expect(plain(en.money(cents: 1050, currency: "QQQ")).hasSuffix("10.50"))
    }

    @Test func numbers() {
        #expect([0, 999, 1000, -1, 12_345].map { en.number($0) } == ["0", "999", "1,000", "-1", "12,345"])
        #expect([0, 999, 1000, -1, 12_345].map { es.number($0) } == ["0", "999", "1.000", "-1", "12.345"])
        #expect([0, 999, 1000, -1, 12_345].map { de.number($0) } == ["0", "999", "1.000", "-1", "12.345"])
        #expect(Localizer(language: .de, locale: "de-CH").number(12_345) == "12’345")
        #expect(en.number(.min) == "-9,223,372,036,854,775,808")
    }

    @Test func decimals() {
        #expect(en.decimal(2.5, places: 2...2) == "2.50")
        #expect(de.decimal(2.5, places: 0...2) == "2,5")
        #expect(de.decimal(2, places: 0...2) == "2")
        #expect(en.decimal(0.1 + 0.2, places: 0...3) == "0.3")
        #expect(en.decimal(1e21, places: 0...0) == "1,000,000,000,000,000,000,000")
        #expect(en.decimal(1e-7, places: 0...2) == "0")
        #expect(en.decimal(.nan, places: 0...2) == "NaN")
        #expect(en.decimal(-.infinity, places: 0...2) == "-∞")
        #expect(en.decimal(1.5, places: -3...1000) == "1.5")
    }

    @Test func percentages() {
        #expect(en.percent(0.256, places: 0) == "26%")
        #expect(plain(de.percent(0.256, places: 1)) == "25,6 %")
        #expect(plain(es.percent(1, places: 0)) == "100 %")
        #expect(en.percent(0.5, places: -1) == "50%")
    }
}
