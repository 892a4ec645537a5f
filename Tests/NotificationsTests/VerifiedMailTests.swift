import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy

/// The setting `require_verified_email`.
@Suite(.database) struct VerifiedMailTests {
    private func world(_ isRequired: Bool = true) async throws -> MailWorld {
        var settings = TenantSettings.defaults
        settings.requireVerifiedEmail = isRequired
        return try await MailWorld(settings: settings)
    }

    @Test func `notices are mailed to proven addresses only, as they are when the mail is sent`() async throws
    {
        let world = try await world()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        let cyd = try await world.world.person("cyd")
        try world.owner.execute("update accounts set email_proof = 'id_token' where id = \(ada.id)")
        try await world.notify([ada, bob, cyd])
        try world.owner.execute("update accounts set email_proof = 'code' where id = \(cyd.id)")
        try await world.runJobs()
        #expect(try world.kept().map(\.to).sorted() == ["ada@example.org", "cyd@example.org"])
        #expect(try world.number("select count(*) from notices") == 3)
        #expect(
            try world.number("select count(*) from jobs") + world.number("select count(*) from dead_letters")
                == 0
        )
    }

    @Test func `codes are mailed to unproven addresses`() async throws {
        let world = try await world()
        let ada = try await world.world.person("ada")
        let reset = try await world.resetCode("ada@example.org")
        let code = try await world.verificationCode(ada)
        #expect(try await world.verify(code).status == 204)
        #expect(try await world.confirm(reset).status == 204)
        try await world.notify([ada])
        try await world.runJobs()
        #expect(try world.kept().contains { $0.subject == "News" })
    }

    @Test(arguments: [(true, false), (true, true), (false, false)])
    func `an old address is told of a change if it was proven, or need not be`(
        _ isRequired: Bool,
        _ isProven: Bool
    )
        async throws
    {
        let world = try await world(isRequired)
        let ada = try await world.world.person("ada")
        if isProven { try world.owner.execute("update accounts set email_proof = 'code'") }
        let reset = try await world.resetCode("ada@example.org")
        let change: JSONObject = ["email": "new@example.org", "current_password": .string(World.password)]
        #expect(try await world.world.send("PATCH", "profiles/me/", token: ada.token, change).status == 200)
        try await world.runJobs()
        let told = try world.kept().dropFirst().map(\.to)
        #expect(told == (isRequired && !isProven ? [] : ["ada@example.org"]))
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        #expect(try await world.confirm(reset).status == 422)
    }

    @Test func `another tenant's setting changes nothing here`() async throws {
        let world = try await world(false)
        var strict = TenantSettings.defaults
        strict.requireVerifiedEmail = true
        _ = try await world.world.addTenant("other", settings: strict)
        let ada = try await world.world.person("ada")
        let eve = try await world.world.person("eve", tenant: "other")
        try await world.notify([ada])
        try world.owner.execute(
            """
            insert into notices (tenant_id, account_id, kind, title, text)
            select tenant_id, id, 'match_made', 'T', 't' from accounts where id = \(eve.id)
            """
        )
        try await world.runJobs()
        #expect(try world.kept().map(\.to) == ["ada@example.org"])
    }
}
