import Database
import ParlayAPI
import TestDatabases
import TestSupport
import Testing

/// `parlay admin demo load`, which the compose stack runs.
@Suite(.database) struct DemoTests {
    @Test func `the demo is loaded once, and a second load changes nothing`() async throws {
        try await Site.with { site in
            let first = try await site.parlay("admin demo load")
            #expect(first.contains("created wordup"))
            #expect(first.contains("created wager"))
            #expect(first.contains("created draftqueens"))
            #expect(first.contains("created betbull"))
            #expect(first.contains("created ggtracker"))

            // Their mail would bury that of people who try the demo.
            let unproven = "select from accounts where email_proof is null"
            #expect(try TestDatabase.current.owner.query(unproven).count == 0)
            let mailed = "select from accounts where settings -> 'mail_notices' is distinct from 'false'"
            #expect(try TestDatabase.current.owner.query(mailed).count == 0)

            _ = try await site.serve(with: ["PARLAY_SHOW_TENANTS": "loopback"])
            let front = try await site.session("/").send("GET", "/").text
            #expect(front.contains("The NFL week by week") && front.contains("Soccer with live odds"))
            let login = #"{"username":"ada","password":"correct horse battery"}"#
            for slug in ["wordup", "wager", "draftqueens", "betbull", "ggtracker"] {
                let ada = try await site.session("/v1/\(slug)/").send("POST", "login/", login)
                #expect(ada.status == 200, "\(ada)")
                #expect(ada["profile", "role"]?.text == "admin")
            }

            // A page that somebody develops on this machine may call it; one from elsewhere may not.
            for (origin, allowed) in [("http://localhost:5173", true), ("https://play.example.org", false)] {
                let answer = try await site.session("/v1/wordup/")
                    .send("GET", "about/", headers: ["Origin": origin])
                let expected = allowed ? origin : nil
                #expect(answer.header("Access-Control-Allow-Origin") == expected, "\(answer)")
            }

            // Found beside the program's directory, without PARLAY_SHARE.
            let chen = #"{"username":"chen","password":"correct horse battery"}"#
            let settings = try await site.parlay("admin tenant show betbull")
            #expect(settings.contains("public_sportsbook"), "\(settings)")
            for slug in ["draftqueens", "betbull"] {
                let token = try await site.session("/v1/\(slug)/").send("POST", "login/", chen)["token"]?.text
                let bets = try await site.session("/v1/\(slug)/", token: token).send("GET", "bets/")
                #expect(!bets.items.isEmpty, "\(bets)")
                let ledger = try await site.run("admin", "ledger", "verify", "--tenant", slug)
                #expect(ledger.code == 0, "\(ledger)")
            }

            let again = try JSONParser.parse(Array(try await site.parlay("admin demo load --json").utf8))
            guard case .array(let tenants) = again else { throw Parlay.Failure("\(again)") }
            #expect(tenants.count >= 2)
            #expect(tenants.allSatisfy { $0["created"] == .bool(false) })
        }
    }
}
