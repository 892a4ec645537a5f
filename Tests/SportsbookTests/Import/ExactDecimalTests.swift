import ParlayAPI
import Testing

@testable import Sportsbook

@Suite struct ExactDecimalTests {
    @Test(arguments: [
        ("2.0", 100), ("2", 100), ("3.4", 240), ("2.375", 138), ("1.9", -111), ("1.72", -139),
        ("1.01", -10_000),
        // −312.5 is rounded half up, towards zero.
        ("1.32", -312), ("1.999", -100), ("10001", 1_000_000),
    ])
    func `a decimal price becomes the nearest American one, rounded half up`(text: String, american: Int)
        throws
    {
        let decimal = try #require(ExactDecimal(text))
        #expect(AmericanPrice(decimal: decimal)?.rawValue == american)
    }

    @Test(arguments: ["1", "1.0", "0.5", "0", "-2", "1.00001", "10001.01"])
    func `a decimal price that pays nothing or too much is none`(text: String) throws {
        let decimal = try #require(ExactDecimal(text))
        #expect(AmericanPrice(decimal: decimal) == nil)
    }

    @Test(arguments: [
        "", "-", ".", ".5", "1.", "+1", "1e3", "1,5", " 1", "nan", "inf", "1.2.3", "1234567", "0.1234567",
        "0x1",
    ])
    func `other forms of numbers are refused`(text: String) { #expect(ExactDecimal(text) == nil) }

    @Test func `lines are multiples of a quarter up to 1000`() throws {
        func quarters(_ text: String) throws -> Int? {
            MarketLine(try #require(ExactDecimal(text)))?.quarters
        }
        #expect(try quarters("-3.5") == -14)
        #expect(try quarters("2.250") == 9)
        #expect(try quarters("1000") == 4_000)
        #expect(try quarters("-0") == 0)
        #expect(try quarters("2.3") == nil)
        #expect(try quarters("1000.25") == nil)
    }
}
