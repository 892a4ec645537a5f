internal import Console
internal import Database
internal import Observability
internal import Reactor
internal import Schema

/// What `serve` and `work` do before they begin.
enum StartUp {
    /// Waits for the database, then requires a session of its own for each connection, and the schema of this program.
    /// Blocks: call it before the loops run.
    ///
    /// - Throws: `CommandFailure` that says what is wrong and what to do.
    static func requireDatabase(
        _ settings: ConnectionSettings,
        logger: Logger,
        patience: Duration = .seconds(30)
    )
        async throws
    {
        let deadline = MonotonicClock.now + patience.nanoseconds
        var hasWarned = false
        while true {
            do {
                if let refusal = try Pooler.detect(settings)?.refusal { throw CommandFailure(refusal) }
                try Migrator(settings: settings).verify()
                return
            } catch let failure as CommandFailure {
                throw failure
            } catch MigrationError.database(.unavailable(let why)), DatabaseError.unavailable(let why) {
                guard MonotonicClock.now < deadline else {
                    throw CommandFailure("the database cannot be reached: \(why). Check DATABASE_URL.")
                }
                if !hasWarned { logger.warning("waiting for the database", [.text("reason", why)]) }
                hasWarned = true
            } catch {
                throw CommandFailure("\(error)")
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
