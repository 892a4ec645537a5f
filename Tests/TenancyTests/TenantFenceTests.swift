import Database
import HTTPServer
import Jobs
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A tenant that is not open in this database.
@Suite(.database) struct TenantFenceTests {
    private static func set(_ state: String, _ more: String = "") -> String {
        "update parlay.tenants set state = '\(state)'\(more) where slug = 'demo'"
    }

    @Test func `a call waits while the tenant is fenced, and is answered when it opens`() async throws {
        let world = try await World.make()
        let account = try await world.person("ada")
        let superuser = try world.database.connect(as: .superuser)
        try superuser.execute(Self.set("fenced", ", held_until = now() + interval '60 s'"))
        try await world.refreshTenants()
        let call = Task { try await world.send("GET", "settings/", token: account.token) }
        try await Task.sleep(for: .milliseconds(300))
        try superuser.execute(Self.set("open", ", held_until = null"))
        try await world.refreshTenants()
        let answer = try await call.value
        #expect(answer.status == 200)
    }

    @Test func `without the other database a call is refused with 503 after a while`() async throws {
        let world = try await World.make()
        let account = try await world.person("ada")
        try world.database.connect(as: .superuser).execute(Self.set("away"))
        let answer = try await world.send("GET", "settings/", token: account.token)
        #expect(answer.status == 503)
        #expect(answer.headers["Retry-After"] != nil)
    }

    @Test func `the worker does not see the rows of a tenant that is not here`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let worker = try world.database.connect(as: .worker)
        let rows = "select count(*) from parlay.accounts"
        #expect(try worker.query(rows)[0].integer(0) == 1)
        for state in ["fenced", "away", "arriving"] {
            try world.database.connect(as: .superuser).execute(Self.set(state))
            #expect(try worker.query(rows)[0].integer(0) == 0)
            #expect(throws: DatabaseError.self) {
                try worker.execute(
                    "insert into parlay.jobs (tenant_id, kind, payload) select id, 'a', '{}' from parlay.tenants"
                )
            }
        }
    }

    @Test func `a transaction of the worker sees all rows of a tenant to its end, or none`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let superuser = try world.database.connect(as: .superuser)
        let rows = "select count(*) from parlay.accounts"
        let worker = try world.database.connect(as: .worker)
        for (now, then) in [("open", "fenced"), ("fenced", "open")] {
            try superuser.execute(Self.set(now))
            try worker.execute("begin")
            try worker.execute("select from parlay.tokens")
            let seen: Int64 = now == "open" ? 1 : 0
            try superuser.execute(Self.set(then))
            #expect(try Rows<Int64>(worker.query(rows)).one == seen)
            try worker.execute("savepoint a; rollback to savepoint a")
            #expect(try Rows<Int64>(worker.query(rows)).one == seen)
            try worker.execute("commit")
            #expect(try Rows<Int64>(worker.query(rows)).one == 1 - seen)
        }
    }
}
