internal import ParlayAPI

/// When clocks change each year: a `TZ` of POSIX such as `CET-1CEST,M3.5.0,M10.5.0/3`, with days of the form `M`.
struct TimeZoneRule: Sendable {
    private struct Change {
        var month: Int
        /// 5 is the last.
        var week: Int
        var weekday: Int
        /// Of the clock before the change. May be negative, or later than the day.
        var seconds: Int64

        /// In seconds of the clock before the change.
        func moment(in year: Int) -> Int64? {
            guard let first = CivilDateTime(year: year, month: month, day: 1).secondsSinceEpoch else {
                return nil
            }
            let firstWeekday = Int((first / 86_400 % 7 + 7 + 4) % 7)
            var day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            let next = CivilDateTime(
                year: month == 12 ? year + 1 : year,
                month: month == 12 ? 1 : month + 1,
                day: 1
            )
            guard let end = next.secondsSinceEpoch else { return nil }
            while first + Int64(day) * 86_400 >= end { day -= 7 }
            return first + Int64(day) * 86_400 + seconds
        }
    }

    private let standard: TimeZoneRules.Offset
    private var daylight: (offset: TimeZoneRules.Offset, begins: Change, ends: Change)?

    /// Nil if it is empty or of another form.
    init?(_ text: String) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let name = reader.name(), let offset = reader.time() else { return nil }
        standard = .init(seconds: -offset, abbreviation: name)
        if reader.isAtEnd { return }
        guard let name = reader.name() else { return nil }
        var summer = standard.seconds + 3600
        if !reader.isAt(",") {
            guard let offset = reader.time() else { return nil }
            summer = -offset
        }
        guard let begins = reader.change(), let ends = reader.change(), reader.isAtEnd else { return nil }
        daylight = (.init(seconds: summer, abbreviation: name), begins, ends)
    }

    func offset(at seconds: Int64) -> TimeZoneRules.Offset {
        guard let daylight else { return standard }
        let year = CivilDateTime(secondsSinceEpoch: seconds + standard.seconds).year
        guard let begins = daylight.begins.moment(in: year), let ends = daylight.ends.moment(in: year) else {
            return standard
        }
        let (begin, end) = (begins - standard.seconds, ends - daylight.offset.seconds)
        // South of the equator it begins late in the year.
        let isDaylight =
            begin < end ? begin <= seconds && seconds < end : !(end <= seconds && seconds < begin)
        return isDaylight ? daylight.offset : standard
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        func isAt(_ character: Unicode.Scalar) -> Bool {
            position < bytes.count && bytes[position] == UInt8(ascii: character)
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard isAt(character) else { return false }
            position += 1
            return true
        }

        /// `CET` or `<+03>`.
        mutating func name() -> String? {
            let isQuoted = skip("<")
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: ">"),
                isQuoted || 0x61...0x7A ~= bytes[position] | 0x20
            {
                position += 1
            }
            let name = String(decoding: bytes[start..<position], as: UTF8.self)
            return name.isEmpty || isQuoted && !skip(">") ? nil : name
        }

        mutating func number() -> Int64? {
            var value: Int64?
            while position < bytes.count, 0x30...0x39 ~= bytes[position], value ?? 0 < 1000 {
                value = (value ?? 0) * 10 + Int64(bytes[position] - 0x30)
                position += 1
            }
            return value
        }

        /// `-5:30` in seconds.
        mutating func time() -> Int64? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number() else { return nil }
            var seconds = hours * 3600
            for unit: Int64 in [60, 1] where skip(":") {
                guard let part = number() else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// `,M3.5.0/2`
        mutating func change() -> Change? {
            guard skip(","), skip("M"), let month = number(), skip("."), let week = number(), skip("."),
                let weekday = number(), 1...12 ~= month, 1...5 ~= week, 0...6 ~= weekday
            else { return nil }
            var seconds: Int64 = 7200
            if skip("/") {
                guard let time = time() else { return nil }
                seconds = time
            }
            return Change(month: Int(month), week: Int(week), weekday: Int(weekday), seconds: seconds)
        }
    }
}
