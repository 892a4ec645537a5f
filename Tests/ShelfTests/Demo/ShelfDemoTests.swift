import Administration
import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Console
@testable import Demos
@testable import Shelf

/// The demo tenant, loaded with the real catalog.
@Suite(.database) struct ShelfDemoTests {
    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/data"

    private func number(_ sql: String) throws -> Int64 {
        let rows = try TestDatabase.current.owner.query(sql)
        return try #require(try rows.map { try $0.integer(0) }.first)
    }

    private func make(_ slug: String, isDemo: Bool = true) async throws -> (Tenant, DatabasePool) {
        let database = try TestDatabase.current
        let tenant = try TenantAdmin(database.owner).create(slug, name: "Games", modules: [.shelf])
        let worker = try await database.worker(.init(readers: 1, writers: 1, transactions: 1))
        let queries = ShelfDemo.tenant.queries(tenant.id, "hash", .now)
        _ = try await database.onLoop { try await worker.write(isDemo ? queries : [queries[0]]) }
        return (tenant, worker)
    }

    private func fill(_ tenant: Tenant, _ worker: DatabasePool, hasData: Bool = true) async throws -> Bool {
        let data = hasData ? SampleData(lookingIn: [Self.data]) : nil
        let load = DemoLoad(tenant: tenant, database: worker, sampleData: data, now: .now)
        return try await TestDatabase.current.onLoop { try await ShelfDemo.fill(load) }
    }

    @Test func `the demo has the whole catalog, and shelves and wishlists of its people`() async throws {
        let (tenant, worker) = try await make("gg")
        #expect(try await !fill(tenant, worker, hasData: false))
        #expect(try await fill(tenant, worker))
        #expect(try number("select count(*) from games") == 14_704)
        #expect(try number("select count(*) from games where source = 'steam' and key = ''") < 50)
        #expect(try number("select count(*) from accounts") == 60)
        #expect(try number("select count(distinct account_id) from shelf_games where not is_wish") == 60)
        #expect(try number("select count(distinct account_id) from shelf_games where is_wish") > 50)
        #expect(try number("select count(distinct status) from shelf_games") == 5)
        #expect(try number("select count(*) from shelf_games where finished_on > now()") == 0)
        #expect(
            try number("select count(*) from shelf_games where rating is not null and note is not null") > 20
        )
        #expect(
            try number(
                """
                select min(shelves.count) from (
                    select count(*) as count from shelf_games s join accounts a on (a.tenant_id, a.id) = (s.tenant_id, s.account_id)
                     where a.password_hash is not null group by a.id
                ) shelves
                """
            ) >= 6
        )
        let rows = try number("select count(*) from shelf_games")
        #expect(try await !fill(tenant, worker))
        #expect(try number("select count(*) from shelf_games") == rows)
    }

    @Test func `a tenant that somebody else made stays as it is`() async throws {
        let (tenant, worker) = try await make("other", isDemo: false)
        #expect(try await !fill(tenant, worker))
        #expect(try number("select count(*) from games") == 0)
    }
}
