import Testing

@testable import Database

@Suite struct QueueTests {
    @Test func `elements leave in the order they came, round the ring and beyond its size`() {
        var queue = Queue<Int>()
        var next = 0
        var expected = 0
        for round in 1...100 {
            for _ in 0..<round {
                queue.append(next)
                next += 1
            }
            for _ in 0..<(round - 1) {
                #expect(queue.popFirst() == expected)
                expected += 1
            }
            #expect(queue.count == round)
            #expect(queue.first == expected)
        }
        #expect(queue.removeAll() == Array(expected..<next))
        #expect(queue.isEmpty)
        #expect(queue.first == nil)
        #expect(queue.popFirst() == nil)
    }
}
