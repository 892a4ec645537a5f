import Reactor
import Synchronization
import Testing

@Suite struct SharedWorkTests {
    /// Runs that were started, each waiting for its result.
    private final class Runs: Sendable {
        private let stored = Mutex<[@Sendable (Int?) -> Void]>([])
        var count: Int { stored.withLock { $0.count } }
        func add(_ done: @escaping @Sendable (Int?) -> Void) { stored.withLock { $0.append(done) } }
        func end(_ index: Int, _ value: Int?) { stored.withLock { $0[index] }(value) }
    }

    private func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
        let loop = try EventLoop()
        try loop.start(name: "test")
        defer { loop.stop() }
        try await body(loop)
    }

    private func waiting(_ count: Int, in work: SharedWork<Int>) async {
        while work.waiting < count { await Task.yield() }
    }

    @Test func `all who ask meanwhile get the result of one run, and the next who asks starts another`()
        async throws
    {
        try await withLoop { loop in
            let runs = Runs()
            let work = SharedWork<Int> { runs.add($0) }
            async let first = values(700, of: work, on: loop)
            await waiting(700, in: work)
            #expect(runs.count == 1)
            runs.end(0, 7)
            #expect(await first == [Int?](repeating: 7, count: 700))
            async let second = values(1, of: work, on: loop)
            await waiting(1, in: work)
            #expect(runs.count == 2)
            runs.end(1, nil)
            #expect(await second == [nil])
        }
    }

    @Test func `who has waited for long enough gets nothing, and the run goes on`() async throws {
        try await withLoop { loop in
            let runs = Runs()
            let work = SharedWork<Int> { runs.add($0) }
            #expect(await values(2, of: work, within: .milliseconds(1), on: loop) == [nil, nil])
            #expect(work.waiting == 0)
            async let patient = values(1, of: work, on: loop)
            await waiting(1, in: work)
            #expect(runs.count == 1)
            runs.end(0, 7)
            #expect(await patient == [7])
        }
    }

    private func values(
        _ count: Int,
        of work: SharedWork<Int>,
        within limit: Duration? = nil,
        on loop: EventLoop
    ) async -> [Int?] {
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<count {
                group.addTask(executorPreference: loop) { await work.value(within: limit) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
