import Database
import HTTPServer
import Jobs
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Stream

/// What is decided before a stream opens. Streams themselves are tested with the real program.
@Suite(.database) struct StreamRouteTests {
    private let world: World
    private let ada: SignedInPerson
    private let upgrade = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]

    init() async throws {
        world = try await World.make()
        ada = try await world.person("ada")
    }

    private func open(_ query: String = "", token: String? = nil, tenant: String? = nil) async throws
        -> Answer
    {
        try await world.send("GET", "stream/\(query)", token: token, headers: upgrade, tenant: tenant)
    }

    private func ticket() async throws -> String {
        let answer = try await world.send("POST", "stream/tickets/", token: ada.token, [:])
        #expect(answer.status == 201)
        return try #require(answer["ticket"]?.text)
    }

    @Test func `a token or a ticket opens it, and nothing else`() async throws {
        #expect(try await open(token: ada.token).status == 101)
        #expect(try await open().status == 401)
        #expect(try await open(token: "parlay_nonsense").status == 401)
        let ticket = try await ticket()
        let other = try await world.addTenant("other")
        #expect(try await open("?ticket=\(ticket)", tenant: other.slug).status == 401)
        #expect(try await open("?ticket=\(ticket)").status == 101)
        #expect(try await open("?ticket=\(ticket)").status == 401, "used up")
        let plain = try await world.send("GET", "stream/", token: ada.token)
        #expect(plain.status == 426 && plain.headers["Upgrade"] == "websocket")
    }

    @Test func `an event stream is opened by its media type`() async throws {
        let headers = ["Accept": "text/event-stream"]
        let answer = try await world.send("GET", "stream/", token: ada.token, headers: headers)
        #expect(answer.status == 200 && answer.header("Content-Type") == "text/event-stream")
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(try await world.send("GET", "stream/", headers: headers).status == 401)
        let any = try await world.send("GET", "stream/", token: ada.token, headers: ["Accept": "*/*"])
        #expect(any.status == 426)
    }

    @Test func `a number that is gone, or has never been, is 410`() async throws {
        let owner = try world.database.owner
        try owner.execute("update streams set number = 500, pruned = 400 where account_id = \(ada.id)")
        #expect(try await open("?after=399", token: ada.token).code == "stream_expired")
        #expect(try await open("?after=501", token: ada.token).status == 410)
        #expect(try await open("?after=500", token: ada.token).status == 101)
        #expect(try await open("?after=-1", token: ada.token).status == 400)
        #expect(try await open("?after=x", token: ada.token).status == 400)
    }

    @Test func `a refusal leaves a ticket valid`() async throws {
        let ticket = try await ticket()
        #expect(try await open("?ticket=\(ticket)&after=99999").status == 410)
        #expect(try await open("?ticket=\(ticket)").status == 101)
    }

    // MARK: Pruning

    private func prune() async throws {
        let database = world.database
        _ = try await database.onLoop {
            try await database.worker().write(
                StreamStore.prune(.time(Timestamp.now.adding(seconds: -PruneStreamsJob.retention)))
            )
        }
    }

    private func add(_ count: Int, minutesAgo: Int) throws {
        try world.database.owner.execute(
            """
            with s as (
                insert into streams as s (tenant_id, account_id, number) values (\(world.tenant.id.rawValue), \(ada.id), \(count))
                on conflict (tenant_id, account_id) do update set number = s.number + \(count)
                returning number
            )
            insert into stream_events (tenant_id, account_id, number, type, subject_type, subject_id, created_at)
            select \(world.tenant.id.rawValue), \(ada.id), s.number - \(count) + n, 'x.y', 'x', n,
                   now() - interval '\(minutesAgo) minutes'
              from s, generate_series(1, \(count)) n
            """
        )
    }

    private func kept() throws -> [Int64] {
        let row = try world.database.owner.query(
            "select count(*), min(e.number), max(s.pruned) from stream_events e join streams s using (tenant_id, account_id)"
                + " where account_id = \(ada.id)"
        )[0]
        return try [row.integer(0), row.integer(1), row.integer(2)]
    }

    @Test func `events are kept for ten minutes, and the last hundred longer`() async throws {
        try world.database.owner.execute("delete from stream_events; update streams set number = 0")
        try add(150, minutesAgo: 12)
        try add(30, minutesAgo: 1)
        try await prune()
        #expect(try kept() == [100, 81, 80])
        try add(200, minutesAgo: 1)
        try await prune()
        #expect(try kept() == [230, 151, 150], "the recent ones are more than a hundred")
        #expect(try await open("?after=149", token: ada.token).status == 410)
        #expect(try await open("?after=150", token: ada.token).status == 101)
    }
}
