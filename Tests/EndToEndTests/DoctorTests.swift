import App
import Cluster
import Database
import Foundation
import Glibc
import ParlayAPI
import Schema
import TestDatabases
import TestSupport
import Testing

/// `parlay doctor` finds each fault that is planted, and says what to do.
@Suite(.database) struct DoctorTests {
    /// The tests hash cheaply, which the doctor would report.
    static let strong = ["PARLAY_PASSWORD_MEMORY_KIB": "19456", "PARLAY_PASSWORD_ITERATIONS": "2"]

    private struct Finding: CustomStringConvertible {
        let verdict: String
        let subject: String
        let detail: String
        var description: String { "\(verdict) \(subject): \(detail)" }
    }

    /// The faults; the exit code must agree.
    private func faults(_ site: Site, _ settings: [String: String] = [:]) async throws -> [Finding] {
        try await findings(site, [], settings).filter { $0.verdict == "fail" }
    }

    /// From `--json`.
    private func findings(
        _ site: Site,
        _ options: [String],
        _ settings: [String: String]
    ) async throws -> [Finding] {
        let words = ["doctor", "--json"] + options
        let outcome = try await site.run(words, with: Self.strong.merging(settings) { $1 })
        guard case .array(let rows) = try JSONParser.parse(Array(outcome.output.utf8)) else {
            throw Parlay.Failure("\(outcome)")
        }
        let findings = rows.map {
            Finding(
                verdict: $0["verdict"]?.text ?? "",
                subject: $0["subject"]?.text ?? "",
                detail: $0["detail"]?.text ?? ""
            )
        }
        let isFaulty = findings.contains { $0.verdict == "fail" }
        #expect(outcome.code == (isFaulty ? 1 : 0), "\(outcome)")
        return findings
    }

    /// Expects exactly one fault.
    private func expect(
        _ subject: String,
        _ words: String,
        _ site: Site,
        _ settings: [String: String] = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await faults(site, settings)
        #expect(found.map(\.subject) == [subject], "\(found)", sourceLocation: location)
        #expect(found.contains { $0.detail.contains(words) }, "\(found)", sourceLocation: location)
    }

    @Test func `a healthy installation has no faults, as text and as JSON, by both names`() async throws {
        try await Site.with { site in
            #expect(try await faults(site).isEmpty)
            let text = try await site.run(["admin", "doctor"], with: Self.strong)
            #expect(text.code == 0, "\(text)")
            #expect(text.output.contains("ok    row-level security"), "\(text)")
        }
    }

    @Test func `each process is judged by what its login can see`() async throws {
        try await Site.with { site in
            for (user, process, others) in [
                (TestDatabase.User.front, "front", ["login of parlay_worker", "mail"]),
                (.worker, "worker", ["login of parlay_front", "requests", "proxy"]),
            ] {
                let url = ["DATABASE_URL": try TestDatabase.current.url(as: user)]
                for options in [[], ["--for", process]] {
                    let found = try await findings(site, options, url)
                    #expect(!found.contains { $0.verdict == "fail" }, "\(found)")
                    let unchecked = Set(found.filter { $0.verdict == "not checked" }.map(\.subject))
                    #expect(unchecked.isSuperset(of: others + ["disk of the database"]), "\(found)")
                    let login = found.first { $0.subject == "login of parlay_\(process)" }
                    #expect(login?.detail == "logs in as itself", "\(found)")
                    #expect(found.contains { $0.subject == "worker" && $0.verdict == "ok" }, "\(found)")
                }
                // As the operator it would have to take all roles.
                let wrong = try await findings(site, ["--for", "operator"], url)
                let refused = wrong.filter { $0.verdict == "fail" }
                #expect(refused.contains { $0.subject == others[0] }, "\(wrong)")
                #expect(!"\(wrong)".contains("42501"))
            }
            let whole = try await findings(site, [], [:])
            #expect(whole.filter { $0.verdict == "not checked" }.map(\.subject) == ["proxy"], "\(whole)")
            let unknown = try await site.run("doctor", "--for", "nobody")
            #expect(unknown.code == 2 && unknown.errors.contains("front, worker or operator"), "\(unknown)")
        }
    }

