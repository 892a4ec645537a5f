/// How often and how long a call is attempted.
///
/// Between two attempts the client waits: at least as long as the server's `Retry-After`, plus a random part of a
/// pause that doubles each time, so that many apps do not return at the same moment.
public struct RetryPolicy: Sendable {
    /// How often a call is sent, including the first time.
    public var attempts: Int
    /// The pause before the second attempt; it doubles for each further one.
    public var firstPause: Duration
    /// The pause stops doubling here. A longer `Retry-After` is still obeyed.
    public var longestPause: Duration
    /// The total time of a call, including its attempts and pauses. A pause that would exceed it is not started: the
    /// call fails with its last error.
    public var timeLimit: Duration
    /// A number in `0..<1`.
    public var random: @Sendable () -> Double

    /// - Parameter attempts: at least 1; fewer count as 1.
    public init(
        attempts: Int = 5,
        firstPause: Duration = .milliseconds(250),
        longestPause: Duration = .seconds(8),
        timeLimit: Duration = .seconds(30),
        random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.attempts = attempts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.timeLimit = timeLimit
        self.random = random
    }

    /// Five attempts within half a minute.
    public static let standard = RetryPolicy()
    /// Every call is sent once.
    public static let none = RetryPolicy(attempts: 1)

    /// How long to wait after this many attempts.
    func pause(after attempts: Int, retryAfter: Duration?) -> Duration {
        var longest = min(firstPause, longestPause)
        for _ in 1..<max(attempts, 1) where longest < longestPause {
            longest = min(longest * 2, longestPause)
        }
        if let retryAfter { return max(retryAfter, .zero) + longest * random() }
        return longest / 2 + longest / 2 * random()
    }
}
