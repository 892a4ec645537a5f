import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// An address that its owner may still take back is nobody else's.
@Suite(.database) struct HeldAddressTests {
    private static let address = "ada@example.org"

    private func register(_ world: MailWorld, _ username: String = "eve", tenant: String? = nil) async throws
        -> Answer
    {
        let body: JSONObject = [
            "username": .string(username), "password": .string(World.password),
            "email": .string(Self.address), "first_name": "Eve", "last_name": "Example", "known_lang": "en",
            "learn_lang": "de",
        ]
        return try await world.world.send("POST", "register/", body, tenant: tenant)
    }

    private func change(_ world: MailWorld, _ person: SignedInPerson, to address: String) async throws
        -> Answer
    {
        let body: JSONObject = ["email": .string(address), "current_password": .string(World.password)]
        return try await world.world.send("PATCH", "profiles/me/", token: person.token, body)
    }

    /// Ada's account, with the address of an intruder.
    private func intruded(_ world: MailWorld) async throws -> SignedInPerson {
        let ada = try await world.world.person("ada")
        #expect(try await change(world, ada, to: "other@example.org").status == 200)
        return ada
    }

    @Test func `nobody else gets an address that was changed, and its owner gets it back`() async throws {
        var settings = TenantSettings.defaults
        settings.revealEmails = true
        let world = try await MailWorld(settings: settings)
        let (ada, bob) = (try await intruded(world), try await world.world.person("bob"))
        #expect(try await register(world).code == "email_taken")
        #expect(try await change(world, bob, to: Self.address).code == "email_taken")
        let free = try await world.world.send("GET", "register/available/?email=\(Self.address)")
        #expect(free["email"] == false, "\(free)")
        _ = try await world.world.addTenant("other")
        #expect(try await register(world, tenant: "other").status == 201)

        try await world.runJobs()
        let mail = try #require(try world.kept().first { $0.to == Self.address })
        let link = try #require(mail.text.firstMatch(of: /\/app\/demo\/not-me\/([A-Za-z0-9_-]+)/))
        let denied = try await world.world.send("POST", "not-me/", ["code": .string(String(link.1))])
        #expect(denied.status == 204, "\(denied)")
        #expect(try world.text("select email from accounts where id = \(ada.id)") == Self.address)
        #expect(try await register(world).code == "email_taken")
    }

    @Test func `it is free after a day, or once the account is deleted, and always for its owner`()
        async throws
    {
        let world = try await MailWorld()
        let ada = try await intruded(world)
        #expect(try await change(world, ada, to: Self.address).status == 200)
        #expect(try await change(world, ada, to: "third@example.org").status == 200)
        try world.owner.execute("update security_notices set created_at = now() - interval '25 hours'")
        #expect(try await register(world).status == 201)

        let eve = try #require(try world.text("select id::text from accounts where username = 'eve'"))
        try world.owner.execute(
            "update accounts set email = 'eve@example.org' where id = \(eve); delete from tokens where account_id = \(eve)"
        )
        #expect(try await register(world, "mallory").code == "email_taken")
        let signIn: JSONObject = ["username": "eve", "password": .string(World.password)]
        let token = try #require(try await world.world.send("POST", "login/", signIn)["token"]?.text)
        let deletion: JSONObject = ["password": .string(World.password)]
        #expect(
            try await world.world.send("POST", "profiles/me/delete/", token: token, deletion).status == 204
        )
        #expect(try await register(world, "mallory").status == 201)
    }

    @Test func `a registration that waits for the change is refused too`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let blocker = try world.owner
        let pid = try blocker.query("select pg_backend_pid()::bigint")[0].integer(0)
        try blocker.execute("begin; update accounts set email = 'other@example.org'")
        async let late = register(world)
        try await eventually("a waiting registration") {
            try world.number(
                "select count(*) from pg_locks where not granted and \(pid) = any (pg_blocking_pids(pid))"
            ) > 0
        }
        try blocker.execute("commit")
        let answer = try await late
        #expect(answer.code == "email_taken", "\(answer)")
    }
}
