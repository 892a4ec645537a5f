import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// What operators and admins do beside running fronts.
@Suite(.database) struct AdministrationCommandTests {
    @Test func `tokens are listed and revoked, and accounts erased, at once`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let ann = try await site.register("ann")
            let bob = try await site.register("bob")
            let tokens = try await site.list("admin token list ann --tenant wordup")
            #expect(tokens.compactMap { $0["username"]?.text } == ["ann"])
            #expect(!"\(tokens)".contains(ann.token))
            #expect(try await site.parlay("admin token list --tenant wordup").contains("bob"))
            let id = try #require(tokens.first?["id"]?.integer)
            let revoke = ["admin", "token", "revoke", "\(id)", "--tenant", "wordup"]
            #expect(try await site.run(revoke).code == 2, "not without --yes")
            #expect(try await ann.session.send("GET", "profiles/me/").status == 200)
            try await site.parlay("admin token revoke \(id) --tenant wordup --yes")
            #expect(try await ann.session.send("GET", "profiles/me/").status == 401)
            let again = try await site.run(revoke + ["--yes"])
            #expect(again.code == 1, "\(again)")
            #expect(try await site.run("admin", "token", "revoke", "x", "--tenant", "wordup").code == 2)

            let erase = ["admin", "account", "erase", "bob", "--tenant", "wordup"]
            #expect(try await site.run(erase).code == 2, "not without --yes")
            #expect(try await bob.session.send("GET", "profiles/me/").status == 200)
            let erased = try await site.run(erase + ["--yes", "--json"])
            #expect(erased.output == "{\"id\":\(bob.id),\"status\":\"deleted\"}\n", "\(erased)")
            #expect(try await bob.session.send("GET", "profiles/me/").status == 401)
            #expect(try await site.run(erase + ["--yes"]).code == 1)
            try await site.parlay("admin account promote ann admin --tenant wordup")
            let last = try await site.run("admin", "account", "erase", "ann", "--tenant", "wordup", "--yes")
            #expect(last.code == 1, "\(last)")

            let login = #"{"username":"ann","password":"\#(Site.password)"}"#
            let admin = try await site.session().send("POST", "login/", login)
            let session = site.session(token: try #require(admin["token"]?.text))
            let audit = try await session.send("GET", "admin/audit/")
            let actions = audit.items.compactMap { $0["action"]?.text }
            #expect(
                actions == [
                    "account.change", "account.erase", "token.revoke", "settings.change", "tenant.create",
                ],
                "\(audit)"
            )
            #expect(audit.items.allSatisfy { $0["by"] == .null })
        }
    }

    @Test func `an admin's settings count on every front`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try await site.makeTenant()
            let port = try Parlay.freePort()
            _ = try site.start("serve", with: ["PARLAY_PORT": "\(port)"])
            let second = { HTTPSession(port: port, base: "/v1/wordup/") }
            try await eventually("a second front") {
                (try? await second().send("GET", "about/").status) == 200
            }
            let ann = try await site.register("ann")
            try await site.parlay("admin account promote ann admin --tenant wordup")
            let changed = try await ann.session.send(
                "PATCH",
                "admin/settings/",
                #"{"registration": "closed"}"#
            )
            #expect(changed.status == 200, "\(changed)")
            // A second is promised; the test allows for a busy machine.
            for session in [site.session(), second()] {
                try await eventually("closed") {
                    try await session.send("GET", "about/")["registration"]?.text == "closed"
                }
            }
            let refused = try await second().send("POST", "register/", Site.registration("bob"))
            #expect(refused.code == "registration_closed", "\(refused)")
        }
    }
}
