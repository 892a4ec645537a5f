/// A decimal price for display, rounded half up to four places: what comes back for each unit of stake, the stake
/// included. Payouts are never computed from it; see `ParlayPrice`.
public struct DecimalPrice: Hashable, Comparable, Sendable {
    /// 19,091 is 1.9091.
    public let tenThousandths: Int64

    public init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }

    public static func < (left: DecimalPrice, right: DecimalPrice) -> Bool {
        left.tenThousandths < right.tenThousandths
    }

    static let scale: Int64 = 10_000

    /// `1.9091`, `2.5`, `4`
    public var text: String {
        let (units, rest) = tenThousandths.magnitude.quotientAndRemainder(dividingBy: Self.scale.magnitude)
        var digits = String(Self.scale.magnitude + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (tenThousandths < 0 ? "-" : "") + "\(units)" + (digits.isEmpty ? "" : ".\(digits)")
    }
}

extension DecimalPrice: CustomStringConvertible {
    public var description: String { text }
}

extension AmericanPrice {
    /// In decimal form: 1.9091 for −110.
    public var decimal: DecimalPrice {
        let factor = factor
        let doubled = Int64(factor.numerator) * 2 * DecimalPrice.scale / Int64(factor.denominator)
        return DecimalPrice(tenThousandths: (doubled + 1) / 2)
    }
}

extension DecimalPrice: Codable, MemberValue {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let scaled = (try container.decode(Double.self) * Double(Self.scale)).rounded()
        guard let tenThousandths = Int64(exactly: scaled) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a decimal price")
        }
        self.init(tenThousandths: tenThousandths)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Double(tenThousandths) / Double(Self.scale))
    }

    /// With exactly the digits of `text`.
    package func write(to writer: inout JSONWriter) { writer.number(json) }

    package static func describe(_ field: inout FieldDescription) { field.kind = .number }

    var json: JSONNumber { JSONNumber(parsed: text) }
}
