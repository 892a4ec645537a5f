internal import TestSupport
package import Testing

/// Gives each test, or each case of a parametrised one, its own `TestDatabase`.
package struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    package enum Kind: Sendable {
        /// It may have served other tests, which left nothing but dead rows.
        case reused
        /// A new clone.
        case own
        /// A new clone with the demo tenants.
        case demo
    }

    let kind: Kind

    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let threads = try TestThreads.shared.get()
        try await TestServer.shared.value.withDatabase(kind) { database in
            try await TestDatabase.$bound.withValue(database) {
                try await withTaskExecutorPreference(threads) { try await function() }
            }
        }
    }
}

extension Trait where Self == DatabaseTrait {
    package static var database: Self { Self(kind: .reused) }
    /// For tests of plans and sizes.
    package static var ownDatabase: Self { Self(kind: .own) }
    /// With what `parlay admin demo load` writes, which takes longer than most tests.
    package static var demoDatabase: Self { Self(kind: .demo) }
}
