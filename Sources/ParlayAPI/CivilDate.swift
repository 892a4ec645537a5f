/// A date of the calendar without a time of day, in the years 0–9999. In JSON `2026-05-20` (RFC 3339, full-date).
public struct CivilDate: Hashable, Sendable, Comparable {
    /// Days since 1970-01-01.
    public let daysSinceEpoch: Int

    /// `nil` outside of the years 0–9999.
    public init?(daysSinceEpoch: Int) {
        guard Self.range.contains(daysSinceEpoch) else { return nil }
        self.daysSinceEpoch = daysSinceEpoch
    }

    /// `nil` if there is no such date.
    public init?(year: Int, month: Int, day: Int) {
        guard let seconds = CivilDateTime(year: year, month: month, day: day).secondsSinceEpoch else {
            return nil
        }
        daysSinceEpoch = Int(seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0))
    }

    /// Reads `2026-05-20`: ten characters, an existing date.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date in UTC of a moment, in seconds since the Unix epoch; `nil` outside of the years 0–9999.
    public init?(secondsSinceEpoch seconds: Int64) {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        self.init(daysSinceEpoch: Int(rest < 0 ? days - 1 : days))
    }

    /// 0–9999
    public var year: Int { civil.year }
    /// 1–12
    public var month: Int { civil.month }
    /// 1–31
    public var day: Int { civil.day }

    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    private var civil: CivilDateTime { CivilDateTime(secondsSinceEpoch: Int64(daysSinceEpoch) * 86_400) }

    /// 0000-01-01 to 9999-12-31.
    private static let range = -719_528...2_932_896

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { value, byte in
            guard let value, 0x30...0x39 ~= byte else { return nil }
            return value * 10 + Int(byte - 0x30)
        }
    }
}

extension CivilDate: CustomStringConvertible {
    /// `2026-05-20`
    public var description: String {
        String(Timestamp(milliseconds: Int64(daysSinceEpoch) * 86_400_000).description.prefix(10))
    }
}

extension CivilDate: Codable, MemberValue {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = CivilDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Not a date such as 2026-05-20"
            )
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package func write(to writer: inout JSONWriter) { writer.string(description) }

    package static func describe(_ field: inout FieldDescription) {
        field.kind = .text
        field.format = "date"
    }
}

extension BodyField where Value == CivilDate {
    /// A date such as `2026-05-20`.
    package static func date(_ name: String, _ summary: String = "") -> BodyField<CivilDate> {
        var description = FieldDescription(name: name, kind: .text, summary: summary)
        description.format = "date"
        return BodyField(description, placeholder: .epoch) { value, context in
            if case .string(let text) = value, let date = CivilDate(text) { return date }
            context.refuse(.aDate)
            return nil
        }
    }
}

extension CivilDate {
    fileprivate static let epoch = CivilDate(dayOffset: 0)

    /// 2026-05-20
    package static let example = CivilDate(dayOffset: 20_593)

    private init(dayOffset: Int) { daysSinceEpoch = dayOffset }
}
