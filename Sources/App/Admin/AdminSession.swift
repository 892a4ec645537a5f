internal import Database
internal import Reactor

/// The database for one administrative command, as its owner.
enum AdminSession {
    /// Runs `body` on an event loop with connections; fails with a sentence if the database is unavailable.
    static func run<Value: Sendable>(
        _ configuration: Configuration,
        as purpose: DatabaseLocation.Purpose = .owner,
        _ body: @escaping @Sendable (DatabasePool) async throws -> Value
    ) async throws -> Value {
        let settings = try DatabaseLocation(configuration).settings(for: purpose)
        let group = try EventLoopGroup(count: 1, name: "admin")
        let database = try DatabasePool(
            settings,
            loops: group.loops,
            sizes: .init(readers: 1, writers: 1, transactions: 1)
        )
        database.start()
        defer {
            database.stop()
            group.stop()
        }
        return try await Task(executorPreference: group.first) {
            try await StartUp.waitUntilConnected(database, on: group.first, patience: .seconds(10))
            do {
                return try await body(database)
            } catch let error as DatabaseError where error.sqlState == .undefinedTable {
                throw CommandFailure("the database lacks this version's tables. Run `parlay migrate`.")
            }
        }.value
    }
}
