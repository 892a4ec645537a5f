import Console
import Database
import HTTPServer
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// A call that searches at IGDB, up to the job that it leaves and the result that it finds. The test plays the worker.
@Suite(.database) struct GameSearchesTests {
    private static func world(slug: String = "demo", hasCredentials: Bool = true) async throws -> World {
        var configuration = Configuration()
        if hasCredentials {
            configuration.set(Configuration.igdbClientID, "id")
            configuration.set(Configuration.igdbClientSecret, "secret")
        }
        let q = QueryField.text("q", 1...200, "What for")
        func route(_ path: String, _ searches: GameSearches) -> TenantRoute {
            TenantRoute(.get, path, "Searches") { call in
                let q = try call.query[q] ?? ""
                let state = try await call.session.read(UpstreamSearchStore.state(q, in: call.tenant.id)).one
                return .text("\(try await searches.search(q, since: state, in: call.session))")
            }.query(q)
        }
        let routes = [
            route("upstream", GameSearches(configuration)),
            route("upstream-answered", GameSearches(configuration, timeout: .seconds(180))),
        ]
        return try await World.make(
            slug: slug,
            modules: [.shelf],
            configuration: configuration,
            routes: { _ in routes }
        )
    }

    /// - Parameter isAnswered: whether the test answers while the call waits, however slow the machine is.
    private func search(
        _ q: String,
        _ world: World,
        _ person: SignedInPerson,
        tenant: String? = nil,
        isAnswered: Bool = false
    ) async throws -> String {
        let path = isAnswered ? "upstream-answered" : "upstream"
        let answer = try await world.send("GET", "\(path)?q=\(q)", token: person.token, tenant: tenant)
        #expect(answer.status == 200, "\(answer)")
        return answer.text
    }

    private func jobs() throws -> [String] {
        try TestDatabase.current.owner.query(
            "select concat_ws(' ', tenant_id, kind, unique_key, payload ->> 'q') from jobs order by id"
        ).map { try $0.text(0) }
    }

    private func finish(_ key: String, _ status: String) throws {
        try TestDatabase.current.owner.execute(
            """
            insert into game_searches (key, asked_at, status, finished) values ('\(key)', now(), '\(status)', 1)
                on conflict (key) do update
               set status = excluded.status, asked_at = now(), running_until = null, finished = game_searches.finished + 1;
            delete from jobs where unique_key = '\(key)'
            """
        )
    }

