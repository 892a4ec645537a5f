/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Since the Unix epoch; `nil` when it is no such date.
    package static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3])
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return CivilDateTime(
            year: year,
            month: month + 1,
            day: day,
            hour: time[0],
            minute: time[1],
            second: time[2]
        ).secondsSinceEpoch
    }

    /// - Parameter secondsSinceEpoch: of the Unix epoch, from 1970 to 9999.
    package static func text(_ secondsSinceEpoch: Int64) -> String {
        let time = CivilDateTime(secondsSinceEpoch: secondsSinceEpoch)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(days[time.weekday]), \(two(time.day)) \(months[time.month - 1]) \(time.year) "
            + "\(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
    }
}
