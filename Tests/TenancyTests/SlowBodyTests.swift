import Database
import HTTPServer
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Administration
@testable import Tenancy

/// What changes between the headers of a request and the end of its body counts.
@Suite(.database) struct SlowBodyTests {
    @Test(arguments: CallerChange.allCases)
    func `an admin who lost the role, the token or the tenant changes nobody`(
        _ change: CallerChange
    ) async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        for person in [ada, try await world.person("cleo")] { try world.promote(person, .admin) }
        try await CallerChange.use(ada, in: world)
        let answer = try await world.send(
            "PATCH",
            "admin/accounts/\(bob.id)/",
            token: ada.token,
            ["role": "admin"]
        ) {
            try await change.apply(to: ada, in: world)
        }
        #expect(answer.status == change.status, "\(answer)")
        let roles = try world.database.owner.query(
            "select role from accounts where id = $1",
            .integer(bob.id)
        )
        #expect(try roles[0].text(0) == "member")
        #expect(world.failureReports == [])
    }

    @Test(arguments: [CallerChange.suspended, .loggedOut, .expired, .deleted])
    func `a photo and a call with a key are refused as well`(_ change: CallerChange) async throws {
        let world = try await World.make(routes: { _ in [Self.writing] })
        let image = try Pictures.make("b = enc(quarters(64, 32), 'PNG')")
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        for person in [ada, bob] { try await CallerChange.use(person, in: world) }
        let photo = try await world.send(
            "PUT",
            "profiles/me/photo/",
            token: ada.token,
            bytes: image,
            headers: ["Content-Type": "image/png"]
        ) {
            try await change.apply(to: ada, in: world)
        }
        #expect(photo.status == 401, "\(photo)")
        let keyed = try await world.send(
            "POST",
            "notes/",
            token: bob.token,
            [:],
            headers: ["Idempotency-Key": "k"]
        ) {
            try await change.apply(to: bob, in: world)
        }
        #expect(keyed.status == 401, "\(keyed)")
        for table in ["photos", "notices", "idempotency_keys"] {
            #expect(try world.database.owner.query("select 1 from \(table)").isEmpty)
        }
    }

    private static let write = Statement(
        """
        insert into notices (tenant_id, account_id, kind, title, text, created_at)
        values ($1, current_account_id(), 'match_made', 'T', '', now())
        """
    )
    private static let writing = TenantRoute(.post, "notes", "Writes", module: .meetups, body: .json) {
        call in
        _ = try await call.session.write(write(.id(call.tenant.id)))
        return .noContent
    }

    @Test func `a module that was switched off is gone`() async throws {
        let world = try await World.make(routes: { _ in [Self.writing] })
        let ada = try await world.person("ada")
        let answer = try await world.send("POST", "notes/", token: ada.token, [:]) {
            _ = try TenantAdmin(try world.database.owner).setModules([.wagers], of: "demo")
            try await world.refreshTenants()
        }
        #expect(answer.status == 404)
        #expect(answer.code == "not_found")
        #expect(try world.database.owner.query("select 1 from notices").isEmpty)
    }

    @Test func `nobody signs in to a tenant that was suspended`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        let answer = try await world.send("POST", "login/", body) {
            try await CallerChange.tenantSuspended.apply(to: ada, in: world)
        }
        #expect(answer.code == "tenant_not_found")
    }

    @Test func `settings that changed are those that count`() async throws {
        let world = try await World.make()
        let answer = try await world.send("POST", "register/", World.registration("ada")) {
            _ = try TenantAdmin(try world.database.owner).set(["registration": "closed"], of: "demo")
            try await world.refreshTenants()
        }
        #expect(answer.code == "registration_closed")
    }

    @Test func `a slow body costs as much of the budget as a quick one`() async throws {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 1
        // Nothing is earned back while the test waits for a processor.
        let world = try await World.make(
            settings: settings,
            budget: RequestBudget { Instant(nanoseconds: 0) }
        )
        let ada = try await world.person("ada")
        for left in ["99", "98", "97"] {
            let answer = try await world.send("PATCH", "profiles/me/", token: ada.token, ["bio": "x"]) {}
            #expect(answer.status == 200)
            #expect(answer.header("RateLimit-Remaining") == left)
        }
    }

    @Test(arguments: [CallerChange.loggedOut, .suspended, .tenantSuspended])
    func `who lost the token while photos before it were worked on gives none`(_ change: CallerChange)
        async throws
    {
        let uploads = FairLimiter(limit: 1)
        let world = try await World.make(uploads: uploads)
        let image = try Pictures.make("b = enc(quarters(64, 32), 'PNG')")
        let ada = try await world.person("ada")
        let other = FairLimiter.Caller(tenant: world.tenant.id, account: AccountID(rawValue: 0))
        var inside: FairLimiter.Permit? = try await uploads.acquire(for: other)
        async let answer = world.send(
            "PUT",
            "profiles/me/photo/",
            token: ada.token,
            bytes: image,
            headers: ["Content-Type": "image/png"]
        )
        while uploads.waiting == 0 { await Task.yield() }
        try await change.apply(to: ada, in: world)
        withExtendedLifetime(inside) {}
        inside = nil
        #expect(try await answer.status == change.status)
        #expect(try world.database.owner.query("select 1 from photos").isEmpty)
    }
}
