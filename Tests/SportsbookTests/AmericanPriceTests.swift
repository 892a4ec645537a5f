import ParlayAPI
import Testing

struct AmericanPriceTests {
    @Test(arguments: [
        ("+100", 100), ("-100", -100), ("-110", -110), ("+300", 300), ("+1000000", 1_000_000),
    ])
    func `a price is written with its sign`(text: String, value: Int) throws {
        let price = try #require(AmericanPrice(text))
        #expect(price.rawValue == value)
        #expect(price.text == text)
    }

    @Test(arguments: [
        "100", "+99", "-99", "+1000001", "", "+", "+0100", "1.5", "+1e3", "--100", "+١٠٠", " +100",
    ])
    func `anything else is no price`(text: String) {
        #expect(AmericanPrice(text) == nil)
    }

    @Test func `its factor is in lowest terms`() throws {
        #expect(try #require(AmericanPrice("-110")).factor == PriceFactor(numerator: 21, denominator: 11))
        #expect(try #require(AmericanPrice("+300")).factor == PriceFactor(numerator: 4, denominator: 1))
        #expect(try #require(AmericanPrice("-110")).fractionText == "10/11")
    }

    @Test func `+100 and -100 pay the same`() throws {
        let (plus, minus) = (try #require(AmericanPrice("+100")), try #require(AmericanPrice("-100")))
        #expect(plus.pays(sameAs: minus))
        #expect(!(plus < minus) && !(minus < plus))
        #expect(minus < (try #require(AmericanPrice("+101"))))
        #expect(try #require(AmericanPrice("-110")) < minus)
    }
}