    @Test func `a search leaves one job in the tenant's lane and waits for its result`() async throws {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        let ben = try await world.person("ben")
        async let first = search("Ocarina%20of%20Time!", world, ann, isAnswered: true)
        async let second = search("ocarina:%20of%20time", world, ben, isAnswered: true)
        let database = world.database
        try await database.onLoop {
            try await eventually("the job") { try self.jobs().count == 1 }
        }
        #expect(
            try jobs().map { $0.lowercased() } == [
                "\(world.tenant.id.rawValue) search_games ocarina of time ocarina of time!"
            ]
                || jobs() == [
                    "\(world.tenant.id.rawValue) search_games ocarina of time ocarina: of time"
                ]
        )
        try finish("ocarina of time", "done")
        #expect(Set(try await [first, second]).isSubset(of: ["done", "notNeeded"]))
        // The slower call may have left its job after that of the faster one was done.
        try finish("ocarina of time", "done")
        // Nobody asks again within a day.
        #expect(try await search("OCARINA%20OF%20TIME", world, ann) == "notNeeded")
        #expect(try jobs().isEmpty)
        try database.owner.execute("update game_searches set asked_at = now() - interval '25 hours'")
        #expect(try await search("OCARINA%20OF%20TIME", world, ann) == "stillSearching")
        #expect(try jobs().count == 1)
    }

    @Test func `a failure is told, and may be asked again unless requests pause`() async throws {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        let database = world.database
        async let first = search("zelda", world, ann, isAnswered: true)
        try await database.onLoop {
            try await eventually("the job") { try self.jobs().count == 1 }
        }
        try finish("zelda", "failed")
        #expect(try await first == "failed")
        async let second = search("zelda", world, ann, isAnswered: true)
        try await database.onLoop {
            try await eventually("another job") { try self.jobs().count == 1 }
        }
        try finish("zelda", "done")
        #expect(try await second == "done")

        try finish("zelda", "failed")
        try database.owner.execute("update igdb_state set paused_until = now() + interval '50 seconds'")
        #expect(try await search("zelda", world, ann) == "failed")
        #expect(try await search("metroid", world, ann) == "failed")
        #expect(try jobs().isEmpty)
    }

    /// The list must not be older than the word that nothing is missing in it.
    @Test
    func
        `what a search finds while a call reads is in the answer, or the answer says that it is not complete`()
        async throws
    {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        let database = world.database
        let holder = LoopBound(try database.owner, on: database.loop)
        let answer = try await database.onLoop {
            try holder.value.execute("begin; lock table jobs")
            async let answer = world.send("GET", "games/?q=zelda", token: ann.token)
            try await database.pollBlocked(by: holder.value, "the call to read the state")
            try holder.value.execute(
                """
                insert into games (igdb_id, name, updated_at) values (7, 'Zelda', now());
                insert into game_searches (key, asked_at, status, finished) values ('zelda', now(), 'done', 1);
                commit
                """
            )
            return try await answer
        }
        #expect(answer.status == 200 && answer["searching"] == nil)
        #expect(answer.items.map { $0["igdb_id"]?.integer } == [7], "\(answer)")
    }

    @Test func `without a worker the call ends after two seconds, and asking again costs nothing`()
        async throws
    {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        let start = Instant.now
        #expect(try await search("zelda", world, ann) == "stillSearching")
        #expect(.now - start >= .milliseconds(1900))
        #expect(try await search("zelda", world, ann) == "stillSearching")
        #expect(try jobs().count == 1)
        let counted = try world.database.owner.query("select count from throttles where kind = 'game_search'")
        #expect(try counted.map { try $0.integer(0) } == [1])
    }

    @Test func `an account gets ten searches a minute`() async throws {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        let ben = try await world.person("ben")
        let outcomes = try await world.sendTogether(14) { number in
            try await world.send("GET", "upstream?q=game\(number)", token: ann.token)
        }
        #expect(outcomes.filter { $0.text == "stillSearching" }.count == 10, "\(outcomes.map(\.text))")
        #expect(outcomes.filter { $0.text == "notNeeded" }.count == 4)
        #expect(try jobs().count == 10)
        #expect(try await search("game99", world, ben) == "stillSearching")
        try world.database.owner.execute(
            "update throttles set window_started_at = window_started_at - interval '61 seconds'"
        )
        #expect(try await search("game100", world, ann) == "stillSearching")
    }

    @Test func `tenants share what IGDB was asked, and see only their own jobs`() async throws {
        let world = try await Self.world()
        let other = try await world.addTenant("other", modules: [.shelf])
        let ann = try await world.person("ann")
        let eve = try await world.person("eve", tenant: "other")
        async let ours = search("zelda", world, ann, isAnswered: true)
        async let theirs = search("zelda", world, eve, tenant: "other", isAnswered: true)
        let database = world.database
        try await database.onLoop {
            try await eventually("a job of each tenant") { try self.jobs().count == 2 }
        }
        #expect(
            Set(try jobs())
                == Set([world.tenant, other].map { "\($0.id.rawValue) search_games zelda zelda" })
        )
        try finish("zelda", "done")
        #expect(try await ours == "done")
        #expect(try await theirs == "done")
    }

    @Test func `without credentials, and for punctuation alone, nothing is asked`() async throws {
        let world = try await Self.world(hasCredentials: false)
        let ann = try await world.person("ann")
        #expect(try await search("zelda", world, ann) == "notNeeded")
        let searching = try await Self.world(slug: "searching")
        let ben = try await searching.person("ben")
        #expect(try await search("!!!", searching, ben) == "notNeeded")
        #expect(try jobs().isEmpty)
    }

    @Test func `long texts with many characters after normalization are searched for`() async throws {
        let world = try await Self.world()
        let ann = try await world.person("ann")
        // Each becomes 18 letters and blanks.
        let q = String(repeating: "%EF%B7%BA", count: 60)
        #expect(try await search(q, world, ann) == "stillSearching")
        #expect(try jobs().count == 1)
    }

    @Test func `the catalog is stale when no sync succeeded for 48 hours`() async throws {
        let database = try TestDatabase.current
        func isStale() async throws -> Bool {
            try await database.onLoop {
                let front = try await database.front()
                return try await front.read(UpstreamSearchStore.isStale).one
            }
        }
        #expect(try await isStale())
        try database.owner.execute("update igdb_state set last_sync_at = now() - interval '47 hours'")
        #expect(try await !isStale())
        try database.owner.execute("update igdb_state set last_sync_at = now() - interval '49 hours'")
        #expect(try await isStale())
    }

    @Test(arguments: ["igdb_state", "igdb_places", "igdb_tokens", "game_searches"])
    func `a front cannot read what workers know`(table: String) throws {
        let front = try TestDatabase.current.connect(as: .front)
        #expect(throws: DatabaseError.self) { try front.query("select 1 from \(table)") }
    }
}
