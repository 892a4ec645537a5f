import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// What a verification code leaves behind, and what its page does.
@Suite(.database) struct EmailVerificationTraceTests {
    private func proof(_ world: MailWorld, of person: SignedInPerson) throws -> String? {
        try world.text("select email_proof from accounts where id = \(person.id)")
    }

    private static func wrong(_ code: String) -> String {
        String(code.dropLast()) + (code.last == "0" ? "1" : "0")
    }

    // MARK: Secrecy

    @Test func `the code stands in the mail and nowhere else`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.verificationCode(ada)
        let plain = code.replacing("-", with: "")
        let tables = try world.owner.query(
            "select relname::text from pg_class where relnamespace = 'parlay'::regnamespace and relkind = 'r'"
        ).map { try $0.text(0) }
        for table in tables {
            let rows = try world.number(
                "select count(*) from \(table) t where t::text like '%\(code)%' or t::text like '%\(plain)%'"
            )
            #expect(rows == (table == "stored_mails" ? 1 : 0), "\(table)")
        }
        let export = try await world.world.send("GET", "export/", token: ada.token)
        #expect(export.status == 200)
        #expect(export["account", "email_verified"] == .bool(false))
        #expect(!export.text.contains(code))
        #expect(!(try await world.verify(Self.wrong(code))).text.contains(code.prefix(6)))
        #expect(world.world.failureReports.isEmpty)
    }

    @Test func `the page takes the code from the fragment, and sends it on a click`() async throws {
        let world = try await MailWorld()
        let page = try await world.world.send("GET", "email/verification/")
        #expect(page.status == 200)
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("Content-Security-Policy")?.contains("connect-src 'self'") == true)
        #expect(page.text.contains("location.hash") && page.text.contains("addEventListener('submit'"))
        #expect(!page.text.contains("http://") && !page.text.contains("https://"))
        #expect(try await world.world.send("GET", "email/verification/?code=x").code == "bad_query")
    }

    // MARK: Erasure

    @Test func `a deleted account has neither proof nor code, and an old server's deletion leaves none`()
        async throws
    {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        for person in [ada, bob] { _ = try await world.verificationCode(person) }
        for person in [ada, bob] {
            _ = try await world.world.send("POST", "email/verification/", token: person.token)
        }
        try world.owner.execute("update accounts set email_proof = 'code'")
        let password: JSONObject = ["password": .string(World.password)]
        #expect(
            try await world.world.send("DELETE", "profiles/me/", token: ada.token, password).status == 204
        )
        #expect(try proof(world, of: ada) == nil)
        #expect(try world.number("select count(*) from outgoing_mails where account_id = \(ada.id)") == 0)
        #expect(
            try world.number("select count(*) from email_verifications where account_id = \(ada.id)") == 0
        )
        try world.owner.execute(
            """
            update accounts set status = 'deleted', email = null, password_hash = null, username = 'deleted-b'
             where id = \(bob.id)
            """
        )
        #expect(try proof(world, of: bob) == nil)
        #expect(try world.number("select count(*) from email_verifications") == 0)
    }
}
