import Cluster
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// An installation of an earlier release, migrated and run by this program.
@Suite(.database) struct UpgradeTests {
    private static let password = "correct horse battery"
    /// What answers with rows of the demo that came with the release.
    private static let lists = [
        "wordup": ["profiles/", "matches/", "tokens/", "admin/accounts/"],
        "wager": ["wagers/", "search/?in=wagers&q=chess", "friends/", "admin/accounts/"],
    ]
    /// What later releases brought, by module.
    private static let additions = [
        "sportsbook": ["tournaments/", "events/", "bets/", "leaderboard/"], "shelf": ["games/", "shelf/"],
    ]

    @Test(arguments: ReleaseDump.all) func `the API answers with a release's data after the migration`(
        _ dump: ReleaseDump
    ) async throws {
        try await Site.with { site in
            try dump.load(into: try TestDatabase.current)
            // Secrets are not in a dump.
            let owner = try TestDatabase.current.owner
            try owner.execute("insert into signing_keys (name, key) values ('cursor', sha256('of a test'))")

            // Before the migration nothing serves.
            let early = try await site.run("serve")
            #expect(early.code == 1 && early.errors.contains("parlay migrate"), "\(early)")
            try await site.parlay("migrate")
            let front = try await site.serve()
            let worker = try await site.work()

            _ = try await site.register("newcomer")
            for (slug, lists) in Self.lists {
                let base = "/v1/\(slug)/"
                let login = try await site.session(base)
                    .send("POST", "login/", #"{"username":"ada","password":"\#(Self.password)"}"#)
                let token = try #require(login["token"]?.text, "\(slug): \(login)")
                let session = site.session(base, token: token)
                #expect(try await session.send("GET", "profiles/me/")["username"]?.text == "ada")
                for path in lists {
                    var answer = try await session.send("GET", path)
                    // A search has 250 ms, which a busy machine may not give it.
                    try await eventually(path) {
                        if answer["code"] != "search_too_broad" { return true }
                        answer = try await session.send("GET", path)
                        return false
                    }
                    #expect(answer.status == 200, "\(path): \(answer)")
                    #expect(!answer.items.isEmpty, "\(slug) \(path): \(answer)")
                }
                // An old tenant gets the modules of the new release.
                for (module, paths) in Self.additions {
                    try await site.parlay("admin tenant set \(slug) modules=\(module)")
                    try await eventually(module) {
                        try await session.send("GET", "about/")["modules"] == [.string(module)]
                    }
                    for path in paths {
                        let answer = try await session.send("GET", path)
                        #expect(answer.status == 200, "\(slug) \(path): \(answer)")
                    }
                }
            }

            #expect(try await front.stop() == .code(0))
            #expect(try await worker.stop() == .code(0))
            #expect(!worker.errors.contains("level=error"), "\(worker.errors)")
        }
    }
}
