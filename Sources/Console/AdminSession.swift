package import Database
package import Reactor

/// The database for one administrative command, as its owner.
package enum AdminSession {
    /// Runs `body` on an event loop with connections; fails with a sentence if the database is unavailable.
    package static func run<Value: Sendable>(
        _ configuration: Configuration,
        as purpose: DatabaseLocation.Purpose = .owner,
        sizes: DatabasePool.Sizes = .init(readers: 1, writers: 1, transactions: 1),
        _ body: @escaping @Sendable (DatabasePool) async throws -> Value
    ) async throws -> Value {
        let location = try DatabaseLocation(configuration)
        let settings = location.settings(for: purpose)
        do throws(DatabaseError) {
            _ = try BlockingConnection(settings)
        } catch {
            throw location.failure(error)
        }
        let group = try EventLoopGroup(count: 1, name: "admin")
        let database = try DatabasePool(
            settings,
            loops: group.loops,
            sizes: sizes
        )
        database.start()
        defer {
            database.stop()
            group.stop()
        }
        return try await Task(executorPreference: group.first) {
            try await database.waitUntilConnected(on: group.first, timeout: .seconds(10))
            return try await body(database)
        }.value
    }
}

extension DatabasePool {
    /// Waits until the calling loop can read; right after a start the connections are still being opened.
    ///
    /// - Throws: `CommandFailure`, which says what to do.
    package func waitUntilConnected(on loop: EventLoop, timeout: Duration) async throws {
        let deadline = ContinuousClock.now + timeout
        while !isConnectedHere {
            guard ContinuousClock.now < deadline else {
                throw CommandFailure(lastErrorHere.sentence)
            }
            await loop.sleep(for: .milliseconds(2))
        }
    }
}
