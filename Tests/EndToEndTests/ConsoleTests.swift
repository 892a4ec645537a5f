import Cluster
import Database
import Foundation
import TestDatabases
import TestSupport
import Testing

/// `parlay console`: the link, the screens, and what a form does.
@Suite(.database) struct ConsoleTests {
    private static let screens = [
        "/", "/tenants", "/tenants?q=word", "/tenants/wordup", "/tenants/wordup/settings",
        "/tenants/wordup/suspend", "/tenants/wordup/delete", "/transfers", "/jobs",
        "/jobs?state=available",
        "/jobs?state=running", "/jobs?tenant=wordup&kind=prune", "/jobs?tenant=-", "/jobs/all?action=retry",
        "/jobs/all?action=discard&tenant=wordup", "/schedules", "/mail", "/mail?tenant=wordup", "/accounts",
        "/accounts?q=ada", "/audit", "/audit?tenant=wordup&action=tenant.create",
    ]

    @Test func `an operator signs in by the link, sees every screen, and retries a dead job`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let port = try Parlay.freePort()
            let process = try site.start("console", "--listen", "127.0.0.1:\(port)")
            try await eventually("a link") {
                if !process.isRunning { throw Parlay.Failure("the console ended: \(process.errors)") }
                return process.output.contains("/enter/")
            }
            let printed = process.output.split { $0.isWhitespace }.first { $0.contains("/enter/") }
            let link = try #require(printed.flatMap { URL(string: String($0)) })
            let anybody = HTTPSession(port: port)
            #expect(try await anybody.send("GET", "/").status == 401)
            // A look does not use the link up.
            #expect(try await anybody.send("HEAD", link.path).status == 404)
            let entered = try await anybody.send("GET", link.path)
            #expect(entered.status == 303 && entered.header("location") == "/")
            let field = try #require(entered.header("set-cookie"))
            #expect(field.contains("HttpOnly") && field.contains("SameSite=Strict"))
            let cookie = ["Cookie": String(field.prefix { $0 != ";" })]
            #expect(try await anybody.send("GET", link.path).status == 403)
            #expect(!process.errors.contains(link.lastPathComponent))

