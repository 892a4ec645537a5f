@testable import Jobs

/// The tables of the scheduler in memory, with the meaning of the statements of `ScheduleStore`.
struct ScheduleModel {
    private(set) var lastTicks: [String: Int64] = [:]
    private var ticks: [String: Set<Int64>] = [:]
    private(set) var term: Int64 = 0

    mutating func define(_ name: String, at now: Int64) { lastTicks[name] = now }

    mutating func lead() -> Int64 {
        term += 1
        return term
    }

    /// Whether the tick was enqueued.
    mutating func tick(_ name: String, _ due: Int64, term: Int64) -> Bool {
        guard term == self.term, let last = lastTicks[name], last < due else { return false }
        guard ticks[name, default: []].insert(due).inserted else { return false }
        lastTicks[name] = due
        return true
    }

    /// Whether the schedule went back to the present.
    mutating func rewind(_ name: String, term: Int64, at now: Int64) -> Bool {
        guard term == self.term, let last = lastTicks[name], last > now + EnabledSchedule.tolerance else {
            return false
        }
        lastTicks[name] = now
        ticks[name] = ticks[name]?.filter { $0 <= now }
        return true
    }
}
