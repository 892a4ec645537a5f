/// A price in American form: +300 wins 300 on a stake of 100, −110 wins 100 on a stake of 110.
///
/// The exact decimal price is a ratio: 1 + a/100 or 1 + 100/|a|. It is never kept as a `Double`.
public struct AmericanPrice: Hashable, Sendable {
    /// −100 or less, or +100 or more, at most 1,000,000 either way.
    public let rawValue: Int

    /// The largest magnitude.
    public static let limit = 1_000_000

    /// `nil` outside of the range.
    public init?(rawValue: Int) {
        guard (100...UInt(Self.limit)).contains(rawValue.magnitude) else { return nil }
        self.rawValue = rawValue
    }

    /// With a sign, as in JSON: `+300`, `-110`. `nil` for anything else.
    public init?(_ text: String) {
        guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            text.utf8.count <= 8, text.utf8.dropFirst().allSatisfy({ (48...57).contains($0) }),
            text.utf8.dropFirst().first != 48, let value = Int(text)
        else { return nil }
        self.init(rawValue: value)
    }

    /// −110, the usual price of a side without a price of its own.
    public static let assumed = AmericanPrice(unchecked: -110)

    private init(unchecked rawValue: Int) { self.rawValue = rawValue }

    /// For the reference.
    package static let example = AmericanPrice(unchecked: 120)

    /// `+300`, `-110`
    public var text: String { rawValue > 0 ? "+\(rawValue)" : "\(rawValue)" }

    /// What comes back for each unit of stake, the stake included. In lowest terms.
    public var factor: PriceFactor {
        rawValue > 0
            ? PriceFactor(numerator: rawValue + 100, denominator: 100)
            : PriceFactor(numerator: -rawValue + 100, denominator: -rawValue)
    }

    /// In fractional form, the profit over the stake in lowest terms: `3/1`, `10/11`.
    public var fractionText: String {
        let factor = factor
        return "\(factor.numerator - factor.denominator)/\(factor.denominator)"
    }
}

extension AmericanPrice: Comparable {
    /// By what they pay: +100 and −100 are neither less nor greater than each other.
    public static func < (left: AmericanPrice, right: AmericanPrice) -> Bool {
        // An `Int` may have 32 bits, on a watch.
        let (a, b) = (left.factor, right.factor)
        return Int64(a.numerator) * Int64(b.denominator) < Int64(b.numerator) * Int64(a.denominator)
    }

    /// Whether both pay the same, as +100 and −100 do.
    public func pays(sameAs other: AmericanPrice) -> Bool { factor == other.factor }
}

/// A ratio of positive numbers in lowest terms.
public struct PriceFactor: Hashable, Sendable {
    /// What comes back, the stake included.
    public let numerator: Int
    /// The stake that it is for.
    public let denominator: Int

    /// - Precondition: both are positive.
    public init(numerator: Int, denominator: Int) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        self.numerator = numerator / a
        self.denominator = denominator / a
    }
}

extension AmericanPrice: Codable, MemberValue {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let price = AmericanPrice(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an American price")
        }
        self = price
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package func write(to writer: inout JSONWriter) { writer.string(text) }

    package static func describe(_ field: inout FieldDescription) {
        field.kind = .text
        field.pattern = pattern
    }

    static let pattern = "^[+-]([1-9][0-9]{2,5}|1000000)$"
}
