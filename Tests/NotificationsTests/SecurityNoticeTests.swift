import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Mails about what happens to an account, and their link *this was not me*.
@Suite(.database) struct SecurityNoticeTests {
    private func code(_ text: String) throws -> String {
        let link = try #require(text.firstMatch(of: /\/app\/demo\/not-me\/([A-Za-z0-9_-]+)/))
        return String(link.1)
    }

    private func deny(_ world: MailWorld, _ code: String, tenant: String? = nil) async throws -> Answer {
        try await world.world.send("POST", "not-me/", ["code": .string(code)], tenant: tenant)
    }

    private func changePassword(_ world: MailWorld, _ person: SignedInPerson) async throws {
        let body: JSONObject = ["current": .string(World.password), "new": "tango in the sunshine"]
        let answer = try await world.world.send("PUT", "password/", token: person.token, body)
        #expect(answer.status == 204, "\(answer) \(world.world.failureReports)")
    }

    @Test func `a changed password is told, and denying it signs out and starts a reset, once`() async throws
    {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try world.owner.execute("update accounts set settings = '{\"mail_notices\": false}'")
        try await changePassword(world, ada)
        try await world.world.database.relayNotices()
        try await world.runJobs()
        let mails = try world.kept()
        #expect(mails.map(\.subject) == ["Your password was changed"])
        let code = try code(mails.first?.text ?? "")
        let inbox = try await world.world.send("GET", "inbox/", token: ada.token)
        #expect(inbox.text.contains("account_security"))

        #expect(try await deny(world, code).status == 204)
        #expect(try await world.world.send("GET", "profiles/me/", token: ada.token).status == 401)
        #expect(try await deny(world, code).code == "link_expired")
        try await world.runJobs()
        #expect(try world.kept().map(\.subject).contains("Reset your password"))
    }

