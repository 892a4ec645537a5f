internal import Database
internal import Observability
internal import Reactor
internal import Schema

/// What `serve` and `work` do before they begin.
enum StartUp {
    /// Waits for the database, then demands exactly this program's schema.
    ///
    /// - Throws: `CommandFailure` that says what is wrong and what to do.
    static func requireSchema(_ settings: ConnectionSettings, logger: Logger, patience: Duration = .seconds(30))
        async throws
    {
        let pool = try BlockingPool(name: "start", threads: 1, capacity: 1)
        let deadline = MonotonicClock.now + patience.nanoseconds
        var hasComplained = false
        while true {
            do {
                try await pool.run { try Migrator(settings: settings).verify() }
                return
            } catch MigrationError.database(.unavailable(let why)) {
                guard MonotonicClock.now < deadline else {
                    throw CommandFailure("the database cannot be reached: \(why). Is DATABASE_URL right?")
                }
                if !hasComplained { logger.warning("waiting for the database", [.text("reason", why)]) }
                hasComplained = true
                await EventLoop.current?.sleep(for: .milliseconds(200))
            } catch let error as MigrationError {
                throw CommandFailure("\(error)")
            }
        }
    }
}
