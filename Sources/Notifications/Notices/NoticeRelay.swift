package import Database
package import Reactor
internal import Tenancy

/// Enqueues the mail and the webhooks of new notices, in the background of a worker process.
///
/// A write leaves one row in `notice_outbox` for each notice, in its own transaction; the function `relay_notices` makes
/// jobs out of it, in another one. So nothing is lost, and nothing is enqueued twice. Any number can run in parallel.
///
/// It looks for rows instead of waiting for a notification: a notification would cost each write more than this costs in all.
package actor NoticeRelay {
    private nonisolated let loop: EventLoop
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }
    private let pool: DatabasePool
    private let poll: Duration
    private let report: @Sendable (DatabaseError) -> Void
    private var isStopped = false
    private var hasFailed = false
    private var sleeper: CheckedContinuation<Void, Never>?
    private var alarm: TimerID?

    /// Notices of a tenant in one transaction; tenants take turns.
    private static let batch = 500
    private static let longestPause = Duration.seconds(5)
    private static let pauseAfterFailure = Duration.seconds(1)

    private static let tenants = RowStatement<TenantID>("select tenants_with_notices()")
    private static let relay = RowStatement<Int64>("select relay_notices($1, $2)")
    package static let statements = [tenants.statement, relay.statement]

    /// - Parameter report: of each failure; what failed is tried again.
    package init(
        _ pool: DatabasePool,
        on loop: EventLoop,
        poll: Duration = .milliseconds(200),
        report: @escaping @Sendable (DatabaseError) -> Void
    ) {
        self.pool = pool
        self.loop = loop
        self.poll = poll
        self.report = report
    }

    /// Relays until `stop`.
    package func run() async {
        while !isStopped {
            let began = ContinuousClock.now
            var hasMore = false
            hasFailed = false
            do {
                hasMore = try await relayOnce()
            } catch {
                fail(error)
            }
            // While another session holds an old snapshot, finished rows stay in the index and each look takes longer.
            let took = ContinuousClock.now - began
            if hasFailed {
                await pause(Self.pauseAfterFailure)
            } else if !hasMore {
                await pause(max(poll, min(took * 20, Self.longestPause)))
            }
        }
    }

    private func fail(_ error: DatabaseError) {
        hasFailed = true
        report(error)
    }

    /// Finishes the current transaction.
    package func stop() {
        isStopped = true
        wake()
    }

    /// One turn of each tenant. Returns whether a tenant may have more. A tenant whose notices fail does not stop the others.
    @discardableResult
    package func relayOnce() async throws(DatabaseError) -> Bool {
        var hasMore = false
        for tenant in try await pool.read(Self.tenants()).all where !isStopped {
            do {
                let count = try await pool.write(Self.relay(.id(tenant), .integer(Self.batch))).one
                hasMore = hasMore || count >= Self.batch
            } catch {
                fail(error)
            }
        }
        return hasMore
    }

    private func pause(_ duration: Duration) async {
        guard !isStopped else { return }
        await withCheckedContinuation { continuation in
            sleeper = continuation
            alarm = loop.schedule(after: duration) { [weak self] in self?.assumeIsolated { $0.wake() } }
        }
    }

    private func wake() {
        if let alarm { loop.cancel(alarm) }
        alarm = nil
        sleeper?.resume()
        sleeper = nil
    }
}
