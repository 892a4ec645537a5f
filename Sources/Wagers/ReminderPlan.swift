package import ParlayAPI
internal import Tenancy

/// When the loser of a wager is reminded to pay: after a number of days each, then weekly, at most six times. Pure.
package struct ReminderPlan: Sendable, Hashable {
    /// Days after the completion, ascending.
    private let days: [Int64]

    private static let most = 6
    /// The hours of the person's local day at which a reminder may come.
    package static let decentHours = 9..<20

    /// - Parameter days: the tenant's `reminder_days`; empty for no reminders.
    package init(days: [Int64]) {
        var plan = Array(Set(days).sorted().prefix(Self.most))
        while let last = plan.last, plan.count < Self.most { plan.append(last + 7) }
        self.days = plan
    }

    /// The earliest time of reminder number `step` (from 0); `nil` if there is none.
    package func time(of step: Int, since start: Timestamp) -> Timestamp? {
        days.indices.contains(step) ? start.adding(seconds: days[step] * 86_400) : nil
    }

    /// The step after one that is sent now, and its time: `nil` after the last. Steps whose time has also passed are
    /// skipped, so that no one gets several at once.
    func next(after step: Int, since start: Timestamp, now: Timestamp) -> (step: Int, at: Timestamp?) {
        var next = step + 1
        while let time = time(of: next, since: start) {
            if time > now { return (next, time) }
            next += 1
        }
        return (next, nil)
    }

    /// How many seconds to wait for a decent hour in the person's time zone; 0 if it is one.
    package static func wait(at local: CivilDateTime) -> Int64 {
        if decentHours.contains(local.hour) { return 0 }
        let morning = decentHours.lowerBound * 3600
        let secondOfDay = (local.hour * 60 + local.minute) * 60 + local.second
        return Int64(secondOfDay < morning ? morning - secondOfDay : 86_400 - secondOfDay + morning)
    }
}
