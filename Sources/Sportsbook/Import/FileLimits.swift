package import ParlayAPI

/// Limits that the files share.
package enum FileLimits {
    /// Points or goals of a team.
    static let score = 999
    /// Characters of the id of a game or a tournament.
    static let id = 200

    /// What is wrong with the name of a team or a tournament or with an id, as a sentence.
    package static func violation(ofName name: String, atMost length: Int = 100) -> String? {
        if name.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return "The text is empty." }
        if name.unicodeScalars.count > length { return "The text is longer than \(length) characters." }
        return NameRule.violation(of: name)?.sentence
    }

    /// The start of a text, for a message about it.
    static func quotable(_ text: String) -> String {
        let start = String(text.unicodeScalars.prefix(40).filter { !NameRule.forbids($0) })
        return text.unicodeScalars.count > 40 ? start + "…" : start
    }
}

/// Dates and times as files write them.
package enum FileTime {
    /// `2024-09-05`; `nil` if there is no such day.
    package static func day(_ text: String) -> CivilDateTime? {
        CivilDate(text).map { CivilDateTime(year: $0.year, month: $0.month, day: $0.day) }
    }

    /// `20:20`
    static func at(_ text: some StringProtocol, on day: CivilDateTime) -> CivilDateTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].utf8.count == 2,
            let hour = number(parts[0]), let minute = number(parts[1])
        else { return nil }
        var civil = day
        civil.hour = hour
        civil.minute = minute
        return civil.secondsSinceEpoch == nil ? nil : civil
    }

    /// `2024-09-06T00:20:00Z`, seconds since the Unix epoch. Of any year, because games are moved.
    static func utc(_ text: String) -> Int64? {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1].utf8.count == 9, halves[1].hasSuffix(":00Z"),
            let day = day(String(halves[0]))
        else { return nil }
        return at(halves[1].dropLast(4), on: day)?.secondsSinceEpoch
    }

    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.utf8.allSatisfy { 48...57 ~= $0 } ? Int(digits) : nil
    }
}
