import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Sportsbook

/// What bets show of their events, and what admins see of bets and wallets.
@Suite(.database) struct BetEventTests {
    private func legs(_ answer: Answer) -> [JSONValue] {
        if case .array(let legs)? = answer["legs"] { legs } else { [] }
    }

    @Test func `each leg shows its game as it is now`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let one = try await book.market(of: try await book.event("Kings", "Queens"))
        let two = try await book.market(of: try await book.event("Bishops", "Rooks"))
        let draft = SportsbookWorld.draft([(two["home"], "-110"), (one["away"], "-110")], stake: 100)
        let placed = book.expect(201, try await book.call("POST", "bets/", as: ada, draft))
        let id = try #require(placed["id"]?.integer)
        let first = try #require(legs(placed).first?["event"])
        let game = try await book.call("GET", "events/\(two.event)/", as: ada)
        #expect(first["id"] == .integer(two.event) && first["home"] == "Bishops" && first["away"] == "Rooks")
        #expect(first["starts_at"] == game["starts_at"] && first["status"] == "scheduled")
        #expect(first["home_score"] == .null && first["away_score"] == .null)
        let shown = try await book.call("GET", "bets/\(id)/", as: ada)
        #expect(legs(shown) == legs(placed))
        #expect(legs(shown).map { $0["event_id"] } == [.integer(two.event), .integer(one.event)])
        try await book.finish(two.event, 21, 14)
        let listed = try await book.call("GET", "bets/", as: ada)
        guard case .array(let rows)? = listed.items.first?["legs"] else {
            throw WorldError.notRegistered("", "")
        }
        #expect(rows[0]["event"]?["status"] == "final")
        #expect(rows[0]["event"]?["home_score"] == 21 && rows[0]["event"]?["away_score"] == 14)
        #expect(rows[1]["event"]?["home"] == "Kings" && rows[1]["event"]?["home_score"] == .null)
        let export = try await book.call("GET", "export/", as: ada)
        #expect(export.text.contains(#""home":"Bishops""#))
    }

    @Test func `bets are listed by their events`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let (one, two) = (try await book.market(), try await book.market())
        let single = try await book.placed([(one["home"], "-110")], as: ada)
        let both = try await book.placed([(one["home"], "-110"), (two["home"], "-110")], as: ada)
        let other = try await book.placed([(two["away"], "-110")], as: ada)
        func ids(_ query: String, as person: SignedInPerson) async throws -> [Int64] {
            let answer = book.expect(200, try await book.call("GET", "bets/?\(query)", as: person))
            return answer.items.compactMap { $0["id"]?.integer }
        }
        #expect(try await ids("event=\(one.event)", as: ada) == [both, single])
        #expect(try await ids("event=\(one.event)&event=\(two.event)", as: ada) == [other, both, single])
        #expect(try await ids("event=\(one.event),\(two.event)&limit=2", as: ada) == [other, both])
        #expect(try await ids("event=\(two.event)&status=won", as: ada) == [])
        #expect(try await ids("event=\(one.event)", as: ben) == [])
        #expect(try await ids("event=999999", as: ada) == [])
        let page = try await book.call("GET", "bets/?event=\(one.event)&limit=1", as: ada)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await ids("event=\(one.event)&limit=1&cursor=\(cursor)", as: ada) == [single])
        #expect(try await book.call("GET", "bets/?cursor=\(cursor)", as: ada).status == 400)
        #expect(try await book.call("GET", "bets/?event=x", as: ada).code == "bad_query")
    }

    // MARK: Admins

    @Test func `an admin sees the bets on an event, and what the open ones add up to`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let one = try await book.market(prices: ["+100", "+100"])
        let two = try await book.market(prices: ["+100", "+100"])
        let path = "admin/events/\(one.event)/bets/"
        let none = book.expect(200, try await book.call("GET", path, as: book.admin))
        #expect(none.items.isEmpty && none["exposure"] == [] && none["next_cursor"] == .null)
        let first = try await book.placed([(one["home"], "+100")], stake: 1_000, as: ada)
        let parlay = try await book.placed(
            [(two["home"], "+100"), (one["home"], "+100")],
            stake: 500,
            as: ben
        )
        let last = try await book.placed([(one["away"], "+100")], stake: 300, as: ada)
        _ = try await book.placed([(two["away"], "+100")], stake: 9_999, as: ada)
        let open: JSONValue = [
            [
                "outcome_id": .integer(min(one["home"], one["away"])),
                "stake_cents": one["home"] < one["away"] ? 1_500 : 300,
                "payout_cents": one["home"] < one["away"] ? 4_000 : 600,
            ],
            [
                "outcome_id": .integer(max(one["home"], one["away"])),
                "stake_cents": one["home"] < one["away"] ? 300 : 1_500,
                "payout_cents": one["home"] < one["away"] ? 600 : 4_000,
            ],
        ]
        let all = try await book.call("GET", path, as: book.admin)
        #expect(all.items.map { $0["id"] } == [.integer(last), .integer(parlay), .integer(first)])
        #expect(all.items.map { $0["person"]?["username"]?.text } == ["Ada", "Ben", "Ada"])
        #expect(all["exposure"] == open, "\(all)")
        guard case .array(let legs)? = all.items[1]["legs"] else { throw WorldError.notRegistered("", "") }
        #expect(legs.count == 2 && legs[1]["event"]?["id"] == .integer(one.event))
        // Each page has the whole exposure.
        let page = try await book.call("GET", path + "?limit=2", as: book.admin)
        #expect(page.items.count == 2 && page["exposure"] == open && page.header("Link") != nil)
        let cursor = try #require(page["next_cursor"]?.text)
        let rest = try await book.call("GET", path + "?limit=2&cursor=\(cursor)", as: book.admin)
        #expect(rest.items.map { $0["id"] } == [.integer(first)] && rest["exposure"] == open)
        // Settled bets are listed, but cost nothing any more. People who are gone are shown too.
        try await book.setStatus("suspended", of: ben)
        try await book.finish(one.event, 7, 0)
        try await book.settle(one.event)
        let settled = try await book.call("GET", path, as: book.admin)
        #expect(settled.items.map { $0["status"]?.text } == ["lost", "open", "won"])
        guard case .array(let left)? = settled["exposure"] else { throw WorldError.notRegistered("", "") }
        #expect(left.map { $0["outcome_id"] } == [.integer(one["home"])])
        #expect(settled.items[1]["person"]?["username"] == "Ben")
    }

    @Test func `an admin reads every wallet with its entries`() async throws {
        let book = try await SportsbookWorld()
        let (ada, ben) = (try await book.person("Ada"), try await book.person("Ben"))
        let market = try await book.market()
        _ = try await book.placed([(market["home"], "-110")], stake: 1_000, as: ada)
        let own = try await book.call("GET", "wallet/", as: ada)
        let entries = try await book.call("GET", "wallet/entries/", as: ada)
        let bets = try await book.call("GET", "bets/", as: ada)
        func read(_ id: Int64, _ rest: String = "") async throws -> Answer {
            try await book.call("GET", "admin/wallets/\(id)/\(rest)", as: book.admin)
        }
        #expect(try await read(ada.id).json == own.json)
        #expect(try await read(ada.id, "entries/").json == entries.json)
        #expect(try await read(ada.id, "bets/").json == bets.json && bets.items.count == 1)
        #expect(try await read(ada.id, "bets/?status=won").items.isEmpty)
        // Who reads is themselves again after it.
        #expect(try await book.call("GET", "bets/", as: book.admin).items.isEmpty)
        let page = try await read(ada.id, "entries/?limit=1")
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(
            page.items + (try await read(ada.id, "entries/?limit=1&cursor=\(cursor)")).items == entries.items
        )
        // It is opened, as by its owner's first call.
        #expect(try await read(ben.id, "entries/").items.map { $0["kind"] } == ["opening"])
        #expect(try await read(ben.id)["balance_cents"] == 1_000_000)
        try await book.setStatus("suspended", of: ada)
        #expect(try await read(ada.id)["open_stakes_cents"] == 1_000)
        let chen = try await book.person("Chen")
        for person in [ada, chen] {
            _ = try book.owner.query(
                "update accounts set status = 'deleted', email = null, password_hash = null where id = $1",
                .integer(person.id)
            )
        }
        #expect(try await read(ada.id)["open_stakes_cents"] == 1_000)
        #expect(try await read(ada.id, "entries/").items.count == 2)
        #expect(try await read(ada.id, "bets/").items.count == 1)
        #expect(try await read(chen.id)["balance_cents"] == 0)
        #expect(try await read(chen.id, "entries/").items.isEmpty)
        #expect(try await book.differences() == [])
    }

    @Test func `only an admin of the tenant reads them`() async throws {
        let book = try await SportsbookWorld()
        let ada = try await book.person("Ada")
        let market = try await book.market()
        _ = try await book.placed([(market["home"], "-110")], as: ada)
        let paths = [
            "admin/wallets/\(ada.id)/", "admin/wallets/\(ada.id)/entries/", "admin/wallets/\(ada.id)/bets/",
            "admin/events/\(market.event)/bets/",
        ]
        let moderator = try await book.person("Ben")
        try book.world.promote(moderator, .moderator)
        let other = try await book.world.addTenant("other", modules: [.sportsbook])
        let stranger = try await book.world.person("Eve", tenant: other.slug)
        try book.world.promote(stranger, .admin, in: other.slug)
        for path in paths {
            for person in [ada, moderator] {
                #expect(try await book.call("GET", path, as: person).status == 403, "\(path)")
            }
            let answer = try await book.world.send("GET", path, token: stranger.token, tenant: other.slug)
            #expect(answer.status == 404 && answer.code == "not_found", "\(path): \(answer)")
        }
        for path in [
            "admin/wallets/999999/", "admin/wallets/999999/entries/", "admin/wallets/999999/bets/",
            "admin/events/999999/bets/",
        ] {
            #expect(try await book.call("GET", path, as: book.admin).status == 404, "\(path)")
        }
    }
}
