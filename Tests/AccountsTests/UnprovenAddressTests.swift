import Accounts
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The word of an issuer about an address counts only where the tenant's `link_by_email` says so.
@Suite(.database) struct UnprovenAddressTests: IssuerTests {
    let issuer: TokenIssuer

    init() throws { issuer = try TokenIssuer() }

    private func proof(_ world: World) throws -> String {
        try world.database.owner.query("select coalesce(email_proof, 'none') from accounts")[0].text(0)
    }

    @Test(arguments: [false, true])
    func `registering, signing in and linking prove the address if the issuer is trusted with it`(
        _ isTrusted: Bool
    ) async throws {
        let world = try await world(linkByEmail: isTrusted)
        let owner = try world.database.owner
        let expected = isTrusted ? "id_token" : "none"
        let made = try await register(world, "s-1", as: "ann")
        #expect(made.status == 201, "\(made)")
        #expect(made["profile", "email"]?.text == "ann@example.org")
        #expect(made["profile", "email_verified"] == .bool(isTrusted))
        #expect(try proof(world) == expected)

        try owner.execute("update accounts set email_proof = null")
        let signedIn = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        #expect(signedIn["profile", "email_verified"] == .bool(isTrusted))
        #expect(try proof(world) == expected)

        try owner.execute("update accounts set email_proof = null; delete from identities")
        let body = try issuer.body("s-1", email: ("ann@example.org", isVerified: true))
        let linked = try await world.send("POST", "identities/", token: made["token"]?.text, body)
        #expect(linked.status == 201, "\(linked)")
        #expect(try proof(world) == expected)
    }

    @Test func `a ticket proves nothing once the issuer is no longer trusted with addresses`() async throws {
        let world = try await world(linkByEmail: true)
        let refused = try await signIn(world, "s-1", email: ("ann@example.org", isVerified: true))
        try world.database.owner.execute(
            "update tenants set settings = jsonb_set(settings, '{oidc_issuers,0,link_by_email}', 'false')"
        )
        try await world.refreshTenants()
        let body = registration("ann", refused["registration_ticket"])
        #expect(try await world.send("POST", "register/", body).status == 201)
        #expect(try proof(world) == "none")
    }

    /// A stranger registers the victim's address with an issuer that asserts anything. The victim resets the password.
    @Test func `whoever registered with somebody else's address loses the account to the owner's reset`()
        async throws
    {
        let world = try await world()
        let stranger = try await register(world, "stranger", as: "ann")
        let token = try #require(stranger["token"]?.text)
        #expect(try await world.send("GET", "profiles/me/", token: token).status == 200)
        // As the reset code does, which also revokes the tokens.
        try world.database.owner.execute("update accounts set email_proof = 'reset'; delete from tokens")
        let again = try await signIn(world, "stranger", email: ("ann@example.org", isVerified: true))
        #expect(again.code == "no_account")
        let body = registration("eve", again["registration_ticket"])
        #expect(try await world.send("POST", "register/", body).code == "email_taken")
    }
}
