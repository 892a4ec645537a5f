/// Hours that a person played, to a tenth. In JSON a number with at most one decimal: `12`, `12.5`.
public struct PlayedHours: Hashable, Comparable, Sendable {
    /// 125 is 12.5 hours.
    public let tenths: Int64

    public init(tenths: Int64) { self.tenths = tenths }

    /// `nil` unless it is a whole number of tenths.
    public init?(_ hours: Double) {
        // Two doubles with the same nearest tenth differ in digits that no one wrote.
        guard let tenths = Int64(exactly: (hours * 10).rounded()), Double(tenths) / 10 == hours else {
            return nil
        }
        self.tenths = tenths
    }

    /// Not played.
    public static let zero = PlayedHours(tenths: 0)

    /// The most that an entry can have.
    public static let limit = PlayedHours(tenths: 1_000_000)

    public static func < (left: PlayedHours, right: PlayedHours) -> Bool { left.tenths < right.tenths }

    /// Traps if the sum exceeds `Int64`, far beyond `limit`.
    public static func + (left: PlayedHours, right: PlayedHours) -> PlayedHours {
        PlayedHours(tenths: left.tenths + right.tenths)
    }

    /// To show or to chart it; 12.5 for 125 tenths.
    public var hours: Double { Double(tenths) / 10 }

    /// `12`, `12.5`
    public var text: String {
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}

extension PlayedHours: CustomStringConvertible {
    public var description: String { text }
}

extension PlayedHours: Codable, MemberValue {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hours = PlayedHours(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not tenths of an hour")
        }
        self = hours
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hours)
    }

    package func write(to writer: inout JSONWriter) { writer.number(JSONNumber(parsed: text)) }

    package static func describe(_ field: inout FieldDescription) { field.kind = .number }
}

extension BodyField where Value == PlayedHours {
    /// A number with at most one decimal.
    static func hours(_ name: String, _ range: ClosedRange<Double>, _ summary: String) -> BodyField {
        BodyField<Double>.number(name, range, summary)
            .converted(
                placeholder: .zero,
                FieldRule("oneDecimal", "Ensure this value has at most one decimal.")
            ) { PlayedHours($0) }
    }
}
