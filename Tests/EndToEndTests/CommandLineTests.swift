import App
import Cluster
import Database
import Foundation
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// The commands as an operator types them.
@Suite(.database) struct CommandLineTests {
    @Test func `help is there for all, and what is unknown exits with 2 and an empty output`() async throws {
        try await Site.with { site in
            let help = try await site.run("--help")
            #expect(help.code == 0)
            #expect(help.errors.isEmpty)
            for command in [
                "serve", "work", "up", "migrate", "config", "admin tenant create", "admin jobs run",
            ] {
                #expect(help.output.contains(command))
            }
            #expect(!help.output.contains("photo-worker"))
            for words in [["serve", "--help"], ["admin", "--help"], ["admin", "jobs", "list", "--help"]] {
                let outcome = try await site.run(words)
                #expect(outcome.code == 0, "\(outcome)")
                #expect(outcome.output.contains("usage: parlay \(words.dropLast().joined(separator: " "))"))
            }
            let wrong = [
                ["frobnicate"], ["admin", "tenant", "frobnicate"], ["admin"],
                ["admin", "tenant", "list", "--frob"],
                ["admin", "tenant", "create"], ["admin", "tenant", "create", "a", "b"],
                ["admin", "account", "list"],
                ["admin", "jobs", "show", "x"], ["admin", "tenant", "create", "ab", "--modules", "frob"],
            ]
            for words in wrong {
                let outcome = try await site.run(words)
                #expect(outcome.code == 2, "\(words) \(outcome)")
                #expect(outcome.output.isEmpty)
                #expect(!outcome.errors.isEmpty)
            }
        }
    }

