import App
import Database
import Foundation
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// Commands that are calls of the API: on the operator's database, and at a server from another machine.
@Suite(.database) struct APICommandTests {
    /// A server, and another machine: it has the token of the admin ann in a file, and no database.
    private struct Place {
        let site: Site
        let ann: Site.Person
        let remote: [String]

        init(_ site: Site) async throws {
            self.site = site
            try await site.makeTenant()
            _ = try await site.serve()
            ann = try await site.register("ann")
            try await site.parlay("admin account promote ann admin --tenant wordup")
            remote = ["--tenant", "wordup", "--server", "http://127.0.0.1:\(site.port)"]
            try write(ann.token, to: "ann")
        }

        func write(_ text: String, to file: String) throws {
            try Data("\(text)\n".utf8).write(to: URL(filePath: path(file)))
        }

        func path(_ file: String) -> String { "\(site.directory)/\(file).token" }

        func local(_ words: String) async throws -> Outcome {
            try await site.run(words.split(separator: " ").map(String.init) + ["--tenant", "wordup"])
        }

        func remote(_ words: String, _ file: String = "ann") async throws -> Outcome {
            try await site.run(
                words.split(separator: " ").map(String.init) + remote + ["--token-file", path(file)],
                with: ["DATABASE_URL": "postgresql://parlay@127.0.0.1:1/parlay"]
            )
        }
    }

    private static func json(_ outcome: Outcome) throws -> JSONValue {
        guard outcome.code == 0 else { throw Parlay.Failure("\(outcome)") }
        return try JSONParser.parse(Array(outcome.output.utf8))
    }

