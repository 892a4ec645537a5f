internal import Reactor

/// The threads that bodies of tests run on: one that waits for a statement or a process then holds up no other. Swift's own
/// threads are as many as the machine has processors.
package final class TestThreads: TaskExecutor {
    package static let shared = Result { try TestThreads() }

    private let pool: BlockingPool

    private init() throws { pool = try BlockingPool(name: "test-body", threads: 24, capacity: .max) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        _ = pool.submit { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
