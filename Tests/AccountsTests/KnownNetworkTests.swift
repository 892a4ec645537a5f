import Database
import Glibc
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts

/// Who comes first where passwords wait to be hashed.
@Suite(.database) struct KnownNetworkTests {
    private static func networks(_ world: World, of person: SignedInPerson) throws -> [String] {
        try world.database.owner.query(
            "select network from sign_ins where account_id = $1 order by 1",
            .integer(person.id)
        ).map { try $0.text(0) }
    }

    private static func signIn(
        _ world: World,
        _ name: String = "ada",
        _ password: String = World.password,
        from address: String,
        tenant: String? = nil
    ) async throws -> Answer {
        let body: JSONObject = ["username": .string(name), "password": .string(password)]
        return try await world.send("POST", "login/", body, from: address, tenant: tenant)
    }

    @Test func `a sign-in and a registration record the range, and nothing else does`() async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        #expect(try Self.networks(world, of: ada) == ["192.0.2.0"])
        #expect(try await Self.signIn(world, from: "198.51.100.7").status == 200)
        #expect(try await Self.signIn(world, from: "198.51.100.8").status == 200)
        #expect(try await Self.signIn(world, from: "2001:db8:7:8::9").status == 200)
        #expect(try await Self.signIn(world, "ada", "wrong", from: "203.0.113.5").status == 401)
        #expect(try await Self.signIn(world, "bob", "wrong", from: "203.0.113.5").status == 401)
        #expect(
            try Self.networks(world, of: ada) == ["192.0.2.0", "198.51.100.0", "2001:db8:7::"]
        )
        #expect(try Self.networks(world, of: bob) == ["192.0.2.0"])
        let export = try await world.send("GET", "export/", token: ada.token)
        guard case .array(let rows)? = export["sign_ins"] else { throw AccountError.suspended }
        #expect(Set(rows.compactMap { $0["network"]?.text }).count == 3)
    }

    @Test func `a token's use records the range too, and a row is written once a day`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let owner = try world.database.owner
        try owner.execute(
            """
            update tokens set last_used_at = now() - interval '2 hours';
            update sign_ins set last_at = now() - interval '23 hours'
            """
        )
        _ = try await world.send("GET", "profiles/me/", token: ada.token, from: "203.0.113.9")
        try await eventually("the use of the token") {
            try Self.networks(world, of: ada) == ["192.0.2.0", "203.0.113.0"]
        }
        _ = try await Self.signIn(world, from: "192.0.2.1")
        let isOld =
            "select from sign_ins where network = '192.0.2.0' and last_at < now() - interval '22 hours'"
        #expect(try !owner.query(isOld).isEmpty)
        try owner.execute("update sign_ins set last_at = now() - interval '25 hours'")
        _ = try await Self.signIn(world, from: "192.0.2.1")
        #expect(try owner.query(isOld).isEmpty)
    }

    @Test func `a deleted account leaves none, and a row ends after thirty days`() async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        let body: JSONObject = ["password": .string(World.password)]
        #expect(try await world.send("DELETE", "profiles/me/", token: ada.token, body).status == 204)
        #expect(try Self.networks(world, of: ada) == [])
        #expect(try Self.networks(world, of: bob) == ["192.0.2.0"])
        let owner = try world.database.owner
        let step = SignInStore.pruning
        #expect(step.days == 30)
        for (age, left) in [(29, 1), (31, 0)] {
            try owner.execute("update sign_ins set last_at = now() - interval '\(age) days'")
            _ = try owner.query(step.statement.sql, .time(.now.adding(seconds: -step.days * 86_400)))
            #expect(try Self.networks(world, of: bob).count == left)
        }
    }

    /// One thread, which a stranger holds, and a queue that strangers have filled.
    @Test
    func `an account comes first from where it has signed in, not by its name and not in another tenant`()
        async throws
    {
        let pool = try BlockingPool(name: "known", threads: 1, capacity: 4)
        let world = try await World.make(
            hashers: pool,
            connections: .init(readers: 4, writers: 4, transactions: 1)
        )
        _ = try await world.person("ada")
        _ = try await world.addTenant("other")
        let namesake = try await world.person("ada", tenant: "other")
        try world.database.owner.execute(
            "update sign_ins set network = '10.9.9.0' where account_id = \(namesake.id)"
        )
        // From its range, but too long ago.
        let old = try await world.person("old")
        try world.database.owner.execute(
            "update sign_ins set last_at = now() - interval '31 days' where account_id = \(old.id)"
        )
        let gate = Mutex(false)
        let blocked = pool.submit { while !gate.withLock({ $0 }) { sched_yield() } }
        #expect(blocked)
        await withTaskGroup(of: (String, Int?).self) { group in
            func start(_ title: String, _ name: String, _ address: String, tenant: String? = nil) {
                group.addTask {
                    (title, try? await Self.signIn(world, name, from: address, tenant: tenant).status)
                }
            }
            for number in 1...4 { start("stranger", "nobody\(number)", "10.0.\(number).1") }
            while pool.depth < 4 { await Task.yield() }
            start("owner", "ada", "192.0.2.200")
            start("by name", "ada", "10.9.9.9")
            start("old", "old", "192.0.2.9")
            start("namesake", "ada", "192.0.2.1", tenant: "other")
            var refused: [String] = []
            for await (title, status) in group {
                if status == 503 { refused.append(title) } else if title == "owner" { #expect(status == 200) }
                if refused.count == 4 { gate.withLock { $0 = true } }
            }
            // The owner has taken the place of a stranger.
            #expect(refused.sorted() == ["by name", "namesake", "old", "stranger"])
        }
    }

    @Test func `a hash that costs too much is not computed, and the password is wrong`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let costly = "$argon2id$v=19$m=1048576,t=64,p=16$MDEyMzQ1Njc4OWFiY2RlZg$"
        try world.database.owner.execute(
            """
            update accounts set password_hash = '\(costly)69I7qCjDTsQwhQqFvpQJiqEI0lGQvxC84fXE0Ktxca4'
             where id = \(ada.id)
            """
        )
        let answer = try await Self.signIn(world, from: "192.0.2.1")
        #expect(answer.status == 401 && answer.code == "bad_credentials")
        let body: JSONObject = ["current": .string(World.password), "new": "another horse 8"]
        #expect(try await world.send("PUT", "password/", token: ada.token, body).code == "bad_password")
    }
}
