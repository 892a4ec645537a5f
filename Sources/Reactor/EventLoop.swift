internal import CLinux
internal import Glibc
internal import Synchronization

/// Where a thread keeps the loop that runs on it. Thread-local variables of C headers do not link from Swift.
private let currentLoop: pthread_key_t = {
    var key = pthread_key_t()
    guard unsafe pthread_key_create(&key, nil) == 0 else { fatalError("no thread-specific data left") }
    return key
}()

/// One thread with one epoll instance; the executor of every task that it starts.
///
/// A turn waits for readiness, runs the handlers of ready descriptors, then the jobs they made runnable, then the
/// `serve` hooks (HTTP) and the `flush` hooks (the database's Sync), so that everything one turn produced is sent in
/// one batch. Nothing on the loop may block or compute for long: `holds` counts what takes over 5 ms, and a debug build
/// reports it.
///
/// `@unchecked Sendable`: `remote` is guarded by its mutex and the descriptors never change; every other stored
/// property is touched only on the loop's own thread, which `assertOnLoop` checks.
@safe package final class EventLoop: TaskExecutor, SerialExecutor, @unchecked Sendable {
    package let index: Int
    private let epoll: Int32
    private let wakeUp: Int32
    private let remote = Mutex(Remote())

    private var ready: [UnownedJob] = []
    private var running: [UnownedJob] = []
    private var sources: [UInt64: Source] = [:]
    private var nextToken: UInt64 = 1
    private var timers = TimerHeap()
    private var serveHooks: [() -> Void] = []
    private var flushHooks: [() -> Void] = []
    private var isStopping = false
    private var wantsTurn = false
    private var laps = LapClock()
    package let holds = LoopHolds()
    /// When the current turn began: for what needs no exact time. Read it on the loop.
    package private(set) var turnStart = Instant.now

    private struct Remote {
        var jobs: [UnownedJob] = []
        var closures: [@Sendable () -> Void] = []
        var isAwake = false
    }

    private struct Source {
        let descriptor: Int32
        let handler: (Readiness) -> Void
    }

    /// The two ends of a turn, in this order.
    package enum Phase { case serve, flush }

    package struct Readiness: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }
        package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)

        // Not by `OptionSet`, whose functions are generic where another module calls them.
        package var isWritable: Bool { rawValue & EPOLLOUT.rawValue != 0 }
        package var isHungUp: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
        /// Whether there is something to read: bytes, an end or an error.
        package var isReadable: Bool { rawValue & ~EPOLLOUT.rawValue != 0 }
    }

    /// Names a registered descriptor until `remove`.
    package struct Registration: Hashable, Sendable { fileprivate let token: UInt64 }

    package init(index: Int = 0) throws(ReactorError) {
        self.index = index
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw .system(call: "epoll_create1", errno: errno) }
        wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else { throw .system(call: "eventfd", errno: errno) }
        guard parlay_epoll_add(epoll, wakeUp, EPOLLIN.rawValue, 0) == 0 else {
            throw .system(call: "epoll_ctl", errno: errno)
        }
    }

    deinit {
        close(epoll)
        close(wakeUp)
    }

    // MARK: Executor

    /// The loop whose thread is calling, or `nil` on any other thread.
    package static var current: EventLoop? {
        guard let raw = unsafe pthread_getspecific(currentLoop) else { return nil }
        return unsafe Unmanaged<EventLoop>.fromOpaque(raw).takeUnretainedValue()
    }

    package var isCurrent: Bool {
        guard let raw = unsafe pthread_getspecific(currentLoop) else { return false }
        return unsafe raw == Unmanaged.passUnretained(self).toOpaque()
    }

    /// Stops the program if called outside of the loop: such a call is a bug, which no peer can cause.
    package func assertOnLoop() { precondition(isCurrent, "called off the event loop") }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            ready.append(job)
            return
        }
        let mustWake = remote.withLock { remote in
            remote.jobs.append(job)
            defer { remote.isAwake = true }
            return !remote.isAwake
        }
        if mustWake { wake() }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() { assertOnLoop() }

    /// Runs `body` on the loop soon; can be called from any thread.
    package func execute(_ body: @escaping @Sendable () -> Void) {
        let mustWake = remote.withLock { remote in
            remote.closures.append(body)
            defer { remote.isAwake = true }
            return !remote.isAwake
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = unsafe write(wakeUp, &one, 8)
    }

    // MARK: Descriptors, timers, hooks (on the loop only)

    /// Watches `descriptor`, level-triggered. The handler runs on the loop until `remove`.
    package func add(
        _ descriptor: Int32,
        _ interest: Readiness,
        _ handler: @escaping (Readiness) -> Void
    ) throws(ReactorError) -> Registration {
        assertOnLoop()
        let token = nextToken
        nextToken += 1
        guard parlay_epoll_add(epoll, descriptor, interest.rawValue, token) == 0 else {
            throw .system(call: "epoll_ctl", errno: errno)
        }
        sources[token] = Source(descriptor: descriptor, handler: handler)
        return Registration(token: token)
    }

    package func modify(_ registration: Registration, _ interest: Readiness) {
        assertOnLoop()
        guard let source = sources[registration.token] else { return }
        _ = parlay_epoll_modify(epoll, source.descriptor, interest.rawValue, registration.token)
    }

    /// Forgets the descriptor. Call it before closing the descriptor.
    package func remove(_ registration: Registration) {
        assertOnLoop()
        guard let source = sources.removeValue(forKey: registration.token) else { return }
        _ = parlay_epoll_remove(epoll, source.descriptor)
    }

    /// Runs `body` once, on the loop, no sooner than `delay` from now.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> TimerID {
        assertOnLoop()
        return timers.insert(deadline: .now + delay, body)
    }

    package func cancel(_ timer: TimerID) {
        assertOnLoop()
        timers.cancel(timer)
    }

    /// Suspends the calling task on its loop. Does not end early when the task is cancelled.
    package func sleep(for delay: Duration) async {
        await withCheckedContinuation { continuation in
            if isCurrent {
                schedule(after: delay) { continuation.resume() }
            } else {
                execute { self.schedule(after: delay) { continuation.resume() } }
            }
        }
    }

    /// Calls `hook` at the end of every turn.
    package func atEndOfTurn(_ phase: Phase, _ hook: @escaping () -> Void) {
        assertOnLoop()
        switch phase {
        case .serve: serveHooks.append(hook)
        case .flush: flushHooks.append(hook)
        }
    }

    /// The next wait returns immediately: there is work that no descriptor announces.
    package func requestTurn() {
        assertOnLoop()
        wantsTurn = true
    }

    // MARK: Running

    /// Starts the loop's thread; `name` is what `ps -L` shows.
    package func start(name: String) throws(ReactorError) {
        try Thread.detach(name: name) { self.run() }
    }

    /// Ends `run` after the current turn.
    package func stop() { execute { self.isStopping = true } }

    /// Runs turns until `stop`, on the calling thread.
    package func run() {
        unsafe pthread_setspecific(currentLoop, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(currentLoop, nil) }
        unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { events in
            while !isStopping {
                unsafe turn(events)
            }
        }
    }

    private func turn(_ events: UnsafeMutableBufferPointer<epoll_event>) {
        let count = unsafe epoll_wait(epoll, events.baseAddress, Int32(events.count), waitMilliseconds())
        wantsTurn = false
        turnStart = .now
        laps.start(turnStart)
        for index in 0..<max(0, count) {
            let token = unsafe parlay_epoll_token(events.baseAddress, index)
            dispatch(token, unsafe parlay_epoll_ready(events.baseAddress, index))
        }
        if timers.nextDeadline != nil {
            let now = Instant.now
            while let body = timers.removeDue(now: now) { measured("timer", body) }
        }
        runJobs()
        for hook in serveHooks { measured("serve hook", hook) }
        runJobs()
        for hook in flushHooks { measured("flush hook", hook) }
    }

    private func waitMilliseconds() -> Int32 {
        if wantsTurn || !ready.isEmpty { return 0 }
        guard let deadline = timers.nextDeadline else { return -1 }
        let now = Instant.now
        guard deadline > now else { return 0 }
        return Int32(clamping: (deadline.nanoseconds - now.nanoseconds - 1) / 1_000_000 + 1)
    }

    private func dispatch(_ token: UInt64, _ events: UInt32) {
        if token == 0 {
            drainRemote()
            return
        }
        // A handler that ran earlier in this turn may have removed this one.
        guard let source = sources[token] else { return }
        measured("descriptor") { source.handler(Readiness(rawValue: events)) }
    }

    private func drainRemote() {
        var count: UInt64 = 0
        _ = unsafe read(wakeUp, &count, 8)
        let (jobs, closures) = remote.withLock { remote in
            defer {
                remote.jobs.removeAll(keepingCapacity: true)
                remote.closures.removeAll(keepingCapacity: true)
                remote.isAwake = false
            }
            return (remote.jobs, remote.closures)
        }
        ready.append(contentsOf: jobs)
        for closure in closures { measured("closure", closure) }
    }

    /// Runs everything that is ready or becomes ready, at most 64 rounds so that descriptors are not starved.
    private func runJobs() {
        var rounds = 0
        while !ready.isEmpty && rounds < 64 {
            rounds += 1
            swap(&ready, &running)
            for job in running {
                measured("job") {
                    unsafe job.runSynchronously(
                        isolatedTo: asUnownedSerialExecutor(),
                        taskExecutor: asUnownedTaskExecutor()
                    )
                }
            }
            running.removeAll(keepingCapacity: true)
        }
    }

    /// Counts what holds the loop for over 5 ms; a debug build also reports it to standard error.
    @inline(__always)
    private func measured(_ what: StaticString, _ body: () -> Void) {
        body()
        guard let elapsed = laps.lap(holds) else { return }
        #if DEBUG
        let line = "event loop \(index) was held \(elapsed.milliseconds) ms by one \(what)\n"
        _ = unsafe line.withCString { unsafe write(2, $0, strlen($0)) }
        #else
        _ = elapsed
        #endif
    }
}
