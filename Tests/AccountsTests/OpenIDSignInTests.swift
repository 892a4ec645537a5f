import Accounts
import Administration
import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// `POST /login/oidc/`, and registering with its ticket.
@Suite(.database) struct OpenIDSignInTests: IssuerTests {
    let issuer: TokenIssuer

    init() throws { issuer = try TokenIssuer() }

    // MARK: Signing in

    @Test func `who is new gets a ticket, registers without a password, and signs in from then on`()
        async throws
    {
        let world = try await world()
        let refused = try await signIn(
            world,
            "s-1",
            email: ("Ann@Example.org", isVerified: true),
            claims: ["given_name": "Ann", "family_name": "Archer"]
        )
        #expect(refused.status == 404)
        #expect(refused.code == "no_account")
        #expect(refused["email"]?.text == "ann@example.org")
        #expect(refused["first_name"]?.text == "Ann")
        #expect(refused["last_name"]?.text == "Archer")

        let made = try await world.send(
            "POST",
            "register/",
            registration("ann", refused["registration_ticket"])
        )
        #expect(made.status == 201, "\(made)")
        #expect(made["profile", "email"]?.text == "ann@example.org")
        let row = try world.database.owner.query(
            "select coalesce(email_proof, 'none') from accounts where username = 'ann' and password_hash is null"
        )[0]
        #expect(try row.text(0) == "none")

        let again = try await signIn(world, "s-1")
        #expect(again.status == 200, "\(again)")
        #expect(again["profile", "id"] == made["profile", "id"])
        let token = try #require(again["token"]?.text)
        let identities = try await world.send("GET", "identities/", token: token)
        #expect(identities.items.count == 1)
        #expect(identities.items[0]["issuer"]?.text == TokenIssuer.address)
        #expect(identities.items[0]["email"]?.text == "ann@example.org")
        #expect(identities.items[0]["last_used_at"]?.text != nil)
        #expect(identities.items[0]["subject"] == nil)
        // There is no password that fits.
        let password: JSONObject = ["username": "ann", "password": "tango under the rain"]
        #expect(try await world.send("POST", "login/", password).code == "bad_credentials")
    }

    @Test func `a token signs in once, whatever became of it`() async throws {
        let world = try await world()
        _ = try await register(world, "s-1", as: "ann")
        let body = try issuer.body("s-1")
        let first = try await world.send("POST", "login/oidc/", body)
        #expect(first.status == 200)
        let second = try await world.send("POST", "login/oidc/", body)
        #expect(second.status == 401)
        #expect(second.code == "oidc_token_refused")
        #expect(second["check"]?.text == "used")
        // One that brought a ticket is used up as well.
        let stranger = try issuer.body("s-2")
        #expect(try await world.send("POST", "login/oidc/", stranger).status == 404)
        #expect(try await world.send("POST", "login/oidc/", stranger)["check"]?.text == "used")
    }

    @Test func `one of many presentations of a token at once is accepted`() async throws {
        let world = try await world()
        _ = try await register(world, "s-1", as: "ann")
        let body = try issuer.body("s-1")
        let answers = try await world.sendTogether(12) { _ in
            try await world.send("POST", "login/oidc/", body)
        }
        #expect(answers.count { $0.status == 200 } == 1)
        #expect(answers.count { $0["check"]?.text == "used" } == 11)
        #expect(try world.database.owner.query("select 1 from tokens").count == 2)
    }

