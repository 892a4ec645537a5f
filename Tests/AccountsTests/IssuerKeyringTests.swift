import Accounts
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// When the keys of an issuer are fetched, and how long they serve.
@Suite(.database) struct IssuerKeyringTests: IssuerTests {
    let issuer: TokenIssuer

    init() throws { issuer = try TokenIssuer() }

    private func signIn(_ world: World, kid: String? = nil) async throws -> Answer {
        let header: JSONObject = kid.map { ["kid": .string($0)] } ?? [:]
        let body: JSONObject = [
            "id_token": .string(try issuer.token("s", header: header)), "nonce": .string(TokenIssuer.nonce),
        ]
        return try await world.send("POST", "login/oidc/", body)
    }

    /// Moves the times of what is stored into the past.
    private func age(_ world: World, minutes: Int) throws {
        try world.database.owner.execute(
            """
            update issuer_keys
               set asked_at = asked_at - interval '\(minutes) minutes', answered_at = answered_at - interval '\(minutes) minutes',
                   fresh_until = fresh_until - interval '\(minutes) minutes'
            """
        )
    }

    @Test func `keys are fetched once for all fronts, and again when they are old`() async throws {
        let world = try await world()
        for _ in 0..<3 { #expect(try await signIn(world).code == "no_account") }
        #expect(issuer.fetches == 1)
        // They may be kept for ten minutes.
        try age(world, minutes: 9)
        #expect(try await signIn(world).code == "no_account")
        #expect(issuer.fetches == 1)
        try age(world, minutes: 2)
        #expect(try await signIn(world).code == "no_account")
        #expect(issuer.fetches == 2)
    }

    @Test func `keys are stored once for each fetch, and only of an issuer that a tenant lists`() async throws
    {
        let world = try await world()
        #expect(try await signIn(world).code == "no_account")
        let owner = try world.database.owner
        let front = try world.database.connect(as: .front)
        func end(_ issuer: String) throws {
            _ = try front.query("select end_issuer_fetch($1, now(), '{\"keys\": []}', 300)", .text(issuer))
        }
        func begin(_ issuer: String) throws -> Bool {
            try front.query("select begin_issuer_fetch($1, now())", .text(issuer))[0].boolean(0)
        }
        func keys(_ issuer: String) throws -> String? {
            try owner.query("select coalesce(keys, 'none') from issuer_keys where issuer = $1", .text(issuer))
                .first?.text(0)
        }
        let stored = try keys(TokenIssuer.address)
        #expect(stored?.contains("kid") == true)
        // Nobody has begun a fetch since.
        try end(TokenIssuer.address)
        #expect(try keys(TokenIssuer.address) == stored)
        #expect(try !begin(TokenIssuer.address))
        try age(world, minutes: 1)
        #expect(try begin(TokenIssuer.address))
        try end(TokenIssuer.address)
        #expect(try keys(TokenIssuer.address) == #"{"keys": []}"#)

        let other = "https://evil.example"
        #expect(try begin(other))
        try end(other)
        #expect(try keys(other) == "none")
        _ = try await world.addTenant("other")
        try owner.execute(
            """
            update tenants
               set settings = settings || '{"oidc_issuers": [{"issuer": "\(other)", "audiences": ["app"]}]}'
             where slug = 'other'
            """
        )
        try end(other)
        #expect(try keys(other) == #"{"keys": []}"#)
    }

    @Test func `many first sign-ins at once fetch once`() async throws {
        let world = try await world()
        let answers = try await world.sendTogether(10) { _ in try await signIn(world) }
        for answer in answers { #expect(answer.code == "no_account", "\(answer)") }
        #expect(issuer.fetches == 1)
    }

    @Test func `a flood of unknown keys fetches once a minute`() async throws {
        let world = try await world()
        let answers = try await world.sendTogether(30) { number in try await signIn(world, kid: "k\(number)")
        }
        for answer in answers { #expect(answer["check"]?.text == "key", "\(answer)") }
        #expect(issuer.fetches == 1)
        try age(world, minutes: 1)
        for number in 0..<5 { #expect(try await signIn(world, kid: "l\(number)")["check"]?.text == "key") }
        #expect(issuer.fetches == 2)
        // Who has a good token is served meanwhile.
        #expect(try await signIn(world).code == "no_account")
        #expect(issuer.fetches == 2)
    }

    @Test func `while the issuer is away its keys serve for a day more`() async throws {
        let world = try await world()
        #expect(try await signIn(world).code == "no_account")
        issuer.fail(.noKeysURL)
        try age(world, minutes: 11)
        #expect(try await signIn(world).code == "no_account")
        #expect(issuer.fetches == 2)
        try age(world, minutes: 24 * 60 - 2)
        #expect(try await signIn(world).code == "no_account")
        try age(world, minutes: 2)
        let refused = try await signIn(world)
        #expect(refused.status == 503)
        #expect(refused.code == "issuer_unavailable")
        #expect(refused.headers["Retry-After"] != nil)
        issuer.fail(nil)
        // The next attempt is a minute later.
        #expect(try await signIn(world).code == "issuer_unavailable")
        try age(world, minutes: 1)
        #expect(try await signIn(world).code == "no_account")
    }

    @Test func `without any keys the issuer is unavailable, and nothing is used up or counted`() async throws
    {
        let world = try await world()
        issuer.fail(.noKeysURL)
        #expect(try await signIn(world).code == "issuer_unavailable")
        #expect(try await signIn(world).code == "issuer_unavailable")
        #expect(issuer.fetches == 1)
        #expect(try world.database.owner.query("select 1 from throttles").isEmpty)
        #expect(try world.database.owner.query("select 1 from used_proofs").isEmpty)
    }

    @Test func `a front that was killed while it fetched does not stop the others for long`() async throws {
        let world = try await world()
        // It began over a minute ago, and nothing came.
        try world.database.owner.execute(
            "insert into issuer_keys (issuer, asked_at) values ('\(TokenIssuer.address)', now() - interval '61 seconds')"
        )
        #expect(try await signIn(world).code == "no_account")
        #expect(issuer.fetches == 1)
    }

    @Test func `fronts change keys by the two functions alone`() async throws {
        let world = try await world()
        _ = try await signIn(world)
        for statement in [
            "update parlay.issuer_keys set keys = null", "delete from parlay.issuer_keys",
            "insert into parlay.issuer_keys (issuer, asked_at) values ('https://x.example', now())",
        ] {
            #expect(throws: DatabaseError.self) { try world.database.connect(as: .front).execute(statement) }
        }
    }
}
