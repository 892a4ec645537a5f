import Synchronization

/// Counts what happens in several tasks.
final class Count: Sendable {
    private let state = Mutex(0)
    var value: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
}
