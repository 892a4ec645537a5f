import Console
import Database
import Jobs
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

@testable import Shelf

/// The jobs, as a worker runs them.
@Suite(.database) struct GameSearcherTests {
    private func enqueue(_ q: String, tenant: Int64 = 1, _ world: IGDBWorld) throws {
        _ = try world.database.owner.query(
            """
            insert into jobs (tenant_id, kind, payload, max_attempts, unique_key)
            values ($1, 'search_games', jsonb_build_object('q', $2::text), 3, game_search_key($2))
            """,
            .integer(tenant),
            .text(q)
        )
    }

    private func searches(_ world: IGDBWorld) throws -> [String] {
        try world.texts("select concat_ws(' ', key, status, finished) from game_searches order by key")
    }

    private let zelda = IGDBServer.game(1022, "The Legend of Zelda", rating: 84.4, votes: 5)

    @Test func `what a search finds is written, and it is not asked again by anybody within a day`()
        async throws
    {
        let world = try await IGDBWorld.make(games: [zelda])
        try enqueue("Zelda", world)
        try enqueue("ZELDA!", tenant: 2, world)
        try await world.work()
        #expect(try world.catalog() == ["1022 The Legend of Zelda"])
        #expect(try searches(world) == ["zelda done 1"])
        #expect(try await world.server.seen.requests == 1)
        try enqueue("zelda", world)
        try await world.work()
        #expect(try await world.server.seen.requests == 1)
        try world.execute("update game_searches set asked_at = now() - interval '25 hours'")
        try enqueue("zelda", world)
        try await world.work()
        #expect(try await world.server.seen.requests == 2)
        #expect(try searches(world) == ["zelda done 2"])
    }

    @Test func `a search that fails says so, and can be asked again`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        try await world.server.control(["plan": [["status": 400]]])
        try enqueue("zelda", world)
        try await world.work()
        #expect(try searches(world) == ["zelda failed 1"])
        try enqueue("zelda", world)
        try await world.work()
        #expect(try searches(world) == ["zelda done 2"])
        #expect(try world.texts("select 'dead' from dead_letters").isEmpty)
    }

    @Test func `while requests pause a search fails without asking`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        try world.execute("update igdb_state set paused_until = now() + interval '50 seconds'")
        try enqueue("zelda", world)
        try await world.work()
        #expect(try searches(world) == ["zelda failed 1"])
        #expect(try await world.server.seen.requests == 0)
    }

    @Test func `the search of a killed worker is asked again`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        try world.execute(
            """
            insert into game_searches (key, asked_at, status, running_until)
            values ('zelda', now(), 'running', now() + interval '1 second')
            """
        )
        try enqueue("zelda", world)
        try await world.work()
        #expect(try searches(world) == ["zelda done 1"])
    }

    @Test func `a worker without credentials says so`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        let without = IGDBSettings(.init())
        try enqueue("zelda", world)
        try world.execute(
            "insert into jobs (tenant_id, kind, payload, max_attempts) values (0, 'sync_games', '{}', 3)"
        )
        try await world.work(without)
        #expect(try searches(world) == ["zelda failed 1"])
        #expect(try await world.server.seen.requests == 0)
    }

    @Test func `the scheduled job syncs, and a failing one leaves no dead letter`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        let job =
            "insert into jobs (tenant_id, kind, payload, attempt, max_attempts) values (0, 'sync_games', '{}', 2, 3)"
        try await world.server.control(["plan": [["status": 400]]])
        try world.execute(job)
        try await world.work()
        #expect(try world.texts("select 'x' from igdb_state where last_sync_at is null").count == 1)
        #expect(try world.texts("select 'dead' from dead_letters").isEmpty)
        try world.execute(job)
        try await world.work()
        #expect(try world.texts("select 'x' from igdb_state where last_sync_at is not null").count == 1)
    }

    @Test func `old searches are forgotten`() async throws {
        let world = try await IGDBWorld.make(games: [zelda])
        try world.execute(
            """
            insert into game_searches (key, asked_at, status)
            values ('old', now() - interval '49 hours', 'done'), ('new', now() - interval '47 hours', 'done')
            """
        )
        try await world.sync()
        #expect(try searches(world) == ["new done 0"])
    }
}
