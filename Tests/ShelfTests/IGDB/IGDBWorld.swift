import Console
import Database
import Jobs
import Observability
import ParlayAPI
import Reactor
import TestDatabases
import TestSupport
import Testing

@testable import Shelf

/// The database of the running test, with IGDB as its own process.
struct IGDBWorld: Sendable {
    let database: TestDatabase
    let server: IGDBServer
    let settings: IGDBSettings
    /// Of all workers together: a test has few connections.
    let pool: DatabasePool

    /// - Parameter changes: settings by variable.
    static func make(_ changes: [String: String] = [:], games: [JSONValue] = []) async throws -> IGDBWorld {
        let server = try await IGDBServer()
        if !games.isEmpty { try await server.control(["games": .array(games)]) }
        let environment = server.environment.merging(changes) { $1 }
        let configuration = try Configuration.read(environment: environment).configuration
        let database = try TestDatabase.current
        return IGDBWorld(
            database: database,
            server: server,
            settings: IGDBSettings(configuration),
            pool: try await database.worker()
        )
    }

    var credentials: IGDBSettings.Credentials { get throws { try #require(settings.credentials) } }

    /// Runs `body` as a worker would: with a client of its own, as another process has.
    func asWorker<Value: Sendable>(
        _ settings: IGDBSettings? = nil,
        _ body: @escaping @Sendable (IGDBClient, DatabasePool) async throws -> Value
    ) async throws -> Value {
        let (database, pool, settings) = (database, pool, settings ?? self.settings)
        return try await database.onLoop {
            let client = try IGDBClient(settings, database: pool, on: database.loop)
            defer { client.close() }
            return try await body(client, pool)
        }
    }

    /// Searches once.
    @discardableResult
    func search(_ q: String, timeout: Duration = .seconds(3600)) async throws -> GameBatch {
        let credentials = try credentials
        return try await asWorker { client, _ in
            try await client.ask(.search(q), credentials, timeout: timeout) {
                (body) throws(IGDBAnswer.Malformed) in try IGDBAnswer.games(body)
            }
        }
    }

    /// Why a search fails.
    func failure(of q: String = "zelda", timeout: Duration = .seconds(3600)) async throws -> IGDBError? {
        do {
            try await search(q, timeout: timeout)
            return nil
        } catch let error as IGDBError { return error }
    }

    @discardableResult
    func sync(_ settings: IGDBSettings? = nil, full: Bool = false) async throws -> GameSync.Report {
        try await asWorker(settings) { client, pool in
            try await GameSync(client, database: pool).run(full: full)
        }
    }

    /// Runs a worker until no job is left.
    func work(_ settings: IGDBSettings? = nil) async throws {
        let database = database
        try await asWorker(settings) { client, pool in
            var registry = JobRegistry()
            let searcher = GameSearcher(client, database: pool, logger: .silent)
            registry.register(SearchGamesJob.self, service: searcher.runner)
            let sync = GameSync(client, database: pool)
            registry.register(SyncGamesJob.self, service: .init(sync, logger: .silent))
            var settings = Worker.Settings()
            settings.poll = .milliseconds(50)
            let worker = Worker(registry, pool: pool, on: database.loop, settings: settings) { _ in }
            let task = Task(executorPreference: database.loop) { try await worker.run() }
            let owner = try database.owner
            let end: Result<Void, any Error>
            do {
                try await eventually("the end of the jobs") {
                    try owner.query("select from jobs").isEmpty
                }
                end = .success(())
            } catch { end = .failure(error) }
            await worker.stop()
            try await task.value
            try end.get()
        }
    }

    // MARK: Looking

    func texts(_ sql: String) throws -> [String] { try database.owner.query(sql).map { try $0.text(0) } }
    func execute(_ sql: String) throws { try database.owner.execute(sql) }

    /// Names of the catalog with their ids at IGDB.
    func catalog() throws -> [String] {
        try texts("select concat_ws(' ', igdb_id, name) from games order by igdb_id nulls last, id")
    }

    /// The limits hold whatever a test does.
    func expectNoViolations() async throws { #expect(try await server.seen.violations == []) }
}
