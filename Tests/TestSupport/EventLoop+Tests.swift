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
}
