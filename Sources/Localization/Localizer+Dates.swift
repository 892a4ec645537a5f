package import ParlayAPI

extension Localizer {
    package enum DateStyle: Hashable, Sendable, CaseIterable {
        /// Wed, 20 May; with the year if it is another than that of now.
        case day
        /// Wed, 20 May, 18:30
        case dayTime
        /// Wed, 20 May, 18:30 CEST: of a meetup, for example
        case dayTimeZone
        /// 20 May; with the year if it is another than that of now.
        case shortDay
        /// 18:30
        case time
        /// Wednesday, 20 May 2026 at 18:30 CEST
        case long
        /// May 2026
        case monthYear
        /// 20 May 2026
        case date
        /// May 2026, shorter where months have long names
        case shortMonth
    }

    package func date(_ time: Timestamp, _ style: DateStyle, now: Timestamp) -> String {
        let offset = zone.offset(at: time.wholeSeconds)
        let local = time.milliseconds.clamped + offset.seconds * 1000
        let isThisYear = civil(time).year == civil(now).year
        let skeleton =
            switch style {
            case .day: isThisYear ? "MMMEd" : "yMMMEd"
            case .dayTime, .dayTimeZone: isThisYear ? "MMMEdjm" : "yMMMEdjm"
            case .shortDay: isThisYear ? "MMMd" : "yMMMd"
            case .time: "jm"
            case .long: "yMMMMEEEEdjm"
            case .monthYear: "yMMMM"
            case .date: "yMMMd"
            case .shortMonth: "yMMM"
            }
        let text = format(.dates(skeleton)) { (handle) throws(ICUError) in try handle.date(local) }
        guard let text else { return time.description }
        guard style == .long || style == .dayTimeZone else { return text }
        return language == .de ? "\(text) Uhr \(offset.shownInGerman)" : "\(text) \(offset.shown)"
    }

    /// "in 3 days", "5 minutes ago", "yesterday".
    package func relative(_ time: Timestamp, to now: Timestamp) -> String {
        let seconds = time.wholeSeconds - now.wholeSeconds
        let days = civil(time).daysSinceEpoch - civil(now).daysSinceEpoch
        let (count, unit): (Int64, RelativeUnit) =
            switch (seconds.magnitude, days.magnitude) {
            case (..<60, _): (0, .second)
            case (..<3600, _): (seconds / 60, .minute)
            case (..<43_200, _), (_, 0): (seconds / 3600, .hour)
            case (_, ..<14): (Int64(days), .day)
            case (_, ..<60): (Int64(days / 7), .week)
            case (_, ..<730): (Int64(days / 30), .month)
            default: (Int64(days / 365), .year)
            }
        let text = format(.relative) { (handle) throws(ICUError) in
            try handle.relative(Int32(clamping: count), unit)
        }
        return text ?? date(time, .day, now: now)
    }

    /// For `<input type="datetime-local">`: `2026-05-20T18:30` in the zone.
    package func localInput(_ time: Timestamp) -> String {
        let seconds = time.wholeSeconds + zone.offset(at: time.wholeSeconds).seconds
        return String(Timestamp(milliseconds: seconds * 1000).description.prefix(16))
    }

    /// Reads what `localInput` writes, and seconds, which some browsers add. Of a time that clocks show twice it is the earlier; nil
    /// for one that they skip.
    package func timestamp(localInput: String) -> Timestamp? {
        let bytes = Array(localInput.utf8)
        guard bytes.count == 16 || bytes.count == 19 || bytes.count == 23 else { return nil }
        let whole = localInput + (bytes.count == 16 ? ":00Z" : "Z")
        guard bytes[10] == UInt8(ascii: "T"), let civil = Timestamp(whole),
            let seconds = zone.seconds(showing: civil.wholeSeconds)
        else { return nil }
        return Timestamp(milliseconds: seconds * 1000)
    }

    /// What clocks in the zone show.
    private func civil(_ time: Timestamp) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: time.wholeSeconds + zone.offset(at: time.wholeSeconds).seconds)
    }
}

extension Timestamp {
    /// Rounded down, within the years 0 to 9999.
    fileprivate var wholeSeconds: Int64 {
        let milliseconds = milliseconds.clamped
        return milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
    }
}

extension Int64 {
    fileprivate var clamped: Int64 { Swift.min(Swift.max(self, -62_135_596_800_000), 253_402_300_799_999) }
}

extension TimeZoneRules.Offset {
    private static let german = [
        "CET": "MEZ", "CEST": "MESZ", "WET": "WEZ", "WEST": "WESZ", "EET": "OEZ", "EEST": "OESZ",
    ]

    fileprivate var shownInGerman: String { Self.german[abbreviation] ?? shown }

    /// Many zones have only an offset for an abbreviation: `UTC+03:00`.
    fileprivate var shown: String {
        guard let first = abbreviation.first, first == "+" || first == "-" else { return abbreviation }
        let minutes = seconds.magnitude / 60
        let digits = { (number: UInt64) in (number < 10 ? "0" : "") + String(number) }
        return "UTC\(seconds < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}
