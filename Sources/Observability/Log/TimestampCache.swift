/// Writes RFC 3339 times in UTC and keeps the text up to the second, since many lines share it.
struct TimestampCache {
    private var second = Int64.min
    private var prefix: [UInt8] = []

    /// `2026-03-01T12:00:00.250Z` for milliseconds since 1970.
    mutating func append(milliseconds: Int64, to line: inout [UInt8]) {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let now = remainder < 0 ? quotient - 1 : quotient
        if now != second {
            second = now
            render()
        }
        line.append(contentsOf: prefix)
        line.append(decimal: UInt64(remainder < 0 ? remainder + 1000 : remainder), width: 3)
        line.append(UInt8(ascii: "Z"))
    }

    private mutating func render() {
        let ofDay = (second % 86_400 + 86_400) % 86_400
        let (year, month, day) = Self.civil(fromDays: (second - ofDay) / 86_400)
        prefix.removeAll(keepingCapacity: true)
        prefix.append(decimal: UInt64(clamping: year), width: 4)
        prefix.append(UInt8(ascii: "-"))
        prefix.append(decimal: UInt64(month), width: 2)
        prefix.append(UInt8(ascii: "-"))
        prefix.append(decimal: UInt64(day), width: 2)
        prefix.append(UInt8(ascii: "T"))
        prefix.append(decimal: UInt64(ofDay / 3600), width: 2)
        prefix.append(UInt8(ascii: ":"))
        prefix.append(decimal: UInt64(ofDay / 60 % 60), width: 2)
        prefix.append(UInt8(ascii: ":"))
        prefix.append(decimal: UInt64(ofDay % 60), width: 2)
        prefix.append(UInt8(ascii: "."))
    }

    /// The Gregorian date of a day counted from 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date
    /// algorithms", `civil_from_days`): years begin in March, so that the leap day is their last.
    static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
