import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Demos
@testable import Wagers

@Suite(.database) struct WagerDemoTests {
    @Test func `the demo loads once, with people, friends and wagers in every state`() async throws {
        let database = try TestDatabase.current
        let owner = try database.owner
        try owner.execute("insert into tenants (slug, name, modules) values ('wager', 'Wager', '{wagers}')")
        let tenant = TenantID(
            rawValue: try owner.query("select id from tenants where slug = 'wager'")[0].integer(0)
        )
        func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }
        let worker = try await database.worker()
        for _ in 0..<2 {
            let queries = WagerDemo.queries(tenant: tenant, passwordHash: "hash", now: .now)
            _ = try await database.onLoop { try await worker.write(queries) }
            #expect(try number("select count(*) from accounts") == WagerDemo.peopleCount)
            #expect(try number("select count(*) from accounts where password_hash is not null") == 6)
            #expect(try number("select count(*) from wagers") == 2415)
            #expect(try number("select count(*) from friendships where accepted_at is null") > 100)
            #expect(try number("select count(*) from friendships where accepted_at is not null") > 5000)
        }
        for status in WagerStatus.allCases {
            let count = try number("select count(*) from wagers where status = '\(status.rawValue)'")
            #expect(count > 100, "\(status)")
        }
        #expect(try number("select count(*) from wager_ratings") > 300)
        // Nobody but the named people hears of a debt, and nothing is decided by the first run of the worker.
        #expect(try number("select count(*) from wagers where remind_at is not null") == 2)
        #expect(try number("select count(*) from wagers where remind_at < now()") == 0)
        #expect(
            try number(
                """
                select count(*) from wagers
                 where status = 'active' and claimed_at < now() - interval '72 hours'
                    or status = 'open' and closes_at < now()
                """
            ) == 0
        )
        for name in WagerDemo.namedUsernames {
            let stories = """
                select count(*) from wagers w join accounts a on a.id in (w.challenger_id, w.challengee_id)
                 where a.username = '\(name)'
                """
            #expect(try number(stories) >= 3, "\(name)")
        }
        let strange = "select count(*) from wagers where category <> all ($1) and category <> 'Other'"
        #expect(try owner.query(strange, .texts(WagerDemo.categories))[0].integer(0) == 0)
        let zones = """
            select count(*) from accounts
             where settings->>'time_zone' not in (select name from pg_timezone_names)
            """
        #expect(try number(zones) == 0)
    }
}
