import Database
import ParlayAPI
import Reactor
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy

@Suite(.database) struct EmailVerificationTests {
    private func proof(_ world: MailWorld, of person: SignedInPerson) throws -> String? {
        try world.text("select email_proof from accounts where id = \(person.id)")
    }

    private func change(_ world: MailWorld, _ person: SignedInPerson, to email: String) async throws {
        let change: JSONObject = ["email": .string(email), "current_password": .string(World.password)]
        let answer = try await world.world.send("PATCH", "profiles/me/", token: person.token, change)
        #expect(answer.status == 200, "\(answer)")
    }

    private static func wrong(_ code: String) -> String {
        String(code.dropLast()) + (code.last == "0" ? "1" : "0")
    }

    @Test func `a code from the mail proves the address, once, and signs nobody out`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let before = try await world.world.send("GET", "profiles/me/", token: ada.token)
        #expect(before["email_verified"] == .bool(false))
        let code = try await world.verificationCode(ada)
        let mail = try world.kept()[0]
        #expect(mail.to == "ada@example.org")
        #expect(mail.subject == "Confirm your email address")
        #expect(mail.text.contains("your account ada at Demo, use this code within 30 minutes"))
        #expect(mail.text.contains("https://play.example.org/app/demo/verify#\(code)\n"))
        #expect(mail.text.contains("If this is not your account, ignore this mail"))
        #expect(!mail.source.contains("List-Unsubscribe"))
        #expect(code.count == 19)
        #expect(try proof(world, of: ada) == nil)

