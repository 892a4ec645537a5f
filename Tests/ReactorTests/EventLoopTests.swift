internal import Glibc
internal import Reactor
internal import Synchronization
import TestSupport
import Testing

/// Runs `body` on the loop and waits for it.
func on<Value: Sendable>(_ loop: EventLoop, _ body: @escaping @Sendable () throws -> Value) async throws
    -> Value
{
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
        loop.execute { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
}

/// What happened, in order, from any thread.
final class Journal: Sendable {
    private let stored = Mutex<[String]>([])
    func add(_ entry: String) { stored.withLock { $0.append(entry) } }
    var all: [String] { stored.withLock { $0 } }
}

private final class Counter: Sendable {
    private let stored = Atomic<Int>(0)
    var value: Int { stored.load(ordering: .relaxed) }
    func add() { stored.add(1, ordering: .relaxed) }
}

@Suite struct EventLoopTests {
    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop()
        try loop.start(name: "test")
        defer { loop.stop() }
        try await body(loop)
    }

    @Test func `timers fire in the order of their deadlines, cancelled ones not at all`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            await withCheckedContinuation { continuation in
                loop.execute {
                    loop.schedule(after: .milliseconds(30)) { journal.add("30") }
                    loop.schedule(after: .milliseconds(10)) { journal.add("10") }
                    let cancelled = loop.schedule(after: .milliseconds(15)) { journal.add("cancelled") }
                    loop.schedule(after: .milliseconds(20)) { journal.add("20") }
                    loop.schedule(after: .zero) { journal.add("0") }
                    loop.schedule(after: .milliseconds(40)) { continuation.resume() }
                    loop.cancel(cancelled)
                }
            }
            #expect(journal.all == ["0", "10", "20", "30"])
        }
    }

    @Test func `a timer that is due with another can cancel it`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            await withCheckedContinuation { continuation in
                loop.execute {
                    let second = Mutex<TimerID?>(nil)
                    loop.schedule(after: .milliseconds(1)) {
                        journal.add("first")
                        if let second = second.withLock({ $0 }) { loop.cancel(second) }
                    }
                    second.withLock { $0 = loop.schedule(after: .milliseconds(2)) { journal.add("second") } }
                    loop.schedule(after: .milliseconds(10)) { continuation.resume() }
                    // Both are due when the loop looks next.
                    usleep(4_000)
                }
            }
            #expect(journal.all == ["first"])
        }
    }

    @Test func `timers due together keep the order in which they were made`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            await withCheckedContinuation { continuation in
                loop.execute {
                    for index in 0..<2_000 {
                        let timer = loop.schedule(after: .milliseconds(5)) { journal.add("\(index)") }
                        if index % 3 == 0 { loop.cancel(timer) }
                    }
                    loop.schedule(after: .milliseconds(200)) { continuation.resume() }
                }
            }
            #expect(journal.all == (0..<2_000).filter { $0 % 3 != 0 }.map(String.init))
        }
    }

    @Test func `closures from many threads all run on the loop`() async throws {
        try await withLoop { loop in
            let ran = Counter()
            let elsewhere = Counter()
            await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<1_000 {
                            loop.execute {
                                ran.add()
                                if !loop.isCurrent { elsewhere.add() }
                            }
                        }
                    }
                }
            }
            _ = try await on(loop) { true }
            #expect(ran.value == 8_000)
            #expect(elsewhere.value == 0)
        }
    }

    @Test func `a task that prefers the loop stays on its thread over every wait`() async throws {
        try await withLoop { loop in
            let pool = try BlockingPool(name: "work", threads: 2, capacity: 10)
            let places = await Task(executorPreference: loop) {
                var places = [loop.isCurrent]
                await loop.sleep(for: .milliseconds(1))
                places.append(loop.isCurrent)
                _ = try? await pool.run { usleep(1_000) }
                places.append(loop.isCurrent)
                await yieldInHelper()
                places.append(loop.isCurrent)
                await withCheckedContinuation { continuation in
                    try? Thread.detach(name: "resumer") { continuation.resume() }
                }
                places.append(loop.isCurrent)
                await RecordedCalls().touch()
                places.append(loop.isCurrent)
                return places
            }.value
            #expect(places == [true, true, true, true, true, true])
        }
    }

    @Test func `an immediate task begins at once on the calling loop`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            await withCheckedContinuation { continuation in
                loop.execute {
                    let task = Task.immediate(executorPreference: loop) {
                        journal.add("begun \(loop.isCurrent)")
                        await loop.sleep(for: .milliseconds(1))
                        journal.add("ended \(loop.isCurrent)")
                        continuation.resume()
                    }
                    journal.add("started")
                    _ = task
                }
            }
            #expect(journal.all == ["begun true", "started", "ended true"])
        }
    }

    @Test func `sleep waits at least as long as asked, from any thread`() async throws {
        try await withLoop { loop in
            let before = ContinuousClock.now
            await loop.sleep(for: .milliseconds(30))
            #expect(ContinuousClock.now - before >= .milliseconds(30))
        }
    }

    @Test func `serve hooks come before flush hooks and see what the turn produced`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            try await on(loop) {
                loop.atEndOfTurn(.flush) { journal.add("flush") }
                loop.atEndOfTurn(.serve) { journal.add("serve") }
            }
            try await on(loop) { journal.add("work") }
            _ = try await on(loop) { true }
            let entries = journal.all
            let work = try #require(entries.firstIndex(of: "work"))
            #expect(entries[work...].prefix(3) == ["work", "serve", "flush"])
        }
    }

    @Test func `a requested turn comes without any event`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            await withCheckedContinuation { continuation in
                loop.execute {
                    loop.atEndOfTurn(.serve) {
                        journal.add("turn")
                        if journal.all.count < 5 { loop.requestTurn() }
                        if journal.all.count == 5 { continuation.resume() }
                    }
                }
            }
            #expect(journal.all.count >= 5)
        }
    }

    @Test func `a handler may remove itself and others that are ready`() async throws {
        try await withLoop { loop in
            let journal = Journal()
            var descriptors: [Int32] = [0, 0, 0, 0]
            guard unsafe pipe(&descriptors) == 0, unsafe pipe(&descriptors[2]) == 0 else { return }
            let pipes = descriptors
            try await on(loop) {
                let registrations = Mutex<[EventLoop.Registration]>([])
                for index in [0, 2] {
                    let one = try loop.add(pipes[index], .readable) { _ in
                        journal.add("ready")
                        for registration in registrations.withLock({ $0 }) { loop.remove(registration) }
                    }
                    registrations.withLock { $0.append(one) }
                }
                _ = unsafe write(pipes[1], "x", 1)
                _ = unsafe write(pipes[3], "x", 1)
            }
            for _ in 0..<3 { _ = try await on(loop) { true } }
            #expect(journal.all == ["ready"])
            for descriptor in pipes { close(descriptor) }
        }
    }

    @Test func `a loop that stopped is released`() async throws {
        weak var released: EventLoop?
        do {
            let loop = try EventLoop()
            released = loop
            try loop.start(name: "short")
            _ = try await on(loop) { true }
            loop.stop()
        }
        try await eventually("its release") { released == nil }
    }
}

private func yieldInHelper() async { await Task.yield() }

private actor RecordedCalls {
    private var count = 0
    func touch() { count += 1 }
}
