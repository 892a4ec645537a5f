package import Reactor

/// The loops that all tests of the process share.
package enum TestLoops {
    package static let group = Result { try EventLoopGroup(count: 2, name: "test") }
}

/// Runs `body` as a task of `loop`.
package func onLoop<Value: Sendable>(
    _ loop: EventLoop,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await loop.run(body)
}

/// Runs `body` as a task of the first test loop.
package func onLoop<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await TestLoops.group.get().first.run(body)
}

extension EventLoop {
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Task(executorPreference: self) { try await body() }.value
    }

    /// Suspends until `condition` holds; call it on the loop.
    ///
    /// - Throws: `TimedOut` after `limit`.
    package func poll(
        _ what: String,
        atMost limit: Duration = .seconds(180),
        until condition: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + limit
        while try await !condition() {
            guard ContinuousClock.now < deadline else { throw TimedOut(what: what) }
            await sleep(for: .milliseconds(5))
        }
    }
}

package struct TimedOut: Error, CustomStringConvertible {
    let what: String
    package var description: String { "Timed out waiting for \(what)." }
}
