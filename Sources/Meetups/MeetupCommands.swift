internal import Console
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let meetupsExpire = Command(
        "admin meetups expire",
        options: [.dryRun, .json],
        "reset matches whose meetup has passed",
        details: "The worker does this every minute.",
        example: "parlay admin meetups expire --dry-run"
    ) { call in
        let now = Timestamp.now
        if call.has("--dry-run") {
            var count = 0
            for settings in try call.settingsOfCells() {
                count += try await AdminSession.run(settings, as: .worker) {
                    try await MeetupSweep(database: $0).dueCount(at: now)
                }
            }
            let value = JSONText.object([("due", .integer(Int64(count)))])
            call.report("\(count) matches would be reset", value)
            return .success
        }
        var (matches, meetups, notices) = (0, 0, 0)
        for settings in try call.settingsOfCells() {
            let done = try await AdminSession.run(settings, as: .worker) {
                try await MeetupSweep(database: $0).expire(at: now)
            }
            matches += done.matches
            meetups += done.meetups
            notices += done.notices
        }
        let value = JSONText.object([
            ("matches", .integer(Int64(matches))), ("meetups", .integer(Int64(meetups))),
            ("notices", .integer(Int64(notices))),
        ])
        let sentence = "\(matches) matches reset, \(meetups) meetups recorded, \(notices) people asked"
        call.report(sentence, value)
        return .success
    }
}