    @Test func `a tenant is made, shown, set, suspended and resumed beside a running front`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            #expect(
                try await site.run("admin", "tenant", "create", "wordup", "--modules", "meetups").code == 1
            )
            #expect(try await site.run("admin", "tenant", "create", "Bad Slug").code == 1)
            let tenants = try await site.list("admin tenant list")
            #expect(tenants.compactMap { $0["slug"]?.text } == ["wordup"])
            #expect(try await site.parlay("admin tenant show wordup").contains("token_days"))
            #expect(try await site.run("admin", "tenant", "show", "nobody").code == 1)

            let set = try await site.run(
                "admin",
                "tenant",
                "set",
                "wordup",
                "token_days=3",
                "name=Word Up",
                "--json"
            )
            let tenant = try JSONParser.parse(Array(set.output.utf8))
            #expect(tenant["settings"]?["token_days"]?.integer == 3)
            #expect(tenant["name"]?.text == "Word Up")
            let issuers = "oidc_issuers=google:1.apps.example:link_by_email,apple:com.example.app"
            try await site.parlay("admin tenant set wordup \(issuers)")
            let shown = try await site.parlay("admin tenant show wordup")
            #expect(shown.contains("https://accounts.google.com") && shown.contains("com.example.app"))
            let bads = [
                "token_days=0", "token_days=x", "frobs=1", "registration=sometimes", "oidc_issuers=[{}]",
                "oidc_issuers=",
            ]
            for bad in bads {
                let outcome = try await site.run("admin", "tenant", "set", "wordup", bad)
                #expect(outcome.code == 1, "\(outcome)")
                #expect(outcome.errors.contains(bad.prefix { $0 != "=" }), "\(outcome)")
            }
            #expect(try await site.run("admin", "tenant", "set", "wordup", "token_days").code == 2)

            #expect(try await site.run("admin", "tenant", "suspend", "wordup").code == 2, "not without --yes")
            try await site.parlay("admin tenant suspend wordup --yes")
            // A second is promised; the test allows for a busy machine.
            try await eventually("404") { try await about(site) == 404 }
            try await site.parlay("admin tenant resume wordup")
            try await eventually("200") { try await about(site) == 200 }
        }
    }

    private func about(_ site: Site) async throws -> Int {
        try await site.session().send("GET", "about/").status
    }

    @Test func `accounts are listed, made, promoted and shut out at once`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let words = [
                "admin", "account", "create", "root", "--tenant", "wordup", "--email", "root@example.org",
                "--known-lang", "en", "--learn-lang", "es", "--role", "admin",
            ]
            let made = try await site.run(words, input: "lantern over water\n")
            #expect(made.code == 0, "\(made)")
            let weak = try await site.run(
                words.map { $0.replacing("root", with: "weak") },
                input: "password\n"
            )
            #expect(weak.code == 1, "\(weak)")
            let login = #"{"username":"root","password":"lantern over water"}"#
            let root = try await site.session().send("POST", "login/", login)
            #expect(root["profile", "role"]?.text == "admin", "\(root)")

            let accounts = try await site.list("admin account list --tenant wordup")
            #expect(accounts.compactMap { $0["username"]?.text } == ["ann", "root"])
            // The same shape as the API's.
            let me = try await ann.session.send("GET", "profiles/me/")
            #expect(accounts[0] == .object(try JSONParser.parseObject(me.body)))
            #expect(
                try await site.parlay("admin account show ANN --tenant wordup").contains("ann@example.org")
            )
            try await site.parlay("admin account promote ann moderator --tenant wordup")
            #expect(try await ann.session.send("GET", "profiles/me/")["role"]?.text == "moderator")
            let last = try await site.run(
                "admin",
                "account",
                "promote",
                "root",
                "member",
                "--tenant",
                "wordup"
            )
            #expect(last.code == 1, "\(last)")

            try await site.parlay("admin account suspend ann --tenant wordup --yes")
            let refused = try await ann.session.send("GET", "profiles/me/")
            #expect(refused.status == 401)
            #expect(refused.header("WWW-Authenticate") == "Token realm=\"wordup\"")
            try await site.parlay("admin account suspend ann --undo --tenant wordup")
            try await site.parlay("admin account suspend ann --tenant wordup --yes")
            try await site.parlay("admin account resume ann --tenant wordup")
            let again = #"{"username":"ann","password":"\#(Site.password)"}"#
            #expect(try await site.session().send("POST", "login/", again).status == 200)
        }
    }

    @Test func `jobs are run, listed, retried and discarded, and meetups counted before they are reset`()
        async throws
    {
        try await Site.with { site in
            let owner = try TestDatabase.current.owner
            let early = try await site.run("admin", "jobs", "run", "expire_meetups")
            #expect(early.code == 1, "no worker has told of its schedules: \(early)")
            #expect(try await site.work().stop() == .code(0))
            #expect(try await site.run("admin", "jobs", "run", "frobnicate").code == 1)
            try owner.execute("delete from jobs")
            try await site.parlay("admin jobs run expire_meetups")
            let waiting = try await jobs(site, "available")
            #expect(waiting.compactMap { $0["kind"]?.text } == ["expire_meetups"])

            try owner.execute(
                """
                insert into dead_letters (tenant_id, id, kind, payload, attempt, max_attempts, last_error, created_at)
                values (0, 900001, 'prune', '{}', 3, 3, 'it broke', now()),
                       (0, 900002, 'prune', '{}', 3, 3, 'it broke', now())
                """
            )
            #expect(try await jobs(site, "dead").count == 2)
            #expect(try await site.parlay("admin jobs show 900001").contains("it broke"))
            #expect(try await site.run("admin", "jobs", "show", "5").code == 1)
            try await site.parlay("admin jobs retry 900001")
            #expect(try await jobs(site, "available").contains { $0["kind"]?.text == "prune" })
            let unknown = try await site.run("admin", "jobs", "retry", "900001")
            #expect(unknown.code == 1)
            #expect(unknown.output.isEmpty && unknown.errors.contains("900001"), "\(unknown)")
            #expect(try await site.run("admin", "jobs", "discard", "900002").code == 2, "not without --yes")
            try await site.parlay("admin jobs discard 900002 --yes")
            #expect(try await jobs(site, "dead").isEmpty)

            try await site.makeTenant()
            try owner.execute(
                """
                insert into accounts (tenant_id, username, first_name) select id, 'ann', 'Ann' from tenants;
                insert into accounts (tenant_id, username, first_name) select id, 'bob', 'Bob' from tenants;
                insert into matches (tenant_id, user_id1, user_id2, status_code, time_1, location)
                select a.tenant_id, a.id, b.id, 3, now() - interval '1 minute', 'Park'
                  from accounts a join accounts b on b.username = 'bob' where a.username = 'ann'
                """
            )
            #expect(try await site.parlay("admin meetups expire --dry-run --json") == "{\"due\":1}\n")
            #expect(try await site.parlay("admin meetups expire --dry-run") == "1 matches would be reset\n")
            let done = try await site.parlay("admin meetups expire --json")
            #expect(done == "{\"matches\":1,\"meetups\":1,\"notices\":2}\n")
            #expect(try await site.parlay("admin meetups expire --dry-run --json") == "{\"due\":0}\n")
        }
    }

    private func jobs(_ site: Site, _ state: String) async throws -> [JSONValue] {
        try await site.list("admin jobs list --state \(state)")
    }
}
