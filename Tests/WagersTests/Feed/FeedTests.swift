import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

@Suite(.database) struct FeedTests {
    private let world: WagerWorld
    private let ada: SignedInPerson
    private let ben: SignedInPerson

    init() async throws {
        world = try await WagerWorld()
        ada = try await world.person("ada")
        ben = try await world.person("ben")
    }

    @Test func `open wagers, newest first, including the caller's`() async throws {
        _ = try await world.pose(as: ada, name: "one")
        _ = try await world.pose(as: ben, name: "two")
        let taken = try await world.pose(as: ada, name: "taken")
        try await world.expect(200, world.make("take", taken, as: ben))
        _ = try await world.pose(as: ada, ["closes_at": "2099-01-01T00:00:00Z"], name: "three")
        #expect(try await world.names("wagers/", as: ada) == ["three", "two", "one"])
        let item = try await world.call("GET", "wagers/?limit=1", as: ben).items[0]
        let whole = try await world.call("GET", "wagers/\(item["id"]?.integer ?? 0)/", as: ben)
        #expect(whole.wagerOfList == item, "an item is the wager")
        #expect(item["distance_km"] == .null)
    }

    @Test func `an offer past its time is not open any more, and expired before the worker comes`()
        async throws
    {
        let late = try await world.pose(as: ada, name: "late")
        try world.owner.execute("update wagers set closes_at = now() - interval '1 s' where id = \(late)")
        #expect(try await world.names("wagers/", as: ben) == [])
        #expect(try await world.names("wagers/?status=open", as: ada) == [])
        #expect(try await world.names("wagers/?mine=true", as: ada) == ["late"])
        #expect(try await world.names("wagers/?mine=true&status=expired", as: ada) == ["late"])
        #expect(try await world.names("wagers/?mine=true&status=open", as: ada) == [])
        #expect(try await world.names("profiles/\(ada.id)/wagers/?status=expired", as: ben) == ["late"])
        #expect(try await world.names("profiles/\(ada.id)/wagers/?status=open", as: ben) == [])
        _ = try await world.pose(as: ada, ["place": ["lat": 1, "lon": 1]], name: "here")
        try world.owner.execute("update wagers set closes_at = now() - interval '1 s' where name = 'here'")
        for sort in ["", "&sort=distance"] {
            #expect(try await world.names("wagers/?near=1,1\(sort)", as: ben) == [])
            #expect(try await world.names("wagers/?near=1,1&status=open,expired\(sort)", as: ben) == ["here"])
        }
    }

    @Test func `status, category and amount narrow it, several of each`() async throws {
        for (name, category, cents) in [("aaa", "Sports", 100), ("bbb", "Food", 500), ("ccc", "Other", 900)] {
            let settings = try world.owner.query(
                "insert into wagers (tenant_id, challenger_id, name, category, amount_cents) select tenant_id, id, $2, $3, $4 from accounts where id = $1 returning id",
                .integer(ada.id),
                .text(name),
                .text(category),
                .integer(cents)
            )
            #expect(settings.count == 1)
        }
        try await world.expect(
            200,
            world.make(
                "take",
                try world.owner.query("select id from wagers where name = 'bbb'")[0].integer(0),
                as: ben
            )
        )
        for (query, names) in [
            ("status=active", ["bbb"]), ("status=open,active", ["ccc", "bbb", "aaa"]),
            ("status=active&status=open", ["ccc", "bbb", "aaa"]), ("status=confirmed", []),
            ("category=Sports", ["aaa"]), ("category=Sports,Other", ["ccc", "aaa"]),
            ("category=Food", []), ("category=Food&status=active", ["bbb"]),
            ("category=Other&category=Sports", ["ccc", "aaa"]), ("category=sports", []),
            ("min_cents=101", ["ccc"]), ("max_cents=899", ["aaa"]),
            ("min_cents=100&max_cents=900", ["ccc", "aaa"]),
            ("min_cents=500&max_cents=500&status=active", ["bbb"]),
        ] {
            #expect(try await world.names("wagers/?\(query)", as: ben) == names, "\(query)")
        }
    }

