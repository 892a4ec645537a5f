internal import Database
internal import Reactor

/// Permits for requests to IGDB, of all processes together: at most four start within any second, and at most eight are
/// open (docs/decisions/0098-one-limit-for-all-workers.md).
struct IGDBPermits: Sendable {
    /// The limit promises that a request without an answer arrived within five seconds of its permit: one to notice the
    /// permit, which is checked here, and three to connect.
    private static let promptness = Duration.seconds(1)
    static let connectTimeout = Duration.seconds(3)
    /// Shorter than the 15 seconds for which a permit lasts.
    static let requestTimeout = Duration.seconds(10)
    /// A header. libcurl sends a request again when a connection that it kept ends without an answer, which would be a
    /// request without a permit.
    static let singleUse = (name: "Connection", value: "close")

    let database: DatabasePool
    let loop: EventLoop

    /// Waits for a permit.
    ///
    /// - Throws: `IGDBError.paused` if there is a pause beyond the deadline, `.busy` if it has passed.
    func take(until deadline: ContinuousClock.Instant) async throws -> Int64 {
        while true {
            try Task.checkCancellation()
            let start = ContinuousClock.now
            let answer = try await database.write(IGDBStore.take()).one
            if let permit = answer.permit {
                if ContinuousClock.now - start <= Self.promptness { return permit }
                // This process was stopped meanwhile, or has too much to do: the permit is too old.
                try await finish(permit, .unsent)
                continue
            }
            let wait = answer.waitMilliseconds
            if answer.isPaused {
                try await pause(milliseconds: wait, until: deadline)
            } else {
                guard ContinuousClock.now < deadline else { throw IGDBError.busy }
                // An answer may free a place earlier.
                await loop.sleep(for: .milliseconds(min(wait, 250)))
            }
        }
    }

    /// Waits for a part of a pause, so that a cancelled task notices it.
    func pause(milliseconds: Int64, until deadline: ContinuousClock.Instant) async throws {
        guard ContinuousClock.now + .milliseconds(milliseconds) < deadline else {
            throw IGDBError.paused(milliseconds: milliseconds)
        }
        await loop.sleep(for: .milliseconds(min(milliseconds, 500)))
    }

    func finish(
        _ permit: Int64?,
        _ ending: IGDBStore.Ending,
        failure: String? = nil,
        pause: Int64 = 0,
        and queries: [Query] = []
    ) async throws {
        let finish = IGDBStore.finish(permit, ending, failure: failure, pause: pause)
        _ = try await database.write([finish] + queries)
    }
}
