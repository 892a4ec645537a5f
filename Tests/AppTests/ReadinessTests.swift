import Database
import HTTPServer
import Observability
import Schema
import Synchronization
import Tenancy
import TestDatabases
import Testing

@testable import App

/// `/readyz` says whether requests can be served.
@Suite(.database) struct ReadinessTests {
    private func readiness(
        _ pool: DatabasePool,
        _ migrations: [Migration] = Migration.all,
        _ flag: DrainFlag = DrainFlag()
    ) async throws -> Int {
        let routes = PlatformRoutes(
            database: pool,
            metrics: MetricRegistry(),
            isDraining: flag,
            servesMetrics: false,
            migrations: migrations
        )
        let route = try #require(routes.routes.first { $0.pattern == "readyz" })
        let head = RequestHead(
            methodName: "GET",
            path: "/readyz",
            query: nil,
            headers: Headers(),
            peer: PeerAddress(bytes: [192, 0, 2, 1]),
            id: "ready",
            contentLength: nil,
            isChunked: false
        )
        return try await TestDatabase.current.onLoop {
            await route.handler(
                Request(head: head, parameters: PathParameters(), body: [], trace: RequestTrace())
            ).status
        }
    }

    @Test func `a front whose every request would fail is not ready`() async throws {
        let database = try TestDatabase.current
        let pool = try await database.front()
        #expect(try await readiness(pool) == 200)
        let owner = try database.owner
        try owner.execute(
            "alter function parlay.authenticate(bigint, bytea, timestamptz) rename to authenticate_gone"
        )
        #expect(try await readiness(pool) == 503)
        try owner.execute(
            "alter function parlay.authenticate_gone(bigint, bytea, timestamptz) rename to authenticate"
        )
        #expect(try await readiness(pool) == 200)
        try owner.execute("revoke select on parlay.tokens from parlay_front")
        #expect(try await readiness(pool) == 503)
    }

    @Test func `a schema that is behind is not ready, and a newer one when it is compatible`() async throws {
        let database = try TestDatabase.current
        let pool = try await database.front()
        let next = Migration(9999, "next", Array("-- compatible: yes\n".utf8))
        #expect(try await readiness(pool, Migration.all + [next]) == 503)
        let owner = try database.owner
        try owner.execute(
            """
            insert into parlay.schema_migrations (version, name, checksum, compatible)
            values (9999, 'next', 'x', true)
            """
        )
        #expect(try await readiness(pool) == 200)
        try owner.execute("update parlay.schema_migrations set compatible = false where version = 9999")
        #expect(try await readiness(pool) == 503)
    }

    @Test func `a database that does not answer is not ready, and only one probe waits for it`() async throws
    {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let probes = Mutex(0)
        let probe = ReadinessProbe(
            limit: .milliseconds(1),
            report: { Issue.record("\($0)") },
            {
                probes.withLock { $0 += 1 }
                for await _ in ends {}
            }
        )
        let database = try TestDatabase.current
        for _ in 0..<3 {
            #expect(try await database.onLoop { await probe.refusal() } == "The database is not responding.")
        }
        #expect(probes.withLock { $0 } == 1)
        end.finish()
        // The probe that waited has ended, and the next one finds the database.
        while try await database.onLoop({ await probe.refusal() }) != nil { await Task.yield() }
    }

    @Test func `a process that stops is not ready`() async throws {
        let flag = DrainFlag()
        flag.set()
        #expect(try await readiness(try await TestDatabase.current.front(), Migration.all, flag) == 503)
    }
}