            for screen in Self.screens {
                let answer = try await anybody.send("GET", screen, headers: cookie)
                #expect(answer.status == 200, "\(screen): \(answer)")
                #expect(answer.header("cache-control") == "no-store")
                #expect(answer.header("content-security-policy")?.contains("default-src 'none'") == true)
                #expect(try await anybody.send("GET", screen).status == 401)
            }
            try await retry(anybody, cookie)
            let another = try await site.parlay("console --link --listen 127.0.0.1:\(port)")
            let second = try #require(URL(string: another.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(try await anybody.send("GET", second.path).status == 303)
            #expect(try await process.stop() == .code(0))
        }
    }

    private func retry(_ session: HTTPSession, _ cookie: [String: String]) async throws {
        let owner = try TestDatabase.current.owner
        let tenant = try owner.query("select id from tenants where slug = 'wordup'")[0].integer(0)
        try owner.execute(
            """
            insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
            values (\(tenant), 4711, 'send_mail', '{"secret": "hush"}', 10, 10, 'the <b>server</b> is gone', now())
            """
        )
        let path = "/jobs/\(tenant)/4711"
        let page = try await session.send("GET", path, headers: cookie)
        #expect(
            page.status == 200 && page.text.contains("the &lt;b&gt;server") && !page.text.contains("hush")
        )
        #expect(try await session.send("GET", path + "?payload=1", headers: cookie).text.contains("hush"))

        var fields = cookie
        fields["Content-Type"] = "application/x-www-form-urlencoded"
        let body = "_action=retry"
        for origin in ["http://evil.example", "http://localhost:1"] {
            fields["Origin"] = origin
            #expect(try await session.send("POST", path, body, headers: fields).status == 403)
        }
        #expect(try owner.query("select from dead_letters where id = 4711").count == 1)
        fields["Origin"] = "http://localhost"
        let answer = try await session.send("POST", path, body, headers: fields)
        #expect(answer.status == 303, "\(answer)")
        #expect(try owner.query("select from dead_letters where id = 4711").isEmpty)
        let entry = try owner.query(
            "select details ->> 'kind' from audit where action = 'job.retry' and subject_id = 4711"
        )
        #expect(try entry[0].text(0) == "send_mail")
        #expect(try await session.send("GET", "/audit", headers: cookie).text.contains("job.retry"))
    }

    @Test func `a deletion asks first, a job names its tenant, and an account has a page`() async throws {
        try await Site.with { site in
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            let owner = try TestDatabase.current.owner
            let tenant = try owner.query("select id from tenants where slug = 'wordup'")[0].integer(0)
            try owner.execute(
                """
                insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
                values (\(tenant), 4711, 'send_mail', '{}', 10, 10, 'gone', now())
                """
            )
            let path = "/jobs/\(tenant)/4711"
            let page = try await browser.get(path).text
            #expect(page.contains("<a href=\"/tenants/wordup\">wordup</a>") && page.contains("Died (UTC)"))
            let question = try #require(page.firstMatch(of: /name="_confirm" value="([^"]+)"/)).1
            let asked = try await browser.post(
                path,
                [("_action", "discard"), ("_confirm", String(question))]
            )
            #expect(asked.status == 200 && asked.text.contains("Are you sure?"), "\(asked)")
            #expect(asked.text.contains(question) && !asked.text.contains("name=\"_confirm\""))
            #expect(try owner.query("select from dead_letters").count == 1)
            #expect(try await browser.post(path, [("_action", "discard")]).status == 303)
            #expect(try owner.query("select from dead_letters").isEmpty)

            #expect(try await browser.get("/tenants/wordup").text.contains("Nobody has an account yet"))
            var fields = [
                ("_action", "create"), ("username", "owner"), ("email", "owner@example.org"),
                ("password", "pw-zq9"), ("role", "admin"), ("known_lang", "en"), ("learn_lang", "de"),
            ]
            let refused = try await browser.post("/tenants/wordup/account", fields)
            #expect(refused.status == 422 && refused.text.contains("owner@example.org"), "\(refused)")
            #expect(!refused.text.contains("pw-zq9"))
            fields[3].1 = "two sets and a tie-break"
            let made = try await browser.post("/tenants/wordup/account", fields)
            let account = try #require(made.header("location"))
            #expect(made.status == 303 && account.hasPrefix("/accounts/wordup/"), "\(made)")
            let own = try await browser.get(account).text
            #expect(own.contains("The account was created.") && own.contains("/app/wordup/admin/people/"))
            for name in ["owner", "Owner", "owner@example.org"] {
                let found = try await browser.get("/accounts?q=\(name)").text
                #expect(found.contains("<a href=\"\(account.prefix { $0 != "?" })\">owner</a>"), "\(name)")
            }
            #expect(try await browser.post(account, [("_action", "role"), ("role", "king")]).status == 400)
            #expect(try await browser.get("/accounts/wordup/4711").status == 404)
            // The last admin stays one.
            let demoted = try await browser.post(account, [("_action", "role"), ("role", "member")])
            #expect(demoted.status == 422, "\(demoted)")

            let over = try await browser.get(browser.link.path)
            #expect(over.status == 303, "signed in already")
            let nobody = try await HTTPSession(port: browser.port).send("GET", browser.link.path)
            #expect(nobody.text.contains("parlay console --link --listen 127.0.0.1:\(browser.port)"))
            #expect(nobody.text.contains("DATABASE_URL"))
        }
    }

    @Test func `the console listens on loopback only`() async throws {
        try await Site.with { site in
            for address in ["0.0.0.0:8082", "10.0.0.1:8082", "console.example.org:8082", "[::]:8082"] {
                let outcome = try await site.run("console", "--listen", address)
                #expect(outcome.code == 2 && outcome.errors.contains("loopback"), "\(outcome)")
            }
        }
    }
}
