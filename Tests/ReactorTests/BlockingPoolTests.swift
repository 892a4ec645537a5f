internal import Foundation
internal import Reactor
internal import Synchronization
import Testing

@Suite struct BlockingPoolTests {
    private struct Failure: Error, Equatable {}

    @Test func `results and errors pass through`() async throws {
        let pool = try BlockingPool(name: "work", threads: 1, capacity: 4)
        #expect(try await pool.run { 42 } == 42)
        await #expect(throws: Failure()) { try await pool.run { throw Failure() } }
    }

    @Test func `a full queue refuses and what was taken still runs`() async throws {
        let pool = try BlockingPool(name: "work", threads: 1, capacity: 2)
        let gate = BlockingGate()
        async let first: Int = pool.run {
            gate.wait(); return 1
        }
        while gate.waiting == 0 { await Task.yield() }
        async let second: Int = pool.run { 2 }
        async let third: Int = pool.run { 3 }
        while pool.depth < 2 { await Task.yield() }
        await #expect(throws: ReactorError.poolFull) { try await pool.run { 4 } }
        gate.open()
        #expect(try await [first, second, third] == [1, 2, 3])
        #expect(try await pool.run { 5 } == 5)
    }

    @Test func `what a call holds is freed when it has run, also while others wait`() async throws {
        final class Load: Sendable {}
        let pool = try BlockingPool(name: "work", threads: 1, capacity: 4)
        let gate = BlockingGate()
        func submit() -> () -> Load? {
            let load = Load()
            _ = pool.submit { withExtendedLifetime(load) {} }
            return { [weak load] in load }
        }
        let held = submit()
        _ = pool.submit { gate.wait() }
        _ = pool.submit {}
        while gate.waiting == 0 { await Task.yield() }
        #expect(held() == nil)
        gate.open()
    }

    @Test func `the threads end with the pool, after what was taken`() async throws {
        var pool: BlockingPool? = try BlockingPool(name: "let-go", threads: 2, capacity: 4)
        let gate = BlockingGate()
        let hasRun = Mutex(false)
        for _ in 0..<2 { #expect(pool?.submit { gate.wait() } == true) }
        #expect(pool?.submit { hasRun.withLock { $0 = true } } == true)
        while gate.waiting < 2 { await Task.yield() }
        #expect(Self.threads(named: "let-go-") == 2)
        pool = nil
        gate.open()
        while Self.threads(named: "let-go-") > 0 { await Task.yield() }
        #expect(hasRun.withLock { $0 })
    }

    /// As `ps -L` shows them.
    private static func threads(named start: String) -> Int {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return tasks.count { task in
            let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return name?.hasPrefix(start) == true
        }
    }

    @Test func `all threads work at once`() async throws {
        let pool = try BlockingPool(name: "work", threads: 3, capacity: 10)
        let gate = BlockingGate()
        async let all: Void = withThrowingTaskGroup { group in
            for _ in 0..<3 { group.addTask { try await pool.run { gate.wait() } } }
            try await group.waitForAll()
        }
        while gate.waiting < 3 { await Task.yield() }
        gate.open()
        try await all
    }
}

/// Holds threads until it is opened.
final class BlockingGate: Sendable {
    private let state = Mutex((isOpen: false, waiting: 0))
    private let changed = NSCondition()
    var waiting: Int { state.withLock { $0.waiting } }
    func open() {
        changed.withLock { state.withLock { $0.isOpen = true } }
        changed.broadcast()
    }
    func wait() {
        state.withLock { $0.waiting += 1 }
        changed.withLock {
            while !state.withLock({ $0.isOpen }) { changed.wait() }
        }
    }
}
