internal import Console
internal import Database
internal import Observability
internal import Schema

/// What `serve` and `work` do before they begin.
enum StartUp {
    /// How long a process waits for the database. Without DATABASE_URL, only an `up` starts the database, and its own
    /// processes know it.
    static func timeout(_ configuration: Configuration, _ location: DatabaseLocation) -> Duration {
        location.isPrivate && configuration[Configuration.instance].isEmpty ? .zero : .seconds(30)
    }

    /// Waits for the database, then requires a session of its own for each connection, and the schema of this program.
    /// Blocks: call it before the loops run.
    ///
    /// - Throws: `CommandFailure` that says what is wrong and what to do.
    static func requireDatabase(
        _ settings: ConnectionSettings,
        at location: DatabaseLocation,
        logger: Logger,
        timeout: Duration = .seconds(30)
    )
        async throws
    {
        let deadline = ContinuousClock.now + timeout
        var hasWarned = false
        while true {
            do {
                if let refusal = try Pooler.detect(settings)?.refusal { throw CommandFailure(refusal) }
                try Migrator(settings: settings).verify()
                return
            } catch let failure as CommandFailure {
                throw failure
            } catch MigrationError.database(.unavailable(let why)), DatabaseError.unavailable(let why) {
                guard ContinuousClock.now < deadline else {
                    throw location.failure(.unavailable(why))
                }
                if !hasWarned { logger.warning("waiting for the database", [.text("reason", why)]) }
                hasWarned = true
            } catch let error as DatabaseError {
                throw location.failure(error)
            } catch {
                throw CommandFailure("\(error)")
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
