import ParlayAPI
import Testing

@testable import Wagers

/// Links as `docs` of the wire formats want them: `%20` and never `+`, no `@`, two decimals, all else percent-encoded.
@Suite struct VenmoLinkTests {
    private func note(_ name: String) -> String? {
        let guide = VenmoLink.guide(to: "ada-arendt", amountCents: 1234, wager: name)
        return guide.appURL?.split(separator: "note=", maxSplits: 1).last.map(String.init)
    }

    @Test func `both links name the winner, the amount and the wager`() {
        let guide = VenmoLink.guide(to: "Mark-Billson", amountCents: 1000, wager: "Attended Practice")
        #expect(
            guide.appURL
                == "venmo://paycharge?txn=pay&recipients=Mark-Billson&amount=10.00&note=Attended%20Practice%20%28Parlay%29"
        )
        #expect(
            guide.webURL
                == "https://venmo.com/Mark-Billson?txn=pay&amount=10.00&note=Attended%20Practice%20%28Parlay%29"
        )
        #expect(guide.note == "Attended Practice (Parlay)")
        #expect(
            VenmoLink.guide(to: "@ada", amountCents: 1, wager: "x").appURL?.contains("recipients=ada&")
                == true
        )
    }

    @Test(arguments: [
        (1, "0.01"), (10, "0.10"), (99, "0.99"), (100, "1.00"), (1234, "12.34"), (100_000_000, "1000000.00"),
    ])
    func `amounts have two decimals and no separators`(cents: Int64, text: String) {
        #expect(VenmoLink.amount(cents) == text)
    }

    @Test func `whatever a wager is called survives`() {
        #expect(note("a&b=c") == "a%26b%3Dc%20%28Parlay%29")
        #expect(note("50% + #1?") == "50%25%20%2B%20%231%3F%20%28Parlay%29")
        #expect(note("🏆 Ünder") == "%F0%9F%8F%86%20%C3%9Cnder%20%28Parlay%29")
        #expect(note("two\nlines") == "two%20lines%20%28Parlay%29")
        #expect(note("//evil\"<>'") == "%2F%2Fevil%22%3C%3E%27%20%28Parlay%29")
        #expect(note("-._~") == "-._~%20%28Parlay%29")
    }

    @Test func `sentences hold amounts as people write them`() {
        #expect(WagerNotice.dollars(5) == "$0.05")
        #expect(WagerNotice.dollars(100_000_000) == "$1,000,000.00")
        #expect(WagerNotice.dollars(123_456) == "$1,234.56")
        #expect(WagerNotice.dollars(99_999) == "$999.99")
    }
}
