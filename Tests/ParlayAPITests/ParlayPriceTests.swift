import ParlayAPI
import Testing

@Suite struct ParlayPriceTests {
    @Test(
        arguments: [
            ([-110], 10_000, 19_090), ([-110], 1, 1), ([100], 1, 2), ([-100], 1, 2), ([300], 250, 1_000),
            ([-1_000_000], 1, 1), ([-1_000_000], 9_999, 9_999), ([-1_000_000], 10_000, 10_001),
            ([1_000_000], 1, 10_001), ([-110, -110], 10_000, 36_446), ([-110, -110, -110], 10_000, 69_579),
            ([], 500, 500),
        ] as [([Int], Int64, Int64)]
    )
    func `a payout is rounded down once`(prices: [Int], stake: Int64, payout: Int64) throws {
        let price = ParlayPrice(try prices.map { try #require(AmericanPrice(rawValue: $0)) })
        #expect(price.payout(stakeCents: stake) == payout)
    }

    /// 100/110 of a cent is lost with each leg if each is rounded.
    @Test func `a payout is not rounded leg by leg`() throws {
        let leg = AmericanPrice.assumed
        let once = try #require(ParlayPrice([leg]).payout(stakeCents: 101))
        #expect(once == 192)
        #expect(ParlayPrice([leg, leg]).payout(stakeCents: 101) == 368)
        #expect(ParlayPrice([leg]).payout(stakeCents: once) == 366)
    }

    @Test func `twelve of the longest legs are exact, and nil beyond 64 bits`() throws {
        let (long, short) = (try price(1_000_000), try price(-1_000_000))
        #expect(ParlayPrice([long, long, long, long]).payout(stakeCents: 921) == 9_213_684_552_636_840_921)
        #expect(ParlayPrice([long, long, long, long]).payout(stakeCents: 922) == nil)
        #expect(ParlayPrice(Array(repeating: long, count: 12)).payout(stakeCents: 1) == nil)
        #expect(ParlayPrice(Array(repeating: long, count: 12)).decimal == nil)
        // The product in between has far more than 64 bits.
        let legs = Array(repeating: long, count: 4) + Array(repeating: short, count: 8)
        #expect(ParlayPrice(legs).payout(stakeCents: 100) == slowPayout(legs, 100))
        #expect(ParlayPrice([long]).payout(stakeCents: .max) == nil)
        #expect(ParlayPrice([PriceFactor(numerator: 1, denominator: 1)]).payout(stakeCents: .max) == .max)
        #expect(ParlayPrice([long]).payout(stakeCents: -1) == nil)
    }

    @Test func `factors of half a stake are exact too`() {
        let (half, won) = (
            PriceFactor(numerator: 1, denominator: 2), PriceFactor(numerator: 21, denominator: 11)
        )
        #expect(ParlayPrice([half]).payout(stakeCents: 101) == 50)
        #expect(ParlayPrice([half, half]).payout(stakeCents: 103) == 25)
        #expect(ParlayPrice([won, half]).payout(stakeCents: 11_000) == 10_500)
    }

    @Test(
        arguments: [
            (-110, "1.9091"), (300, "4"), (100, "2"), (-100, "2"), (150, "2.5"), (-1_000_000, "1.0001"),
            (-200_001, "1.0005"), (1_000_000, "10001"), (101, "2.01"), (-20_000, "1.005"), (-115, "1.8696"),
        ]
    )
    func `a decimal price is rounded half up to four places`(american: Int, text: String) throws {
        let price = try price(american)
        #expect(price.decimal.text == text)
        #expect(ParlayPrice([price]).decimal == price.decimal)
    }

    /// 1 + 100/800,000 is 1.000125; 1 + 100/80,000 is 1.00125, exactly between two.
    @Test func `what is exactly in the middle is rounded up`() throws {
        #expect(try price(-80_000).decimal.text == "1.0013")
        #expect(try price(-800_000).decimal.text == "1.0001")
        #expect(try price(-160_000).decimal.text == "1.0006")
        let pair = ParlayPrice([try price(-80_000), try price(100)])
        #expect(pair.decimal?.text == "2.0025")
    }

    @Test func `random parlays agree with long arithmetic`() throws {
        var random = SplitMix(state: 20_260_520)
        for _ in 0..<2_000 {
            let legs = try (0..<Int.random(in: 1...12, using: &random)).map { _ in
                let size = [150, 1_000, 50_000, 1_000_000].randomElement(using: &random) ?? 150
                let value = Int.random(in: 100...size, using: &random)
                return try price(Bool.random(using: &random) ? value : -value)
            }
            let stake = Int64.random(in: 1...1_000_000, using: &random)
            let parlay = ParlayPrice(legs)
            #expect(parlay.payout(stakeCents: stake) == slowPayout(legs, stake))
            #expect(parlay.decimal == slowDecimal(legs), "\(legs.map(\.text))")
        }
    }

    private func price(_ value: Int) throws -> AmericanPrice {
        try #require(AmericanPrice(rawValue: value))
    }

    private func slowPayout(_ legs: [AmericanPrice], _ stake: Int64) -> Int64? {
        let numerator = legs.reduce(Digits(Int(stake))) { $0.times($1.factor.numerator) }
        let denominator = legs.reduce(Digits(1)) { $0.times($1.factor.denominator) }
        return numerator.quotient(by: denominator).int64
    }

    /// (2 · 10,000 · n + d) / 2d, rounded down.
    private func slowDecimal(_ legs: [AmericanPrice]) -> DecimalPrice? {
        let numerator = legs.reduce(Digits(20_000)) { $0.times($1.factor.numerator) }
        let denominator = legs.reduce(Digits(1)) { $0.times($1.factor.denominator) }
        return numerator.plus(denominator).quotient(by: denominator.times(2)).int64
            .map { DecimalPrice(tenThousandths: $0) }
    }
}

/// A natural number in decimal digits, the lowest first: slow, and nothing like what it checks.
private struct Digits {
    var digits: [Int]

    init(_ value: Int) {
        digits = String(value).reversed().compactMap { $0.wholeNumberValue }
    }

    init(digits: [Int]) {
        self.digits = digits
        while self.digits.count > 1 && self.digits.last == 0 { self.digits.removeLast() }
    }

    func times(_ factor: Int) -> Digits {
        var (result, carry) = ([Int](), 0)
        for digit in digits {
            let value = digit * factor + carry
            result.append(value % 10)
            carry = value / 10
        }
        while carry > 0 {
            result.append(carry % 10)
            carry /= 10
        }
        return Digits(digits: result)
    }

    func plus(_ other: Digits) -> Digits {
        var (result, carry) = ([Int](), 0)
        for place in 0..<max(digits.count, other.digits.count) {
            let value =
                (place < digits.count ? digits[place] : 0)
                + (place < other.digits.count ? other.digits[place] : 0) + carry
            result.append(value % 10)
            carry = value / 10
        }
        return Digits(digits: result + [carry])
    }

    func isLess(than other: Digits) -> Bool {
        guard digits.count == other.digits.count else { return digits.count < other.digits.count }
        return digits.reversed().lexicographicallyPrecedes(other.digits.reversed())
    }

    /// At least the other one.
    func minus(_ other: Digits) -> Digits {
        var (result, borrow) = ([Int](), 0)
        for place in digits.indices {
            let value = digits[place] - borrow - (place < other.digits.count ? other.digits[place] : 0)
            borrow = value < 0 ? 1 : 0
            result.append(value < 0 ? value + 10 : value)
        }
        return Digits(digits: result)
    }

    /// Long division, as on paper.
    func quotient(by divisor: Digits) -> Digits {
        var (rest, result) = (Digits(0), [Int]())
        for digit in digits.reversed() {
            rest = Digits(digits: [digit] + rest.digits)
            var count = 0
            while !rest.isLess(than: divisor) {
                rest = rest.minus(divisor)
                count += 1
            }
            result.append(count)
        }
        return Digits(digits: result.reversed())
    }

    var int64: Int64? { Int64(digits.reversed().map(String.init).joined()) }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
