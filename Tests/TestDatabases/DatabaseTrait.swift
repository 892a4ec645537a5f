internal import TestSupport
package import Testing

/// Gives each test, or each case of a parametrised one, its own `TestDatabase`.
package struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    /// Whether it is a new clone. Otherwise it may have served other tests, which left nothing but dead
    /// rows.
    let isOwn: Bool

    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let threads = try TestThreads.shared.get()
        try await TestServer.shared.value.withDatabase(isOwn: isOwn) { database in
            try await TestDatabase.$bound.withValue(database) {
                try await withTaskExecutorPreference(threads) { try await function() }
            }
        }
    }
}

extension Trait where Self == DatabaseTrait {
    package static var database: Self { Self(isOwn: false) }
    /// For tests of plans and sizes.
    package static var ownDatabase: Self { Self(isOwn: true) }
}