    @Test func `mine is what one posed or took, in every state`() async throws {
        let posed = try await world.pose(as: ada, name: "posed")
        let taken = try await world.pose(as: ben, name: "taken")
        _ = try await world.pose(as: ben, name: "other")
        try await world.expect(200, world.make("take", taken, as: ada))
        try await world.expect(200, world.make("take", posed, as: ben))
        for (id, one, other) in [(posed, ada, ben)] {
            try await world.expect(200, world.make("cancel", id, as: one))
            try await world.expect(200, world.make("cancel", id, as: other))
        }
        #expect(try await world.names("wagers/?mine=true", as: ada) == ["taken", "posed"])
        #expect(try await world.names("wagers/?mine=true&status=cancelled", as: ada) == ["posed"])
        #expect(try await world.names("wagers/?mine=true", as: ben) == ["other", "taken", "posed"])
        #expect(
            try await world.allNames("wagers/?mine=true", limit: 1, as: ben) == ["other", "taken", "posed"]
        )
        #expect(try await world.names("wagers/?mine=false", as: ada) == ["other"])
    }

    @Test func `friends are who accepted, and only what they posed counts`() async throws {
        let (cleo, dan) = (try await world.person("cleo"), try await world.person("dan"))
        try world.befriend(ada, ben)
        try world.befriend(cleo, ada)
        try await world.expect(201, world.call("POST", "friends/", as: dan, ["username": "ada"]))
        for person in [ada, ben, cleo, dan] { _ = try await world.pose(as: person, name: person.username) }
        let secret = try await world.pose(as: ben, ["audience": "friends"], name: "between us")
        #expect(try await world.names("wagers/?friends=true", as: ada) == ["between us", "cleo", "ben"])
        #expect(try await world.allNames("wagers/?friends=true", limit: 1, as: ada).count == 3)
        #expect(try await world.names("wagers/?friends=true&mine=true", as: ada) == [])
        try await world.expect(200, world.make("take", secret, as: ada))
        #expect(try await world.names("wagers/?friends=true&mine=true", as: ada) == ["between us"])
        #expect(try await world.names("wagers/?friends=true", as: dan) == [])
        try await world.expect(204, world.call("DELETE", "friends/\(cleo.id)/", as: ada))
        #expect(try await world.names("wagers/?friends=true", as: ada) == ["ben"])
    }

    @Test func `what one may not see is in no list`() async throws {
        let (cleo, dan, eve) = (
            try await world.person("cleo"), try await world.person("dan"), try await world.person("eve")
        )
        try world.befriend(ada, ben)
        try world.block(ada, by: dan)
        try world.block(eve, by: ada)
        let place: JSONObject = ["place": ["lat": 10, "lon": 10]]
        func draft(_ more: JSONObject) -> JSONObject {
            var body = place
            for member in more.members { body.add(member.key, member.value) }
            return body
        }
        _ = try await world.pose(as: ada, draft([:]), name: "public")
        _ = try await world.pose(as: ada, draft(["audience": "friends"]), name: "friends")
        _ = try await world.pose(
            as: ada,
            draft(["audience": "account", "audience_username": "cleo"]),
            name: "for cleo"
        )
        // Taken by someone whom eve has blocked; everybody but her can see it.
        let taken = try await world.pose(as: ben, draft([:]), name: "taken")
        try await world.expect(200, world.make("take", taken, as: cleo))
        let fay = try await world.person("fay")
        try world.block(cleo, by: fay)
        let lists = [
            "wagers/?status=open,active", "wagers/?near=10,10&status=open,active",
            "wagers/?near=10,10&sort=distance&status=open,active", "search/?in=wagers&q=.",
            "wagers/?status=open,active&category=Other",
        ]
        for (person, names) in [
            (ada, ["taken", "for cleo", "friends", "public"]), (ben, ["taken", "friends", "public"]),
            (cleo, ["taken", "for cleo", "public"]), (dan, ["taken"]), (eve, ["taken"]), (fay, ["public"]),
        ] {
            for list in lists {
                #expect(try await world.names(list, as: person) == names, "\(list) as \(person.username)")
            }
            let ofAda = try await world.call("GET", "profiles/\(ada.id)/wagers/", as: person)
            if person.id == eve.id {
                #expect(ofAda.status == 404, "\(ofAda)")
            } else {
                let shown = ofAda.items.compactMap { $0["name"]?.text }
                #expect(shown == names.filter { $0 != "taken" }, "\(person.username)")
            }
        }
    }

    @Test func `the lists show exactly what the card says is visible, for every caller`() async throws {
        // Ten people, friends and blocks and wagers at random.
        var people: [SignedInPerson] = []
        for number in 0..<8 { people.append(try await world.person("per\(number)")) }
        let ids = people.map(\.id)
        for one in people {
            for other in people where one.id < other.id {
                switch Int.random(in: 0..<6) {
                case 0: try world.block(one, by: other)
                case 1: try world.block(other, by: one)
                case 2, 3: try world.befriend(one, other)
                default: break
                }
            }
        }
        for number in 0..<60 {
            let audience = ["public", "friends", "account"].randomElement() ?? "public"
            let trio = Array(ids.shuffled().prefix(3))
            _ = try world.owner.query(
                """
                insert into wagers (tenant_id, challenger_id, addressee_id, challengee_id, taken_at, status, name,
                                    amount_cents, category, audience, lat, lon, challenger_arbiter_id,
                                    challengee_arbiter_id, arbiter_id)
                select tenant_id, id, case when $3 = 'account' then $4::bigint end,
                       case when $5 then $4::bigint end, case when $5 then now() end,
                       case when $5 then 'active' else 'open' end, $2, 100, 'Other', $3, 1, 1,
                       case when $5 then $6::bigint end, case when $5 then $6::bigint end,
                       case when $5 then $6::bigint end
                  from accounts where id = $1
                """,
                .integer(trio[0]),
                .text("wager \(number)"),
                .text(audience),
                .integer(trio[1]),
                .boolean(Bool.random()),
                .integer(trio[2])
            )
        }
        for person in people {
            let visible = try world.visibleNames(to: person)
            #expect(!visible.isEmpty)
            for list in [
                "wagers/?status=open,active", "wagers/?near=1,1&status=open,active",
                "wagers/?near=1,1&sort=distance&status=open,active", "search/?in=wagers&q=wager",
                "wagers/?category=Other&status=open,active",
            ] {
                #expect(try await world.allNames(list, limit: 100, as: person) == visible, "\(list)")
                #expect(try await world.allNames(list, limit: 3, as: person) == visible, "\(list) in pages")
            }
        }
    }

    @Test func `another tenant's wagers are in no list`() async throws {
        _ = try await world.world.addTenant("far", modules: [.wagers])
        let far = try await world.world.person("far", tenant: "far")
        _ = try await world.pose("near the equator", at: 0, 0, as: ada)
        for list in [
            "wagers/", "wagers/?near=0,0", "wagers/?near=0,0&sort=distance", "search/?in=wagers&q=equator",
            "search/?in=people&q=ada",
        ] {
            let answer = try await world.world.send("GET", list, token: far.token, tenant: "far")
            #expect(answer.status == 200 && answer.items.isEmpty, "\(list): \(answer)")
        }
        let ofAda = try await world.world.send(
            "GET",
            "profiles/\(ada.id)/wagers/",
            token: far.token,
            tenant: "far"
        )
        #expect(ofAda.status == 404)
    }

    @Test func `a query that cannot be read is 400 and names the parameter`() async throws {
        for (query, parameter) in [
            ("friends=yes", "friends"), ("friends=", "friends"), ("status=lost", "status"),
            ("status=", "status"),
            ("status=open,", "status"), ("category=", "category"),
            ("category=\(String(repeating: "x", count: 51))", "category"), ("near=51", "near"),
            ("near=91,0", "near"), ("near=0,181", "near"), ("near=a,b", "near"), ("near=1,2,3", "near"),
            ("near=1e1,2", "near"), ("near=nan,0", "near"), ("near=+1,2", "near"), ("near=.5,2", "near"),
            ("near=1,1&near=2,2", "near"), ("near=1,1&radius_km=0.05", "radius_km"),
            ("near=1,1&radius_km=501", "radius_km"), ("near=1,1&radius_km=x", "radius_km"),
            ("radius_km=5", "radius_km"), ("sort=distance", "sort"), ("sort=price", "sort"),
            ("sort=distance&friends=true", "sort"), ("min_cents=0", "min_cents"),
            ("max_cents=100000001", "max_cents"), ("min_cents=1.5", "min_cents"),
            ("min_cents=9&max_cents=8", "max_cents"), ("mine=1", "mine"), ("filters=all", "filters"),
            ("page=2", "page"), ("limit=0", "limit"), ("limit=101", "limit"), ("cursor=x", "cursor"),
            ("Status=open", "Status"),
        ] {
            #expect(try await world.badParameter("wagers/?\(query)", as: ada) == parameter, "\(query)")
        }
    }

    @Test func `pages stay stable while wagers are added, and their cursors belong to the filters`()
        async throws
    {
        try world.load(30, as: ada, "'wager ' || n, '', 1, 1")
        let first = try await world.call("GET", "wagers/?limit=10&min_cents=105", as: ben)
        let cursor = first["next_cursor"]?.text ?? ""
        _ = try await world.pose(as: ada, name: "added")
        let second = try await world.call("GET", "wagers/?limit=10&min_cents=105&cursor=\(cursor)", as: ben)
        #expect(second.items.first?["name"]?.text == "wager 20")
        let link = try #require(first.header("Link"))
        #expect(link.hasPrefix("</v1/demo/wagers/?limit=10&min_cents=105&cursor="))
        for other in [
            "wagers/?cursor=\(cursor)", "wagers/?min_cents=106&cursor=\(cursor)",
            "wagers/?min_cents=105&near=1,1&cursor=\(cursor)",
            "wagers/?min_cents=105&sort=distance&near=1,1&cursor=\(cursor)",
            "wagers/?min_cents=105&filters=none&cursor=\(cursor)",
            "profiles/\(ada.id)/wagers/?cursor=\(cursor)", "search/?in=wagers&q=wager&cursor=\(cursor)",
        ] {
            #expect(try await world.badParameter(other, as: ben) == "cursor", "\(other)")
        }
        let stolen = try await world.call("GET", "wagers/?min_cents=105&cursor=\(cursor)", as: ada)
        #expect(stolen.status == 400)
    }

    @Test func `saved filters apply when nothing is asked for, and their pages go on`() async throws {
        try world.load(12, as: ada, "'wager ' || n, '', 1, 1")
        func save(_ filters: JSONValue) async throws {
            try await world.expect(
                200,
                world.call("PATCH", "settings/", as: ben, ["feed_filters": filters])
            )
        }
        let all = try await world.names("wagers/", as: ben)
        #expect(all.count == 12)
        try await save(["min_cents": 103, "near": ["lat": 1, "lon": 1], "radius_km": 5])
        let narrowed = Array(all.prefix(10))
        #expect(try await world.names("wagers/", as: ben) == narrowed)
        #expect(try await world.allNames("wagers/", limit: 3, as: ben) == narrowed)
        #expect(try await world.names("wagers/?limit=5&sort=distance", as: ben) == Array(narrowed.prefix(5)))
        #expect(try await world.names("wagers/?filters=none", as: ben) == all)
        #expect(try await world.allNames("wagers/?filters=none", limit: 5, as: ben) == all)
        #expect(try await world.names("wagers/?max_cents=102", as: ben) == Array(all.suffix(2)))
        #expect(try await world.names("wagers/?mine=true", as: ben) == [])
        #expect(try await world.names("wagers/", as: ada) == all, "they are ben's")

        let page = try await world.call("GET", "wagers/?limit=4", as: ben)
        let item = try #require(page.items.first)
        #expect(item["distance_km"] != .null)
        // The link asks for the same, whatever is saved by then.
        let link = try #require(page.header("Link")).dropFirst(2).prefix { $0 != ">" }
        try await save(["category": ["Food"]])
        let next = try await world.world.send("GET", "/\(link)", token: ben.token)
        #expect(next.status == 200 && next.items.first?["name"]?.text == all[4], "\(next)")
        let stale = try await world.call(
            "GET",
            "wagers/?cursor=\(page["next_cursor"]?.text ?? "")",
            as: ben
        )
        #expect(stale.status == 400 && stale["parameter"]?.text == "cursor")
        #expect(try await world.names("wagers/", as: ben) == [])
        #expect(try await world.badParameter("wagers/?sort=distance", as: ben) == "sort")
        try await save(.null)
        #expect(try await world.names("wagers/", as: ben) == all)
    }

    @Test func `a person's wagers, those posed and those taken, in pages`() async throws {
        for number in 0..<5 {
            let id = try await world.pose(as: number.isMultiple(of: 2) ? ada : ben, name: "wager \(number)")
            try await world.expect(
                200,
                world.make("take", id, as: number.isMultiple(of: 2) ? ben : ada)
            )
        }
        let cleo = try await world.person("cleo")
        _ = try await world.pose(as: cleo, name: "another")
        let names = (0..<5).reversed().map { "wager \($0)" }
        #expect(try await world.names("profiles/\(ada.id)/wagers/", as: cleo) == names)
        #expect(try await world.allNames("profiles/\(ada.id)/wagers/", limit: 2, as: cleo) == names)
        #expect(try await world.names("profiles/\(ada.id)/wagers/?status=open", as: cleo) == [])
        #expect(try await world.call("GET", "profiles/999999/wagers/", as: cleo).status == 404)
        #expect(try await world.badParameter("profiles/\(ada.id)/wagers/?status=x", as: cleo) == "status")
        try world.block(cleo, by: ben)
        #expect(try await world.names("profiles/\(ada.id)/wagers/", as: cleo) == [])
        #expect(try await world.call("GET", "profiles/\(ben.id)/wagers/", as: cleo).status == 404)
    }
}

extension WagerWorld {
    /// By the view that shows one wager, the newest first.
    fileprivate func visibleNames(to person: SignedInPerson) throws -> [String] {
        let connection = try world.database.connect(as: .front)
        try connection.execute(
            """
            select set_config('parlay.tenant_id', '\(world.tenant.id.rawValue)', false),
                   set_config('parlay.account_id', '\(person.id)', false)
            """
        )
        return try connection.query("select name from wager_cards where is_visible order by id desc").map {
            try $0.text(0)
        }
    }
}

extension Answer {
    /// A wager as lists have it: what can be done next is null there.
    var wagerOfList: JSONValue? {
        guard let json else { return nil }
        var wager = JSONObject()
        for member in json.members { wager.add(member.key, member.key == "moves" ? .null : member.value) }
        return .object(wager)
    }
}
