internal import Meetups
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let meetupsExpire = Command(
        "admin meetups expire",
        options: [.dryRun, .json],
        "reset the meetups whose time has passed, as the worker does"
    ) { call in
        let now = Timestamp.now
        if call.has("--dry-run") {
            let count = try await AdminSession.run(call.configuration, as: .worker) {
                try await MeetupSweep(database: $0).dueCount(at: now)
            }
            let value = JSONText.object([("due", .integer(Int64(count)))])
            call.terminal.print(call.isJSON ? JSONText.text(value) : "\(count) matches would be reset")
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
        call.terminal.print(call.isJSON ? JSONText.text(value) : sentence)
        return .success
    }
}
