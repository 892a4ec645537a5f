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

    @Test func `the console listens on loopback only`() async throws {
        try await Site.with { site in
            for address in ["0.0.0.0:8082", "10.0.0.1:8082", "console.example.org:8082", "[::]:8082"] {
                let outcome = try await site.run("console", "--listen", address)
                #expect(outcome.code == 2 && outcome.errors.contains("loopback"), "\(outcome)")
            }
        }
    }
}
