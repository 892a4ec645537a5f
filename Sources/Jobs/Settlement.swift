/// How runs ended, gathered until the next round trip.
struct Settlement: Sendable {
    struct Return: Sendable, Equatable {
        let key: RunKey
        /// Milliseconds from now.
        let delay: Int64
        let refundsAttempt: Bool
        let error: String?
    }

    struct Death: Sendable, Equatable {
        let key: RunKey
        let error: String
        let stack: String
    }

    var finished: [RunKey] = []
    var returned: [Return] = []
    var dead: [Death] = []

    var isEmpty: Bool { finished.isEmpty && returned.isEmpty && dead.isEmpty }
    var keys: [RunKey] { finished + returned.map(\.key) + dead.map(\.key) }

    /// Each list in the order of locking.
    mutating func sort() {
        finished.sort()
        returned.sort { $0.key < $1.key }
        dead.sort { $0.key < $1.key }
    }

    /// The same, one run each: for when one of them is what the database refuses.
    var single: [Settlement] {
        finished.map { Settlement(finished: [$0]) } + returned.map { Settlement(returned: [$0]) }
            + dead.map { Settlement(dead: [$0]) }
    }

    /// Decides what a failed run comes to.
    mutating func fail(
        _ job: ClaimedJob,
        _ error: any Error,
        policy: JobPolicy,
        using generator: inout some RandomNumberGenerator
    ) {
        switch error {
        case JobOutcome.snooze(let delay):
            returned.append(
                Return(key: job.key, delay: delay.milliseconds, refundsAttempt: true, error: nil)
            )
        case JobOutcome.discard(let why):
            dead.append(Death(key: job.key, error: Self.clean(why), stack: ""))
        default:
            let text = Self.clean("\(error)")
            if job.key.attempt >= job.maximumAttempts {
                dead.append(
                    Death(key: job.key, error: text, stack: Self.clean(String(reflecting: error)))
                )
            } else {
                let delay = policy.backoff.milliseconds(after: job.key.attempt, using: &generator)
                returned.append(Return(key: job.key, delay: delay, refundsAttempt: false, error: text))
            }
        }
    }

    /// The database takes no NUL, and nobody reads past 4,000 characters.
    private static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(4000)))
    }
}