    @Test func `the old address hears of another one, and gets it back`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        for address in ["eve@example.org", "eve2@example.org"] {
            let body: JSONObject = [
                "email": .string(address), "current_password": .string(World.password),
            ]
            let changed = try await world.world.send("PATCH", "profiles/me/", token: ada.token, body)
            #expect(changed.status == 200, "\(changed)")
        }
        try await world.runJobs()
        let mails = try world.kept()
        #expect(Set(mails.map(\.to)) == ["ada@example.org", "eve@example.org"])
        // Whoever has the second address can only do the same.
        let second = try #require(mails.first { $0.to == "eve@example.org" })
        #expect(try await deny(world, try code(second.text)).status == 204)
        #expect(try world.text("select email from accounts") == "ada@example.org")
        let first = try #require(mails.first { $0.to == "ada@example.org" })
        #expect(try await deny(world, try code(first.text)).status == 204)
        #expect(try world.text("select email from accounts") == "ada@example.org")
        try await world.runJobs()
        #expect(
            try world.kept().filter { $0.subject == "Reset your password" }.allSatisfy {
                $0.to == "ada@example.org"
            }
        )
    }

    @Test func `an address that was changed two days ago, or is taken, stays`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let body: JSONObject = ["email": "new@example.org", "current_password": .string(World.password)]
        #expect(try await world.world.send("PATCH", "profiles/me/", token: ada.token, body).status == 200)
        try await world.runJobs()
        let mail = try #require(try world.kept().first)
        try world.owner.execute("update security_notices set created_at = now() - interval '2 days'")
        #expect(try await deny(world, try code(mail.text)).status == 204)
        #expect(try world.text("select email from accounts") == "new@example.org")
    }

    @Test func `of twenty denials at once one counts, and another tenant's or an old link is none`()
        async throws
    {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try await changePassword(world, ada)
        try await world.runJobs()
        let code = try code(try world.kept().first?.text ?? "")
        _ = try await world.world.addTenant("other")
        #expect(try await deny(world, code, tenant: "other").code == "link_expired")
        #expect(try await deny(world, code + "A").code == "link_expired")
        try world.owner.execute("update security_notices set created_at = now() - interval '8 days'")
        #expect(try await deny(world, code).code == "link_expired")
        try world.owner.execute("update security_notices set created_at = now()")
        let answers = try await world.world.sendTogether(20) { _ in try await deny(world, code) }
        #expect(answers.count { $0.status == 204 } == 1, "\(answers.map(\.status))")
    }

    @Test func `a sign-in from a device and network that were not seen together is told`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        func signIn(_ device: String, _ address: String) async throws -> Int {
            let body: JSONObject = [
                "username": "ada", "password": .string(World.password), "device": .string(device),
            ]
            let answer = try await world.world.send("POST", "login/", body, from: address)
            #expect(answer.status == 200, "\(answer) \(world.world.failureReports)")
            return try world.number("select count(*) from security_notices")
        }
        #expect(try await signIn("Phone", "192.0.2.1") == 1)
        #expect(try await signIn("Phone", "192.0.2.9") == 1)
        #expect(try await signIn("Phone", "198.51.100.1") == 2)
        #expect(try await signIn("Phone", "198.51.100.2") == 2)
    }

    @Test func `a sign-in after ten failures is told once`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        for number in 0..<10 {
            let body: JSONObject = ["username": "ada", "password": "wrong"]
            _ = try await world.world.send("POST", "login/", body, from: "198.51.100.\(number)")
        }
        for _ in 0..<2 {
            let body: JSONObject = ["username": "ada", "password": .string(World.password)]
            #expect(try await world.world.send("POST", "login/", body).status == 200)
        }
        let told = "select count(*) from notices where arguments ->> 'text' = 'securityFailures'"
        #expect(try world.number(told) == 1)
    }

    @Test func `an admin's reset of a second factor takes effect after the delay unless it is denied`()
        async throws
    {
        let world = try await MailWorld()
        let (ada, bob) = (try await world.world.person("ada"), try await world.world.person("bob"))
        try world.world.promote(ada, .admin)
        _ = try await world.world.addSecondFactor(to: bob)
        try await world.runJobs()
        func reset() async throws -> Answer {
            try await world.world.send(
                "POST",
                "admin/accounts/\(bob.id)/second-factor/reset/",
                token: ada.token
            )
        }
        let asked = try await reset()
        #expect(asked.status == 202, "\(asked) \(world.world.failureReports)")
        #expect(try world.number("select count(*) from audit where action = 'account.second_factor'") == 1)
        #expect(
            try world.number(
                "select count(*) from second_factors where reset_at > now() + interval '23 hours'"
            ) == 1
        )
        // Jobs that are run too early do nothing.
        try await world.runJobs()
        #expect(try world.number("select count(*) from second_factors") == 1)
        let mail = try #require(
            try world.kept().last { $0.subject == "An admin is removing your second factor" }
        )
        #expect(try await deny(world, try code(mail.text)).status == 204)
        #expect(try world.number("select count(*) from second_factors where reset_at is null") == 1)

        #expect(try await reset().status == 202)
        try world.owner.execute("update second_factors set reset_at = now()")
        try await world.runJobs()
        #expect(try world.number("select count(*) from second_factors") == 0)
        let body: JSONObject = ["username": "bob", "password": .string(World.password)]
        #expect(try await world.world.send("POST", "login/", body).status == 200)
    }

    // MARK: What the last day brought

    /// The link in the newest mail with this subject.
    private func newest(_ world: MailWorld, _ subject: String) async throws -> String {
        try await world.runJobs()
        let kept = try world.kept()
        let mail = try #require(kept.last { $0.subject == subject }, "\(kept.map(\.subject))")
        return try code(mail.text)
    }

    private func link(_ people: [SignedInPerson], _ world: MailWorld) throws {
        for person in people {
            _ = try world.owner.query(
                """
                insert into identities (tenant_id, account_id, issuer, subject, created_at)
                values ($1, $2, 'https://issuer.example', $3, now())
                """,
                .integer(world.world.tenant.id.rawValue),
                .integer(person.id),
                .text(person.username)
            )
        }
    }

    /// How many of each the person has: second factors, recovery codes, passkeys, outside accounts, passwords.
    private func ways(_ world: MailWorld, _ person: SignedInPerson) throws -> [Int] {
        let tables = ["second_factors", "recovery_codes", "passkeys", "identities"]
        let counts = try tables.map {
            try world.number("select count(*) from \($0) where account_id = \(person.id)")
        }
        let passwords = "select count(password_hash) from accounts where id = \(person.id)"
        return counts + [try world.number(passwords)]
    }

    private func addWays(_ world: MailWorld, _ people: SignedInPerson...) async throws
        -> [SecondFactorDevice]
    {
        var devices: [SecondFactorDevice] = []
        for person in people {
            devices.append(try await world.world.addSecondFactor(to: person))
            try await world.world.addPasskey(SoftwareKey(), of: person)
        }
        try link(people, world)
        return devices
    }

    @Test func `what somebody else added in the last day is gone after the denial, and the owner gets in`()
        async throws
    {
        let world = try await MailWorld()
        let (ada, bob) = (try await world.world.person("ada"), try await world.world.person("bob"))
        _ = try await addWays(world, ada, bob)
        try await changePassword(world, ada)
        #expect(try ways(world, ada) == [1, 10, 1, 1, 1])
        #expect(try await deny(world, try await newest(world, "Your password was changed")).status == 204)
        #expect(try ways(world, ada) == [0, 0, 0, 0, 0])
        #expect(try ways(world, bob) == [1, 10, 1, 1, 1])
        // Neither the old password nor that of the intruder is of use, and a new one alone signs in.
        #expect(try await world.logIn("ada", World.password) == 401)
        #expect(try await world.logIn("ada", "tango in the sunshine") == 401)
        try await world.runJobs()
        let code = try await world.resetCode("ada@example.org")
        #expect(try await world.confirm(code).status == 204)
        #expect(try await world.logIn("ada", "a wholly other phrase") == 200)
        let bobs: JSONObject = ["username": "bob", "password": .string(World.password)]
        #expect(try await world.world.send("POST", "login/", bobs).code == "second_factor_required")
    }

    @Test func `what is older than a day stays, but for recovery codes that were replaced`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let device = try await addWays(world, ada)[0]
        try await changePassword(world, ada)
        let first = try await newest(world, "Your password was changed")
        let body: JSONObject = [
            "code": .string(try device.code()), "password": "tango in the sunshine",
        ]
        let renewed = try await world.world.send(
            "POST",
            "second-factor/recovery-codes/",
            token: ada.token,
            body
        )
        #expect(renewed.status == 200, "\(renewed)")
        let second = try await newest(world, "New recovery codes")
        try world.owner.execute(
            """
            update second_factors set created_at = now() - interval '26 hours', proven_at = now() - interval '25 hours';
            update passkeys set created_at = now() - interval '25 hours';
            update identities set created_at = now() - interval '25 hours';
            update notices set created_at = now() - interval '25 hours'
            """
        )
        #expect(try await deny(world, first).status == 204)
        #expect(try ways(world, ada) == [1, 10, 1, 1, 1])
        try world.owner.execute(
            "update notices set created_at = now() where arguments ->> 'text' = 'securityCodes'"
        )
        #expect(try await deny(world, second).status == 204)
        #expect(try ways(world, ada) == [1, 0, 1, 1, 1])
        try world.world.forgetCodes()
        let signIn: JSONObject = ["username": "ada", "password": "tango in the sunshine"]
        let asked = try await world.world.send("POST", "login/", signIn)
        let ticket = try #require(asked["ticket"]?.text, "\(asked)")
        let step: JSONObject = ["ticket": .string(ticket), "code": .string(try device.code())]
        #expect(try await world.world.send("POST", "login/second/", step).status == 200)
    }

    @Test(arguments: [false, true])
    func `the only way in stays where no code can be mailed`(_ hasOlder: Bool) async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try link([ada], world)
        try await changePassword(world, ada)
        let code = try await newest(world, "Your password was changed")
        // Silently, as while a change is undone.
        try world.owner.execute(
            """
            begin;
            set local parlay.undoing = 'on';
            update accounts set email = null, password_hash = null;
            commit
            """
        )
        if hasOlder {
            try world.owner.execute(
                """
                insert into identities (tenant_id, account_id, issuer, subject, created_at)
                select tenant_id, account_id, issuer, 'older', now() - interval '2 days' from identities
                """
            )
        }
        #expect(try await deny(world, code).status == 204)
        #expect(
            try world.text("select string_agg(subject, ' ') from identities") == (hasOlder ? "older" : "ada")
        )
    }
}
