internal import ParlayAPI

/// A cron expression: minute, hour, day of month, month, day of week, in UTC.
///
/// Fields accept `*`, numbers, ranges, lists and steps; months and days of the week also their English names; both 0
/// and 7 mean Sunday. If both day fields are restricted, a day that matches either one matches; a field that begins
/// with `*` is not restricted (POSIX `crontab`, and `*/n` as in Vixie's cron).
package struct Cron: Sendable, Equatable {
    private let minutes: UInt64
    private let hours: UInt64
    private let days: UInt64
    private let months: UInt64
    private let weekdays: UInt64
    private let needsBothDays: Bool

    package enum ParseError: Error, Equatable {
        case fieldCount(Int)
        /// A malformed field and its text.
        case field(String, String)
        /// No day ever matches, such as 31 February.
        case never
    }

    package init(_ expression: String) throws(ParseError) {
        let fields = expression.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard fields.count == 5 else { throw .fieldCount(fields.count) }
        minutes = try Self.parse(fields[0], "minute", 0...59)
        hours = try Self.parse(fields[1], "hour", 0...23)
        days = try Self.parse(fields[2], "day of month", 1...31)
        months = try Self.parse(fields[3], "month", 1...12, names: Self.monthNames)
        let parsed = try Self.parse(fields[4], "day of week", 0...7, names: Self.weekdayNames)
        weekdays = (parsed | parsed >> 7) & 0x7f
        needsBothDays = fields[2].hasPrefix("*") || fields[4].hasPrefix("*")
        guard next(after: 0) != nil else { throw .never }
    }

    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    private static func parse(
        _ field: String,
        _ name: String,
        _ range: ClosedRange<Int>,
        names: [String] = []
    ) throws(ParseError) -> UInt64 {
        func number(_ text: Substring) throws(ParseError) -> Int {
            if let index = names.firstIndex(of: text.lowercased()) { return index + range.lowerBound }
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(text),
                range.contains(value)
            else { throw .field(name, field) }
            return value
        }
        var bits: UInt64 = 0
        for item in field.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let span = parts.first else { throw .field(name, field) }
            let ends = span.split(separator: "-", omittingEmptySubsequences: false)
            var first = range.lowerBound
            // `*` for days of the week ends at Saturday, because 7 is Sunday again.
            var last = min(range.upperBound, names.isEmpty ? .max : range.lowerBound + names.count - 1)
            if span != "*" {
                guard ends.count <= 2, let start = ends.first, let end = ends.last else {
                    throw .field(name, field)
                }
                first = try number(start)
                // `5/15` means every 15 from 5 on.
                if ends.count == 2 || parts.count == 1 { last = try number(end) }
            }
            var step = 1
            if parts.count == 2 {
                guard let value = Int(parts[1]), value > 0, value <= 60 else { throw .field(name, field) }
                step = value
            }
            guard first <= last else { throw .field(name, field) }
            for value in stride(from: first, through: last, by: step) { bits |= 1 << UInt64(value) }
        }
        return bits
    }

    private func has(_ bits: UInt64, _ value: some BinaryInteger) -> Bool { bits & (1 << UInt64(value)) != 0 }

    private func matches(_ daysSinceEpoch: Int64) -> Bool {
        let day = CivilDateTime(secondsSinceEpoch: daysSinceEpoch * 86_400)
        guard has(months, day.month) else { return false }
        let byDay = has(days, day.day)
        let byWeekday = has(weekdays, day.weekday)
        return needsBothDays ? byDay && byWeekday : byDay || byWeekday
    }

    /// The first matching minute after `milliseconds` (Unix epoch); `nil` if there is none within 30 years.
    package func next(after milliseconds: Int64) -> Int64? {
        let minute = milliseconds.floorDivided(by: 60_000) + 1
        var day = minute.floorDivided(by: 1440)
        var earliest = minute - day * 1440
        for _ in 0..<10_960 {
            if matches(day), let found = firstMinute(from: earliest) {
                return (day * 1440 + found) * 60_000
            }
            day += 1
            earliest = 0
        }
        return nil
    }

    /// The last matching minute at or before `milliseconds` and after `floor`.
    package func latest(upTo milliseconds: Int64, after floor: Int64) -> Int64? {
        let minute = milliseconds.floorDivided(by: 60_000)
        var day = minute.floorDivided(by: 1440)
        var last = minute - day * 1440
        while (day + 1) * 86_400_000 > floor {
            if matches(day), let found = lastMinute(upTo: last) {
                let time = (day * 1440 + found) * 60_000
                return time > floor ? time : nil
            }
            day -= 1
            last = 1439
        }
        return nil
    }

    private func firstMinute(from earliest: Int64) -> Int64? {
        for hour in (earliest / 60)..<24 where has(hours, hour) {
            for minute in (hour == earliest / 60 ? earliest % 60 : 0)..<60 where has(minutes, minute) {
                return hour * 60 + minute
            }
        }
        return nil
    }

    private func lastMinute(upTo last: Int64) -> Int64? {
        for hour in (0...(last / 60)).reversed() where has(hours, hour) {
            for minute in (0...(hour == last / 60 ? last % 60 : 59)).reversed() where has(minutes, minute) {
                return hour * 60 + minute
            }
        }
        return nil
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
