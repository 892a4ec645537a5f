internal import Reactor
internal import Synchronization

/// Returns freed memory to the system after a crowd of bodies or answers.
final class MemoryReturn: Sendable {
    /// How many bytes must have been freed to make it worthwhile.
    private static let worthwhile = 4 * 1024 * 1024
    private static let pause: Int64 = 10_000_000_000

    private struct State {
        var peak = 0
        var isRunning = false
        var last: Int64 = 0
    }

    private let state = Mutex(State())
    private let trim: @Sendable (@escaping @Sendable () -> Void) throws -> Void

    init(trim: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void = FreedMemory.trim) {
        self.trim = trim
    }

    /// Call it about once a second with the number of bytes held.
    func look(_ held: Int, now: Int64) {
        let isDue = state.withLock { state in
            state.peak = max(state.peak, held)
            guard state.peak - held >= Self.worthwhile, held <= state.peak / 2, !state.isRunning,
                now - state.last >= Self.pause
            else { return false }
            state = State(peak: held, isRunning: true, last: now)
            return true
        }
        guard isDue else { return }
        do {
            try trim { [self] in state.withLock { $0.isRunning = false } }
        } catch {
            // No thread is available; the next call tries again.
            state.withLock { $0 = State(peak: held + Self.worthwhile, last: now) }
        }
    }
}
