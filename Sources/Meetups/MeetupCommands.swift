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
            let count = try await AdminSession.run(call.configuration, as: .worker) {
                try await MeetupSweep(database: $0).dueCount(at: now)
            }
            let value = JSONText.object([("due", .integer(Int64(count)))])
            call.report("\(count) matches would be reset", value)
            return .success
        }
        let done = try await AdminSession.run(call.configuration, as: .worker) {
            try await MeetupSweep(database: $0).expire(at: now)
        }
        let value = JSONText.object([
            ("matches", .integer(Int64(done.matches))), ("meetups", .integer(Int64(done.meetups))),
            ("notices", .integer(Int64(done.notices))),
        ])
        let sentence =
            "\(done.matches) matches reset, \(done.meetups) meetups recorded, \(done.notices) people asked"
        call.report(sentence, value)
        return .success
    }
}
