import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What is decided before a stream opens, and the documents. Streams themselves are tested with the real program.
@Suite(.database) struct LiveRouteTests {
    private let book: SportsbookWorld
    private let market: SportsbookWorld.Market
    private let upgrade = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]

    init() async throws {
        book = try await SportsbookWorld()
        market = try await book.market(.matchResult, prices: ["+150", "+220", "-110"])
    }

    private func handshake(
        _ query: String = "",
        token: String? = nil,
        tenant: String? = nil
    ) async throws -> Answer {
        try await book.world.send("GET", "live/\(query)", token: token, headers: upgrade, tenant: tenant)
    }

    private func makePublic() async throws {
        book.expect(
            200,
            try await book.call("PATCH", "admin/settings/", as: book.admin, ["public_sportsbook": true])
        )
        try await book.world.refreshTenants()
    }

    private func ticket() async throws -> String {
        let answer = try await book.call("POST", "live/tickets/", as: book.admin, [:])
        book.expect(201, answer)
        return try #require(answer["ticket"]?.text)
    }

    // MARK: Who may read

    @Test(arguments: ["sportsbook/", "sportsbook/feed/", "live/"])
    func `without the setting a token is needed, with it none, and a bad one is refused either way`(
        path: String
    ) async throws {
        let headers = path == "live/" ? upgrade : [:]
        let good = path == "live/" ? 101 : 200
        let bad = "parlay_" + String(repeating: "0", count: 49)
        func status(_ token: String?) async throws -> Int {
            try await book.world.send("GET", path, token: token, headers: headers).status
        }
        #expect(try await status(nil) == 401)
        #expect(try await status(bad) == 401)
        #expect(try await status(book.admin.token) == good)
        try await makePublic()
        #expect(try await status(nil) == good)
        #expect(try await status(bad) == 401)
        #expect(try await status("nonsense") == 401)
        #expect(try await status(book.admin.token) == good)
    }

    @Test func `a ticket opens one stream, of its own tenant`() async throws {
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        let first = try await ticket()
        #expect(try await handshake("?ticket=\(first)", tenant: other.slug).status == 401)
        #expect(try await handshake("?ticket=\(first)").status == 101)
        #expect(try await handshake("?ticket=\(first)").status == 401, "used up")
        #expect(try await handshake("?ticket=wrong").status == 401)
        try await makePublic()
        #expect(try await handshake("?ticket=\(first)").status == 401, "only its absence is public")
        #expect(try await handshake("?ticket=\(try await ticket())").status == 101)
    }

    @Test func `a ticket ends with its minute, and with its token`() async throws {
        let old = try await ticket()
        try book.owner.execute("update live_tickets set expires_at = now() - interval '1 second'")
        #expect(try await handshake("?ticket=\(old)").status == 401)
        let orphan = try await ticket()
        book.expect(204, try await book.call("POST", "logout/", as: book.admin, [:]))
        #expect(try await handshake("?ticket=\(orphan)").status == 401)
        #expect(try book.owner.query("select count(*) from live_tickets")[0].integer(0) == 0)
    }

    @Test func `only a handshake uses a ticket up`() async throws {
        let ticket = try await ticket()
        let plain = try await book.world.send("GET", "live/?ticket=\(ticket)")
        #expect(plain.status == 426 && plain.headers["Upgrade"] == "websocket")
        #expect(try await handshake("?ticket=\(ticket)&after=99999").status == 400)
        _ = try await book.market()
        try book.owner.execute("update live_counters set pruned = seq")
        #expect(try await handshake("?ticket=\(ticket)&after=0").status == 410)
        #expect(try await handshake("?ticket=\(ticket)&event=x").status == 400)
        #expect(try await handshake("?ticket=\(ticket)").status == 101)
        #expect(try await handshake("?ticket=\(ticket)").status == 401)
    }

    @Test func `strangers at one address open so many streams in a second and no more`() async throws {
        try await makePublic()
        book.expect(
            200,
            try await book.call(
                "PATCH",
                "admin/settings/",
                as: book.admin,
                ["requests_per_second": 1, "request_burst": 3]
            )
        )
        try await book.world.refreshTenants()
        let person = try await book.person("Grace")
        var refused: Answer?
        // One place comes back in a second.
        for _ in 0..<100 where refused == nil {
            let answer = try await handshake("?ticket=wrong")
            #expect([401, 429].contains(answer.status))
            if answer.status == 429 { refused = answer }
        }
        #expect(refused?["code"] == "too_many_requests" && refused?.headers["Retry-After"] != nil)
        // Whoever has a token is counted by it.
        #expect(try await handshake("", token: person.token).status == 101)
    }

    @Test func `the module can be off`() async throws {
        let other = try await book.world.addTenant("other", modules: [.meetups])
        #expect(try await handshake(tenant: other.slug).status == 404)
    }

    // MARK: Where a stream begins

    @Test func `after must be a number that the stream has reached and still knows`() async throws {
        let token = book.admin.token
        let seq = try book.owner.query("select seq from live_counters")[0].integer(0)
        #expect(try await handshake("?after=\(seq)", token: token).status == 101)
        #expect(try await handshake("?after=0", token: token).status == 101)
        for wrong in ["-1", "x", "1.5", "", "\(seq + 1)", "99999999999999999999"] {
            let answer = try await handshake("?after=\(wrong)", token: token)
            #expect(answer.status == 400 && answer["code"]?.text == "bad_query", "\(wrong): \(answer)")
        }
        try book.owner.execute("delete from live_updates where seq <= 2; update live_counters set pruned = 2")
        #expect(try await handshake("?after=2", token: token).status == 101)
        let gone = try await handshake("?after=1", token: token)
        #expect(gone.status == 410 && gone["code"]?.text == "seq_gone")
    }

    @Test func `a stream has one other form`() async throws {
        let token = book.admin.token
        #expect(try await handshake("?form=original", token: token).status == 101)
        #expect(
            try await handshake("?form=original&after=0&event=\(market.event)", token: token).status == 101
        )
        for wrong in ["form=parlay", "form=", "form=original&form=x"] {
            #expect(try await handshake("?\(wrong)", token: token).code == "bad_query", "\(wrong)")
        }
        #expect(try await book.call("GET", "sportsbook/?form=original", as: book.admin).code == "bad_query")
    }

    @Test func `a stream has at most fifty filters`() async throws {
        let token = book.admin.token
        let many = (1...25).map { "tournament=\($0)&event=\($0)" }.joined(separator: "&")
        #expect(try await handshake("?\(many)", token: token).status == 101)
        let answer = try await handshake("?\(many)&event=99", token: token)
        #expect(answer.status == 400 && answer["parameter"]?.text == "event")
        #expect(try await handshake("?event=0", token: token).status == 400)
        #expect(try await handshake("?outcome=1", token: token).status == 400)
    }

    // MARK: Documents

    @Test func `the tree is the same for everybody, tagged, and compressed on demand`() async throws {
        let first = try await book.call("GET", "sportsbook/", as: book.admin)
        let tag = try #require(first.headers["ETag"])
        let ben = try await book.person("Ben")
        #expect(try await book.call("GET", "sportsbook/", as: ben).headers["ETag"] == tag)
        let again = try await book.call("GET", "sportsbook/", as: ben, headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        let seq = try #require(first["seq"]?.integer)
        #expect(try book.owner.query("select seq from live_counters")[0].integer(0) == seq)
    }

    @Test func `a change is in the tree shortly after`() async throws {
        _ = try await book.call("GET", "sportsbook/", as: book.admin)
        let path = "admin/outcomes/\(market["home"])/"
        for price in ["+333", "+444", "-555"] {
            book.expect(200, try await book.call("PATCH", path, as: book.admin, ["price": .string(price)]))
            try await eventually(price) {
                try await book.call("GET", "sportsbook/", as: book.admin).text.contains(price)
            }
        }
    }

    @Test func `a part of the tree is a tournament with all, or one with the named events`() async throws {
        let other = try await book.event("C", "D")
        let parent = try book.owner.query(
            "select tournament_id from events where id = $1",
            .integer(other)
        )[0].integer(0)
        _ = try await book.event("E", "F", in: parent)
        func events(_ query: String) async throws -> [String] {
            let answer = try await book.call("GET", "sportsbook/?\(query)", as: book.admin)
            guard case .array(let tournaments)? = answer["tournaments"] else { return ["\(answer)"] }
            return tournaments.flatMap { tournament -> [String] in
                guard case .array(let events)? = tournament["events"] else { return [] }
                return events.compactMap { $0["home"]?.text }
            }
        }
        #expect(try await events("tournament=\(parent)") == ["C", "E"])
        #expect(try await events("event=\(other)") == ["C"])
        #expect(try await events("event=\(other)&event=\(market.event)") == ["Chiefs", "C"])
        #expect(try await events("event=999999") == [])
    }

    @Test func `the original app's array has string ids, seconds, and no event that it cannot show`()
        async throws
    {
        _ = try await book.event("No", "Market")
        try book.owner.execute("update markets set prices = 'made_up'")
        let answer = try await book.call("GET", "sportsbook/feed/", as: book.admin)
        guard case .array(let tournaments) = try JSONParser.parse(Array(answer.text.utf8)) else {
            Issue.record("\(answer)")
            return
        }
        #expect(tournaments.count == 1)
        let tournament = tournaments[0]
        guard case .object(let object) = tournament, case .array(let events)? = tournament["events"],
            case .object(let event)? = events.first, case .array(let markets)? = event["markets"],
            case .object(let shown)? = markets.first, case .array(let outcomes)? = shown["outcomes"],
            case .object(let outcome)? = outcomes.first
        else {
            Issue.record("\(answer.text)")
            return
        }
        #expect(object.keys == ["id", "name", "icon", "events"])
        #expect(event.keys == ["id", "name", "startTime", "markets"])
        #expect(shown.keys == ["name", "outcomes"] && outcomes.count == 3)
        #expect(outcome.keys == ["id", "name", "price"])
        #expect(event["id"]?.text == "\(market.event)" && event["name"]?.text == "Chiefs vs. Bills")
        #expect(event["startTime"]?.integer != nil && outcome["price"]?.text == "+150")
        #expect(shown["name"]?.text == "Match result (prices are made up)")
        #expect(events.count == 1 && !answer.text.contains("No vs. Market"))
    }

    @Test func `one tenant's tree and updates are not another's`() async throws {
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        try book.owner.execute(
            "update tenants set settings = settings || '{\"public_sportsbook\": true}' where slug = 'other'"
        )
        try await book.world.refreshTenants()
        let answer = try await book.world.send("GET", "sportsbook/", tenant: other.slug)
        #expect(answer.text == #"{"seq":0,"tournaments":[]}"#)
    }
}
