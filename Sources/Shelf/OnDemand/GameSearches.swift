package import Console
internal import Database
internal import Jobs
internal import ParlayAPI
internal import Synchronization
internal import Tenancy

/// Searches at IGDB for calls that find little in the catalog. A worker asks; the call waits for it a moment.
package final class GameSearches: Sendable {
    package enum Outcome: Sendable, Hashable {
        /// The catalog has what IGDB has, IGDB is not used, or the account searches too often.
        case notNeeded
        /// IGDB has answered, and the catalog has what it found.
        case done
        /// IGDB could not be asked.
        case failed
        /// The client may ask again after two seconds.
        case stillSearching
    }

    private static let interval = Duration.milliseconds(100)
    /// Of one account in a minute.
    private static let limit = 10
    private static let window = 60
    /// Calls of this front that wait. Beyond that, they are asked to try again.
    private static let waitingLimit = 256

    /// Whether there are credentials for IGDB.
    package let isEnabled: Bool
    private let timeout: Duration
    private let waiting = Atomic<Int>(0)

    /// - Parameter timeout: how long a call waits for the worker.
    package init(_ configuration: Configuration, timeout: Duration = .seconds(2)) {
        isEnabled = configuration.hasIGDB
        self.timeout = timeout
    }

    /// Searches for `q` at IGDB, unless that was done within a day, and waits for at most `timeout`. Holds no
    /// connection while it waits.
    ///
    /// - Parameter state: of the search, read before the catalog.
    func search(_ q: String, since state: UpstreamSearchState, in session: Session) async throws -> Outcome {
        try session.requireNoTransaction("a search at IGDB")
        guard isEnabled else { return .notNeeded }
        switch state.step {
        case .end(let outcome): return outcome
        case .wait: break
        case .ask:
            guard try await isWithinBudget(session) else { return .notNeeded }
            let job = SearchGamesJob(q: q)
            // Nothing happens if another account was faster.
            _ = try await session.writeApart(
                JobQueue.enqueue(job, tenant: session.tenant.id.rawValue, uniqueKey: state.key)
            )
        }
        return try await wait(for: q, since: state, in: session)
    }

    private func wait(for q: String, since before: UpstreamSearchState, in session: Session) async throws
        -> Outcome
    {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.waitingLimit else {
            waiting.subtract(1, ordering: .relaxed)
            return .stillSearching
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        let deadline = ContinuousClock.now + timeout
        while ContinuousClock.now < deadline {
            try await session.pause(for: Self.interval)
            let state = try await session.read(UpstreamSearchStore.state(q, in: session.tenant.id)).one
            if let outcome = state.outcome(since: before) { return outcome }
        }
        return .stillSearching
    }

    /// Counts a search of the account, in the database: for all fronts.
    private func isWithinBudget(_ session: Session) async throws -> Bool {
        let account = try await session.principal().accountID
        let calls = try await session.writeApart(
            ThrottleStore.call(
                .id(session.tenant.id),
                "game_search",
                .text("id:\(account.rawValue)"),
                .time(session.now),
                .integer(Self.window)
            )
        )
        return try calls.one.count <= Self.limit
    }
}