        // Without a token, as from the page.
        #expect(try await world.verify(code.lowercased().replacing("-", with: " ")).status == 204)
        #expect(try proof(world, of: ada) == "code")
        let after = try await world.world.send("GET", "profiles/me/", token: ada.token)
        #expect(after.status == 200)
        #expect(after["email_verified"] == .bool(true))
        let tag = try #require(before.header("ETag"))
        #expect(after.header("ETag") != tag)
        let stale = ["If-None-Match": tag]
        #expect(
            try await world.world.send("GET", "profiles/me/", token: ada.token, headers: stale).status == 200
        )
        #expect(try await world.verify(code).faultyFields == ["code"])
        let again = try await world.world.send("POST", "email/verification/", token: ada.token)
        #expect(again.status == 409)
        #expect(again.code == "already_verified")
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
    }

    @Test func `only one's own profile says whether the address is verified`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob", known: "de", learn: "en")
        try world.owner.execute("update accounts set email_proof = 'code'")
        let seen = try await world.world.send("GET", "profiles/\(ada.id)/", token: bob.token)
        #expect(seen.status == 200 && seen["email_verified"] == nil, "\(seen)")
        let match = try await world.world.send("POST", "matches/", token: bob.token, ["a_username": "ada"])
        #expect(match.status == 201 && !match.text.contains("email"), "\(match)")
        for path in ["matches/", "partners/"] {
            let list = try await world.world.send("GET", path, token: bob.token)
            #expect(!list.text.contains("email_verified"), "\(list)")
        }
        let login: JSONObject = ["username": "ada", "password": .string(World.password)]
        let answer = try await world.world.send("POST", "login/", login)
        #expect(answer["profile", "email_verified"] == .bool(true))
    }

    @Test func `a new address is not proven, and the old one's code ends with it`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let first = try await world.verificationCode(ada)
        #expect(try await world.verify(first).status == 204)
        try await change(world, ada, to: "new@example.org")
        #expect(try proof(world, of: ada) == nil)
        try await world.runJobs()
        let second = try await world.verificationCode(ada)
        #expect(try world.kept().last?.to == "new@example.org")
        // Back to the address of before: the code was for the other one.
        try await change(world, ada, to: "ada@example.org")
        #expect(try world.number("select count(*) from email_verifications") == 0)
        #expect(try await world.verify(second).status == 422)
        try await change(world, ada, to: "new@example.org")
        #expect(try await world.verify(second).status == 422)
        #expect(try proof(world, of: ada) == nil)
        // The same address again changes nothing.
        try await world.runJobs()
        let third = try await world.verificationCode(ada)
        #expect(
            try await world.world.send(
                "PATCH",
                "profiles/me/",
                token: ada.token,
                ["email": "NEW@example.org"]
            )
            .status == 200
        )
        #expect(try await world.verify(third).status == 204)
        #expect(
            try await world.world.send("PATCH", "profiles/me/", token: ada.token, ["bio": "x"])[
                "email_verified"
            ]
                == .bool(true)
        )
    }

    @Test func `a code proves the address that it was mailed to, also when it is stored late`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let reset = try await world.resetCode("ada@example.org")
        try world.owner.execute(
            """
            create table late as select * from email_verifications;
            create table late_reset as select * from password_resets
            """
        )
        try await change(world, ada, to: "new@example.org")
        // As if the worker had read the account before the change, and stored the codes after it.
        try world.owner.execute(
            """
            insert into email_verifications select * from late;
            insert into password_resets select * from late_reset
            """
        )
        #expect(try await world.verify(code).status == 422)
        #expect(try await world.confirm(reset).status == 422)
        #expect(try proof(world, of: ada) == nil)
        #expect(try await world.logIn("ada", World.password) == 200)
    }

    @Test func `an address that changes while a code is checked is not proven`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let database = world.world.database
        let holder = LoopBound(try world.owner, on: database.loop)
        try await database.onLoop {
            try holder.value.execute(
                "begin; update accounts set email = 'new@example.org' where id = \(ada.id)"
            )
        }
        async let answer = world.verify(code)
        try await database.onLoop {
            try await database.pollBlocked(by: holder.value, "the call to wait for the account")
            try holder.value.execute("commit")
        }
        #expect(try await answer.status == 422)
        #expect(try proof(world, of: ada) == nil)
        #expect(world.world.failureReports.isEmpty)
    }

    @Test func `a mail whose address was changed or proven meanwhile is not sent`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        for person in [ada, bob] {
            let answer = try await world.world.send("POST", "email/verification/", token: person.token)
            #expect(answer.status == 202 && answer.body.isEmpty)
        }
        try world.owner.execute(
            """
            update accounts set email = 'new@example.org' where id = \(ada.id);
            update accounts set email_proof = 'reset' where id = \(bob.id);
            delete from jobs where kind = 'send_security_mail'
            """
        )
        try await world.runJobs()
        #expect(try world.kept().isEmpty)
        for table in ["outgoing_mails", "email_verifications", "jobs", "dead_letters"] {
            #expect(try world.number("select count(*) from \(table)") == 0, "\(table)")
        }
    }

    @Test func `of two mails under way the later one has the code, in whichever order they are sent`()
        async throws
    {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        for _ in 0..<2 { _ = try await world.world.send("POST", "email/verification/", token: ada.token) }
        // The first is sent when the second was.
        try world.owner.execute("create table held as select * from jobs order by id limit 1")
        try world.owner.execute("delete from jobs where id in (select id from held)")
        try await world.runJobs()
        try world.owner.execute("insert into jobs overriding system value select * from held")
        try await world.runJobs()
        let codes = try world.kept().compactMap { mail in
            mail.text.split(separator: "\n").first { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
        }
        #expect(Set(codes).count == 2)
        #expect(try await world.verify(codes[1]).status == 422)
        #expect(try await world.verify(codes[0]).status == 204)
    }

    @Test func `fifty at once with the right code are one success`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let answers = try await world.world.sendTogether(50) { number in
            try await world.verify(code, from: "192.0.2.\(number + 1)")
        }
        #expect(answers.filter { $0.status == 204 }.count == 1)
        #expect(answers.allSatisfy { $0.status == 204 || $0.status == 422 })
        #expect(try proof(world, of: ada) == "code")
        #expect(world.world.failureReports.isEmpty)
    }

    @Test func `five wrong tries end a code, also at once and from everywhere`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let answers = try await world.world.sendTogether(30) { number in
            try await world.verify(Self.wrong(code), from: "192.0.2.\(number + 1)")
        }
        #expect(answers.allSatisfy { $0.status == 422 && $0.faultyFields == ["code"] })
        #expect(try world.number("select tries from email_verifications") == 5)
        #expect(try await world.verify(code, from: "192.0.2.99").status == 422)
        #expect(try proof(world, of: ada) == nil)
        // Another one is another code.
        #expect(
            try await world.verify(try await world.verificationCode(ada), from: "192.0.2.99").status == 204
        )
    }

    @Test func `wrong codes count as failures of the address, which then learns nothing`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        for bad in ["0000-0000-0000-0000", "x"] {
            for _ in 0..<5 {
                let answer = try await world.verify(bad)
                #expect(answer.status == 422 && answer.faultyFields == ["code"], "\(answer)")
            }
        }
        let answer = try await world.verify(code)
        #expect(answer.status == 429)
        #expect(answer.code == "throttled")
        #expect(answer.header("Retry-After") != nil)
        #expect(try world.number("select tries from email_verifications") == 0)
        #expect(try await world.logIn("ada", World.password) == 429, "they count together with sign-ins")
        #expect(try await world.verify(code, from: "192.0.2.2").status == 204)
    }

    @Test func `with a token the code must be that account's`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        let code = try await world.verificationCode(ada)
        let refused = try await world.verify(code, token: bob.token)
        #expect(refused.status == 422)
        let unknownCode = try await world.verify("0000-0000-0000-0000", token: bob.token)
        #expect(refused["errors"] == unknownCode["errors"], "a right code must not show")
        #expect(try proof(world, of: ada) == nil)
        #expect(try proof(world, of: bob) == nil)
        #expect(
            try world.number("select count(*) from throttles where kind = 'login_address' and count = 2") == 1
        )
        let unknown = try TokenSecret.generate().text
        for token in [unknown, "parlay_nonsense"] {
            let answer = try await world.verify(code, token: token)
            #expect(answer.status == 401)
            #expect(answer.header("WWW-Authenticate") == "Token realm=\"demo\"")
        }
        try world.owner.execute(
            "update tokens set expires_at = now() - interval '1 second' where account_id = \(bob.id)"
        )
        #expect(try await world.verify(code, token: bob.token).status == 401)
        #expect(try world.number("select tries from email_verifications") == 0)
        #expect(try await world.verify(code, token: ada.token).status == 204)
        #expect(try proof(world, of: ada) == "code")
    }

    @Test func `a code is good for thirty minutes, its own tenant and purpose, and an active account`()
        async throws
    {
        let world = try await MailWorld()
        _ = try await world.world.addTenant("other")
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let seconds = try world.number(
            "select extract(epoch from expires_at - now())::bigint from email_verifications"
        )
        #expect(1700...1800 ~= seconds)
        #expect(try await world.verify(code, tenant: "other").status == 422)
        #expect(try await world.confirm(code).faultyFields == ["code"])
        try world.owner.execute("update accounts set status = 'suspended' where id = \(ada.id)")
        #expect(try await world.verify(code).status == 422)
        #expect(try await world.verify(code, token: ada.token).status == 401)
        #expect(try await world.world.send("POST", "email/verification/", token: ada.token).status == 401)
        try world.owner.execute("update accounts set status = 'active' where id = \(ada.id)")
        try world.owner.execute("update email_verifications set expires_at = now() - interval '1 second'")
        #expect(try await world.verify(code).status == 422)
        try world.owner.execute("update email_verifications set expires_at = now() + interval '1 minute'")
        #expect(try await world.verify(code).status == 204)
    }

    @Test func `an account gets ten codes in ten minutes, and resets are counted apart`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        var code = ""
        for _ in 0..<10 { code = try await world.verificationCode(ada) }
        for _ in 0..<3 {
            #expect(try await world.world.send("POST", "email/verification/", token: ada.token).status == 202)
        }
        try await world.runJobs()
        #expect(try world.kept().count == 10)
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        _ = try await world.resetCode("ada@example.org")
        #expect(try await world.verify(code).status == 204)
    }

    @Test func `calls are counted by address`() async throws {
        let world = try await MailWorld(throttles: ThrottleSettings(registrations: nil, resets: 3))
        let ada = try await world.world.person("ada")
        func ask(from address: String = "192.0.2.1") async throws -> Answer {
            try await world.world.send("POST", "email/verification/", token: ada.token, from: address)
        }
        for _ in 0..<3 { #expect(try await ask().status == 202) }
        let answer = try await ask()
        #expect(answer.status == 429)
        #expect(Int(answer.header("Retry-After") ?? "") ?? 0 > 500)
        #expect(try await ask(from: "192.0.2.2").status == 202)
        let reset: JSONObject = ["email": "ada@example.org"]
        #expect(try await world.world.send("POST", "password/reset/", reset).status == 202)
    }

    @Test func `asking takes a token and no fields, and a key sends one mail`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        #expect(try await world.world.send("POST", "email/verification/").status == 401)
        let more: JSONObject = ["email": "other@example.org"]
        #expect(
            try await world.world.send("POST", "email/verification/", token: ada.token, more).faultyFields
                == ["email"]
        )
        for _ in 0..<2 {
            let answer = try await world.world.send(
                "POST",
                "email/verification/",
                token: ada.token,
                headers: ["Idempotency-Key": "k"]
            )
            #expect(answer.status == 202)
        }
        #expect(try world.number("select count(*) from outgoing_mails") == 1)
        #expect(try await world.world.send("PUT", "email/verification/", [:]).faultyFields == ["code"])
    }

    @Test func `a reset code proves the address that it was mailed to`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        let version = "select version from accounts where id = "
        let before = try world.number(version + "\(ada.id)")
        #expect(try await world.confirm(try await world.resetCode("ada@example.org")).status == 204)
        #expect(try proof(world, of: ada) == "reset")
        #expect(try world.number(version + "\(ada.id)") == before + 1)
        // It is the stronger proof.
        let code = try await world.verificationCode(bob)
        #expect(try await world.confirm(try await world.resetCode("bob@example.org")).status == 204)
        #expect(try await world.verify(code).status == 204)
        #expect(try proof(world, of: bob) == "reset")
        try world.owner.execute("update accounts set email_proof = 'code' where id = \(bob.id)")
        #expect(try await world.confirm(try await world.resetCode("bob@example.org")).status == 204)
        #expect(try proof(world, of: bob) == "reset")
        // A code of the version before says nothing of its address.
        try world.owner.execute("update accounts set email_proof = null where id = \(ada.id)")
        let old = try await world.resetCode("ada@example.org")
        try world.owner.execute("update password_resets set recipient = null")
        #expect(try await world.confirm(old).status == 204)
        #expect(try proof(world, of: ada) == nil)
    }
}
