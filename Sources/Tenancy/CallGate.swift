internal import Reactor
internal import Synchronization

/// Lets in calls that a process can bear few of at once, such as uploads and searches. The others wait in line, those
/// first whose account was let in the longest ago; a line that is too long, or does not move, is refused.
package final class CallGate: Sendable {
    /// Whose calls: one account has but a few places, so that nobody can take them all.
    package struct Caller: Hashable, Sendable {
        let tenant: TenantID
        let account: AccountID

        package init(tenant: TenantID, account: AccountID) {
            self.tenant = tenant
            self.account = account
        }
    }

    /// A place among those inside; it is free again when this is gone.
    package final class Pass: Sendable {
        private let gate: CallGate
        private let caller: Caller

        fileprivate init(_ gate: CallGate, _ caller: Caller) {
            self.gate = gate
            self.caller = caller
        }

        deinit { gate.leave(caller) }
    }

    private struct Waiter {
        let number: UInt64
        let caller: Caller
        /// Called with `nil` when the wait was in vain.
        let admit: @Sendable (Pass?) -> Void
    }

    private struct State {
        var inside: [Caller: Int] = [:]
        var count = 0
        var line: [Waiter] = []
        var nextNumber: UInt64 = 0
        /// When those who are inside or wait were let in last, by number.
        var entered: [Caller: UInt64] = [:]
        var entries: UInt64 = 0
    }

    private let places: Int
    private let placesPerCaller: Int
    private let lineLength: Int
    private let patience: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - places: calls that the process has inside at once.
    ///   - placesPerCaller: how many of them may be one account's.
    ///   - lineLength: calls that may wait besides those.
    ///   - patience: how long one waits.
    package init(
        places: Int = 8,
        placesPerCaller: Int = 2,
        lineLength: Int = 128,
        patience: Duration = .seconds(30)
    ) {
        self.places = places
        self.placesPerCaller = placesPerCaller
        self.lineLength = lineLength
        self.patience = patience
    }

    /// Calls that wait.
    package var waiting: Int { state.withLock { $0.line.count } }

    /// - Throws: `TenancyError.overloaded`.
    package func enter(_ caller: Caller) async throws -> Pass {
        let loop = EventLoop.current
        let pass: Pass? = await withCheckedContinuation { continuation in
            let number = join(caller) { continuation.resume(returning: $0) }
            guard let loop, let number else { return }
            // Without effect when the wait is over by then.
            loop.schedule(after: patience) { [weak self] in self?.giveUp(number) }
        }
        guard let pass else { throw TenancyError.overloaded }
        return pass
    }

    /// Its number in the line; `nil` when it was admitted or refused at once.
    private func join(_ caller: Caller, _ admit: @escaping @Sendable (Pass?) -> Void) -> UInt64? {
        enum Outcome { case inside, refused, waits(UInt64) }
        let outcome = state.withLock { state -> Outcome in
            if hasPlace(for: caller, state) {
                enter(caller, &state)
                return .inside
            }
            guard state.line.count < lineLength else { return .refused }
            state.nextNumber += 1
            state.line.append(Waiter(number: state.nextNumber, caller: caller, admit: admit))
            return .waits(state.nextNumber)
        }
        switch outcome {
        case .inside: admit(Pass(self, caller))
        case .refused: admit(nil)
        case .waits(let number): return number
        }
        return nil
    }

    private func leave(_ caller: Caller) {
        let next = state.withLock { state -> Waiter? in
            state.count -= 1
            let left = (state.inside[caller] ?? 1) - 1
            state.inside[caller] = left > 0 ? left : nil
            let next = takeNext(of: &state)
            if let next { enter(next.caller, &state) }
            if state.inside[caller] == nil, !state.line.contains(where: { $0.caller == caller }) {
                state.entered[caller] = nil
            }
            return next
        }
        if let next { next.admit(Pass(self, next.caller)) }
    }

    /// Whose account was let in the longest ago, or never; of equals, who waits the longest.
    private func takeNext(of state: inout State) -> Waiter? {
        let open = state.line.indices.filter { hasPlace(for: state.line[$0].caller, state) }
        let index = open.min { left, right in
            let (one, other) = (state.line[left], state.line[right])
            return (state.entered[one.caller] ?? 0, one.number)
                < (state.entered[other.caller] ?? 0, other.number)
        }
        return index.map { state.line.remove(at: $0) }
    }

    private func giveUp(_ number: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.line.firstIndex(where: { $0.number == number }) else { return nil }
            return state.line.remove(at: index)
        }
        waiter?.admit(nil)
    }

    private func hasPlace(for caller: Caller, _ state: borrowing State) -> Bool {
        state.count < places && (state.inside[caller] ?? 0) < placesPerCaller
    }

    private func enter(_ caller: Caller, _ state: inout State) {
        state.count += 1
        state.inside[caller, default: 0] += 1
        state.entries += 1
        state.entered[caller] = state.entries
    }
}

/// The pass of one request, from before its body is read until its answer stands.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
final class UploadPass: @unchecked Sendable {
    private var pass: CallGate.Pass?

    /// Waits for a place, unless the request has one.
    func take(_ gate: CallGate, _ session: Session) async throws {
        guard pass == nil else { return }
        try session.requireNoTransaction("waiting for a place")
        let account = try await session.principal().accountID
        pass = try await gate.enter(CallGate.Caller(tenant: session.tenant.id, account: account))
    }

    func giveBack() { pass = nil }
}
