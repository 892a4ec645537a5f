internal import Reactor

/// How runs ended, collected until the next round trip.
struct RunOutcomes: Sendable {
    struct ReturnedRun: Sendable, Equatable {
        let key: RunKey
        /// Milliseconds from now.
        let delay: Int64
        let refundsAttempt: Bool
        let error: String?
    }

    struct DeadRun: Sendable, Equatable {
        let key: RunKey
        let error: String
        let stack: String
    }

    var finished: [RunKey] = []
    var returned: [ReturnedRun] = []
    var dead: [DeadRun] = []

    var isEmpty: Bool { finished.isEmpty && returned.isEmpty && dead.isEmpty }
    var keys: [RunKey] { finished + returned.map(\.key) + dead.map(\.key) }

    /// Sorts each list in the order of locking.
    mutating func sort() {
        finished.sort()
        returned.sort { $0.key < $1.key }
        dead.sort { $0.key < $1.key }
    }

    /// The same, split into single runs: for when the database refuses one of them.
    var single: [RunOutcomes] {
        finished.map { RunOutcomes(finished: [$0]) } + returned.map { RunOutcomes(returned: [$0]) }
            + dead.map { RunOutcomes(dead: [$0]) }
    }

    /// Decides what happens after a failed run.
    mutating func fail(
        _ job: ClaimedJob,
        _ error: any Error,
        policy: JobPolicy,
        using generator: inout some RandomNumberGenerator
    ) {
        switch error {
        case JobOutcome.snooze(let delay):
            returned.append(
                ReturnedRun(key: job.key, delay: delay.milliseconds, refundsAttempt: true, error: nil)
            )
        case JobOutcome.discard(let why):
            dead.append(DeadRun(key: job.key, error: Self.clean(why), stack: ""))
        default:
            let text = Self.clean("\(error)")
            if job.key.attempt >= job.maximumAttempts {
                dead.append(
                    DeadRun(key: job.key, error: text, stack: Self.clean(String(reflecting: error)))
                )
            } else {
                let delay = policy.backoff.milliseconds(after: job.key.attempt, using: &generator)
                returned.append(ReturnedRun(key: job.key, delay: delay, refundsAttempt: false, error: text))
            }
        }
    }

    /// The database accepts no NUL, and no one reads past 4,000 characters.
    private static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(4000)))
    }
}
