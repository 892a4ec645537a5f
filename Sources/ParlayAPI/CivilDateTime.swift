/// A date and a time of day in UTC (proleptic Gregorian calendar), for iCalendar and the legacy formats.
package struct CivilDateTime: Hashable, Sendable {
    package var year: Int
    /// 1–12
    package var month: Int
    /// 1–31
    package var day: Int
    /// 0–23
    package var hour: Int
    /// 0–59
    package var minute: Int
    /// 0–59
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The moment a number of seconds after the Unix epoch.
    ///
    /// The day becomes a date by Howard Hinnant's `civil_from_days`: years begin in March, eras have 400 years.
    package init(secondsSinceEpoch seconds: Int64) {
        var days = Int(seconds / 86_400)
        var rest = Int(seconds % 86_400)
        if rest < 0 {
            days -= 1
            rest += 86_400
        }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
    }

    /// Seconds since the Unix epoch; `nil` if there is no such date or time, or the year is not in 0–9999.
    package var secondsSinceEpoch: Int64? {
        guard
            0...9_999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year),
            0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second
        else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// 1970-01-01 is day 0, and so is what is no date.
    package var daysSinceEpoch: Int {
        Int((CivilDateTime(year: year, month: month, day: day).secondsSinceEpoch ?? 0) / 86_400)
    }

    /// 0–6; 0 is Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let remainder = (daysSinceEpoch + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// At midnight.
    package func adding(days: Int) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: Int64(daysSinceEpoch + days) * 86_400)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
