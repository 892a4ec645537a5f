internal import Reactor
internal import Synchronization

/// Has freed memory given back to the system when a crowd of bodies or answers is over.
final class MemoryReturn: Sendable {
    /// Bytes that must have been freed for it to be worth while.
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

    /// Call it about once a second with the bytes that are held.
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
            // No thread to be had now; the next look tries again.
            state.withLock { $0 = State(peak: held + Self.worthwhile, last: now) }
        }
    }
}
