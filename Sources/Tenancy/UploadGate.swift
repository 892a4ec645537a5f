internal import Reactor
internal import Synchronization

/// Lets in calls whose bodies are too large for a process to hold many of, so many at once. The others wait in line,
/// their bodies unread; a line that is too long, or does not move, is refused.
package final class UploadGate: Sendable {
    /// Whose calls: one account has but a few places, so that nobody can take them all.
    struct Caller: Hashable {
        let tenant: TenantID
        let account: AccountID
    }

    /// A place among those inside; it is free again when this is gone.
    final class Pass: Sendable {
        private let gate: UploadGate
        private let caller: Caller

        fileprivate init(_ gate: UploadGate, _ caller: Caller) {
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
    }

    private let places: Int
    private let placesPerCaller: Int
    private let lineLength: Int
    private let patience: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - places: bodies that the process holds at once.
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
    func enter(_ caller: Caller) async throws -> Pass {
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
            guard let index = state.line.firstIndex(where: { hasPlace(for: $0.caller, state) }) else {
                return nil
            }
            let next = state.line.remove(at: index)
            enter(next.caller, &state)
            return next
        }
        if let next { next.admit(Pass(self, next.caller)) }
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
    }
}

/// The pass of one request, from before its body is read until its answer stands.
///
/// `@unchecked Sendable`: it belongs to one request, whose task never leaves its loop.
final class UploadPass: @unchecked Sendable {
    private var pass: UploadGate.Pass?

    /// Waits for a place, unless the request has one.
    func take(_ gate: UploadGate, _ session: Session) async throws {
        guard pass == nil else { return }
        let account = try await session.principal().accountID
        pass = try await gate.enter(UploadGate.Caller(tenant: session.tenant.id, account: account))
    }

    func giveBack() { pass = nil }
}