    @Test func `tables without a lock`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            try owner.execute("alter table matches disable row level security")
            try await expect("row-level security", "missing on matches", site)
            try owner.execute("alter table matches enable row level security, no force row level security")
            try await expect("row-level security", "missing on matches", site)
            try owner.execute("alter table matches force row level security")
            #expect(try await faults(site).isEmpty)
            let policies = try owner.query(
                """
                select string_agg(format('drop policy %I on notices', polname), ';') from pg_policy
                 where polrelid = 'notices'::regclass
                """
            )[0].text(0)
            try owner.execute(policies)
            try await expect("row-level security", "missing on notices", site)
        }
    }

    @Test func `the schema`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            let next =
                "insert into schema_migrations (version, name, checksum, compatible) values (9999, 'next', 'x', "
            try owner.execute(next + "true)")
            #expect(try await faults(site).isEmpty)
            try owner.execute("update schema_migrations set compatible = false where version = 9999")
            try await expect("schema", "9999_next.sql", site)
            try owner.execute("delete from schema_migrations where version = 9999")
            try owner.execute("update schema_migrations set checksum = 'x' where version = 4")
            try await expect("schema", "0004_jobs.sql changed after it was applied", site)
            try owner.execute("delete from schema_migrations where version = 4")
            try await expect("schema", "Run `parlay migrate`", site)
            // One line for all of them.
            try owner.execute("delete from schema_migrations where version > 3")
            let behind = try await faults(site)
            #expect(behind.map(\.subject) == ["schema"])
            let detail = behind.first?.detail ?? ""
            #expect(detail.contains("it lacks 0004_jobs.sql to 0"), "\(detail)")
            #expect(detail.contains("\(Migration.all.count - 3) files") && detail.count < 160, "\(detail)")
        }
    }

    @Test func `an extension`() async throws {
        try await Site.with { site in
            let superuser = try TestDatabase.current.connect(as: .superuser)
            try superuser.execute("drop extension btree_gin cascade")
            try await expect("extension btree_gin", "run `parlay migrate`", site)
        }
    }

    @Test func `jobs that nobody runs`() async throws {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            let due =
                "insert into jobs (tenant_id, kind, payload, run_at) values (0, 'nothing', '{}', now() - interval "
            try owner.execute(due + "'50 seconds')")
            #expect(try await faults(site).isEmpty)
            try owner.execute(due + "'200 seconds')")
            try await expect("worker", "Start `parlay work`", site)
        }
    }

    @Test func `encoding and locale`() async throws {
        let superuser = try TestDatabase.current.connect(as: .superuser)
        let name = try TestDatabase.current.name + "_text"
        for (options, subject, words) in [
            ("encoding 'LATIN1' locale 'C'", "encoding", "LATIN1"),
            ("encoding 'UTF8' locale 'C'", "locale", "no upper and lower case beyond ASCII"),
        ] {
            try superuser.execute("create database \(name) template template0 \(options)")
            let url = try TestDatabase.current.url(as: .superuser).replacing(
                TestDatabase.current.name,
                with: name
            )
            try await Site.with(["DATABASE_URL": url]) { site in
                let found = try await faults(site).first { $0.subject == subject }
                #expect(found?.detail.contains(words) == true)
            }
            try superuser.execute("drop database \(name) with (force)")
        }
    }

    @Test func `weak settings`() async throws {
        try await Site.with { site in
            for (settings, words) in [
                (["PARLAY_PASSWORD_MEMORY_KIB": "64"], "cheap to guess"),
                (
                    ["PARLAY_PASSWORD_MEMORY_KIB": "12288", "PARLAY_PASSWORD_ITERATIONS": "1"],
                    "cheap to guess"
                ),
                (["PARLAY_TRUSTED_PROXIES": "10.0.0.0/8,0.0.0.0/0"], "0.0.0.0/0"),
                (["PARLAY_TRUSTED_PROXIES": "::/0"], "name only your proxies"),
            ] { try await expect("weak setting", words, site, settings) }
            let url = "http://play.invalid"
            let found = try await faults(site, ["PARLAY_PUBLIC_URL": url])
            #expect(found.contains { $0.detail.contains("PARLAY_PUBLIC_URL is not https") }, "\(found)")
            #expect(try await faults(site, ["PARLAY_PUBLIC_URL": "http://127.0.0.1:1"]).isEmpty)
        }
    }

    @Test func `files and servers that are not there`() async throws {
        try await Site.with { site in
            try await expect("sample data", "/nonexistent", site, ["PARLAY_SHARE": "/nonexistent"])
            let mail = [
                "PARLAY_SMTP_URL": "smtp://127.0.0.1:1", "PARLAY_MAIL_FROM": "a@example.org",
                "PARLAY_PUBLIC_URL": "https://play.invalid",
            ]
            try await expect("mail", "smtp://127.0.0.1:1", site, mail)
            let unknown = try await site.run(["doctor"], with: ["PARLAY_PROT": "1"])
            #expect(unknown.code == 1 && unknown.output.contains("PARLAY_PROT"), "\(unknown)")
            let away = ["DATABASE_URL": "postgresql://parlay@127.0.0.1:1/parlay"]
            try await expect("database", "Check DATABASE_URL", site, away)
        }
    }

    @Test func `credentials that Twitch refuses`() async throws {
        try await Site.with { site in
            let twitch = try await IGDBServer()
            #expect(try await faults(site, twitch.environment).isEmpty)
            // Twitch keeps few tokens valid at a time, and the workers need theirs.
            let seen = try await twitch.seen
            #expect(seen.issued == 1 && seen.revoked == 1)
            let wrong = twitch.environment.merging(["PARLAY_IGDB_CLIENT_SECRET": "wrong-secret"]) { $1 }
            try await expect("IGDB", "Check PARLAY_IGDB_CLIENT_ID", site, wrong)
            let found = try await faults(site, wrong)
            #expect(!"\(found)".contains("wrong-secret"))
            let away = twitch.environment.merging(["PARLAY_TWITCH_URL": "http://127.0.0.1:1"]) { $1 }
            try await expect("IGDB", "no token from Twitch", site, away)
        }
    }

    @Test func `a proxy that nobody named`() async throws {
        try await Site.with { site in
            let front = try await site.serve()
            try await site.makeTenant()
            #expect(try await faults(site).isEmpty)
            let forwarded = ["X-Forwarded-For": "192.0.2.7"]
            let about = "/v1/wordup/about/"
            let proxy = HTTPSession(port: site.port)
            #expect(try await proxy.send("GET", about, headers: forwarded).status == 200)
            try await expect("proxy", "127.0.0.1, so all clients", site)
            #expect(front.errors.contains("PARLAY_TRUSTED_PROXIES does not name"), "\(front.errors)")
            #expect(try await front.stop() == .code(0))

            _ = try await site.serve(with: ["PARLAY_TRUSTED_PROXIES": "127.0.0.0/8"])
            #expect(try await proxy.send("GET", about, headers: forwarded).status == 200)
            #expect(try await faults(site).isEmpty)
        }
    }

    @Test func `issuers that are away, lie or have no keys`() async throws {
        let issuer = try await IssuerServer()
        try await Site.with { site in
            try await site.makeTenant()
            try await site.makeTenant("other")
            let (sound, path) = (issuer.environment, "\(issuer.url)/x")
            func trust(_ slug: String, _ addresses: String...) async throws {
                let list = addresses.map {
                    #"{"issuer": "\#($0)", "audiences": ["app"], "web_client_id": "app"}"#
                }.joined(
                    separator: ", "
                )
                let outcome = try await site.run(
                    ["admin", "tenant", "set", slug, "oidc_issuers=[\(list)]"],
                    with: sound
                )
                #expect(outcome.code == 0, "\(outcome)")
            }
            let none = try await site.run(["doctor"], with: Self.strong)
            #expect(none.code == 0 && !none.output.contains("issuer"), "\(none)")

            try await trust("wordup", issuer.url)
            try await trust("other", issuer.url, path)
            let text = try await site.run(["doctor"], with: Self.strong.merging(sound) { $1 })
            #expect(text.code == 0, "\(text)")
            #expect(text.output.contains("ok    issuer"), "\(text)")
            #expect(text.output.contains(path), "\(text)")
            // Each issuer once, however many trust it.
            #expect(try await issuer.fetches(.discovery) == 1)
            #expect(try await issuer.fetches(.keys, of: "/x") == 1)

            // As a front would fetch them.
            let both = try await faults(site)
            #expect(both.map(\.subject) == ["issuer", "issuer"], "\(both)")
            #expect(both.allSatisfy { $0.detail.contains("PARLAY_WEBHOOK_PRIVATE") }, "\(both)")
            let untrusted = try await faults(site, ["PARLAY_WEBHOOK_PRIVATE": "loopback"])
            #expect(untrusted.count == 2, "\(untrusted)")
            #expect(untrusted.allSatisfy { $0.detail.contains("PARLAY_HTTPS_CA") }, "\(untrusted)")

            try await trust("other")
            for (behavior, words) in [
                (.dead, "refuses connections. Check that this machine reaches it"),
                (.discovery(["issuer": "https://id.example.org"]), "exactly as it names itself"),
                (.status(.discovery, 404), "status 404 instead of 200. Check that `oidc_issuers`"),
                (.text(.keys, "{"), "the key set is not a JSON object. Only the operator"),
                (.keyless, "no key for signatures"),
                (.discovery(["authorization_endpoint": nil]), "names no `authorization_endpoint`"),
            ] as [(IssuerServer.Behavior, String)] {
                try await issuer.behave(behavior)
                try await expect("issuer", words, site, sound)
                let found = try await faults(site, sound)
                #expect(
                    found.first?.detail.hasPrefix("\(issuer.url), trusted by wordup: ") == true,
                    "\(found)"
                )
            }
            // Nobody signs in to a suspended tenant.
            try await site.parlay("admin tenant suspend wordup --yes")
            #expect(try await faults(site, sound).isEmpty)
        }
    }
}
