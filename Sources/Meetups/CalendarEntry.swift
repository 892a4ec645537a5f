internal import Accounts
internal import ParlayAPI

/// A scheduled meetup as an iCalendar object (RFC 5545).
struct CalendarEntry: Equatable {
    let uid: String
    /// Grows with each plan, so that calendars replace the earlier entry.
    let sequence: Int64
    let stamp: Timestamp
    let start: Timestamp
    let summary: String
    let location: String

    static let length: Int64 = 3600

    /// Lines end with CRLF and have at most 75 octets.
    var text: String {
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Parlay//Meetups//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            "BEGIN:VEVENT",
            "UID:\(Self.escaped(uid))",
            "SEQUENCE:\(sequence)",
            "DTSTAMP:\(Self.written(stamp))",
            "DTSTART:\(Self.written(start))",
            "DTEND:\(Self.written(Timestamp(milliseconds: start.milliseconds + Self.length * 1000)))",
            "SUMMARY:\(Self.escaped(summary))",
            "LOCATION:\(Self.escaped(location))",
            "STATUS:CONFIRMED",
            "END:VEVENT",
            "END:VCALENDAR",
        ]
        .map { Self.folded($0) + "\r\n" }
        .joined()
    }

    /// RFC 5545, 3.3.11. Line breaks of all kinds become `\n`; other control characters are not allowed in a TEXT.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var wasReturn = false
        for scalar in text.unicodeScalars {
            defer { wasReturn = scalar == "\r" }
            switch scalar {
            case "\\", ";", ",":
                escaped.unicodeScalars.append("\\")
                escaped.unicodeScalars.append(scalar)
            case "\n": if !wasReturn { escaped += "\\n" }
            case "\r": escaped += "\\n"
            case "\t": escaped += " "
            default: if scalar.value >= 0x20 && scalar.value != 0x7F { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }

    /// RFC 5545, 3.1: a longer line continues in the next one after a space. No character is split.
    static func folded(_ line: String) -> String {
        var folded = ""
        var octets = 0
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if octets + width > 75 {
                folded += "\r\n "
                octets = 1
            }
            folded.unicodeScalars.append(scalar)
            octets += width
        }
        return folded
    }

    /// `20260520T183000Z`
    static func written(_ time: Timestamp) -> String {
        String(time.description.prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
    }
}

extension CalendarEntry {
    /// `nil` for a match without a plan.
    init?(_ row: MatchRow, tenant: String) {
        guard let time = row.time, let location = row.location else { return nil }
        self.init(
            uid: "match-\(row.id.rawValue)@\(tenant).parlay",
            sequence: row.plans,
            stamp: row.updatedAt,
            start: time,
            summary: "Meetup with \(row.partner.account.fullName)",
            location: location
        )
    }
}
