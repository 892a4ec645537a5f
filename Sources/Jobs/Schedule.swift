package import Database
internal import FoundationEssentials

/// A job of the platform that runs on a schedule.
package struct Schedule: Sendable {
    let name: String
    package let kind: String
    let payload: String
    let cron: String
    let maximumAttempts: Int
    /// Whether it works on the rows that no tenant has, and so runs in cell 1 alone.
    package let isOfPlatform: Bool

    /// - Parameters:
    ///   - name: stored in rows, never renamed.
    ///   - cron: five fields in UTC; see `Cron`.
    package init<J: Job>(_ name: String, _ cron: String, _ job: J, isOfPlatform: Bool = false) throws {
        _ = try Cron(cron)
        self.name = name
        self.cron = cron
        self.isOfPlatform = isOfPlatform
        kind = J.kind
        payload = String(decoding: try JSONEncoder().encode(job), as: UTF8.self)
        maximumAttempts = J.policy.maximumAttempts
    }

    /// Makes it known to the scheduler. Workers do so for all of theirs when they start.
    package var definition: Query {
        ScheduleStore.define(.text(name), .text(kind), .text(payload), .text(cron), .integer(maximumAttempts))
    }

    /// Ends a schedule whose reason is gone.
    package static func removal(of name: String) -> Query { ScheduleStore.remove(.text(name)) }
}