    @Test func `the audit log is the same on the database and at a server`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            let list = "admin audit list --action account.change"
            let local = try await place.local(list + " --json")
            let remote = try await place.remote(list + " --json")
            #expect(try Self.json(local).at("items", 0, "subject", "id")?.integer == place.ann.id)
            #expect(local.output == remote.output, "\(local)\n\(remote)")
            let table = try await place.remote(list)
            let here = try await place.local(list)
            #expect(table.output == here.output, "\(table)\n\(here)")
            #expect(table.output.contains("operator") && table.output.contains("account.change"), "\(table)")
            #expect(
                try await place.local("admin audit list --action no.such").output == "No entries found.\n"
            )
        }
    }

    @Test func `lists go on where a page ended, over more than one page of the API`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            let owner = try TestDatabase.current.owner
            try owner.execute(
                """
                insert into audit (tenant_id, action, details, created_at)
                select t.id, 'test.' || n, '{}', now() from tenants t, generate_series(1, 130) n
                """
            )
            for send in [{ try await place.local($0) }, { try await place.remote($0) }] {
                var actions: [String?] = []
                var words = "admin audit list --limit 120 --json"
                for _ in 1...2 {
                    let page = try Self.json(try await send(words))
                    guard case .array(let items) = page["items"] else { throw Parlay.Failure("\(page)") }
                    actions += items.map { $0["action"]?.text }
                    words = "admin audit list --json --cursor \(page["next_cursor"]?.text ?? "none")"
                }
                #expect(actions.prefix(130) == (1...130).reversed().map { "test.\($0)" }[...])
                let table = try await send("admin audit list --limit 2")
                #expect(table.output.contains("Showing 2; there are more"), "\(table)")
                let wrong = try await send("admin audit list --cursor nonsense")
                #expect(wrong.code == 2 && wrong.errors.contains("--cursor: "), "\(wrong)")
            }
            let day = try await place.local("admin audit list --from yesterday")
            #expect(day.code == 2 && day.errors.contains("--from: "), "\(day)")
        }
    }

    @Test func `writes name the operator, and at a server the owner of the token`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            func author() async throws -> JSONValue? {
                try Self.json(try await place.local("admin audit list --limit 1 --json")).at("items", 0, "by")
            }
            let local = try await place.local("admin invites create --uses 3 --as ann --json")
            let code = try Self.json(local)["code"]?.text ?? ""
            #expect(try await author() == .null)
            #expect(try Self.json(local).at("created_by", "username") == "ann")
            let remote = try await place.remote(
                "admin invites create --uses 1 --expires 2099-01-01T00:00:00Z"
            )
            #expect(remote.output.contains("its code is shown only now"), "\(remote)")
            #expect(try await author()?["username"] == "ann")
            let invites = try await place.remote("admin invites list")
            #expect(invites.output.contains(code.prefix(4)) && !invites.output.contains(code), "\(invites)")
            let id = try Self.json(local)["id"]?.integer ?? 0
            #expect(try await place.local("admin invites revoke \(id)").code == 2)
            #expect(
                try await place.remote("admin invites revoke \(id) --yes").output == "revoked invite \(id)\n"
            )
            let gone = try await place.local("admin invites revoke \(id) --yes")
            #expect(gone.code == 1 && gone.errors.contains("parlay: There is no invite \(id).\n"), "\(gone)")

            let key = try Self.json(
                try await place.remote("admin keys create Desk --scopes webhooks:write --json")
            )
            try place.write(try #require(key["secret"]?.text), to: "key")
            let hook = try await place.remote(
                "admin webhooks add https://example.org/in --events * --json",
                "key"
            )
            #expect(try Self.json(hook)["secret"]?.text?.hasPrefix("whsec_") == true)
            #expect(
                try await place.remote("admin webhooks list", "key").output.contains("https://example.org/in")
            )
            let who = try Self.json(try await place.local("admin audit list --limit 1 --json")).at("items", 0)
            #expect(who?.at("key", "label") == "Desk" && who?["by"] == .null)
        }
    }

    @Test func `moderators read and resolve reports`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            let bob = try await site.register("bob")
            let body = #"{"account_id": \#(place.ann.id), "reason": "spam", "text": "Links"}"#
            #expect(try await bob.session.send("POST", "reports/", body).status == 201)
            let open = try Self.json(try await place.remote("admin reports list --status open --json"))
            let id = try #require(open.at("items", 0, "id")?.integer)
            let done = try await place.local("admin reports resolve \(id) --note Warned")
            #expect(done.output == "report \(id) is resolved\n", "\(done)")
            let shown = try await place.remote("admin reports show \(id)")
            #expect(shown.output.contains("Warned") && shown.output.contains("Links"), "\(shown)")
            #expect(try await place.local("admin reports list --status open").output == "No reports found.\n")
            #expect(try await place.remote("admin reports reopen \(id)").output == "report \(id) is open\n")
        }
    }

    @Test func `what a server refuses is a sentence that says what to do`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            func expect(
                _ outcome: Outcome,
                _ code: Int32,
                _ words: String...,
                at location: SourceLocation = #_sourceLocation
            ) {
                #expect(
                    outcome.code == code && outcome.output.isEmpty,
                    "\(outcome)",
                    sourceLocation: location
                )
                for word in words {
                    #expect(outcome.errors.contains(word), "\(outcome)", sourceLocation: location)
                }
                #expect(!outcome.errors.contains(place.ann.token), sourceLocation: location)
            }
            let list = "admin audit list"
            let wrong = String(place.ann.token.reversed())
            try place.write(wrong, to: "wrong")
            let refused = try await place.remote(list, "wrong")
            expect(
                refused,
                1,
                "does not accept the token in \(place.path("wrong"))",
                "Put the token of an admin"
            )
            #expect(!refused.errors.contains(wrong))
            try place.write(try await site.register("bob").token, to: "bob")
            expect(try await place.remote(list, "bob"), 1, "requires the role admin")
            let key = try Self.json(
                try await place.local("admin key create Desk --scopes events:read --json")
            )
            try place.write(try #require(key["secret"]?.text), to: "key")
            expect(
                try await place.remote("admin reports list", "key"),
                1,
                "reports:read",
                "Use a key that has it"
            )
            expect(try await place.remote(list, "key"), 1, "API keys cannot make this call")
            try place.write("", to: "empty")
            expect(try await place.remote(list, "empty"), 1, "has no token")
            expect(try await place.remote(list, "missing"), 1, "missing.token cannot be read: No such file")
            expect(try await place.remote("admin invites create --uses 0"), 1, "--uses: ")
            expect(
                try await place.remote("admin invites create --uses many"),
                2,
                "--uses must be a whole number"
            )
            expect(try await place.remote("admin invites create"), 2, "--uses is missing")
            expect(
                try await place.remote("admin invites create --uses 1 --as ann"),
                2,
                "--as is not for --server"
            )
            expect(try await place.local("admin invites create --uses 1"), 2, "--as is missing")
            expect(
                try await place.local("admin invites create --uses 1 --as bob"),
                1,
                "bob is no active admin"
            )
            expect(try await place.local("\(list) --token-file x"), 2, "--token-file is for --server")

            func at(_ server: String, tenant: String = "wordup") async throws -> Outcome {
                try await site.run(
                    "admin",
                    "audit",
                    "list",
                    "--tenant",
                    tenant,
                    "--server",
                    server,
                    "--token-file",
                    place.path("ann")
                )
            }
            expect(
                try await at("http://127.0.0.1:\(try Parlay.freePort())"),
                1,
                "cannot be reached",
                "Check --server"
            )
            expect(try await at("http://parlay.example.org"), 2, "must begin with https://")
            expect(
                try await at("https://ann:secret@parlay.example.org"),
                2,
                "must be the address of a server"
            )
            expect(try await at("parlay.example.org"), 2, "must be the address of a server")
            expect(
                try await at("http://localhost:\(site.port)/", tenant: "nobody"),
                1,
                "there is no tenant nobody at"
            )
            expect(
                try await site.run("admin", "audit", "list", "--tenant", "nobody"),
                1,
                "there is no tenant nobody"
            )
            let words = [
                "admin", "audit", "list", "--tenant", "wordup", "--server", "https://parlay.example.org",
            ]
            expect(try await site.run(words), 2, "--token-file is missing")
        }
    }

    @Test func `a server with TLS is used if its certificate is trusted, and told nothing if not`()
        async throws
    {
        try await Site.with { site in
            let place = try await Place(site)
            let front = try await TLSFront(of: UInt16(site.port))
            func list(_ server: String, _ environment: [String: String] = [:]) async throws -> Outcome {
                try await site.run(
                    [
                        "admin", "audit", "list", "--tenant", "wordup", "--server", server, "--token-file",
                        place.path("ann"),
                    ],
                    with: environment
                )
            }
            let trusted = ["PARLAY_HTTPS_CA": front.certificate]
            let listed = try await list(front.url, trusted)
            #expect(listed.code == 0 && listed.output.contains("account.change"), "\(listed)")
            #expect(try front.connections == 1)

            let unknown = try await list(front.url)
            #expect(
                unknown.code == 1
                    && unknown.errors.contains("name the file of that authority in PARLAY_HTTPS_CA"),
                "\(unknown)"
            )
            // The certificate is for 127.0.0.1.
            let misnamed = try await list("https://localhost:\(front.port)", trusted)
            #expect(misnamed.code == 1 && misnamed.errors.contains("was told nothing"), "\(misnamed)")
            let missing = try await list(front.url, ["PARLAY_HTTPS_CA": place.path("no-such")])
            #expect(missing.code == 1, "\(missing)")
            #expect(try front.connections == 1, "the token was sent")
        }
    }

    @Test func `the operator works on a suspended tenant too`() async throws {
        try await Site.with { site in
            let place = try await Place(site)
            try await site.parlay("admin tenant suspend wordup --yes")
            let list = try await place.local("admin audit list --limit 1")
            #expect(list.code == 0 && list.output.contains("tenant.change"), "\(list)")
            #expect(try await place.local("admin key create Desk --scopes events:read").code == 0)
        }
    }
}

/// A step into a JSON value: a key or a position.
private protocol JSONStep {}
extension String: JSONStep {}
extension Int: JSONStep {}

extension JSONValue {
    fileprivate func at(_ steps: any JSONStep...) -> JSONValue? {
        steps.reduce(self as JSONValue?) { value, step in
            if let key = step as? String { return value?[key] }
            guard case .array(let items)? = value, let position = step as? Int,
                items.indices.contains(position)
            else { return nil }
            return items[position]
        }
    }
}
