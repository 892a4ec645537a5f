package import ParlayAPI

/// A kick-off as a source writes it. PostgreSQL turns a local time into a moment.
package enum SourceTime: Sendable, Hashable {
    case moment(Timestamp)
    /// In the time zone of the feed.
    case local(CivilDateTime)

    /// Reads ISO 8601, with or without an offset (`2026-09-10T20:20:00-04:00`, `2026-09-10 20:20`), or the form of American
    /// odds pages, `9/4 8:35 ET`: month and day, and 12 hours without a.m. and p.m. Games are played in the afternoon and at
    /// night, so that 9 means the morning, as for games in Europe, and every other hour means p.m.; a late game on a Monday
    /// starts at 10:25. Without a year, it is the one in which the date is nearest to `now`.
    package init?(_ text: String, now: Timestamp) {
        if let moment = Timestamp(text) ?? Timestamp(Self.withSeconds(text)) {
            self = .moment(moment)
            return
        }
        let words = text.split(separator: " ")
        guard let first = words.first,
            let civil = first.contains("/")
                ? Self.american(first, words.dropFirst(), now: now) : Self.iso(text),
            civil.secondsSinceEpoch != nil, (2000...2100).contains(civil.year)
        else { return nil }
        self = .local(civil)
    }

    /// `2026-09-25T00:15Z`, as some write it, with `:00` in it.
    private static func withSeconds(_ text: String) -> String {
        guard text.utf8.count > 16, text.utf8.count < 24 else { return text }
        let end = text.index(text.startIndex, offsetBy: min(16, text.count))
        return "\(text[..<end]):00\(text[end...])"
    }

    private static func iso(_ text: String) -> CivilDateTime? {
        guard
            let match = text.wholeMatch(
                of:
                    /([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?/
            )
        else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6 ?? "0"].compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return CivilDateTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )
    }

    /// - Parameter rest: the time of day, then perhaps `pm` or a time zone, which the feed's replaces.
    private static func american(
        _ date: Substring,
        _ rest: ArraySlice<Substring>,
        now: Timestamp
    ) -> CivilDateTime? {
        guard let day = date.wholeMatch(of: /([0-9]{1,2})\/([0-9]{1,2})(?:\/([0-9]{4}))?/),
            let time = rest.first?.lowercased().wholeMatch(of: /([0-9]{1,2}):([0-9]{2})(am|pm|a|p)?/),
            let month = Int(day.1), let number = Int(day.2), let written = Int(time.1),
            let minute = Int(time.2)
        else { return nil }
        let half = time.3.map(String.init) ?? rest.dropFirst().first?.lowercased() ?? ""
        let hour: Int
        switch (half, written) {
        case ("am", 1...12), ("a", 1...12), ("a.m.", 1...12): hour = written % 12
        case ("pm", 1...12), ("p", 1...12), ("p.m.", 1...12): hour = written % 12 + 12
        case ("am", _), ("a", _), ("a.m.", _), ("pm", _), ("p", _), ("p.m.", _): return nil
        case (_, 9), (_, 12), (_, 13...23), (_, 0): hour = written
        case (_, 1...11): hour = written + 12
        default: return nil
        }
        func civil(_ year: Int) -> CivilDateTime {
            CivilDateTime(year: year, month: month, day: number, hour: hour, minute: minute)
        }
        if let year = day.3.flatMap({ Int($0) }) { return civil(year) }
        let present = now.milliseconds / 1000
        let years = (now.civil.year - 1)...(now.civil.year + 1)
        return years.map(civil)
            .compactMap { date in date.secondsSinceEpoch.map { (date, ($0 - present).magnitude) } }
            .min { $0.1 < $1.1 }?.0
    }
}
