internal import Synchronization

/// Lets a limited number of tests in at a time; the others wait their turn without a thread.
final class TestGate: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
        var lastNumber = 0
    }

    private let state: Mutex<State>

    init(width: Int) { state = Mutex(State(free: width)) }

    func enter() async {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if mayEnter { continuation.resume() }
        }
    }

    func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }

    /// 1, 2, 3, …
    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }
}
