internal import CLinux
internal import Glibc
internal import Synchronization

/// Threads for blocking calls: hashing, images, name resolution. Its queue is bounded; a full one refuses calls. The threads
/// end with it, after the calls that wait.
package final class BlockingPool: Sendable {
    package let capacity: Int
    private let threads: Int
    private let calls: WaitingCalls

    /// - Parameters:
    ///   - threads: how many calls run at the same time.
    ///   - capacity: how many more may wait.
    ///   - niceness: above 0 the threads give way to the event loops when processors are scarce (setpriority(2)).
    package init(name: String, threads: Int, capacity: Int, niceness: Int32 = 0) throws(ReactorError) {
        self.capacity = capacity
        self.threads = threads
        calls = try WaitingCalls(capacity: capacity)
        for index in 0..<threads {
            // A thread that held the pool would keep both alive forever.
            try Thread.detach(name: "\(name)-\(index)") { [calls] in
                if niceness > 0 { parlay_be_nice(niceness) }
                calls.work()
            }
        }
    }

    deinit { stop() }

    /// Calls that wait for a thread.
    package var depth: Int { calls.depth }

    /// Runs `body` on a thread of the pool and returns on the caller's executor.
    ///
    /// - Throws: `ReactorError.poolFull` when the queue is full, otherwise what `body` throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
            let accepted = submit { continuation.resume(returning: Result(catching: body)) }
            if !accepted { continuation.resume(returning: .failure(ReactorError.poolFull)) }
        }
        return try result.get()
    }

    /// Queues `body`; false when the queue is full.
    package func submit(_ body: @escaping @Sendable () -> Void) -> Bool { calls.add(body) }

    /// Accepts no further calls and ends the threads after the waiting ones have run.
    package func stop() { calls.stop(threads: threads) }
}

/// What the threads of a pool work on.
private final class WaitingCalls: Sendable {
    private struct State {
        var queue: [@Sendable () -> Void] = []
        var head = 0
        var isStopping = false
    }

    private let capacity: Int
    private let state = Mutex(State())
    private let signal: Semaphore

    init(capacity: Int) throws(ReactorError) {
        self.capacity = capacity
        signal = try Semaphore()
    }

    var depth: Int { state.withLock { $0.queue.count - $0.head } }

    func add(_ body: @escaping @Sendable () -> Void) -> Bool {
        let accepted = state.withLock { state in
            guard state.queue.count - state.head < capacity, !state.isStopping else { return false }
            state.queue.append(body)
            return true
        }
        if accepted { signal.post() }
        return accepted
    }

    func stop(threads: Int) {
        let isFirst = state.withLock { state in
            defer { state.isStopping = true }
            return !state.isStopping
        }
        guard isFirst else { return }
        for _ in 0..<threads { signal.post() }
    }

    func work() {
        while true {
            signal.wait()
            let body: (@Sendable () -> Void)? = state.withLock { state in
                guard state.head < state.queue.count else { return nil }
                let body = state.queue[state.head]
                // Captured objects must not stay alive in a queue that is never empty.
                state.queue[state.head] = {}
                state.head += 1
                if state.head == state.queue.count {
                    state.queue.removeAll(keepingCapacity: true)
                    state.head = 0
                } else if state.head > capacity {
                    state.queue.removeFirst(state.head)
                    state.head = 0
                }
                return body
            }
            // Posted once per call and, at the stop, once per thread: an empty queue means the stop.
            guard let body else { return }
            body()
        }
    }
}

/// A POSIX semaphore. `@unchecked Sendable`: `sem_post` and `sem_wait` are made to be called from any thread.
@safe final class Semaphore: @unchecked Sendable {
    private let raw: UnsafeMutablePointer<sem_t>

    init() throws(ReactorError) {
        unsafe raw = .allocate(capacity: 1)
        guard unsafe sem_init(raw, 0, 0) == 0 else { throw .system(call: "sem_init", errno: errno) }
    }

    deinit {
        unsafe sem_destroy(raw)
        unsafe raw.deallocate()
    }

    func post() { _ = unsafe sem_post(raw) }

    func wait() {
        while unsafe sem_wait(raw) != 0 && errno == EINTR {}
    }
}
