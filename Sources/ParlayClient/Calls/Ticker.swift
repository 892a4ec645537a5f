/// A clock that counts from its creation, for any kind of instants.
struct Ticker: Sendable {
    let now: @Sendable () -> Duration
    /// Returns at that reading of `now`, or throws when the task is cancelled.
    let sleep: @Sendable (_ reading: Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
