import Console
import Database
import Jobs
import Outbound
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import OddsFeeds

/// A tenant with an admin and a member, a server that plays a page or The Odds API, and a worker.
final class FeedWorld: Sendable {
    let world: World
    let admin: SignedInPerson
    let member: SignedInPerson
    let workers: DatabasePool
    let server: Receiver
    private let script: Script

    private final class Script: Sendable {
        let reply = Mutex<@Sendable (String) -> Receiver.Reply>({ _ in .answer(404) })
    }

    init(addresses: AddressRule = .publicAndLoopback) async throws {
        let script = Script()
        self.script = script
        server = try Receiver { received in
            let path = received.line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            return script.reply.withLock { $0 }(path)
        }
        var configuration = Configuration()
        configuration.set(Configuration.oddsAPI, "http://127.0.0.1:\(server.port)/api/")
        world = try await World.make(
            modules: [.sportsbook],
            addresses: addresses,
            configuration: configuration
        )
        admin = try await world.person("ada")
        member = try await world.person("chen")
        try world.promote(admin, .admin)
        workers = try await world.database.worker()
    }

    /// What the server answers from now on, by path.
    func answer(_ reply: @escaping @Sendable (String) -> Receiver.Reply) {
        script.reply.withLock { $0 = reply }
    }

    func answer(page: String) { answer { _ in .answer(200, body: page) } }

    // MARK: Games

    struct Game: Sendable {
        var home = "Seattle"
        var away = "Green Bay"
        var hours: Double = 48
        var line = "-5"
        var total = "47"
        var money = "-$240 +$200"

        var row: [String] { [time.description, "At \(home)", line, away, total, money] }
        var time: Timestamp { FeedWorld.base.adding(seconds: Int64(hours * 3600)) }
    }

    /// The same second in all games of a test.
    static let base = Timestamp(milliseconds: Timestamp.now.milliseconds / 1000 * 1000)

    func play(_ games: Game...) { answer(page: OddsPage.page(sunday: games.map(\.row))) }

    // MARK: Calls

    func send(
        _ method: String,
        _ path: String,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, path, token: admin.token, body, headers: headers)
    }

    /// The options that have no defaults.
    static let pageOptions: JSONObject = ["tournament": "NFL", "sport": "american_football"]
    static let apiOptions: JSONObject = ["sport": "americanfootball_nfl", "regions": "us"]

    func page(_ options: JSONObject = [:], url: String? = nil) async throws -> Int64 {
        let body: JSONObject = [
            "source": "html", "name": "Lines", "url": .string(url ?? "http://127.0.0.1:\(server.port)/odds"),
            "options": .object(options.or(Self.pageOptions)),
        ]
        let answer = try await send("POST", "admin/feeds/", body)
        return try #require(answer["id"]?.integer, "\(answer)")
    }

    func oddsAPI(_ schedule: String = "auto") async throws -> Int64 {
        let body: JSONObject = [
            "source": "odds_api", "name": "NFL", "key": "s3cret-key", "schedule": .string(schedule),
            "options": .object(Self.apiOptions),
        ]
        let answer = try await send("POST", "admin/feeds/", body)
        return try #require(answer["id"]?.integer, "\(answer)")
    }

    /// Reads the feed now, and answers its row afterwards.
    @discardableResult
    func run(_ id: Int64, addresses: AddressRule = .publicAndLoopback) async throws -> Answer {
        let asked = try await send("POST", "admin/feeds/\(id)/run/")
        #expect(asked.status == 200, "\(asked)")
        try await work(addresses: addresses)
        return try await send("GET", "admin/feeds/\(id)/")
    }

    /// Runs the waiting jobs of feeds.
    func work(addresses: AddressRule = .publicAndLoopback) async throws {
        let base = "http://127.0.0.1:\(server.port)/api/"
        try await world.database.onLoop { [workers, world] in
            let loop = world.database.loop
            let reader = try FeedReader(
                loop: loop,
                pages: HTTPClient(on: loop, addresses: addresses),
                api: HTTPClient(on: loop, addresses: .any),
                base: base
            )
            var registry = JobRegistry()
            registry.register(ImportOddsJob.self, service: FeedRunService(database: workers, reader: reader))
            var settings = Worker.Settings()
            settings.grace = .seconds(2)
            settings.poll = .milliseconds(50)
            let worker = Worker(registry, pool: workers, on: loop, settings: settings)
            let task = Task(executorPreference: loop) { try await worker.run() }
            let isDone: Result<Void, any Error>
            do {
                try await eventually("the feeds") {
                    try await self.number("select count(*) from jobs where kind = 'import_odds'") == 0
                }
                isDone = .success(())
            } catch { isDone = .failure(error) }
            await worker.stop()
            try await task.value
            reader.close()
            try isDone.get()
        }
    }

    /// What the worker does every minute.
    func poll(at now: Timestamp = .now) async throws {
        let port = server.port
        try await world.database.onLoop { [workers, world] in
            let loop = world.database.loop
            let reader = try FeedReader(
                loop: loop,
                pages: HTTPClient(on: loop, addresses: .publicOnly),
                api: HTTPClient(on: loop, addresses: .any),
                base: "http://127.0.0.1:\(port)"
            )
            try await FeedRunService(database: workers, reader: reader).poll(at: now)
            reader.close()
        }
    }

    // MARK: Looking

    func number(_ sql: String) async throws -> Int {
        Int(try world.database.owner.query(sql)[0].integer(0))
    }

    func texts(_ sql: String) throws -> [String] {
        try world.database.owner.query(sql).map { try $0.text(0) }
    }

    func execute(_ sql: String) throws { try world.database.owner.execute(sql) }

    /// Home teams with the states of their markets: `Seattle: open open suspended/feed`.
    func markets() throws -> [String] {
        try texts(
            """
            select e.home || ': '
                   || string_agg(m.status || coalesce('/' || m.status_by, ''), ' ' order by m.kind, m.line_quarters)
              from events e
              join markets m on m.tenant_id = e.tenant_id and m.event_id = e.id
             group by e.id, e.home
             order by e.home
            """
        )
    }

    func notices() throws -> [String] {
        try texts("select text from notices where kind = 'feed_failed' order by id")
    }

    /// The words by which the notices say why, in the reader's language.
    func reasons() throws -> [String] {
        try texts("select arguments ->> 'why_words' from notices where kind = 'feed_failed' order by id")
    }
}

extension JSONObject {
    /// With the members of another object that this one lacks.
    func or(_ defaults: JSONObject) -> JSONObject {
        var object = self
        for member in defaults.members where object[member.key] == nil {
            object.add(member.key, member.value)
        }
        return object
    }
}
