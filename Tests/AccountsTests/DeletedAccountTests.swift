import Database
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts

/// Nothing is written about an account that was deleted or suspended while the write waited.
@Suite(.database) struct DeletedAccountTests {
    private static let deletion = """
        update accounts
           set status = 'deleted', username = 'deleted-' || id, email = null, password_hash = null, email_proof = null,
               photo_version = null
        """

    private enum Change: String, CaseIterable {
        case loggedOut, suspended, deleted

        func apply(to person: SignedInPerson, in world: World) async throws {
            switch self {
            case .loggedOut:
                let body: JSONObject = ["everywhere": true]
                let answer = try await world.send("POST", "logout/", token: person.token, body)
                #expect(answer.status == 204)
            case .suspended:
                try world.database.owner.execute(
                    "update accounts set status = 'suspended' where id = \(person.id)"
                )
            case .deleted:
                let body: JSONObject = ["password": .string(World.password)]
                let answer = try await world.send("DELETE", "profiles/me/", token: person.token, body)
                #expect(answer.status == 204)
            }
        }
    }

    @Test(arguments: Change.allCases)
    private func `an outside account is not linked by who left while its issuer's keys were fetched`(
        _ change: Change
    ) async throws {
        let (held, issuer) = (Held(), try TokenIssuer())
        let fetch: IssuerKeyring.Fetch = { name async throws(IssuerError) in
            await held.wait()
            return try await issuer.fetch(name)
        }
        let world = try await World.make(settings: .trusting(), issuers: fetch)
        let ann = try await world.person("ann")
        let body = try issuer.body("s-1")
        async let answer = world.send("POST", "identities/", token: ann.token, body)
        try await world.database.onLoop {
            try await eventually("the fetch") { held.count == 1 }
        }
        try await change.apply(to: ann, in: world)
        held.release()
        #expect(try await answer.status == 401)
        #expect(try world.database.owner.query("select from identities").isEmpty)
        #expect(try world.database.owner.query("select from used_proofs").isEmpty)
    }

    @Test func `an issuer that the tenant no longer trusts signs nobody in`() async throws {
        let (held, issuer) = (Held(), try TokenIssuer())
        let fetch: IssuerKeyring.Fetch = { name async throws(IssuerError) in
            await held.wait()
            return try await issuer.fetch(name)
        }
        let world = try await World.make(settings: .trusting(), issuers: fetch)
        let body = try issuer.body("s-1")
        async let answer = world.send("POST", "login/oidc/", body)
        try await world.database.onLoop {
            try await eventually("the fetch") { held.count == 1 }
        }
        try world.database.owner.execute("update tenants set settings = settings - 'oidc_issuers'")
        try await world.refreshTenants()
        held.release()
        #expect(try await answer["check"]?.text == "issuer")
    }

    /// The lock that the deletion holds makes the write wait; afterwards it must not go on.
    @Test func `a deletion that is under way leaves no row about the person`() async throws {
        let world = try await World.make(modules: [.wagers], connections: .init(readers: 1, writers: 2))
        let (ann, ben) = (try await world.person("ann"), try await world.person("ben"))
        let holder = LoopBound(try world.database.connect(as: .owner), on: world.database.loop)
        try await world.database.onLoop {
            try holder.value.execute("begin; \(Self.deletion) where id = \(ben.id)")
            let call = Task { try await world.send("POST", "blocks/\(ben.id)/", token: ann.token) }
            try await world.database.pollBlocked(by: holder.value, "the block to wait")
            try holder.value.execute("commit")
            let answer = try await call.value
            #expect(answer.status == 404, "\(answer)")
        }
        #expect(try world.database.owner.query("select from blocks").isEmpty)
        #expect(world.failureReports == [])
    }

    @Test(arguments: [
        "insert into identities (tenant_id, account_id, issuer, subject) values ($1, $2, 'https://i.example', 's')",
        """
        insert into photos (tenant_id, account_id, version, created_at, size, format, bytes)
        values ($1, $2, 1, now(), 64, 'webp', decode('00', 'hex'))
        """,
        "insert into blocks (tenant_id, account_id, blocked_id) values ($1, $2, $3)",
        "insert into blocks (tenant_id, account_id, blocked_id) values ($1, $3, $2)",
        "insert into matches (tenant_id, user_id1, user_id2) values ($1, $2, $3)",
        """
        insert into shelf_games (tenant_id, account_id, game_id, is_wish, added_at, updated_at)
        select $1, $2, id, true, now(), now() from games
        """,
    ])
    func `the database refuses rows of deleted accounts, and of oneself if suspended`(_ sql: String)
        async throws
    {
        let world = try await World.make()
        let (ann, ben) = (try await world.person("ann"), try await world.person("ben"))
        let owner = try world.database.owner
        try owner.execute(
            "insert into games (source, source_id, name, updated_at) values ('x', 1, 'Chess', now())"
        )
        func insert() throws {
            let people: [Parameter] = [.id(world.tenant.id), .integer(ann.id), .integer(ben.id)]
            _ = try owner.query(sql, Array(people.prefix(sql.contains("$3") ? 3 : 2)))
        }
        try owner.execute("update accounts set status = 'suspended' where id = \(ann.id)")
        try owner.execute("set parlay.account_id = '\(ann.id)'")
        #expect(throws: DatabaseError.self) { try insert() }
        // An admin, an import and the worker write about suspended people.
        try owner.execute("reset parlay.account_id; begin")
        try insert()
        try owner.execute("rollback; \(Self.deletion) where id = \(ann.id)")
        #expect { try insert() } throws: { ($0 as? DatabaseError)?.constraint == "account_active" }
    }

    @Test func `a deleted account has nothing to sign in with`() async throws {
        let world = try await World.make()
        let ann = try await world.person("ann")
        let owner = try world.database.owner
        try owner.execute(Self.deletion)
        #expect {
            try owner.execute("update accounts set password_hash = 'x' where id = \(ann.id)")
        } throws: {
            ($0 as? DatabaseError)?.constraint == "accounts_deleted_check"
        }
    }
}
