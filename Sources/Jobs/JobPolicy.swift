internal import Reactor

/// How the jobs of one kind are run.
package struct JobPolicy: Sendable {
    /// The weight of a kind when several wait: a heavier lane gets a greater share of a claim, but every lane gets
    /// some.
    package enum Priority: Int, Sendable {
        case low = 1
        case normal = 4
        case high = 16
    }

    /// Runs before a job goes to the dead letters; 1–100.
    package var maximumAttempts: Int
    package var backoff: Backoff
    /// A run that takes longer is cancelled and counts as failed.
    package var timeLimit: Duration
    /// Concurrent runs in one worker process; `nil` for no own limit.
    package var concurrency: Int?
    package var priority: Priority

    package init(
        maximumAttempts: Int = 10,
        backoff: Backoff = Backoff(),
        timeLimit: Duration = .seconds(60),
        concurrency: Int? = nil,
        priority: Priority = .normal
    ) {
        self.maximumAttempts = maximumAttempts
        self.backoff = backoff
        self.timeLimit = timeLimit
        self.concurrency = concurrency
        self.priority = priority
    }

    package static let standard = JobPolicy()
}

/// Delays that double up to a limit, each randomized so that jobs that failed together are not retried together.
package struct Backoff: Sendable {
    package var first: Duration
    package var limit: Duration

    package init(first: Duration = .seconds(2), limit: Duration = .seconds(3600)) {
        self.first = first
        self.limit = limit
    }

    /// Milliseconds to wait after run number `attempt` (from 1) failed: between 75 and 125 % of the doubled time.
    package func milliseconds(
        after attempt: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Int64 {
        var wait = first.milliseconds
        for _ in 0..<max(0, min(attempt - 1, 40)) where wait < limit.milliseconds { wait *= 2 }
        wait = min(wait, limit.milliseconds)
        return wait * Int64.random(in: 75...125, using: &generator) / 100
    }
}
