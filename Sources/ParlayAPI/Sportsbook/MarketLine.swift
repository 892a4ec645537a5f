/// The line of a spread or a total, in steps of a quarter. Never a `Double` inside.
public struct MarketLine: Hashable, Comparable, Sendable {
    /// Four to a point.
    public let quarters: Int

    /// 1,000 points either way.
    public static let limit = 4_000

    static let step = 0.25

    /// `nil` beyond the limit.
    public init?(quarters: Int) {
        guard quarters.magnitude <= Self.limit else { return nil }
        self.quarters = quarters
    }

    /// `nil` unless it is a multiple of a quarter within the limit.
    public init?(_ points: Double) {
        let quarters = points * 4
        guard quarters.isFinite, quarters == quarters.rounded(), abs(quarters) <= Double(Self.limit) else {
            return nil
        }
        self.quarters = Int(quarters)
    }

    /// The other side's.
    public static prefix func - (line: MarketLine) -> MarketLine { MarketLine(unchecked: -line.quarters) }

    public static func < (left: MarketLine, right: MarketLine) -> Bool { left.quarters < right.quarters }

    /// Neither side is favoured.
    public static let zero = MarketLine(unchecked: 0)

    private init(unchecked quarters: Int) { self.quarters = quarters }

    /// Exact: a quarter has a finite binary form.
    public var points: Double { Double(quarters) / 4 }

    /// `3.5`, `-2.25`, `44`
    public var text: String {
        let fraction = ["", ".25", ".5", ".75"][Int(quarters.magnitude % 4)]
        return (quarters < 0 ? "-" : "") + "\(quarters.magnitude / 4)" + fraction
    }

    /// A handicap with its sign: `+3.5`, `-2.25`, `0`.
    public var signedText: String { quarters > 0 ? "+\(text)" : text }
}

extension MarketLine: Codable, MemberValue {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let line = MarketLine(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a line in quarters")
        }
        self = line
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(points)
    }

    package func write(to writer: inout JSONWriter) { writer.number(JSONNumber(parsed: text)) }

    package static func describe(_ field: inout FieldDescription) {
        field.kind = .number
        field.bounds = -1_000...1_000
        field.step = step
    }
}
