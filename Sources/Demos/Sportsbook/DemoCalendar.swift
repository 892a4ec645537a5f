package import ParlayAPI

/// The weeks of the demo. Pure. Those of football are in New York's days: from Tuesday to Monday, with games from
/// Thursday on.
package enum DemoCalendar {
    /// The Thursday of the week that the day belongs to: the coming one on Tuesday and Wednesday, else the last one.
    package static func thursday(ofWeekWith day: CivilDateTime) -> CivilDateTime {
        let sinceThursday = (day.weekday + 3) % 7
        return day.adding(days: sinceThursday <= 4 ? -sinceThursday : 7 - sinceThursday)
    }

    package static func monday(ofWeekWith day: CivilDateTime) -> CivilDateTime {
        day.adding(days: -((day.weekday + 6) % 7))
    }

    package static func weeks(from first: CivilDateTime, to last: CivilDateTime) -> Int {
        (last.daysSinceEpoch - first.daysSinceEpoch) / 7
    }
}
