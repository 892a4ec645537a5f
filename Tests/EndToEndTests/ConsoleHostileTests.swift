import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

/// What others may try with a console that an operator has open.
@Suite(.database) struct ConsoleHostileTests {
    private static let markup = "<img src=x onerror=alert(1)>\"'&"

    /// Every form of the console.
    private static let forms: [(path: String, fields: [(String, String)])] = [
        ("/tenants", [("slug", "evil"), ("name", "Evil")]),
        ("/tenants/wordup", [("_action", "rename"), ("name", "Evil")]),
        ("/tenants/wordup/settings", [("_part", "platform"), ("token_days", "3")]),
        ("/tenants/wordup/suspend", [("confirm", "wordup")]),
        ("/tenants/wordup/delete", [("confirm", "wordup")]),
        ("/tenants/wordup/account", [("_action", "create"), ("username", "evil")]),
        ("/accounts/wordup/1", [("_action", "role"), ("role", "admin")]),
        ("/tenants/wordup/export", []), ("/transfers", []),
        ("/jobs", [("_action", "pause"), ("kind", "prune")]),
        ("/jobs/all", [("_action", "retry"), ("until", "1")]), ("/jobs/0/1", [("_action", "retry")]),
        ("/schedules", [("kind", "prune")]), ("/sign-out", []),
    ]

