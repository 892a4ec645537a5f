import Administration
import App
import Database
import Foundation
import Glibc
import ParlayAPI
import Synchronization
import Tenancy
import TestDatabases
import TestSupport

/// An installation of one test: a directory, settings, and the processes started with them.
final class Site: Sendable {
    let directory: String
    /// Where clients connect: the fronts, or the proxy before them.
    let port: UInt16
    /// Where the fronts listen.
    let frontPort: UInt16
    /// The settings of every process.
    let environment: [String: String]
    private let processes = Mutex<[ParlayProcess]>([])

    private init(_ environment: [String: String]) throws {
        directory = "/tmp/parlay-e2e-\(getpid())-\(UUID().uuidString.prefix(8))"
        frontPort = try Parlay.freePort()
        port = Self.hasProxy ? try Parlay.freePort() : frontPort
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        var settings = [
            "PARLAY_DATA": "\(directory)/data", "PARLAY_PORT": String(frontPort),
            "PARLAY_REGISTER_LIMIT": "0",
            // Many fronts share the tests' one server.
            "PARLAY_LOOPS": "1", "PARLAY_DB_READERS": "1", "PARLAY_DB_WRITERS": "2",
            // The workers of other tests run on the same machine.
            "PARLAY_WORKER_ADDR": "off",
        ]
        if Self.hasProxy { settings["PARLAY_TRUSTED_PROXIES"] = "127.0.0.1" }
        settings.merge(TestProgram.cheapPasswords) { $1 }
        settings.merge(environment) { $1 }
        self.environment = settings
    }

    /// Runs `body` with an installation and ends all its processes afterwards.
    ///
    /// - Parameter hasDatabase: on the database of the running test unless `environment` names another;
    ///     otherwise `parlay up` makes one.
    static func with(
        hasDatabase: Bool = true,
        _ environment: [String: String] = [:],
        _ body: (Site) async throws -> Void
    ) async throws {
        var environment = environment
        if hasDatabase && environment["DATABASE_URL"] == nil {
            environment["DATABASE_URL"] = try TestDatabase.current.url(as: .superuser)
        }
        let site = try Site(environment)
        do {
            if hasProxy { try await site.startProxy() }
            try await body(site)
        } catch {
            site.tellLogs()
            await site.close()
            throw error
        }
        await site.close()
    }

