import Administration
import Database
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct AccountSettingsTests {
    /// What nobody has changed yet, as it is written.
    private static let push =
        #""push_notices":true,"push_muted":[],"push_text":false,"quiet_hours":null"#

    @Test func `settings begin with defaults and show the members of the modules that are on`() async throws {
        let world = try await World.make(modules: [.meetups])
        let ada = try await world.person("ada")
        let bare = try await world.send("GET", "settings/", token: ada.token)
        #expect(bare.status == 200)
        #expect(
            bare.text
                == #"{"locale":"en","time_zone":"UTC","mail_notices":true,\#(Self.push),"searchable":true}"#
        )
        _ = try TenantAdmin(try world.database.owner).setModules([.wagers], of: "demo")
        try await world.refreshTenants()
        let full = try await world.send("GET", "settings/", token: ada.token)
        #expect(
            full.text
                == #"{"locale":"en","time_zone":"UTC","mail_notices":true,\#(Self.push),"searchable":true,"feed_filters":null}"#
        )
    }

    @Test func `PUT replaces and PATCH merges, for the caller alone`() async throws {
        let world = try await World.make(modules: [.wagers])
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        func call(_ method: String, _ body: JSONObject) async throws -> Answer {
            try await world.send(method, "settings/", token: ada.token, body)
        }
        let filters: JSONValue = [
            "status": ["open", "active"], "near": ["lat": 52, "lon": 13], "friends": true,
        ]
        let put = try await call(
            "PUT",
            [
                "locale": "pt-BR", "time_zone": "America/Port-au-Prince", "feed_filters": filters,
            ]
        )
        #expect(put.status == 200, "\(put)")
        #expect(put["locale"]?.text == "pt-BR")
        #expect(put["feed_filters", "radius_km"] == .integer(25) || put.text.contains(#""radius_km":25.0"#))
        #expect(put["feed_filters", "min_cents"]?.integer == 1)
        #expect(put["feed_filters", "max_cents"]?.integer == 100_000_000)
        #expect(put["feed_filters", "category"] == [])

        let patch = try await call("PATCH", ["mail_notices": false])
        #expect(patch["mail_notices"] == .bool(false))
        #expect(patch["locale"]?.text == "pt-BR" && patch["feed_filters", "friends"] == .bool(true))
        let cleared = try await call("PATCH", ["feed_filters": nil])
        #expect(cleared["feed_filters"] == .null && cleared["time_zone"]?.text == "America/Port-au-Prince")
        #expect(try await call("PATCH", [:]).text == cleared.text)
        #expect(try await world.send("GET", "settings/", token: ada.token).text == cleared.text)
        let again = try await call("PUT", ["time_zone": "Etc/GMT+5"])
        #expect(again["locale"]?.text == "en" && again["feed_filters"] == .null)
        #expect(try await world.send("GET", "settings/", token: bob.token)["time_zone"]?.text == "UTC")
        let row = try world.database.owner.query(
            "select settings ->> 'time_zone' from accounts where id = $1",
            .integer(ada.id)
        )
        #expect(try row[0].text(0) == "Etc/GMT+5")
    }

    @Test func `fields of modules that are off are unknown, and what is stored of them stays`() async throws {
        let world = try await World.make(modules: [.wagers])
        let ada = try await world.person("ada")
        let filters: JSONValue = ["friends": true]
        _ = try await world.send("PUT", "settings/", token: ada.token, ["feed_filters": filters])
        _ = try TenantAdmin(try world.database.owner).setModules([], of: "demo")
        try await world.refreshTenants()
        let refused = try await world.send(
            "PATCH",
            "settings/",
            token: ada.token,
            ["feed_filters": nil, "shelf_public": true]
        )
        #expect(refused.faultyFields == ["feed_filters", "shelf_public"])
        #expect(try await world.send("PUT", "settings/", token: ada.token, ["locale": "de"]).status == 200)
        _ = try TenantAdmin(try world.database.owner).setModules([.wagers], of: "demo")
        try await world.refreshTenants()
        let shown = try await world.send("GET", "settings/", token: ada.token)
        #expect(shown["feed_filters", "friends"] == .bool(true) && shown["locale"]?.text == "de")
    }

    @Test(arguments: [
        "Nowhere/Land", "europe/berlin", "CEST", "FOO+3", "Foo/Bar3", "localtime", "posix/UTC", "UTC ", "",
    ])
    func `a time zone is one of the IANA database`(_ name: String) async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let body: JSONObject = ["time_zone": .string(name), "locale": "x"]
        let answer = try await world.send("PATCH", "settings/", token: ada.token, body)
        #expect(answer.status == 422)
        #expect(answer.faultyFields == ["locale", "time_zone"])
        #expect(try await world.send("GET", "settings/", token: ada.token)["time_zone"]?.text == "UTC")
    }

    @Test func `what is wrong with filters is said by its path, all at once`() async throws {
        let world = try await World.make(modules: [.wagers])
        let ada = try await world.person("ada")
        let answer = try await world.send(
            "PATCH",
            "settings/",
            token: ada.token,
            [
                "locale": "e-", "mail_notices": "yes",
                "feed_filters": [
                    "status": ["open", "lost"], "near": ["lat": 91, "lon": 0], "radius_km": 0,
                    "min_cents": nil,
                    "colour": 1,
                ],
            ]
        )
        #expect(
            answer.faultyFields == [
                "feed_filters.colour", "feed_filters.min_cents", "feed_filters.near.lat",
                "feed_filters.radius_km", "feed_filters.status.1", "locale", "mail_notices",
            ]
        )
        let crossed = try await world.send(
            "PATCH",
            "settings/",
            token: ada.token,
            ["feed_filters": ["min_cents": 5, "max_cents": 4]]
        )
        #expect(crossed.faultyFields == ["feed_filters.max_cents"])
    }

    @Test func `a version that was read can be insisted on, and changes at once lose nothing`() async throws {
        let world = try await World.make(connections: .init(readers: 2, writers: 4, transactions: 1))
        let ada = try await world.person("ada")
        let tag = try #require(try await world.send("GET", "settings/", token: ada.token).header("ETag"))
        let unchanged = try await world.send(
            "GET",
            "settings/",
            token: ada.token,
            headers: ["If-None-Match": tag]
        )
        #expect(unchanged.status == 304)
        func patch(_ body: JSONObject, _ tag: String) async throws -> Answer {
            try await world.send("PATCH", "settings/", token: ada.token, body, headers: ["If-Match": tag])
        }
        let changed = try await patch(["locale": "de"], tag)
        #expect(changed.status == 200 && changed.header("ETag") != tag)
        let stale = try await patch(["locale": "fr"], tag)
        #expect(stale.status == 412 && stale.header("ETag") == changed.header("ETag"))

        let bodies: [JSONObject] = [["locale": "es"], ["time_zone": "Asia/Tokyo"], ["mail_notices": false]]
        let answers = try await world.sendTogether(3) { number in
            try await world.send("PATCH", "settings/", token: ada.token, bodies[number])
        }
        #expect(answers.map(\.status) == [200, 200, 200])
        let now = try await world.send("GET", "settings/", token: ada.token)
        #expect(
            now.text
                == #"{"locale":"es","time_zone":"Asia/Tokyo","mail_notices":false,\#(Self.push),"searchable":true}"#
        )
    }
}
