package import ParlayAPI

/// The weeks of the demo. Pure. Those of football are in New York's days: from Tuesday to Monday, with games from
/// Thursday on.
package enum DemoCalendar {
    /// The Thursday of the week that the day belongs to: the coming one on Tuesday and Wednesday, else the last one.
    package static func thursday(ofWeekWith day: CivilDateTime) -> CivilDateTime {
        // The first day of 1970 was a Thursday.
        let sinceThursday = ((day.daysSinceEpoch % 7) + 7) % 7
        return day.adding(days: sinceThursday <= 4 ? -sinceThursday : 7 - sinceThursday)
    }

    package static func monday(ofWeekWith day: CivilDateTime) -> CivilDateTime {
        // The first day of 1970 was a Thursday.
        day.adding(days: -(((day.daysSinceEpoch + 3) % 7 + 7) % 7))
    }

    package static func weeks(from first: CivilDateTime, to last: CivilDateTime) -> Int {
        (last.daysSinceEpoch - first.daysSinceEpoch) / 7
    }
}

extension CivilDateTime {
    package var daysSinceEpoch: Int {
        let midnight = CivilDateTime(year: year, month: month, day: day)
        return Int((midnight.secondsSinceEpoch ?? 0) / 86_400)
    }

    /// At midnight.
    package func adding(days: Int) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: Int64(daysSinceEpoch + days) * 86_400)
    }
}
