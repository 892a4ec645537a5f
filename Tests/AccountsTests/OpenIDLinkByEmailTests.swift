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

/// `POST /login/oidc/` with an address that an account has.
@Suite(.database) struct OpenIDLinkByEmailTests: IssuerTests {
    let issuer: TokenIssuer

    init() throws { issuer = try TokenIssuer() }

    @Test(arguments: ["code", "id_token"])
    func `an account whose address was proven by no reset code is linked and loses what gave access before`(
        _ proof: String
    ) async throws {
        let world = try await world(linkByEmail: true)
        let ann = try await world.person("ann")
        try verify(world, "ann", by: proof)
        let answer = try await signIn(world, "s-1", email: ("Ann@example.org", isVerified: true))
        #expect(answer.status == 200, "\(answer) \(world.failureReports)")
        #expect(answer["profile", "id"]?.integer == ann.id)
        #expect(try await world.send("GET", "profiles/me/", token: ann.token).status == 401)
        let token = try #require(answer["token"]?.text)
        #expect(try await world.send("GET", "profiles/me/", token: token).status == 200)
        let password: JSONObject = ["username": "ann", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", password).code == "bad_credentials")
        let mails = try world.database.owner.query("select kind, recipient, detail from outgoing_mails")
        #expect(mails.count == 1)
        #expect(try mails[0].text(0) == "identity_linked")
        #expect(try mails[0].text(1) == "ann@example.org")
        #expect(try mails[0].text(2) == TokenIssuer.address)
        #expect(try await signIn(world, "s-1").status == 200)
    }

    @Test func `an outside account that was linked in advance opens nothing to whoever linked it`()
        async throws
    {
        let world = try await world(linkByEmail: true)
        let eve = try await world.person("ann")
        func trap(_ subject: String) async throws {
            let linked = try await world.send(
                "POST",
                "identities/",
                token: eve.token,
                try issuer.body(subject)
            )
            #expect(linked.status == 201)
        }
        // The owner of the address clicks on a code, and signs in with her own outside account.
        try await trap("eve")
        try verify(world, "ann", by: "code")
        let owner = try await signIn(world, "ann", email: ("ann@example.org", isVerified: true))
        #expect(owner["profile", "id"]?.integer == eve.id)
        #expect(try await signIn(world, "eve").code == "no_account")
        #expect(try await signIn(world, "ann").status == 200)
    }

    @Test(arguments: [("null", true), ("'code'", true), ("'id_token'", false), ("'reset'", false)])
    func `a reset by mail unlinks what was linked before the address was proven`(
        _ proof: String,
        _ unlinks: Bool
    )
        async throws
    {
        let world = try await world()
        let ann = try await world.person("ann")
        try world.database.owner.execute("update accounts set email_proof = \(proof)")
        #expect(
            try await world.send("POST", "identities/", token: ann.token, try issuer.body("s-1")).status
                == 201
        )
        // As the reset code does.
        try world.database.owner.execute("update accounts set email_proof = 'reset'")
        #expect(try world.database.owner.query("select 1 from identities").isEmpty == unlinks)
        #expect(try await signIn(world, "s-1").status == (unlinks ? 404 : 200))
    }

    @Test func `an account whose address was proven by a reset code keeps its password and devices`()
        async throws
    {
        let world = try await world(linkByEmail: true)
        let ann = try await world.person("ann")
        try verify(world, "ann", by: "reset")
        let answer = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        #expect(answer["profile", "id"]?.integer == ann.id)
        #expect(try await world.send("GET", "profiles/me/", token: ann.token).status == 200)
        let password: JSONObject = ["username": "ann", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", password).status == 200)
    }

    @Test func `nobody is linked without the setting, a verified address and a proof`() async throws {
        let world = try await world(linkByEmail: true)
        let ann = try await world.person("ann")
        // Registered in advance with somebody else's address.
        #expect(
            try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true)).code == "no_account"
        )
        try verify(world, "ann", by: "code")
        #expect(
            try await signIn(world, "s-1", email: ("ann@example.org", isVerified: false)).code == "no_account"
        )
        #expect(try await signIn(world, "s-1").code == "no_account")
        #expect(
            try await signIn(world, "s-1", email: ("ben@example.org", isVerified: true)).code == "no_account"
        )
        try world.database.owner.execute("update accounts set status = 'suspended'")
        #expect(
            try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true)).code == "no_account"
        )
        try world.database.owner.execute("update accounts set status = 'active'")
        try world.database.owner.execute(
            "update tenants set settings = jsonb_set(settings, '{oidc_issuers,0,link_by_email}', 'false')"
        )
        try await world.refreshTenants()
        #expect(
            try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true)).code == "no_account"
        )
        #expect(try await world.send("GET", "profiles/me/", token: ann.token).status == 200)
        #expect(try world.database.owner.query("select 1 from identities").isEmpty)
        #expect(try world.database.owner.query("select 1 from outgoing_mails").isEmpty)
    }

    @Test func `two first sign-ins at once end in one account`() async throws {
        let world = try await world(linkByEmail: true)
        let ann = try await world.person("ann")
        try verify(world, "ann", by: "code")
        let answers = try await world.sendTogether(6) { _ in
            try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        }
        for answer in answers { #expect(answer["profile", "id"]?.integer == ann.id, "\(answer)") }
        #expect(try world.database.owner.query("select 1 from identities").count == 1)
        #expect(try world.database.owner.query("select 1 from outgoing_mails").count == 1)
    }

    @Test func `a verified address that equals the account's proves it at the next sign-in`() async throws {
        let world = try await world(linkByEmail: true)
        let refused = try await signIn(world, "s-1")
        let body = registration("ann", refused["registration_ticket"], email: "ann@example.org")
        #expect(try await world.send("POST", "register/", body).status == 201)
        #expect(try await signIn(world, "s-1", email: ("other@example.org", isVerified: true)).status == 200)
        #expect(try world.database.owner.query("select 1 from accounts where email_proof is null").count == 1)
        #expect(try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true)).status == 200)
        let proof = try world.database.owner.query("select email_proof from accounts")[0].text(0)
        #expect(proof == "id_token")
        // It does not weaken a stronger one.
        try verify(world, "ann", by: "reset")
        #expect(try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true)).status == 200)
        #expect(try world.database.owner.query("select email_proof from accounts")[0].text(0) == "reset")
    }
}
