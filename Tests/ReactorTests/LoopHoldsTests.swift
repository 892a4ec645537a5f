import Glibc
import Testing

@testable import Reactor

@Suite struct LoopHoldsTests {
    private static let millisecond: Int64 = 1_000_000

    @Test func `what takes over 5 ms is counted, by what the thread did meanwhile`() {
        let holds = LoopHolds()
        holds.add(elapsed: 5 * Self.millisecond, computed: 5 * Self.millisecond)
        #expect(holds.counts == LoopHolds.Counts())
        holds.add(elapsed: 9 * Self.millisecond, computed: 8 * Self.millisecond)
        holds.add(elapsed: 7 * Self.millisecond, computed: 6 * Self.millisecond)
        holds.add(elapsed: 90 * Self.millisecond, computed: 2 * Self.millisecond)
        var expected = LoopHolds.Counts()
        expected.computing = 2
        expected.waiting = 1
        expected.longest = 8 * Self.millisecond
        #expect(holds.counts == expected)
    }

    @Test func `a loop counts a job that computes for long`() async throws {
        let loop = try EventLoop()
        try loop.start(name: "test")
        defer { loop.stop() }
        try await on(loop) {
            let start = LoopHoldsTests.threadTime()
            while LoopHoldsTests.threadTime() - start < 20 * Self.millisecond {}
        }
        // The job is counted when it has ended, which is before the next turn.
        let counts = try await on(loop) { loop.holds.counts }
        #expect(counts.computing == 1)
        #expect(counts.longest > LoopHolds.limit)
    }

    private static func threadTime() -> Int64 {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
