import Accounts
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// The mail to somebody whose account was linked with an outside account because of its address.
@Suite(.database) struct LinkedMailTests {
    @Test func `who is linked by the address is told once, with the issuer's name and no secret`()
        async throws
    {
        let issuer = try TokenIssuer()
        var settings = TenantSettings.trusting(linkByEmail: true)
        settings.requireVerifiedEmail = true
        let world = try await MailWorld(settings: settings, issuers: issuer.fetch)
        _ = try await world.world.person("ada")
        try world.owner.execute("update accounts set email_proof = 'code'")
        for _ in 0..<2 {
            let body = try issuer.body("s-1", email: ("ada@example.org", isVerified: true))
            #expect(try await world.world.send("POST", "login/oidc/", body).status == 200)
        }
        try await world.runJobs()
        let mails = try world.kept()
        #expect(mails.map(\.to) == ["ada@example.org"])
        #expect(mails.first?.subject == "You can now sign in with issuer.example")
        let text = mails.first?.text ?? ""
        #expect(text.contains("your account ada"))
        #expect(text.contains("reset your password"))
        #expect(!text.contains("s-1") && !text.contains(TokenIssuer.nonce))
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        #expect(try world.number("select count(*) from dead_letters") == 0)
    }

    @Test func `an account that is deleted before the mail is sent gets none`() async throws {
        let issuer = try TokenIssuer()
        let world = try await MailWorld(settings: .trusting(linkByEmail: true), issuers: issuer.fetch)
        _ = try await world.world.person("ada")
        try world.owner.execute("update accounts set email_proof = 'reset'")
        let body = try issuer.body("s-1", email: ("ada@example.org", isVerified: true))
        #expect(try await world.world.send("POST", "login/oidc/", body).status == 200)
        // As the previous version does it.
        try world.owner.execute("update accounts set status = 'deleted', email = null, password_hash = null")
        #expect(try world.number("select count(*) from identities") == 0)
        try await world.runJobs()
        #expect(try world.kept().isEmpty)
    }
}