    @Test func `each fault of a token has its name, in the order of the checks`() async throws {
        let world = try await world()
        let now = Timestamp.now.milliseconds / 1_000
        let cases: [(String, JSONObject, JSONObject)] = [
            ("malformed", ["sub": .null, "iss": "https://other.example"], ["alg": "none"]),
            ("malformed", [:], ["crit": ["exp"]]),
            ("algorithm", ["iss": "https://other.example"], ["alg": "none"]),
            ("algorithm", [:], ["alg": "HS256"]),
            ("issuer", ["iss": "https://other.example", "aud": "other"], [:]),
            ("issuer", ["iss": .string(TokenIssuer.address + "/")], [:]),
            ("audience", ["aud": "other", "exp": .integer(now - 61)], [:]),
            ("audience", ["aud": [.string(TokenIssuer.audience), "other"]], [:]),
            ("expiry", ["exp": .integer(now - 90), "nonce": "another"], [:]),
            ("expiry", ["iat": .integer(now + 90)], [:]),
            ("nonce", ["nonce": "another nonce than that"], ["kid": "unknown"]),
            ("nonce", ["nonce": .null], [:]),
            ("key", [:], ["kid": "unknown"]),
            ("key", [:], ["alg": "RS256"]),
        ]
        for (check, claims, header) in cases {
            let body: JSONObject = [
                "id_token": .string(try issuer.token("s-1", claims: claims, header: header)),
                "nonce": .string(TokenIssuer.nonce),
            ]
            let answer = try await world.send("POST", "login/oidc/", body)
            #expect(answer.status == 401, "\(check): \(answer)")
            #expect(answer.code == "oidc_token_refused")
            #expect(answer["check"]?.text == check, "\(claims) \(header): \(answer)")
        }
        // Signed with another key of the same name.
        let forged = try TokenIssuer().token("s-1")
        let body: JSONObject = ["id_token": .string(forged), "nonce": .string(TokenIssuer.nonce)]
        #expect(try await world.send("POST", "login/oidc/", body)["check"]?.text == "signature")
        // Nothing was fetched for what can be refused without keys.
        #expect(issuer.fetches == 1)
        let texts = ["", String(repeating: "x", count: 12_289)]
        for text in texts {
            let body: JSONObject = ["id_token": .string(text), "nonce": "short"]
            let answer = try await world.send("POST", "login/oidc/", body)
            #expect(answer.status == 422)
            #expect(answer["errors", "id_token"] != nil)
            #expect(answer["errors", "nonce"] != nil)
        }
    }

    @Test func `the nonce may come as its digest, and the app may be one of several`() async throws {
        let world = try await world()
        let nonce = "a nonce of some app"
        let claims: JSONObject = [
            "nonce": .string(sha256(nonce).hex), "aud": ["other.example", .string(TokenIssuer.audience)],
            "azp": .string(TokenIssuer.audience),
        ]
        let body: JSONObject = [
            "id_token": .string(try issuer.token("s-1", claims: claims)), "nonce": .string(nonce),
        ]
        #expect(try await world.send("POST", "login/oidc/", body).code == "no_account")
    }

    @Test func `refusals count for the address, and no account is locked`() async throws {
        let world = try await world(
            throttles: ThrottleSettings(
                failuresPerPair: 3,
                failuresPerAddress: 3,
                registrations: nil,
                resets: nil
            )
        )
        _ = try await register(world, "s-1", as: "ann")
        for _ in 0..<3 {
            #expect(try await signIn(world, "s-1", claims: ["aud": "other"]).status == 401)
        }
        let blocked = try await signIn(world, "s-1")
        #expect(blocked.status == 429)
        #expect(blocked.headers["Retry-After"] != nil)
        let names = try world.database.owner.query(
            "select distinct kind || ' ' || subject from throttles order by 1"
        )
        #expect(try names.allSatisfy { try !$0.text(0).contains("id:") })
    }

    @Test func `a suspended account is told so`() async throws {
        let world = try await world()
        _ = try await register(world, "s-1", as: "ann")
        let admin = AccountAdmin(try world.database.owner, tenant: world.tenant)
        _ = try admin.setSuspended(true, try admin.account("ann"))
        #expect(try await signIn(world, "s-1").code == "account_suspended")
        _ = try admin.setSuspended(false, try admin.account("ann"))
        #expect(try await signIn(world, "s-1").status == 200)
    }

    @Test func `the same subject is somebody else at another issuer and in another tenant`() async throws {
        let world = try await world()
        _ = try await register(world, "s-1", as: "ann")
        _ = try await world.addTenant("second", settings: .trusting())
        let elsewhere = try await world.send(
            "POST",
            "login/oidc/",
            try issuer.body("s-1"),
            tenant: "second"
        )
        #expect(elsewhere.code == "no_account")
        // A ticket is for the tenant that gave it.
        let ticket = elsewhere["registration_ticket"]
        let refused = try await world.send(
            "POST",
            "register/",
            registration("ben", ticket, email: "ben@example.org")
        )
        #expect(refused.status == 422)
        #expect(refused["errors", "registration_ticket"] != nil)
    }

    // MARK: Registering with a ticket

