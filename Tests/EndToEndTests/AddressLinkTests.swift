import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Whom a token with an email address signs in: nobody gets an account, and nobody keeps one, by typing somebody else's address.
@Suite(.database) struct AddressLinkTests {
    /// An account with a password, whose address is proven in this way.
    private func register(_ fixture: TrustedFront, _ name: String, proof: String?) async throws -> String {
        let answer = try await fixture.session.send("POST", "register/", Site.registration(name))
        let token = try #require(answer["token"]?.text, "\(answer)")
        if let proof {
            try TestDatabase.current.owner.execute(
                "update accounts set email_proof = '\(proof)' where username = '\(name)'"
            )
        }
        return token
    }

    private func address(of token: String, _ fixture: TrustedFront) async throws -> String {
        let me = try await fixture.session.signedIn(token).send("GET", "profiles/me/")
        return try #require(me["email"]?.text, "\(me)")
    }

    private func status(_ token: String, _ fixture: TrustedFront) async throws -> Int {
        try await fixture.session.signedIn(token).send("GET", "profiles/me/").status
    }

    @Test func `an address that was only typed is linked to nobody`() async throws {
        try await TrustedFront.with(linksByEmail: true) { fixture in
            let squatter = try await register(fixture, "mallory", proof: nil)
            let claims: JSONObject = [
                "sub": "victim", "email": .string(try await address(of: squatter, fixture)),
                "email_verified": true,
            ]
            let answer = try await fixture.signIn(fixture.token(claims))
            #expect(answer.status == 404 && answer.code == "no_account", "\(answer)")
            #expect(try await status(squatter, fixture) == 200)
            let identities = try await fixture.session.signedIn(squatter).send("GET", "identities/")
            #expect(identities.items.isEmpty, "\(identities)")
        }
    }

    @Test func `only an address that the issuer calls verified is linked`() async throws {
        try await TrustedFront.with(linksByEmail: true) { fixture in
            let ada = try await register(fixture, "ada", proof: "reset")
            let address = try await address(of: ada, fixture)
            for verified in [false, nil, "false", "TRUE", 1, "yes", [true]] as [JSONValue] {
                let claims: JSONObject = [
                    "sub": "somebody", "email": .string(address), "email_verified": verified,
                ]
                let answer = try await fixture.signIn(fixture.token(claims))
                #expect(answer.status == 404 && answer.code == "no_account", "\(verified) \(answer)")
            }
            #expect(try await status(ada, fixture) == 200)
            // Case does not matter in an address.
            let claims: JSONObject = [
                "sub": "ada", "email": .string(address.uppercased()), "email_verified": "true",
            ]
            let answer = try await fixture.signIn(fixture.token(claims))
            #expect(answer.status == 200, "\(answer)")
            #expect(answer["profile", "username"]?.text == "ada")
        }
    }

    @Test func `without the setting, no address is linked`() async throws {
        try await TrustedFront.with { fixture in
            let ada = try await register(fixture, "ada", proof: "reset")
            let claims: JSONObject = [
                "sub": "ada", "email": .string(try await address(of: ada, fixture)), "email_verified": true,
            ]
            let answer = try await fixture.signIn(fixture.token(claims))
            #expect(answer.status == 404 && answer.code == "no_account", "\(answer)")
        }
    }

    @Test(arguments: ["code", "reset"])
    func `linking by address ends all earlier access, unless a reset code had proven the address`(
        _ proof: String
    ) async throws {
        try await TrustedFront.with(linksByEmail: true) { fixture in
            let before = try await register(fixture, "ada", proof: proof)
            let claims: JSONObject = [
                "sub": "ada", "email": .string(try await address(of: before, fixture)),
                "email_verified": true,
            ]
            let answer = try await fixture.signIn(fixture.token(claims))
            #expect(answer.status == 200, "\(answer)")
            #expect(try await status(before, fixture) == (proof == "reset" ? 200 : 401))
            let login: JSONObject = ["username": "ada", "password": .string(Site.password)]
            let again = try await fixture.session.send("POST", "login/", TrustedFront.text(login))
            #expect(again.status == (proof == "reset" ? 200 : 401), "\(again)")
            #expect(try await fixture.check(fixture.token(["sub": "ada", "email": nil])).hasPrefix("200"))
        }
    }

    @Test func `an identity and a token of one tenant are nothing to another`() async throws {
        try await TrustedFront.with(linksByEmail: true) { fixture in
            let (site, issuer) = (fixture.site, fixture.issuer)
            let ada = try await register(fixture, "ada", proof: "reset")
            let address = try await address(of: ada, fixture)
            let claims: JSONObject = ["sub": "ada", "email": .string(address), "email_verified": true]
            #expect(try await fixture.signIn(fixture.token(claims)).status == 200)
            try await site.makeTenant("other")
            let other = site.session("/v1/other/")
            #expect(try await fixture.check(fixture.token(claims), on: other) == "issuer")
            try await TrustedFront.trust(issuer.url, linksByEmail: true, in: "other", at: site)
            try await eventually("the other tenant trusts the issuer") {
                try await fixture.check(fixture.token(claims), on: other) == "accepted"
            }
            // The keys are fetched for the issuer and not for each tenant.
            #expect(try await issuer.fetches(.keys) == 1)
        }
    }
}
