import Database
import Jobs
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Notifications
@testable import Tenancy

/// Notices by mail.
@Suite(.database) struct MailTests {
    @Test func `a notice leaves mail for those who want it, in its own transaction`() async throws {
        let world = try await MailWorld()
        let people = [
            try await world.world.person("ada"), try await world.world.person("bob"),
            try await world.world.person("cyd"),
            try await world.world.person("dot"), try await world.world.person("eli"),
        ]
        try world.owner.execute(
            "update accounts set settings = '{\"mail_notices\": false}' where username = 'bob'"
        )
        try world.owner.execute("update accounts set status = 'suspended' where username = 'cyd'")
        try world.owner.execute("update accounts set email = null where username = 'dot'")
        try world.owner.execute(
            "update accounts set settings = '{\"mail_notices\": true}' where username = 'eli'"
        )
        // The changed address is told too.
        try world.owner.execute(
            "delete from jobs; delete from outgoing_mails; delete from notice_outbox; delete from notices"
        )
        try await world.notify(people)
        #expect(try world.number("select count(*) from notices") == 5)
        #expect(try world.number("select count(*) from jobs") == 0)
        try await world.world.database.relayNotices()
        let left = try world.owner.query(
            """
            select a.username, j.kind, j.max_attempts, j.run_at > n.created_at
              from jobs j join notices n on n.id = (j.payload ->> 'notice')::bigint join accounts a on a.id = n.account_id
             order by 1
            """
        )
        #expect(try left.map { try $0.text(0) } == ["ada", "eli"])
        #expect(try left.allSatisfy { try $0.text(1) == SendMailJob.kind && $0.boolean(3) })
        #expect(try left.allSatisfy { try $0.integer(2) == Int64(SendMailJob.policy.maximumAttempts) })

        try world.owner.execute("delete from jobs; delete from notices")
        let tenant = world.world.tenant.id
        let draft = NoticeDraft(
            to: [AccountID(rawValue: people[0].id)],
            .matchMade,
            title: "T",
            text: "t",
            by: nil
        )
        let query = draft.query(tenant, at: .now)
        let database = world.world.database
        await #expect(throws: DatabaseError.self) {
            _ = try await database.onLoop {
                let pool = try await database.worker()
                return try await pool.write([query, Statement("select 1 / 0")()])
            }
        }
        #expect(try world.number("select count(*) from notice_outbox") == 0)
    }

    @Test func `without a mail server a mail is kept once, and says what happened`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try await world.notify(
            [ada],
            title: "Meetup proposed",
            text: "Chen would like to meet at <Café> & bar."
        )
        try await world.runJobs()
        let kept = try world.kept()
        #expect(kept.count == 1)
        #expect(kept[0].to == "ada@example.org")
        #expect(kept[0].subject == "Meetup proposed")
        #expect(kept[0].text.contains("Hello ada,\n\nChen would like to meet at <Café> & bar.\n"))
        #expect(kept[0].text.contains("https://play.example.org/v1/demo/unsubscribe/"))
        let html = kept[0].source.replacing("=\r\n", with: "")
        #expect(html.contains("&lt;Caf=C3=A9&gt; &amp; bar."))
        #expect(html.contains("From: Demo <noreply@example.org>\r\n"))
        #expect(try world.number("select count(*) from jobs") == 0)
        #expect(try world.number("select count(*) from dead_letters") == 0)
    }

    @Test func `the tenant's sender is the sender`() async throws {
        var settings = TenantSettings.defaults
        settings.mailFrom = "WordUp! <hi@wordup.example>"
        let world = try await MailWorld(settings: settings)
        try await world.notify([try await world.world.person("ada")])
        try await world.runJobs()
        #expect(try world.kept()[0].source.contains("From: \"WordUp!\" <hi@wordup.example>\r\n"))
        #expect(try world.text("select message_id from stored_mails")?.hasSuffix("@wordup.example") == true)
    }

    @Test func `a thousand stored mails are kept`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try world.owner.execute(
            """
            insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, text, source)
            select tenant_id, id, 'm', 'r', 's', 't', 's' from accounts, generate_series(1, 1000)
            """
        )
        try await world.notify([ada])
        try await world.runJobs()
        #expect(try world.number("select count(*) from stored_mails") == 1000)
        #expect(try world.kept().last?.subject == "News")
    }

    // MARK: A mail server

    @Test func `a mail server gets the mail, with a link that ends it by one click`() async throws {
        let world = try await MailWorld()
        let server = try await MailServer()
        let ada = try await world.world.person("ada")
        let bob = try await world.world.person("bob")
        try await world.notify([ada, bob])
        try await world.runJobs(server)
        let messages = try server.messages.sorted { $0.to < $1.to }
        #expect(messages.map(\.to) == ["ada@example.org", "bob@example.org"])
        #expect(messages[0].header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
        #expect(messages[0].header("Message-ID") != messages[1].header("Message-ID"))
        #expect(try world.number("select count(*) from jobs") == 0)
        #expect(try world.kept().isEmpty)

        let header = try #require(messages[0].header("List-Unsubscribe"))
        let path = String(header.dropFirst("<https://play.example.org".count).dropLast())
        // What was left before is not sent after it.
        try await world.notify([ada])
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        for _ in 0..<2 {
            let answer = try await world.world.send(
                "POST",
                path,
                raw: "List-Unsubscribe=One-Click",
                headers: form
            )
            #expect(answer.status == 200)
            #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
        }
        try await world.notify([ada, bob])
        try await world.runJobs(server)
        #expect(
            try server.messages.map(\.to).sorted() == [
                "ada@example.org", "bob@example.org", "bob@example.org",
            ]
        )
        #expect(try world.number("select count(*) from notices") == 5)
    }

    @Test func `of what a mail server took, the kind and the recipient are recorded and no text`()
        async throws
    {
        let world = try await MailWorld()
        let server = try await MailServer()
        let (ada, bob) = (try await world.world.person("ada"), try await world.world.person("bob"))
        try await world.notify([ada])
        let body: JSONObject = ["email": "bob@example.org"]
        #expect(try await world.world.send("POST", "password/reset/", body).status == 202)
        try await world.runJobs(server)
        #expect(try server.messages.count == 2)
        let rows = try world.owner.query(
            """
            select concat_ws(' ', a.username, m.recipient, m.kind, m.subject),
                   m.text is null and m.source is null and m.secret_until is null
              from stored_mails m join accounts a on a.id = m.account_id order by a.username
            """
        )
        #expect(
            try rows.map { try $0.text(0) } == [
                "ada ada@example.org notice News",
                "bob bob@example.org password_reset Reset your password",
            ]
        )
        #expect(try rows.allSatisfy { try $0.boolean(1) })
        let code = try #require(
            try server.messages.first { $0.to.hasPrefix("bob") }?.source.firstMatch(
                of: #/    ([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})/#
            )
        )
        #expect(try world.number("select count(*) from stored_mails m where m::text ~ '\(code.1)'") == 0)

        // However many there are; those of erased people go, and all after thirty days.
        try world.owner.execute(
            """
            insert into stored_mails (tenant_id, account_id, message_id, recipient, subject, kind)
            select tenant_id, id, 'm', 'r', 's', 'notice' from accounts, generate_series(1, 600)
            """
        )
        try await world.notify([ada])
        try await world.runJobs(server)
        #expect(try world.number("select count(*) from stored_mails") == 1203)
        let password: JSONObject = ["password": .string(World.password)]
        #expect(
            try await world.world.send("DELETE", "profiles/me/", token: bob.token, password).status == 204
        )
        #expect(try world.number("select count(*) from stored_mails where account_id = \(bob.id)") == 0)
        try world.owner.execute(
            """
            update stored_mails set created_at = now() - interval '31 days'
             where id in (select id from stored_mails order by id limit 300)
            """
        )
        let all = try world.number("select count(*) from stored_mails")
        let old = try world.number(
            "select count(*) from stored_mails where created_at < now() - interval '1 day'"
        )
        let database = world.world.database
        try await database.onLoop {
            let oldest = Timestamp.now.adding(seconds: -86_400 * MailStore.pruning.days)
            _ = try await database.worker().write([MailStore.pruning.statement(.time(oldest))])
        }
        #expect(try old == 300 && world.number("select count(*) from stored_mails") == all - old)
    }

    @Test func `a mail that was sent but not noted is sent again under the same Message-ID`() async throws {
        let world = try await MailWorld()
        let server = try await MailServer()
        // As when the worker dies between the server's answer and its own commit.
        try world.owner.execute(
            """
            create sequence completions;
            grant usage on completions to public;
            create function lose_first() returns trigger language plpgsql as $$
            begin
                if nextval('parlay.completions') = 1 then raise exception 'lost'; end if;
                return old;
            end
            $$;
            create trigger lose_first before delete on jobs for each row execute function lose_first();
            """
        )
        try await world.notify([try await world.world.person("ada")])
        try await world.runJobs(server)
        #expect(try world.number("select attempt from jobs") == 1)
        try await world.runJobs(server)
        let messages = try server.messages
        #expect(messages.count == 2)
        #expect(messages[0].header("Message-ID") != nil)
        #expect(messages[0].source == messages[1].source)
        #expect(try world.number("select count(*) from jobs") == 0)
    }

    @Test
    func `a mail that is refused for now waits, one refused for good is dead, and neither names the address`()
        async throws
    {
        let world = try await MailWorld()
        let server = try await MailServer()
        let ada = try await world.world.person("later")
        let bob = try await world.world.person("never")
        try await world.notify([ada, bob])
        try await world.runJobs(server)
        try await world.runJobs(server)
        #expect(try world.number("select attempt from jobs where state = 'available'") == 2)
        #expect(try world.text("select last_error from jobs")?.contains("451") == true)
        #expect(try world.number("select attempt from dead_letters") == 1)
        #expect(try world.text("select last_error from dead_letters")?.contains("550") == true)
        for column in ["last_error", "stack", "payload::text"] {
            for table in ["jobs", "dead_letters"] where column != "stack" || table == "dead_letters" {
                let text = try #require(try world.text("select \(column) from \(table)"))
                #expect(!text.contains("example.org"), "\(text)")
            }
        }
        #expect(try server.messages.isEmpty)
    }

    // MARK: Links

    @Test func `looking at the link changes nothing, and only ours are links`() async throws {
        let world = try await MailWorld()
        let other = try await world.world.addTenant("other")
        let ada = try await world.world.person("ada")
        let path = UnsubscribeLink.path(
            AccountID(rawValue: ada.id),
            of: world.world.tenant.id,
            slug: "demo",
            signer: MailWorld.signer
        )
        let page = try await world.world.send("GET", path)
        #expect(page.status == 200)
        #expect(page.text.contains("<form method=\"post\">"))
        #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        #expect(try world.number("select count(*) from accounts where settings ? 'mail_notices'") == 0)

        let signed = try #require(path.split(separator: "/").last)
        for wrong in [
            "/v1/other/unsubscribe/\(signed)/", "/v1/demo/unsubscribe/\(signed.dropLast())/",
            "/v1/demo/unsubscribe/\(signed)A/", "/v1/demo/unsubscribe/\(ada.id)/",
            UnsubscribeLink.path(
                AccountID(rawValue: ada.id),
                of: other.id,
                slug: "demo",
                signer: MailWorld.signer
            ),
        ] {
            for method in ["GET", "POST"] {
                let answer = try await world.world.send(method, wrong)
                #expect(answer.status == 404, "\(method) \(wrong)")
                #expect(answer.code == "not_found")
            }
        }
        #expect(try world.number("select count(*) from accounts where settings ? 'mail_notices'") == 0)
        #expect(try await world.world.send("POST", path).status == 200)
        #expect(try world.text("select settings ->> 'mail_notices' from accounts") == "false")
    }

    // MARK: Addresses

    @Test func `a changed email tells the old address, which then has no say any more`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        let code = try await world.resetCode("ada@example.org")
        let change: JSONObject = ["email": "new@example.org", "current_password": .string(World.password)]
        #expect(try await world.world.send("PATCH", "profiles/me/", token: ada.token, change).status == 200)
        #expect(
            try await world.world.send("PATCH", "profiles/me/", token: ada.token, ["bio": "x"]).status == 200
        )
        try await world.runJobs()
        let mails = try world.kept().dropFirst()
        #expect(mails.map(\.to) == ["ada@example.org"])
        #expect(mails.first?.subject == "Your email address was changed")
        #expect(mails.first?.source.contains("new@example.org") == false)
        #expect(mails.first?.source.contains("List-Unsubscribe") == false)
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        #expect(try world.number("select count(*) from notices where kind <> 'account_security'") == 0)
        #expect(try await world.confirm(code).status == 422)
    }

    @Test func `a deleted account takes its mail along`() async throws {
        let world = try await MailWorld()
        let ada = try await world.world.person("ada")
        try await world.notify([ada])
        try await world.runJobs()
        _ = try await world.resetCode("ada@example.org")
        let change: JSONObject = ["email": "new@example.org", "current_password": .string(World.password)]
        #expect(try await world.world.send("PATCH", "profiles/me/", token: ada.token, change).status == 200)
        #expect(
            try await world.world.send("POST", "password/reset/", ["email": "new@example.org"]).status == 202
        )
        try await world.notify([ada])
        let password: JSONObject = ["password": .string(World.password)]
        #expect(
            try await world.world.send("DELETE", "profiles/me/", token: ada.token, password).status == 204
        )
        for table in ["stored_mails", "password_resets"] {
            #expect(try world.number("select count(*) from \(table)") == 0, "\(table)")
        }
        #expect(try world.number("select count(*) from security_notices") == 0)
        try await world.runJobs()
        #expect(try world.kept().isEmpty)
        #expect(try world.number("select count(*) from outgoing_mails") == 0)
        #expect(try world.number("select count(*) from jobs") == 0)
    }

    @Test func `what is old is pruned`() async throws {
        let world = try await MailWorld()
        _ = try await world.world.person("ada")
        _ = try await world.resetCode("ada@example.org")
        _ = try await world.world.send("POST", "password/reset/", ["email": "ada@example.org"])
        try world.owner.execute(
            """
            update stored_mails set created_at = now() - interval '31 days';
            update outgoing_mails set created_at = now() - interval '31 days';
            update password_resets set expires_at = now() - interval '31 days'
            """
        )
        let database = world.world.database
        _ = try await database.onLoop {
            try await database.worker().write([
                MailStore.pruning.statement(.time(Timestamp.now.adding(seconds: -30 * 86_400)))
            ])
        }
        for table in ["stored_mails", "outgoing_mails", "password_resets"] {
            #expect(try world.number("select count(*) from \(table)") == 0, "\(table)")
        }
    }
}
