import Accounts
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// `/identities/`, and accounts without a password.
@Suite(.database) struct IdentityTests {
    private let issuer: TokenIssuer

    init() throws { issuer = try TokenIssuer() }

    private func world() async throws -> World {
        try await World.make(
            settings: .trusting(),
            connections: DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4),
            issuers: issuer.fetch
        )
    }

    private func link(_ world: World, _ person: SignedInPerson, _ subject: String) async throws -> Answer {
        try await world.send("POST", "identities/", token: person.token, try issuer.body(subject))
    }

    /// Somebody who registered with a ticket.
    private func outsider(_ world: World, _ name: String) async throws -> SignedInPerson {
        let refused = try await world.send(
            "POST",
            "login/oidc/",
            try issuer.body("of \(name)", email: ("\(name)@example.org", isVerified: true))
        )
        var body = JSONObject()
        for member in World.registration(name).members where !["password", "email"].contains(member.key) {
            body.add(member.key, member.value)
        }
        body.add("registration_ticket", refused["registration_ticket"] ?? .null)
        let made = try await world.send("POST", "register/", body)
        return SignedInPerson(
            id: try #require(made["profile", "id"]?.integer),
            username: name,
            token: try #require(made["token"]?.text)
        )
    }

    // MARK: Linking

    @Test func `an outside account is linked, signs in, and is unlinked`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let made = try await link(world, ann, "s-1")
        #expect(made.status == 201, "\(made)")
        #expect(made["issuer"]?.text == TokenIssuer.address)
        #expect(made["last_used_at"] == .null)
        let again = try await link(world, ann, "s-1")
        #expect(again.status == 200)
        #expect(again["id"] == made["id"])
        let signedIn = try await world.send("POST", "login/oidc/", try issuer.body("s-1"))
        #expect(signedIn["profile", "id"]?.integer == ann.id)
        let id = try #require(made["id"]?.integer)
        #expect(try await world.send("DELETE", "identities/\(id)/", token: ann.token).status == 204)
        #expect(try await world.send("DELETE", "identities/\(id)/", token: ann.token).status == 404)
        #expect(try await world.send("POST", "login/oidc/", try issuer.body("s-1")).code == "no_account")
        // Who is signed in stays so.
        let token = try #require(signedIn["token"]?.text)
        #expect(try await world.send("GET", "identities/", token: token).items.isEmpty)
    }

    @Test func `an outside account belongs to one account, and nobody else sees it`() async throws {
        let world = try await world()
        let (ann, ben) = (try await world.person("ann"), try await world.person("ben"))
        let id = try #require(try await link(world, ann, "s-1")["id"]?.integer)
        let taken = try await link(world, ben, "s-1")
        #expect(taken.status == 409)
        #expect(taken.code == "identity_taken")
        #expect(try await world.send("GET", "identities/", token: ben.token).items.isEmpty)
        #expect(try await world.send("DELETE", "identities/\(id)/", token: ben.token).status == 404)
        #expect(try await world.send("GET", "identities/", token: ann.token).items.count == 1)
    }

    @Test func `of two people who link the same one at once, one has it`() async throws {
        let world = try await world()
        let people = [try await world.person("ann"), try await world.person("ben")]
        let answers = try await world.sendTogether(6) { number in
            try await link(world, people[number % 2], "s-1")
        }
        #expect(answers.count { $0.status == 201 } == 1)
        #expect(answers.count { $0.status == 200 } == 2)
        #expect(answers.count { $0.code == "identity_taken" } == 3)
    }

    @Test func `a refused token is 422 with its check, and a used one is no longer good`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let body = try issuer.body("s-1", claims: ["aud": "other"])
        let refused = try await world.send("POST", "identities/", token: ann.token, body)
        #expect(refused.status == 422)
        #expect(refused.code == "validation_failed")
        #expect(refused["check"]?.text == "audience")
        #expect(refused["errors", "id_token"] != nil)
        let used = try issuer.body("s-2")
        #expect(try await world.send("POST", "login/oidc/", used).status == 404)
        #expect(try await world.send("POST", "identities/", token: ann.token, used)["check"]?.text == "used")
        #expect(try await world.send("POST", "identities/", body).status == 401)
    }

    @Test func `an account has ten at most`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let answers = try await world.sendTogether(14) { number in try await link(world, ann, "s-\(number)") }
        #expect(answers.count { $0.status == 201 } == 10)
        #expect(answers.count { $0.status == 422 && $0["errors", "id_token"] != nil } == 4)
        let page = try await world.send("GET", "identities/?limit=3", token: ann.token)
        #expect(page.items.count == 3)
        #expect(page["next_cursor"]?.text != nil)
    }

    @Test func `a retried link with an idempotency key is answered alike`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let body = try issuer.body("s-1")
        for _ in 0..<2 {
            let answer = try await world.send(
                "POST",
                "identities/",
                token: ann.token,
                body,
                headers: ["Idempotency-Key": "one"]
            )
            #expect(answer.status == 201, "\(answer)")
        }
    }

    // MARK: Without a password

    @Test func `the last way to sign in stays`() async throws {
        let world = try await world()
        let ann = try await outsider(world, "ann")
        let id = try #require(
            try await world.send("GET", "identities/", token: ann.token).items.first?["id"]?.integer
        )
        let refused = try await world.send("DELETE", "identities/\(id)/", token: ann.token)
        #expect(refused.status == 409)
        #expect(refused.code == "last_sign_in")
        let other = try #require(try await link(world, ann, "s-2")["id"]?.integer)
        let answers = try await world.sendTogether(2) { number in
            try await world.send("DELETE", "identities/\([id, other][number])/", token: ann.token)
        }
        #expect(answers.map(\.status).sorted() == [204, 409])
        #expect(try await world.send("GET", "identities/", token: ann.token).items.count == 1)
    }

    @Test func `an ID token of a linked identity stands for the password`() async throws {
        let world = try await world()
        let ann = try await outsider(world, "ann")
        _ = try await world.person("ben")
        let now = Timestamp.now.milliseconds / 1_000

        func change(_ proof: JSONObject) async throws -> Answer {
            var body: JSONObject = ["new": "tango in the sunshine"]
            for member in proof.members { body.add(member.key, member.value) }
            return try await world.send("PUT", "password/", token: ann.token, body)
        }
        let refusals: [(JSONObject, String?)] = [
            ([:], nil), (["current": .string(World.password)], nil), (try issuer.body("of nobody"), nil),
            (try issuer.body("of ann", claims: ["iat": .integer(now - 310)]), "expiry"),
            (try issuer.body("of ann", claims: ["aud": "other"]), "audience"),
        ]
        for (proof, check) in refusals {
            let refused = try await change(proof)
            #expect(refused.status == 403, "\(refused)")
            #expect(refused.code == "no_password")
            #expect(refused["check"]?.text == check)
        }
        let half = try await change(["id_token": "x"])
        #expect(half.status == 422)
        #expect(half["errors", "nonce"] != nil)
        let used = try issuer.body("of ann")
        #expect(try await world.send("POST", "login/oidc/", used).status == 200)
        #expect(try await change(used)["check"]?.text == "used")

        let proof = try issuer.body("of ann", claims: ["iat": .integer(now - 200)])
        #expect(try await change(proof).status == 204)
        let login: JSONObject = ["username": "ann", "password": "tango in the sunshine"]
        #expect(try await world.send("POST", "login/", login).status == 200)
        // From now on, the password is asked for.
        let missing = try await change(try issuer.body("of ann"))
        #expect(missing.status == 422)
        #expect(missing["errors", "current"] != nil)
    }

    @Test func `the address changes, and the account is deleted, with an ID token`() async throws {
        let world = try await world()
        let ann = try await outsider(world, "ann")
        var change: JSONObject = ["email": "new@example.org"]
        let refused = try await world.send("PATCH", "profiles/me/", token: ann.token, change)
        #expect(refused.code == "no_password")
        for member in try issuer.body("of ann").members { change.add(member.key, member.value) }
        let changed = try await world.send("PATCH", "profiles/me/", token: ann.token, change)
        #expect(changed["email"]?.text == "new@example.org", "\(changed)")
        #expect(try world.database.owner.query("select 1 from accounts where email_proof is null").count == 1)

        let wrong: JSONObject = ["password": .string(World.password)]
        #expect(try await world.send("DELETE", "profiles/me/", token: ann.token, wrong).code == "no_password")
        let proof = try issuer.body("of ann")
        #expect(try await world.send("DELETE", "profiles/me/", token: ann.token, proof).status == 204)
        #expect(try world.database.owner.query("select 1 from identities").isEmpty)
        #expect(try await world.send("POST", "login/oidc/", try issuer.body("of ann")).code == "no_account")
    }

    @Test func `an account with a password is asked for it, whatever else is sent`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        _ = try await link(world, ann, "s-1")
        let deletion = try await world.send(
            "DELETE",
            "profiles/me/",
            token: ann.token,
            try issuer.body("s-1")
        )
        #expect(deletion.status == 422)
        #expect(deletion["errors", "password"] != nil)
        var change = try issuer.body("s-1")
        change.add("email", "new@example.org")
        let patch = try await world.send("PATCH", "profiles/me/", token: ann.token, change)
        #expect(patch["errors", "current_password"] != nil)
        let empty = try await world.send("PUT", "password/", token: ann.token, ["new": "x"])
        #expect(empty["errors", "current"] != nil)
        #expect(empty["errors", "new"] != nil)
    }

    @Test func `the export names them`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        _ = try await link(world, ann, "s-1")
        let export = try await world.send("GET", "export/", token: ann.token)
        guard case .array(let identities)? = export["identities"] else { throw TestFailure() }
        #expect(identities.count == 1)
        #expect(identities[0]["issuer"]?.text == TokenIssuer.address)
    }

    private struct TestFailure: Error {}
}
