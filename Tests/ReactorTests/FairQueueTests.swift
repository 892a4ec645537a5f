import Reactor
import Testing

@Suite struct FairQueueTests {
    private struct Caller: Hashable {
        let group: Int
        let name: String
    }

    private typealias Queue = FairQueue<Caller, Int, Int>

    private static func drained(_ queue: inout Queue) -> [Int] {
        var elements: [Int] = []
        while let waiter = queue.next() { elements.append(waiter.element) }
        return elements
    }

    @Test func `who comes back immediately gets the last turn, so that nobody starves`() {
        var queue = FairQueue<Int, Int, Void>(groupedBy: \.self)
        func wait(_ caller: Int) { _ = queue.append((), for: caller) }
        func next() -> Int? { queue.next()?.caller }
        wait(2)
        wait(3)
        #expect(next() == 2)
        wait(1)
        wait(2)
        #expect(next() == 3)
        wait(3)
        #expect([next(), next(), next(), next()] == [1, 2, 3, nil])
        #expect(queue.count == 0)
    }

    @Test func `groups take turns, and within one its callers, each with its elements in order`() {
        var queue = Queue(groupedBy: \.group)
        let calls = [(1, "a"), (1, "a"), (1, "b"), (1, "b"), (2, "c"), (2, "c")]
        for (index, (group, name)) in calls.enumerated() {
            #expect(queue.append(index, for: Caller(group: group, name: name)) == UInt64(index + 1))
        }
        #expect(queue.count(of: 1) == 4 && queue.count(of: 2) == 2 && queue.count(of: 3) == 0)
        #expect(Self.drained(&queue) == [0, 4, 2, 5, 1, 3])
    }

    @Test func `who may not run keeps the turn`() {
        var queue = Queue(groupedBy: \.group)
        for (index, name) in ["a", "b", "a"].enumerated() {
            _ = queue.append(index, for: Caller(group: 1, name: name))
        }
        #expect(queue.next { $0.name == "b" }?.element == 1)
        #expect(queue.next { $0.name == "b" } == nil)
        #expect(Self.drained(&queue) == [0, 2])
    }

    @Test func `what is removed waits no more, and room is made by the caller with the most`() {
        var queue = Queue(groupedBy: \.group)
        let (greedy, other) = (Caller(group: 1, name: "greedy"), Caller(group: 2, name: "other"))
        let numbers = (0..<4).map { queue.append($0, for: greedy) }
        #expect(queue.makeRoom(for: other, among: [2]) == nil)
        #expect(queue.makeRoom(for: other, among: nil)?.element == 3)
        #expect(queue.remove(numbers[0])?.element == 0)
        #expect(queue.remove(numbers[0]) == nil)
        _ = queue.append(9, for: other)
        // Greedy has two, and would have as many as the other.
        #expect(queue.makeRoom(for: other, among: nil) == nil)
        #expect(Self.drained(&queue) == [1, 9, 2])
        #expect(queue.count == 0)
    }
}