    @Test func `a ticket works once, and for the person who got it alone`() async throws {
        let world = try await world()
        let refused = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        let ticket = try #require(refused["registration_ticket"]?.text)
        // A refused registration does not use it up.
        var bad = registration("ann", .string(ticket))
        bad.add("password", "tango under the rain")
        let both = try await world.send("POST", "register/", bad)
        #expect(both.status == 422)
        #expect(both["errors", "password"] != nil)
        #expect(try await world.send("POST", "register/", registration("ann", .string(ticket))).status == 201)
        let again = try await world.send(
            "POST",
            "register/",
            registration("ben", .string(ticket), email: "ben@example.org")
        )
        #expect(again.status == 422)
        #expect(again["errors", "registration_ticket"] != nil)
        #expect(try world.database.owner.query("select 1 from accounts").count == 1)
    }

    @Test func `of many registrations with one ticket one succeeds`() async throws {
        let world = try await world()
        let refused = try await signIn(world, "s-1")
        let ticket = refused["registration_ticket"]
        let answers = try await world.sendTogether(8) { number in
            let body = registration("ann\(number)", ticket, email: "ann\(number)@example.org")
            return try await world.send("POST", "register/", body)
        }
        #expect(answers.count { $0.status == 201 } == 1)
        #expect(answers.count { $0["errors", "registration_ticket"] != nil } == 7)
        #expect(try world.database.owner.query("select 1 from identities").count == 1)
    }

    @Test func `two tickets of one identity make one account`() async throws {
        let world = try await world()
        let tickets = [
            try await signIn(world, "s-1")["registration_ticket"],
            try await signIn(world, "s-1")["registration_ticket"],
        ]
        let first = registration("ann", tickets[0], email: "ann@example.org")
        let second = registration("ben", tickets[1], email: "ben@example.org")
        #expect(try await world.send("POST", "register/", first).status == 201)
        #expect(try await world.send("POST", "register/", second)["errors", "registration_ticket"] != nil)
    }

    @Test func `an address that the issuer did not verify is asked for, and not proven`() async throws {
        let world = try await world()
        let refused = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: false))
        #expect(refused["email"]?.text == "ann@example.org")
        let ticket = refused["registration_ticket"]
        let missing = try await world.send("POST", "register/", registration("ann", ticket))
        #expect(missing.status == 422)
        #expect(missing["errors", "email"] != nil)
        let body = registration("ann", ticket, email: "ann@example.org")
        #expect(try await world.send("POST", "register/", body).status == 201)
        #expect(try world.database.owner.query("select 1 from accounts where email_proof is null").count == 1)
    }

    @Test func `another address than the verified one is taken, and not proven`() async throws {
        let world = try await world()
        let refused = try await signIn(world, "s-1", email: ("hidden@relay.example", isVerified: true))
        let body = registration("ann", refused["registration_ticket"], email: "ann@example.org")
        let made = try await world.send("POST", "register/", body)
        #expect(made["profile", "email"]?.text == "ann@example.org")
        #expect(try world.database.owner.query("select 1 from accounts where email_proof is null").count == 1)
    }

    @Test func `a ticket is neither forged nor of use once the issuer is not trusted any more`() async throws
    {
        let world = try await world()
        let ticket = try #require(try await signIn(world, "s-1")["registration_ticket"]?.text)
        for text in [String(ticket.dropLast(2)), "x" + ticket, "nonsense", ""] {
            let body = registration("ann", .string(text), email: "ann@example.org")
            #expect(try await world.send("POST", "register/", body)["errors", "registration_ticket"] != nil)
        }
        try world.database.owner.execute("update tenants set settings = settings - 'oidc_issuers'")
        try await world.refreshTenants()
        let body = registration("ann", .string(ticket), email: "ann@example.org")
        #expect(try await world.send("POST", "register/", body)["errors", "registration_ticket"] != nil)
    }

    @Test func `registering with a ticket keeps the tenant's rules`() async throws {
        let world = try await world()
        _ = try await world.person("ann")
        let refused = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        let taken = try await world.send(
            "POST",
            "register/",
            registration("ben", refused["registration_ticket"])
        )
        #expect(taken.code == "email_taken")
        let name = registration("ann", refused["registration_ticket"], email: "other@example.org")
        #expect(try await world.send("POST", "register/", name).code == "username_taken")
        try world.database.owner.execute(
            #"update tenants set settings = settings || '{"registration": "closed"}'"#
        )
        try await world.refreshTenants()
        let closed = registration("ben", refused["registration_ticket"], email: "ben@example.org")
        #expect(try await world.send("POST", "register/", closed).code == "registration_closed")
        #expect(try world.database.owner.query("select 1 from identities").isEmpty)
    }
}
