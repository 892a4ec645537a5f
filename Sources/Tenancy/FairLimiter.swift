internal import Reactor
internal import Synchronization

/// Limits concurrent calls of an expensive kind, such as uploads and searches. The others wait. Tenants take turns,
/// and so do the accounts of a tenant (round robin), so that many calls of one delay others by at most one turn.
package final class FairLimiter: Sendable {
    /// The caller.
    package struct Caller: Hashable, Sendable {
        let tenant: TenantID
        let account: AccountID

        package init(tenant: TenantID, account: AccountID) {
            self.tenant = tenant
            self.account = account
        }
    }

    /// The right to run, until the permit is released.
    package final class Permit: Sendable {
        private let limiter: FairLimiter
        private let caller: Caller

        fileprivate init(_ limiter: FairLimiter, _ caller: Caller) {
            self.limiter = limiter
            self.caller = caller
        }

        deinit { limiter.release(caller) }
    }

    /// Each call with what it is resumed with: `nil` if the wait failed.
    typealias Queue = FairQueue<Caller, TenantID, @Sendable (Permit?) -> Void>

    private struct State {
        var running: [Caller: Int] = [:]
        var count = 0
        var queue = Queue(groupedBy: \.tenant)
    }

    private let limit: Int
    private let limitPerCaller: Int
    private let queueLimit: Int
    private let queueLimitPerTenant: Int
    private let timeout: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: calls that run at the same time in this process.
    ///   - limitPerCaller: how many of them one account can run.
    ///   - queueLimit: calls that can wait in addition. One tenant gets at most half of these places.
    ///   - timeout: how long a call waits.
    package init(
        limit: Int = 8,
        limitPerCaller: Int = 2,
        queueLimit: Int = 128,
        timeout: Duration = .seconds(30)
    ) {
        self.limit = limit
        self.limitPerCaller = limitPerCaller
        self.queueLimit = queueLimit
        queueLimitPerTenant = max(queueLimit / 2, 1)
        self.timeout = timeout
    }

    /// Waiting calls.
    package var waiting: Int { state.withLock { $0.queue.count } }

    /// Waits for a permit.
    ///
    /// - Throws: `TenancyError.overloaded` if too many calls are waiting already, or the wait takes too long.
    package func acquire(for caller: Caller) async throws -> Permit {
        let loop = EventLoop.current
        let permit: Permit? = await withCheckedContinuation { continuation in
            let number = enqueue(caller) { continuation.resume(returning: $0) }
            guard let loop, let number else { return }
            // Does nothing if the call no longer waits.
            loop.schedule(after: timeout) { [weak self] in self?.giveUp(number) }
        }
        guard let permit else { throw TenancyError.overloaded }
        return permit
    }

    /// Its number in the queue; `nil` if the call runs or is refused immediately.
    private func enqueue(_ caller: Caller, _ resume: @escaping @Sendable (Permit?) -> Void) -> UInt64? {
        enum Outcome { case runs, refused, waits(UInt64, dropped: Queue.Waiter?) }
        let outcome = state.withLock { state -> Outcome in
            if canRun(caller, state) {
                start(caller, &state)
                return .runs
            }
            var dropped: Queue.Waiter?
            if state.queue.count(of: caller.tenant) >= queueLimitPerTenant {
                dropped = state.queue.makeRoom(for: caller, among: [caller.tenant])
            } else if state.queue.count >= queueLimit {
                dropped = state.queue.makeRoom(for: caller, among: nil)
            } else {
                return .waits(state.queue.append(resume, for: caller), dropped: nil)
            }
            guard let dropped else { return .refused }
            return .waits(state.queue.append(resume, for: caller), dropped: dropped)
        }
        switch outcome {
        case .runs: resume(Permit(self, caller))
        case .refused: resume(nil)
        case .waits(let number, let dropped):
            dropped?.element(nil)
            return number
        }
        return nil
    }

    private func release(_ caller: Caller) {
        let next = state.withLock { state -> Queue.Waiter? in
            state.count -= 1
            let left = (state.running[caller] ?? 1) - 1
            state.running[caller] = left > 0 ? left : nil
            // A copy, because the queue changes meanwhile.
            let (running, count) = (state.running, state.count)
            let next = state.queue.next { waiting in
                count < limit && (running[waiting] ?? 0) < limitPerCaller
            }
            if let next { start(next.caller, &state) }
            return next
        }
        if let next { next.element(Permit(self, next.caller)) }
    }

    private func giveUp(_ number: UInt64) {
        state.withLock { $0.queue.remove(number) }?.element(nil)
    }

    private func canRun(_ caller: Caller, _ state: borrowing State) -> Bool {
        state.count < limit && (state.running[caller] ?? 0) < limitPerCaller
    }

    private func start(_ caller: Caller, _ state: inout State) {
        state.count += 1
        state.running[caller, default: 0] += 1
    }
}
