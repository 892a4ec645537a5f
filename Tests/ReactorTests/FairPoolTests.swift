internal import Synchronization
import Testing

@testable internal import Reactor

@Suite struct FairPoolQueueTests {
    private typealias Queue = FairPoolQueue<String, String>

    private static func drained(_ queue: inout Queue) -> [String] {
        var elements: [String] = []
        while let element = queue.next() { elements.append(element) }
        return elements
    }

    /// What was queued; elements are called after their users, numbered.
    private static func fill(_ queue: inout Queue, _ users: String...) {
        for user in users { _ = queue.append(user, of: FairPoolUser(String(user.prefix(1)))) }
    }

    @Test func `users take turns, regardless of who came first`() {
        var queue = Queue(capacity: 10, share: 5)
        Self.fill(&queue, "a1", "a2", "a3", "b1", "b2", "c1")
        #expect(queue.count == 6)
        #expect(Self.drained(&queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
        #expect(queue.count == 0)
    }

    @Test func `who had no turn lately comes before those who had`() {
        var queue = Queue(capacity: 10, share: 5)
        Self.fill(&queue, "a1", "b1")
        _ = Self.drained(&queue)
        Self.fill(&queue, "b2", "b3", "a2", "c1")
        #expect(Self.drained(&queue) == ["c1", "a2", "b2", "b3"])
    }

    @Test func `a user holds no more than its share`() {
        var queue = Queue(capacity: 10, share: 2)
        Self.fill(&queue, "a1", "a2")
        guard case .refused = queue.append("a3", of: FairPoolUser("a")) else {
            Issue.record("more than the share")
            return
        }
        Self.fill(&queue, "b1")
        #expect(Self.drained(&queue) == ["a1", "b1", "a2"])
    }

    @Test func `a full queue drops from the user with the most`() {
        var queue = Queue(capacity: 4, share: 4)
        Self.fill(&queue, "b1", "a1", "a2", "a3")
        guard case .replaced(let element) = queue.append("c1", of: FairPoolUser("c")) else {
            Issue.record("the newcomer was refused")
            return
        }
        #expect(element == "a3")
        #expect(queue.count == 4)
        // Two are as many as c would have then, whose turn is no longer ago.
        guard case .refused = queue.append("c2", of: FairPoolUser("c")) else {
            Issue.record("c took from its equal")
            return
        }
        #expect(Self.drained(&queue) == ["b1", "a1", "c1", "a2"])
    }

    @Test func `of users who hold the same, those whose turn was later make room`() {
        var queue = Queue(capacity: 3, share: 3)
        Self.fill(&queue, "a1", "b1", "c1")
        _ = Self.drained(&queue)
        Self.fill(&queue, "c2", "b2", "a2")
        guard case .replaced("c2") = queue.append("d1", of: FairPoolUser("d")) else {
            Issue.record("d had no turn yet")
            return
        }
        // c had a turn after all others, and e as little as d.
        guard case .refused = queue.append("c3", of: FairPoolUser("c")) else {
            Issue.record("c came again before the others")
            return
        }
        guard case .replaced("b2") = queue.append("e1", of: FairPoolUser("e")) else {
            Issue.record("e had no turn yet")
            return
        }
        #expect(Self.drained(&queue) == ["d1", "e1", "a2"])
    }

    @Test func `a crowd that retries without end does not keep out who comes now and then`() {
        var queue = Queue(capacity: 64, share: 8)
        for _ in 0..<2 {
            for _ in 0..<250 {
                for number in 0..<80 { _ = queue.append("crowd", of: FairPoolUser("crowd \(number)")) }
                _ = queue.next()
            }
            #expect(queue.count == 63)
            for number in 0..<80 { _ = queue.append("crowd", of: FairPoolUser("crowd \(number)")) }
            guard case .replaced("crowd") = queue.append("victim", of: FairPoolUser("victim")) else {
                Issue.record("refused")
                return
            }
            for number in 0..<80 { _ = queue.append("crowd", of: FairPoolUser("crowd \(number)")) }
            #expect(queue.next() == "victim")
        }
    }

    @Test func `newcomers without end do not keep out who comes again`() {
        var queue = FairPoolQueue<Int, Int>(capacity: 64, share: 8)
        var served = 0
        for turn in 0..<1200 {
            for number in 1...2 { _ = queue.append(number, of: FairPoolUser(turn * 2 + number)) }
            _ = queue.append(0, of: FairPoolUser(0))
            if queue.next() == 0 { served += 1 }
        }
        #expect(served >= 3)
    }

    @Test func `what it remembers is bounded`() {
        var queue = FairPoolQueue<Int, Int>(capacity: 4, share: 2, memory: 8)
        for number in 0..<1000 {
            _ = queue.append(number, of: FairPoolUser(number))
            #expect(queue.next() == number)
        }
        // The first are forgotten and count as new.
        _ = queue.append(999, of: FairPoolUser(999))
        _ = queue.append(1, of: FairPoolUser(1))
        #expect(queue.next() == 1)
    }
}

@Suite struct FairPoolTests {
    private final class Record: Sendable {
        private let state = Mutex((order: [String](), refusals: 0))
        var order: [String] { state.withLock { $0.order } }
        var refusals: Int { state.withLock { $0.refusals } }
        func ran(_ user: String) { state.withLock { $0.order.append(user) } }
        func refused() { state.withLock { $0.refusals += 1 } }
    }

    @Test func `a user who fills the queue does not keep others from running next`() async throws {
        let pool = try FairPool<String>(BlockingPool(name: "fair", threads: 1, capacity: 4), share: 4)
        let gate = BlockingGate()
        let record = Record()
        async let first: Void = pool.run(for: FairPoolUser("greedy")) { gate.wait() }
        while gate.waiting == 0 { await Task.yield() }
        await withTaskGroup(of: Void.self) { group in
            func start(_ user: String) {
                group.addTask {
                    do { try await pool.run(for: FairPoolUser(user)) { record.ran(user) } } catch {
                        record.refused()
                    }
                }
            }
            for _ in 0..<10 { start("greedy") }
            while record.refusals < 6 { await Task.yield() }
            #expect(pool.depth == 4)
            start("other")
            while record.refusals < 7 { await Task.yield() }
            #expect(pool.depth == 4)
            gate.open()
        }
        try await first
        #expect(record.order == ["other", "greedy", "greedy", "greedy"])
        #expect(pool.depth == 0)
    }
}
