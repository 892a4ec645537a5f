import Database
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy

@Suite(.database) struct PasswordResetTests {
    private let new = "a wholly other phrase"

    @Test func `a code from the mail sets a password, once, and revokes every token`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.resetCode("ADA@example.org")
        let mail = try world.kept()[0]
        #expect(mail.to == "ada@example.org")
        #expect(mail.text.contains("https://play.example.org/app/demo/reset/set#\(code)\n"))
        #expect(!mail.source.contains("List-Unsubscribe"))
        #expect(code.count == 19)
        // Only in the stored mail.
        #expect(
            try world.number("select count(*) from password_resets where digest::text like '%\(code)%'") == 0
        )

        let typed = code.lowercased().replacing("-", with: " ")
        let answer = try await world.confirm(typed)
        #expect(answer.status == 204, "\(answer)")
        #expect(try await world.world.send("GET", "profiles/me/", token: ada.token).status == 401)
        #expect(try await world.logIn("ada", World.password) == 401)
        #expect(try await world.logIn("ada", new) == 200)
        let again = try await world.confirm(code, "yet another phrase")
        #expect(again.status == 422)
        #expect(again.faultyFields == ["code"])
        #expect(try await world.logIn("ada", new) == 200)
    }

    @Test func `a used code is not revived by a job that runs again`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        _ = try await world.world.send("POST", "password/reset/", ["email": "ada@example.org"])
        let row = try world.owner.query("select payload::text from jobs")[0]
        let payload = try row.text(0)
        try world.owner.execute("create table copy as select * from outgoing_mails")
        try await world.runJobs()
        let first = try world.kept()[0]
        let code = try #require(first.text.split(separator: "\n").first { $0.hasPrefix("    ") }).dropFirst(4)
        #expect(try await world.confirm(String(code)).status == 204)
        // As if the worker had died before it noted that the mail is sent.
        try world.owner.execute(
            """
            insert into outgoing_mails overriding system value select * from copy;
            insert into jobs (tenant_id, kind, payload) select tenant_id, 'send_mail', '\(payload)' from copy
            """
        )
        try await world.runJobs()
        #expect(try world.kept().count { $0.source == first.source } == 2)
        #expect(try await world.confirm(String(code)).status == 422)
    }

    @Test func `an unknown address is answered by the same writes`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let cyd = try await world.world.person("cyd")
        try world.owner.execute("update accounts set status = 'suspended' where id = \(cyd.id)")
        var answers: [Answer] = []
        for name in ["ada", "nobody", "cyd"] {
            let answer = try await world.world.send(
                "POST",
                "password/reset/",
                ["email": .string("\(name)@example.org")]
            )
            #expect(answer.status == 202)
            answers.append(answer)
            #expect(
                try world.number("select count(*) from outgoing_mails where account_id is null")
                    == answers.count
            )
            #expect(try world.number("select count(*) from jobs") == answers.count)
            #expect(try world.number("select count(*) from password_resets") == 0)
        }
        #expect(Set(answers.map(\.body)).count == 1)
        try await world.runJobs()
        #expect(try world.kept().map(\.to) == ["ada@example.org"])
        for table in ["outgoing_mails", "jobs", "dead_letters"] {
            #expect(try world.number("select count(*) from \(table)") == 0, "\(table)")
        }
    }

    @Test func `calls are counted by address`() async throws {
        let world = try await MailWorld(throttles: ThrottleSettings(registrations: nil, resets: 3))
        let body: JSONObject = ["email": "nobody@example.org"]
        for _ in 0..<3 { #expect(try await world.world.send("POST", "password/reset/", body).status == 202) }
        let answer = try await world.world.send("POST", "password/reset/", body)
        #expect(answer.status == 429)
        #expect(Int(answer.header("Retry-After") ?? "") ?? 0 > 500)
        #expect(try await world.world.send("POST", "password/reset/", body, from: "192.0.2.2").status == 202)
    }

    @Test func `a later code replaces an earlier one`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let first = try await world.resetCode("ada@example.org")
        let second = try await world.resetCode("ada@example.org")
        #expect(first != second)
        #expect(try await world.confirm(first).status == 422)
        #expect(try await world.confirm(second).status == 204)
    }

    @Test func `a stranger who asks again and again neither fills a mailbox nor ends the last code`()
        async throws
    {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        _ = try await world.world.person("bob")
        var code = ""
        for _ in 0..<10 { code = try await world.resetCode("ada@example.org") }
        for _ in 0..<3 {
            let answer = try await world.world.send("POST", "password/reset/", ["email": "ada@example.org"])
            #expect(answer.status == 202, "who asks learns nothing")
        }
        try await world.runJobs()
        #expect(try world.kept().count == 10)
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        _ = try await world.resetCode("bob@example.org")
        #expect(try await world.confirm(code).status == 204)
        try world.owner.execute(
            "update throttles set window_started_at = now() - interval '10 minutes' where kind = 'reset_account'"
        )
        _ = try await world.resetCode("ada@example.org")
    }

    @Test func `fifty at once with the right code are one success`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        let statuses = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 1...50 {
                group.addTask {
                    let answer = try await world.confirm(
                        code,
                        "phrase number \(number)",
                        from: "192.0.2.\(number)"
                    )
                    return (number, answer.status)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let winners = statuses.filter { $0.1 == 204 }
        #expect(winners.count == 1)
        #expect(statuses.allSatisfy { $0.1 == 204 || $0.1 == 422 }, "\(statuses)")
        #expect(try await world.logIn("ada", "phrase number \(winners.first?.0 ?? 0)") == 200)
        #expect(world.world.failureReports.isEmpty)
    }

    @Test func `five wrong tries end a code, also at once and from everywhere`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        let wrong = String(code.dropLast()) + (code.last == "0" ? "1" : "0")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...30 {
                group.addTask { try await world.confirm(wrong, from: "192.0.2.\(number)").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 422, count: 30))
        #expect(try world.number("select tries from password_resets") == 5)
        let right = try await world.confirm(code, from: "192.0.2.99")
        #expect(right.status == 422)
        #expect(right.faultyFields == ["code"])
        #expect(try await world.logIn("ada", World.password) == 200)
    }

    @Test func `four wrong tries leave the fifth`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        let wrong = String(code.dropLast()) + (code.last == "0" ? "1" : "0")
        for _ in 0..<4 { #expect(try await world.confirm(wrong).status == 422) }
        #expect(try await world.confirm(code).status == 204)
    }

    @Test func `wrong codes count as failures of the address, which then learns nothing`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        for number in 0..<10 {
            #expect(try await world.confirm("0000-0000-0000-000\(number)").status == 422)
        }
        let answer = try await world.confirm(code)
        #expect(answer.status == 429)
        #expect(answer.header("Retry-After") != nil)
        #expect(try world.number("select tries from password_resets") == 0)
        #expect(try await world.confirm(code, from: "192.0.2.2").status == 204)
    }

    @Test func `a password that was changed meanwhile ends the code`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        func change(_ current: String) async throws -> Int {
            let body: JSONObject = ["current": .string(current), "new": "a third phrase"]
            return try await world.world.send("PUT", "password/", token: ada.token, body).status
        }
        #expect(try await change("not this") == 403)
        #expect(try await change(World.password) == 204)
        #expect(try await world.confirm(code).faultyFields == ["code"])
        #expect(try await world.logIn("ada", "a third phrase") == 200)
        #expect(try await world.confirm(try await world.resetCode("ada@example.org")).status == 204)
    }

    @Test func `a password that will not do does not use the code up`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        for bad in ["short", "password", "ada@example.org"] {
            let answer = try await world.confirm(code, bad)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == ["new"])
        }
        #expect(try await world.confirm(code).status == 204)
    }

    @Test func `a code is good for thirty minutes, its own tenant, and an active account`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.addTenant("other")
        let ada = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        let seconds = try world.number(
            "select extract(epoch from expires_at - now())::bigint from password_resets"
        )
        #expect(1700...1800 ~= seconds)
        #expect(try await world.confirm(code, tenant: "other").status == 422)
        try world.owner.execute("update accounts set status = 'suspended' where id = \(ada.id)")
        #expect(try await world.confirm(code).status == 422)
        try world.owner.execute("update accounts set status = 'active' where id = \(ada.id)")
        try world.owner.execute("update password_resets set expires_at = now() - interval '1 second'")
        #expect(try await world.confirm(code).status == 422)
        try world.owner.execute("update password_resets set expires_at = now() + interval '1 minute'")
        #expect(try await world.confirm(code).status == 204)
    }

    @Test func `a mail that could not go out in time is not sent any more`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        _ = try await world.world.send("POST", "password/reset/", ["email": "ada@example.org"])
        try world.owner.execute("update outgoing_mails set created_at = now() - interval '31 minutes'")
        try await world.runJobs()
        #expect(try world.kept().isEmpty)
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        #expect(try world.number("select count(*) from password_resets") == 0)
    }

    @Test func `a login that is under way when the password is reset leaves no token`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        async let login = world.logIn("ada", World.password)
        async let reset = world.confirm(code)
        _ = try await (login, reset)
        #expect(try world.number("select count(*) from tokens") == 0)
    }

    @Test func `the page takes the code from the fragment and may load nothing`() async throws {
        let world = try await MailWorld()
        let page = try await world.world.send("GET", "password/reset/")
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.text.contains("location.hash"))
        #expect(!page.text.contains("http://") && !page.text.contains("https://"))
        #expect(try await world.world.send("GET", "password/reset/?code=x").code == "bad_query")
    }

    @Test func `codes are many, and read in any case`() {
        let signer = MailWorld.signer
        let codes = (1...1000).map { number in
            MailedCode(
                for: .passwordReset,
                mail: Int64(number),
                of: TenantID(rawValue: 1),
                createdAt: Timestamp(milliseconds: 0),
                signer: signer
            )
        }
        #expect(Set(codes.map(\.shown)).count == 1000)
        for code in codes.prefix(20) {
            #expect(MailedCode(typed: code.shown.lowercased()) == code)
            #expect(code.shown.hasPrefix(code.selector.prefix(4)))
        }
        let other = Signer(key: [UInt8](repeating: 8, count: 32))
        #expect(
            MailedCode(
                for: .passwordReset,
                mail: 1,
                of: TenantID(rawValue: 1),
                createdAt: Timestamp(milliseconds: 0),
                signer: other
            ) != codes[0]
        )
        #expect(
            MailedCode(
                for: .emailVerification,
                mail: 1,
                of: TenantID(rawValue: 1),
                createdAt: Timestamp(milliseconds: 0),
                signer: signer
            ) != codes[0]
        )
        for bad in [
            "", "K7QF", "K7QF-2M9X-WTBC-4DPRX", "K7QF-2M9X-WTBC-4DPU", "K7QF/2M9X/WTBC/4DPR",
            "K7QF-2M9X-WTBC-4DPé",
        ] {
            #expect(MailedCode(typed: bad) == nil, "\(bad)")
        }
    }
}
