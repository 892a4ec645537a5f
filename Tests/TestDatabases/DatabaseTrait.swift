package import Testing
internal import TestSupport

/// Gives each test, or each case of a parametrised one, its own `TestDatabase`.
package struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let threads = try TestThreads.shared.get()
        try await TestServer.shared.value.withClone { database in
            try await TestDatabase.$bound.withValue(database) {
                try await withTaskExecutorPreference(threads) { try await function() }
            }
        }
    }
}

extension Trait where Self == DatabaseTrait {
    package static var database: Self { Self() }
}