    private func close() async {
        let all = processes.withLock { $0 }
        let orphans = all.flatMap { ProcessTable.descendants(of: $0.pid) }
        for process in all { process.signal(SIGTERM) }
        for process in all where (try? await process.end(within: .seconds(120))) == nil {
            try? await process.kill()
        }
        // The watchdogs end what a killed process leaves; nothing may keep files in the directory.
        try? await eventually("the end of all processes") {
            Set(ProcessTable.entries).isDisjoint(with: orphans)
        }
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func tellLogs() {
        for process in processes.withLock({ $0 }) {
            let lines = process.errors.split(separator: "\n")
            let told = lines.filter { !$0.contains("message=request") }.suffix(30)
            print("— process \(process.pid), \(lines.count) lines:\n\(told.joined(separator: "\n"))")
        }
    }

    // MARK: Processes

    func start(_ arguments: String..., with environment: [String: String] = [:]) throws -> ParlayProcess {
        try start(arguments, with: environment)
    }

    func start(
        program: String = Parlay.path,
        _ arguments: [String],
        with extra: [String: String],
        input: String? = nil
    ) throws -> ParlayProcess {
        let files = "\(directory)/\(UUID().uuidString.prefix(8))"
        let process = try ParlayProcess(
            program: program,
            arguments,
            environment: environment.merging(extra) { $1 },
            input: input,
            files: files
        )
        processes.withLock { $0.append(process) }
        return process
    }

    /// A front that is ready.
    func serve(with environment: [String: String] = [:]) async throws -> ParlayProcess {
        let front = try start("serve", with: environment)
        try await untilReady(front)
        return front
    }

    /// A worker that leads the schedules, which the database then knows.
    func work(with environment: [String: String] = [:]) async throws -> ParlayProcess {
        let worker = try start("work", with: environment)
        try await eventually("a worker") {
            if !worker.isRunning { throw Parlay.Failure("the worker ended: \(worker.errors)") }
            return worker.errors.contains("elected scheduler leader")
        }
        return worker
    }

    /// `parlay up`, once it has said that it is ready.
    func up(_ arguments: String..., with environment: [String: String] = [:]) async throws -> ParlayProcess {
        let process = try start(["up"] + arguments, with: environment)
        try await eventually("ready", within: .seconds(600)) {
            if !process.isRunning { throw Parlay.Failure("up ended: \(process.errors)") }
            return process.output.split(separator: "\n").contains("ready http://127.0.0.1:\(frontPort)")
        }
        return process
    }

    func untilReady(_ process: ParlayProcess? = nil) async throws {
        try await eventually("readyz") {
            if let process, !process.isRunning { throw Parlay.Failure("it ended: \(process.errors)") }
            return try await self.readiness() == 200
        }
    }

    /// The status of `/readyz` on a separate connection; `nil` if there is none.
    func readiness() async throws -> Int? {
        try? await HTTPSession(port: port).send("GET", "/readyz").status
    }

    /// Runs a command to its end.
    func run(_ arguments: String..., with environment: [String: String] = [:]) async throws -> Outcome {
        try await run(arguments, with: environment)
    }

    func run(_ arguments: [String], with environment: [String: String] = [:], input: String? = nil)
        async throws
        -> Outcome
    {
        let process = try start(arguments, with: environment, input: input)
        let exit = try await process.end()
        processes.withLock { all in all.removeAll { $0 === process } }
        return Outcome(exit: exit, output: process.output, errors: process.errors)
    }

    /// A command that must succeed; returns its standard output.
    @discardableResult func parlay(_ words: String) async throws -> String {
        let outcome = try await run(words.split(separator: " ").map(String.init))
        guard outcome.code == 0 else { throw Parlay.Failure("`\(words)`: \(outcome)") }
        return outcome.output
    }

    /// The rows that a command with `--json` lists.
    func list(_ words: String) async throws -> [JSONValue] {
        let output = try await parlay("\(words) --json")
        guard case .array(let items) = try JSONParser.parse(Array(output.utf8))["items"] else {
            throw Parlay.Failure("no list: \(output)")
        }
        return items
    }

    // MARK: People

    func session(_ base: String = "/v1/wordup/", token: String? = nil) -> HTTPSession {
        HTTPSession(port: port, base: base, token: token)
    }

    /// The tests are no people: they send as fast as they can.
    func makeTenant(_ slug: String = "wordup") async throws {
        if let database = TestDatabase.bound, environment["DATABASE_URL"] == database.url(as: .superuser) {
            // Two programs fewer than by commands.
            let admin = TenantAdmin(try database.owner)
            _ = try admin.create(slug, name: "WordUp", modules: [.meetups], settings: .defaults)
            _ = try admin.set(["requests_per_second": 100_000, "request_burst": 100_000], of: slug)
        } else {
            try await parlay("admin tenant create \(slug) --name WordUp --modules meetups")
            try await parlay("admin tenant set \(slug) requests_per_second=100000 request_burst=100000")
        }
        // Fronts that run hear of it a little later.
        if try await readiness() == 200 {
            try await eventually("the tenant") {
                try await self.session("/v1/\(slug)/").send("GET", "about/").status == 200
            }
        }
    }

    static func registration(_ name: String, _ known: String = "en", _ learn: String = "es") -> String {
        """
        {"username":"\(name)","password":"\(password)","email":"\(name)@example.org",
         "first_name":"\(name)","last_name":"Test","known_lang":"\(known)","learn_lang":"\(learn)"}
        """
    }
    static let password = "tango under the rain"

    struct Person {
        let id: Int64
        let token: String
        let session: HTTPSession
    }

    func register(_ name: String, _ known: String = "en", _ learn: String = "es") async throws -> Person {
        let answer = try await session().send("POST", "register/", Self.registration(name, known, learn))
        guard answer.status == 201, let token = answer["token"]?.text,
            let id = answer["profile", "id"]?.integer
        else { throw Parlay.Failure("registering \(name): \(answer)") }
        return Person(id: id, token: token, session: session(token: token))
    }

    /// A time so many seconds from now.
    static func time(in seconds: Int64 = 86_400) -> String {
        Timestamp.now.adding(seconds: seconds).description
    }
}
