import Testing

@testable import Reactor

@Suite struct LoopHoldsTests {
    @Test func `what takes over 5 ms is counted, by what the thread did meanwhile`() {
        let holds = LoopHolds()
        holds.add(elapsed: .milliseconds(5), computed: .milliseconds(5))
        #expect(holds.counts == LoopHolds.Counts(computing: 0, waiting: 0, longest: .zero))
        holds.add(elapsed: .milliseconds(9), computed: .milliseconds(8))
        holds.add(elapsed: .milliseconds(7), computed: .milliseconds(6))
        holds.add(elapsed: .milliseconds(90), computed: .milliseconds(2))
        #expect(holds.counts == LoopHolds.Counts(computing: 2, waiting: 1, longest: .milliseconds(8)))
    }

    @Test func `a loop counts a job that computes for long`() async throws {
        let loop = try EventLoop()
        try loop.start(name: "test")
        defer { loop.stop() }
        try await on(loop) {
            let start = LapClock.threadTime
            while LapClock.threadTime - start < .milliseconds(20) {}
        }
        // The job is counted when it has ended, which is before the next turn.
        let counts = try await on(loop) { loop.holds.counts }
        #expect(counts.computing == 1)
        #expect(counts.longest > LoopHolds.limit)
    }
}
