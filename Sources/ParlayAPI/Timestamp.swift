/// A moment, to the millisecond. In JSON an RFC 3339 string in UTC: `2026-05-20T18:30:00.000Z`.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Milliseconds since the Unix epoch.
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// `nil` when there is no such date or time.
    package init?(_ civil: CivilDateTime, millisecond: Int = 0) {
        guard let seconds = civil.secondsSinceEpoch, 0...999 ~= millisecond else { return nil }
        milliseconds = seconds * 1_000 + Int64(millisecond)
    }

    /// Date and time of day in UTC; the milliseconds are dropped.
    package var civil: CivilDateTime {
        CivilDateTime(secondsSinceEpoch: wholeSecondsAndRest.seconds)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    private var wholeSecondsAndRest: (seconds: Int64, rest: Int64) {
        let rest = milliseconds % 1_000
        return rest < 0 ? (milliseconds / 1_000 - 1, rest + 1_000) : (milliseconds / 1_000, rest)
    }
}

// MARK: - Writing

extension Timestamp: CustomStringConvertible {
    /// `2026-05-20T18:30:00.000Z`
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the 24 bytes of `2026-05-20T18:30:00.000Z`. Times outside the years 0–9999, which RFC 3339 cannot
    /// write, become the nearest one inside.
    package func append(to bytes: inout [UInt8]) {
        let words = words
        let text = (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian)
        unsafe withUnsafeBytes(of: text) { unsafe bytes.append(contentsOf: $0) }
    }

    /// These 24 bytes as three words, the first byte lowest.
    var words: (UInt64, UInt64, UInt64) {
        let lowest: Int64 = -62_167_219_200_000
        let highest: Int64 = 253_402_300_799_999
        let (seconds, rest) = Timestamp(milliseconds: min(max(milliseconds, lowest), highest))
            .wholeSecondsAndRest
        let civil = CivilDateTime(secondsSinceEpoch: seconds)
        /// Two digits, the first one lowest.
        func digits(_ value: Int) -> UInt64 {
            let value = UInt64(truncatingIfNeeded: value)
            return value / 10 | (value % 10) << 8
        }
        let hundreds = UInt64(truncatingIfNeeded: rest / 100)
        // "0000-00-", "00T00:00" and ":00.000Z", to which the digits are added.
        return (
            0x2D30_302D_3030_3030 + digits(civil.year / 100) + digits(civil.year % 100) << 16
                + digits(civil.month) << 40,
            0x3030_3A30_3054_3030 + digits(civil.day) + digits(civil.hour) << 24 + digits(civil.minute) << 48,
            0x5A30_3030_2E30_303A + digits(civil.second) << 8 + hundreds << 32 + digits(Int(rest % 100)) << 40
        )
    }
}

// MARK: - Reading

extension Timestamp {
    /// Reads RFC 3339 with any offset, and `2026-05-20 18:30:00 +0000` (with or without the colon).
    ///
    /// An offset is required, and the moment is in the years 2000–2100 of UTC; digits beyond milliseconds are
    /// dropped. Second 60 is accepted where RFC 3339 (section 5.7) has leap seconds, at the end of June and December
    /// in UTC, and means the following second.
    public init?(_ text: some StringProtocol) {
        // The longest sensible form has 35 bytes; the limit excludes endless fractions.
        guard text.utf8.count <= 64 else { return nil }
        var reader = TimestampReader(bytes: Array(text.utf8))
        guard let moment = reader.moment(), Self.inputRange.contains(moment) else { return nil }
        milliseconds = moment
    }

    /// 2000-01-01T00:00:00.000Z to the end of 2100.
    private static let inputRange: Range<Int64> = 946_684_800_000..<4_133_980_800_000
}

/// Reads the parts of a time from the front of its text.
private struct TimestampReader {
    let bytes: [UInt8]
    var position = 0

    mutating func moment() -> Int64? {
        guard
            let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
            let separator = next(),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(separator),
            let hour = digits(2), skip(":"), let minute = digits(2), skip(":"), let second = digits(2),
            let fraction = fraction(), let offset = offset(mayBeApart: separator == UInt8(ascii: " ")),
            position == bytes.count
        else { return nil }
        let isLeapSecond = second == 60
        let civil = CivilDateTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: isLeapSecond ? 59 : second
        )
        guard let local = civil.secondsSinceEpoch else { return nil }
        var seconds = local - Int64(offset) * 60
        if isLeapSecond {
            seconds += 1
            let after = CivilDateTime(secondsSinceEpoch: seconds)
            guard [1, 7].contains(after.month), after.day == 1, after.hour == 0, after.minute == 0,
                after.second == 0
            else { return nil }
        }
        return seconds * 1_000 + Int64(fraction)
    }

    private mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let byte = next(), 0x30...0x39 ~= byte else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Milliseconds; 0 without a fraction, `nil` for a point without digits.
    private mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        var value = 0
        var count = 0
        while position < bytes.count, 0x30...0x39 ~= bytes[position] {
            if count < 3 { value = value * 10 + Int(bytes[position] - 0x30) }
            count += 1
            position += 1
        }
        switch count {
        case 0: return nil
        case 1: return value * 100
        case 2: return value * 10
        default: return value
        }
    }

    /// Minutes east of Greenwich.
    private mutating func offset(mayBeApart: Bool) -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isApart = mayBeApart && skip(" ")
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = digits(2), hours <= 23 else { return nil }
        guard skip(":") || isApart, let minutes = digits(2), minutes <= 59 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
}

// MARK: - JSON

extension Timestamp: Codable, JSONWritable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not an RFC 3339 time")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package func write(to writer: inout JSONWriter) {
        writer.timestamp(self)
    }
}