    @Test func `forms of other pages, other hosts and nobody change nothing`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let owner = try TestDatabase.current.owner
            let before = try owner.query("select name, status, updated_at::text from tenants")[0].text(2)
            for (path, fields) in Self.forms {
                for origin in ["https://evil.example", "null", "http://localhost:1", "https://localhost"] {
                    let answer = try await browser.post(path, fields, from: origin)
                    #expect(answer.status == 403, "\(path) from \(origin)")
                }
                // Another site gives its name this machine's address.
                let cookie = browser.headers["Cookie"] ?? ""
                for host in ["evil.example:\(browser.port)", "10.0.0.1", "localhost.evil.example"] {
                    let client = try RawClient(port: browser.port)
                    try client.send(
                        "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nCookie: \(cookie)\r\n"
                            + "Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n"
                    )
                    #expect(try client.receive(bodiless: false).status == 421, "\(path) at \(host)")
                }
                if path != "/sign-out" {
                    let headers = [
                        "Origin": "http://localhost", "Content-Type": "application/x-www-form-urlencoded",
                    ]
                    let nobody = try await HTTPSession(port: browser.port).send(
                        "POST",
                        path,
                        "",
                        headers: headers
                    )
                    #expect(nobody.status == 401, "\(path)")
                }
            }
            #expect(
                try owner.query("select name, status, updated_at::text from tenants")[0].text(2) == before
            )
            #expect(try owner.query("select from tenants").count == 1)
            #expect(try owner.query("select from paused_kinds").isEmpty)
            // Still signed in; the link does not work again.
            #expect(try await browser.get("/").status == 200)
            #expect(try await HTTPSession(port: browser.port).send("GET", browser.link.path).status == 403)
        }
    }

    @Test func `markup that people stored is text in every screen`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let owner = try TestDatabase.current.connect(as: .superuser)
            try owner.execute("set search_path = parlay; set session_replication_role = replica")
            let tenant = try owner.query("select id from tenants")[0].integer(0)
            let literal = "'" + Self.markup.replacing("'", with: "''") + "'"
            try owner.execute(
                """
                update tenants set name = \(literal);
                insert into accounts (tenant_id, id, username, email, first_name) overriding system value
                values (\(tenant), 77, 'hostile', 'hostile@example.org', \(literal));
                insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, stack, created_at)
                values (\(tenant), 4711, 'send_mail', jsonb_build_object('text', \(literal)), 10, 10, \(literal), \(literal), now());
                insert into audit (tenant_id, account_id, action, subject_type, subject_id, details)
                values (\(tenant), 77, 'account.suspend', 'account', 77, jsonb_build_object('reason', \(literal)));
                insert into stored_mails (tenant_id, id, account_id, message_id, recipient, subject, text, source)
                overriding system value values (\(tenant), 5, 77, 'm', \(literal), \(literal), \(literal), 'x');
                """
            )
            let screens = [
                "/", "/tenants", "/tenants?q=%3Cimg", "/tenants/wordup", "/tenants/wordup/settings",
                "/tenants/wordup/suspend",
                "/tenants/wordup/delete", "/jobs", "/jobs?tenant=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
                "/jobs?kind=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "/jobs/\(tenant)/4711?payload=1",
                "/mail",
                "/mail/wordup/5?words=1", "/accounts?q=hostile%40example.org", "/accounts/wordup/77",
                "/audit",
                "/audit?action=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "/schedules", "/transfers",
            ]
            for screen in screens {
                let answer = try await browser.get(screen)
                #expect(answer.status == 200, "\(screen)")
                #expect(!answer.text.contains("<img src=x"), "\(screen)")
            }
            // They are there, as text.
            for screen in ["/tenants", "/jobs", "/mail", "/audit"] {
                #expect(try await browser.get(screen).text.contains("&lt;img src=x"), "\(screen)")
            }
        }
    }

    @Test
    func `secrets and payloads are hidden until they are asked for, and pages cannot be framed or kept`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let owner = try TestDatabase.current.connect(as: .superuser)
            try owner.execute("set search_path = parlay; set session_replication_role = replica")
            let tenant = try owner.query("select id from tenants")[0].integer(0)
            try owner.execute(
                """
                insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
                values (\(tenant), 4711, 'send_mail', '{"code": "hush-hush"}', 10, 10, 'gone', now());
                insert into stored_mails (tenant_id, id, account_id, message_id, recipient, subject, text, source)
                overriding system value values (\(tenant), 5, 1, 'm', 'a@example.org', 'Reset', 'hush-hush', 'x');
                insert into stored_mails (tenant_id, id, account_id, message_id, recipient, subject, kind)
                overriding system value values (\(tenant), 6, 1, 'n', 'b@example.org', 'News', 'notice');
                """
            )
            for screen in [
                "/", "/jobs", "/jobs/\(tenant)/4711", "/mail", "/mail/wordup/5", "/tenants/wordup", "/audit",
            ] {
                let answer = try await browser.get(screen)
                #expect(answer.status == 200 && !answer.text.contains("hush-hush"), "\(screen)")
                let policy = try #require(answer.header("content-security-policy"))
                #expect(policy.contains("frame-ancestors 'none'") && policy.contains("script-src 'self'"))
                #expect(!policy.contains("unsafe") && policy.contains("form-action 'self'"))
                #expect(answer.header("cache-control") == "no-store")
                #expect(answer.header("x-content-type-options") == "nosniff")
                #expect(answer.header("cross-origin-opener-policy") == "same-origin")
            }
            #expect(try await browser.get("/jobs/\(tenant)/4711?payload=1").text.contains("hush-hush"))
            #expect(try await browser.get("/mail/wordup/5?words=1").text.contains("hush-hush"))
            // Of what a mail server took, there is no text to ask for.
            let list = try await browser.get("/mail").text
            for word in ["Stored", "a@example.org", "Sent", "b@example.org"] { #expect(list.contains(word)) }
            for page in ["/mail/wordup/6", "/mail/wordup/6?words=1"] {
                let sent = try await browser.get(page).text
                #expect(sent.contains("Its text is not kept") && sent.contains("b@example.org"))
                #expect(sent.contains("notice") && !sent.contains("words=1"))
            }
            // No key, no password and no link is on any page or in the log.
            let key = try owner.query("select encode(key, 'hex') from signing_keys limit 1")[0].text(0)
            #expect(try await !browser.get("/").text.contains(key))
            #expect(!browser.process.errors.contains(browser.link.lastPathComponent))
        }
    }

    @Test func `no screen holds the database for more than two seconds`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let settings = try TestDatabase.current.owner.query(
                "select count(*) from pg_stat_activity where application_name = 'parlay-console' and datname = current_database()"
            )
            #expect(try settings[0].integer(0) > 0)
            // Somebody holds a table, so that each statement on it waits.
            let holder = try TestDatabase.current.connect(as: .superuser)
            try holder.execute("begin; lock table parlay.dead_letters in access exclusive mode")
            let clock = ContinuousClock()
            var answer: Answer?
            let took = try await clock.measure { answer = try await browser.get("/jobs") }
            #expect(answer?.status == 503 && answer?.text.contains("two seconds") == true, "\(answer as Any)")
            #expect(took > .seconds(1) && took < .seconds(30))
            try holder.execute("rollback")
            #expect(try await browser.get("/jobs").status == 200)
        }
    }
}
