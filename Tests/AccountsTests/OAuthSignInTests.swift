import Accounts
import Administration
import Database
import Outbound
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// `POST /login/oauth/`, registering with its ticket, and `POST /identities/oauth/`, with a provider of the tests.
@Suite(.database) struct OAuthSignInTests {
    private let provider = TestProvider()

    /// A tenant whose admin set the provider with its secret.
    private func world(
        linkByEmail: Bool = false,
        secret: String = TestProvider.secret,
        failures: Int = 1_000
    ) async throws -> World {
        let world = try await World.make(
            throttles: ThrottleSettings(
                failuresPerPair: failures,
                failuresPerAddress: failures,
                registrations: nil,
                resets: nil
            ),
            connections: DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4),
            providers: provider.send
        )
        let boss = try await world.person("boss")
        try world.database.owner.execute("update accounts set role = 'admin' where username = 'boss'")
        let setting = TestProvider.setting(secret: secret, linkByEmail: linkByEmail)
        let set = try await world.send(
            "PATCH",
            "admin/settings/",
            token: boss.token,
            ["oauth_providers": [setting]]
        )
        #expect(set.status == 200, "\(set)")
        try await world.refreshTenants()
        return world
    }

    private func signIn(_ world: World, _ profile: JSONObject) async throws -> Answer {
        try await world.send("POST", "login/oauth/", provider.body(profile))
    }

    private func registration(_ name: String, _ ticket: JSONValue?, email: String? = nil) -> JSONObject {
        var body = JSONObject()
        for member in World.registration(name).members where !["password", "email"].contains(member.key) {
            body.add(member.key, member.value)
        }
        body.add("registration_ticket", ticket ?? .null)
        if let email { body.add("email", .string(email)) }
        return body
    }

    // MARK: Signing in

    @Test func `who is new gets a ticket, registers without a password, and signs in from then on`()
        async throws
    {
        let world = try await world()
        let profile: JSONObject = ["id": 7, "email": "Ann@Example.org", "given_name": "Ann"]
        let refused = try await signIn(world, profile)
        #expect(refused.status == 404 && refused.code == "no_account", "\(refused)")
        #expect(refused["email"]?.text == "ann@example.org" && refused["first_name"]?.text == "Ann")
        // The service did not say that the address is hers.
        let body = registration("ann", refused["registration_ticket"])
        #expect(try await world.send("POST", "register/", body).faultyFields == ["email"])
        let made = try await world.send(
            "POST",
            "register/",
            registration("ann", refused["registration_ticket"], email: "ann@example.org")
        )
        #expect(made.status == 201, "\(made)")
        #expect(made["profile", "email_verified"] == false)
        let again = try await signIn(world, ["id": 7])
        #expect(again.status == 200 && again["profile", "id"] == made["profile", "id"], "\(again)")
        let identities = try await world.send("GET", "identities/", token: try #require(again["token"]?.text))
        #expect(identities.items.map { $0["issuer"]?.text } == ["\(TestProvider.base)/profile"])
        // Another person there is another one here.
        #expect(try await signIn(world, ["id": 8]).code == "no_account")
    }

    @Test func `a code signs in once, and needs the verifier and the redirect it was given for`() async throws
    {
        let world = try await world()
        let ann = try await world.person("ann")
        let linked = try await world.send(
            "POST",
            "identities/oauth/",
            token: ann.token,
            provider.body(["sub": "a"])
        )
        #expect(linked.status == 201, "\(linked)")
        let body = provider.body(["sub": "a"])
        #expect(try await world.send("POST", "login/oauth/", body).status == 200)
        let again = try await world.send("POST", "login/oauth/", body)
        #expect(again.status == 401 && again.code == "oauth_code_refused" && again["check"]?.text == "code")
        for (name, wrong) in [
            ("verifier", String(repeating: "v", count: 43)), ("redirect_uri", "org.example.app:/other"),
            ("code", "made-up"),
        ] {
            var other = JSONObject()
            for member in provider.body(["sub": "a"]).members {
                other.add(member.key, member.key == name ? .string(wrong) : member.value)
            }
            let refused = try await world.send("POST", "login/oauth/", other)
            #expect(refused.status == 401 && refused["check"]?.text == "code", "\(name): \(refused)")
        }
        // What the provider takes twice is still taken once here.
        provider.answer(.answer(200, body: #"{"access_token": "t"}"#), at: "/token")
        provider.answer(.answer(200, body: #"{"sub": "a"}"#), at: "/profile")
        let sloppy = provider.body(["sub": "a"])
        #expect(try await world.send("POST", "login/oauth/", sloppy).status == 200)
        #expect(try await world.send("POST", "login/oauth/", sloppy)["check"]?.text == "used")
        let used = try await world.send("POST", "identities/oauth/", token: ann.token, sloppy)
        #expect(used.status == 200, "linking again changes nothing: \(used)")
    }

    @Test func `one of many presentations of a code at the same time is accepted`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        _ = try await world.send("POST", "identities/oauth/", token: ann.token, provider.body(["sub": "a"]))
        provider.answer(.answer(200, body: #"{"access_token": "t"}"#), at: "/token")
        provider.answer(.answer(200, body: #"{"sub": "a"}"#), at: "/profile")
        let body = provider.body(["sub": "a"])
        let answers = try await world.sendTogether(12) { _ in
            try await world.send("POST", "login/oauth/", body)
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0["check"]?.text == "used" } == 11)
    }

    @Test func `an unknown provider is not asked, and refusals are counted for the address`() async throws {
        let world = try await world(failures: 3)
        var other = JSONObject()
        for member in provider.body(["sub": "a"]).members {
            other.add(member.key, member.key == "provider" ? "github" : member.value)
        }
        for _ in 0..<3 {
            let refused = try await world.send("POST", "login/oauth/", other)
            #expect(refused.status == 401 && refused["check"]?.text == "provider", "\(refused)")
        }
        #expect(provider.requests == 0)
        let throttled = try await world.send("POST", "login/oauth/", provider.body(["sub": "a"]))
        #expect(throttled.status == 429, "\(throttled)")
        #expect(provider.requests == 0)
    }

    @Test func `faults of the provider are told, and sign nobody in`() async throws {
        let world = try await world()
        let cases: [(path: String, Receiver.Reply, words: String)] = [
            ("/token", .silence, "did not answer in time"),
            ("/token", .answer(500), "answers with an error"),
            (
                "/token", .answer(302, headers: ["Location": "https://elsewhere.example/"]),
                "answers with an error"
            ),
            ("/token", .answer(200, body: "<html>"), "cannot be read"),
            ("/token", .answer(200, body: "{}"), "cannot be read"),
            ("/token", .answer(200, body: #"{"access_token": "a b"}"#), "cannot be read"),
            ("/token", .answer(401, body: #"{"error": "invalid_client"}"#), "refuses this app's"),
            ("/profile", .answer(403), "answers with an error"),
            ("/profile", .answer(200, body: "[]"), "cannot be read"),
            ("/profile", .answer(200, body: #"{"sub": ""}"#), "cannot be read"),
            ("/profile", .answer(200, body: #"{"sub": null, "id": true}"#), "cannot be read"),
            ("/profile", .answer(200, body: #"{"email": "x@example.org"}"#), "cannot be read"),
        ]
        for (path, reply, words) in cases {
            provider.answer(reply, at: path)
            let answer = try await signIn(world, ["sub": "a"])
            provider.answer(nil, at: path)
            #expect(answer.status == 503 && answer.code == "provider_unavailable", "\(answer)")
            #expect(answer["detail"]?.text?.contains(words) == true, "\(words): \(answer)")
        }
        // GitHub tells of a wrong code with 200.
        provider.answer(.answer(200, body: #"{"error": "bad_verification_code"}"#), at: "/token")
        #expect(try await signIn(world, ["sub": "a"])["check"]?.text == "code")
        provider.answer(nil, at: "/token")
        #expect(try await signIn(world, ["sub": "a"]).code == "no_account")
    }

    // MARK: Addresses

    @Test func `only an address that the provider verified links, and only where the tenant wants that`()
        async throws
    {
        let world = try await world(linkByEmail: true)
        let ann = try await world.person("ann")
        try world.database.owner.execute("update accounts set email_proof = 'reset' where username = 'ann'")
        let email = JSONValue.string("ann@example.org")
        #expect(try await signIn(world, ["sub": "evil", "email": email]).code == "no_account")
        let unverified: JSONObject = ["sub": "evil", "email": email, "email_verified": false]
        #expect(try await signIn(world, unverified).code == "no_account")
        let verified: JSONObject = ["sub": "ann", "email": email, "email_verified": true]
        let linked = try await signIn(world, verified)
        #expect(linked.status == 200 && linked["profile", "id"]?.integer == ann.id, "\(linked)")

        try world.database.owner.execute("delete from identities")
        try world.database.owner.execute(
            "update tenants set settings = jsonb_set(settings, '{oauth_providers,0,link_by_email}', 'false')"
        )
        try await world.refreshTenants()
        #expect(try await signIn(world, verified).code == "no_account")
    }

    @Test func `somebody else's outside account is not linked, and the last way to sign in stays`()
        async throws
    {
        let world = try await world()
        let (ann, bob) = (try await world.person("ann"), try await world.person("bob"))
        let made = try await world.send(
            "POST",
            "identities/oauth/",
            token: ann.token,
            provider.body(["sub": "a"])
        )
        let taken = try await world.send(
            "POST",
            "identities/oauth/",
            token: bob.token,
            provider.body(["sub": "a"])
        )
        #expect(taken.status == 409 && taken.code == "identity_taken")
        let wrong = try await world.send(
            "POST",
            "identities/oauth/",
            token: bob.token,
            provider.body(["sub": "b"]).replacing("code", with: "made-up")
        )
        #expect(wrong.status == 422 && wrong.faultyFields == ["code"] && wrong["check"]?.text == "code")
        try world.database.owner.execute("update accounts set password_hash = null where username = 'ann'")
        let id = try #require(made["id"]?.integer)
        let kept = try await world.send("DELETE", "identities/\(id)/", token: ann.token)
        #expect(kept.status == 409 && kept.code == "last_sign_in")
    }

    @Test func `without a token, a stranger does not make the server ask a provider for a link`() async throws
    {
        let world = try await world()
        #expect(try await world.send("POST", "identities/oauth/", provider.body(["sub": "a"])).status == 401)
        #expect(provider.requests == 0)
    }
}

extension JSONObject {
    fileprivate func replacing(_ name: String, with text: String) -> JSONObject {
        var object = JSONObject()
        for member in members { object.add(member.key, member.key == name ? .string(text) : member.value) }
        return object
    }
}
