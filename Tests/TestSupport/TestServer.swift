internal import Database
internal import Foundation
internal import Reactor
internal import Schema

/// The PostgreSQL that tests clone databases on, with the template of this process.
struct TestServer: Sendable {
    private let superuserURL: String
    private let template: String
    private let pool: BlockingPool
    private let gate: TestGate

    /// Made at its first use: the template is migrated once.
    static let shared = Task { try await TestServer() }

    private init() async throws {
        guard let url = ProcessInfo.processInfo.environment["PARLAY_TEST_DATABASE_URL"] else {
            throw TestServerError.notConfigured
        }
        superuserURL = url
        template = "parlay_template_\(getpid())"
        pool = try BlockingPool(name: "test-database", threads: 4, capacity: 4096)
        gate = TestGate(width: 12)
        let settings = ConnectionSettings(conninfo: self.url(database: template, user: nil))
        let (server, template) = (self.url(database: "postgres", user: nil), template)
        try await pool.run {
            let connection = try BlockingConnection(ConnectionSettings(conninfo: server))
            try connection.execute("drop database if exists \(template) with (force)")
            try connection.execute("create database \(template) template template0")
            try Migrator(settings: settings).migrate()
        }
    }

    /// The URL of the superuser with another database and user.
    func url(database: String, user: String?) -> String {
        Self.url(superuserURL, database: database, user: user)
    }

    /// A later `user` parameter of a libpq URI wins over the user in front of the host.
    static func url(_ base: String, database: String, user: String?) -> String {
        let parts = base.split(separator: "?", maxSplits: 1)
        var path = String(parts.first ?? "")
        var parameters = parts.count > 1 ? [String(parts[1])] : []
        if let scheme = path.range(of: "://"), let slash = path[scheme.upperBound...].firstIndex(of: "/") {
            path = String(path[..<slash])
        }
        if let user { parameters.append("user=\(user)") }
        return "\(path)/\(database)" + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    }

    /// Runs `body` with a new clone of the template. A dozen at a time: each holds connections.
    func withClone(_ body: @Sendable (TestDatabase) async throws -> Void) async throws {
        await gate.enter()
        defer { gate.leave() }
        let number = gate.nextNumber()
        let name = "parlay_test_\(getpid())_\(number)"
        try await administer("create database \(name) template \(template)")
        let loops = try TestLoops.group.get().loops
        let database = TestDatabase(name: name, loop: loops[number % loops.count], server: self)
        let result: Result<Void, any Error>
        do {
            try await body(database)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        database.stopPools()
        try await administer("drop database if exists \(name) with (force)")
        try result.get()
    }

    private func administer(_ sql: String) async throws {
        let settings = ConnectionSettings(
            conninfo: url(database: "postgres", user: nil),
            statementTimeout: 60_000,
            lockTimeout: 60_000
        )
        try await pool.run { try BlockingConnection(settings).execute(sql) }
    }
}

enum TestServerError: Error, CustomStringConvertible {
    case notConfigured

    var description: String { "Set PARLAY_TEST_DATABASE_URL to the libpq URI of a superuser." }
}
