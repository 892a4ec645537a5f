import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct TenantSettingsTests {
    private func world(_ connections: DatabasePool.Sizes = .small) async throws -> (World, SignedInPerson) {
        let world = try await World.make(connections: connections)
        let ada = try await world.person("ada")
        try world.promote(ada, .admin)
        return (world, ada)
    }

    private func patch(_ world: World, _ ada: SignedInPerson, _ body: JSONObject) async throws -> Answer {
        try await world.send("PATCH", "admin/settings/", token: ada.token, body)
    }

    private func audit(_ world: World) throws -> [String] {
        try world.database.owner.query(
            "select details::text from audit where action = 'settings.change' order by id"
        ).map { try $0.text(0) }
    }

    @Test func `an admin reads and merges the settings, and a front acts on them when it hears of it`()
        async throws
    {
        let (world, ada) = try await world()
        let shown = try await world.send("GET", "admin/settings/", token: ada.token)
        #expect(shown.status == 200)
        #expect(
            shown.json?.keys == [
                "registration", "sign_up_fields", "reveal_emails", "token_days", "browser_days",
                "password_min_length", "languages", "categories", "reminder_days", "public_offers",
                "starting_balance_cents", "min_stake_cents", "max_stake_cents", "max_payout_cents",
                "public_sportsbook", "public_shelves", "second_factor", "second_factor_reset_hours",
                "accent_color", "hidden_sections", "locale",
                "allowed_origins",
                "mail_from",
                "require_verified_email", "creators",
                "requests_per_second", "request_burst", "key_requests_per_second", "oidc_issuers",
                "oauth_providers", "apple_apps", "android_apps", "push_apps",
            ]
        )
        let creators: JSONValue = [
            ["name": "Ada", "url": "https://ada.example", "icon": "https://ada.example/a.png"],
            ["name": "Eve", "url": .null, "icon": .null],
        ]
        let changed = try await patch(
            world,
            ada,
            ["registration": "closed", "mail_from": "a@example.org", "creators": creators]
        )
        #expect(changed.status == 200)
        #expect(changed["registration"]?.text == "closed" && changed["token_days"]?.integer == 180)
        let cleared = try await patch(world, ada, ["mail_from": nil])
        #expect(cleared["mail_from"] == .null && cleared["registration"]?.text == "closed")
        #expect(try await world.send("GET", "admin/settings/", token: ada.token).text == cleared.text)

        let before = try await world.send("GET", "about/")
        try await world.refreshTenants()
        let about = try await world.send("GET", "about/")
        #expect(about["registration"]?.text == "closed" && about["creators"] == creators)
        #expect(about.json?.keys == ["slug", "name", "modules", "creators", "registration"])
        let tag = try #require(about.headers["ETag"])
        #expect(before.headers["ETag"] != tag)
        #expect(try await world.send("GET", "about/", headers: ["If-None-Match": tag]).status == 304)
        let refused = try await world.send("POST", "register/", World.registration("bob"))
        #expect(refused.code == "registration_closed")
    }

    @Test func `a front's watcher is told of the change`() async throws {
        let (world, ada) = try await world()
        let listener = try world.database.connect(as: .front)
        try listener.execute("listen parlay_tenants")
        _ = try await patch(world, ada, ["token_days": 3])
        let days = try listener.query("select settings ->> 'token_days' from tenants")
        #expect(try days[0].text(0) == "3")
    }

    @Test func `categories are unique regardless of case, and the days of reminders rise`() async throws {
        let (world, ada) = try await world()
        for (body, field) in [
            (["categories": ["Sports", "sports"]], "categories"),
            (["categories": ["Straße", "STRASSE", "straße"]], "categories"),
            (["reminder_days": [3, 1]], "reminder_days"), (["reminder_days": [1, 1]], "reminder_days"),
        ] as [(JSONObject, String)] {
            let answer = try await patch(world, ada, body)
            #expect(answer.status == 422 && answer.faultyFields == [field], "\(body): \(answer)")
        }
        let names = try await world.send(
            "PUT",
            "admin/categories/",
            token: ada.token,
            ["names": ["Food", "FOOD"]]
        )
        #expect(names.status == 422, "\(names)")
        for body in [
            ["categories": ["Sports", "Food"]], ["reminder_days": []], ["reminder_days": [0, 2, 365]],
        ] as [JSONObject] {
            #expect(try await patch(world, ada, body).status == 200)
        }
    }

    @Test(arguments: [
        "*", "https://app.example.org", "http://localhost:3000", "https://app.example.org:8443",
        "capacitor://localhost", "http://[::1]:8080", "https://[2001:db8::1]", "HTTPS://App.example.org/",
    ])
    func `an origin that a browser sends is taken`(_ origin: String) async throws {
        let (world, ada) = try await world()
        let answer = try await patch(world, ada, ["allowed_origins": [.string(origin)]])
        #expect(answer.status == 200, "\(answer)")
    }

    @Test(arguments: [
        "https://app.example.org/path", "https://app.example.org//", "*/", "https://app.example.org:443",
        "http://app.example.org:80", "https://app.example.org:0",
        "https://app.example.org:99999", "https://app.example.org:", "app.example.org", "null", "https://",
        "https://*.example.org", "https://a:b@example.org", "https://exämple.org", "https://[::1",
        "https://[]",
        "://app.example.org", "https:app.example.org", " https://app.example.org",
    ])
    func `an origin that no browser would send is refused`(_ origin: String) async throws {
        let (world, ada) = try await world()
        let answer = try await patch(world, ada, ["allowed_origins": ["*", .string(origin)]])
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields == ["allowed_origins.1"])
    }

    @Test(arguments: ["javascript:alert(1)", "ada.example", "ftp://ada.example", "//ada.example", " "])
    func `a creator's address is a web address`(_ url: String) async throws {
        let (world, ada) = try await world()
        let answer = try await patch(world, ada, ["creators": [["name": "Ada", "url": .string(url)]]])
        #expect(answer.status == 422, "\(answer)")
        #expect(answer.faultyFields == ["creators.0.url"])
        let icon = try await patch(world, ada, ["creators": [["name": "Ada", "icon": .string(url)]]])
        #expect(icon.status == 422 && icon.faultyFields == ["creators.0.icon"], "\(icon)")
        let bare: JSONValue = [["name": "Ada", "url": .null, "icon": .null]]
        for creators: JSONValue in [[["name": "Ada", "url": "", "icon": ""]], [["name": "Ada"]], bare] {
            let answer = try await patch(world, ada, ["creators": creators])
            #expect(answer.status == 200 && answer["creators"] == bare, "\(answer)")
        }
    }

    @Test func `all that is wrong is said at once, and nothing is changed`() async throws {
        let (world, ada) = try await world()
        let answer = try await patch(
            world,
            ada,
            [
                "registration": "maybe", "token_days": 0, "languages": ["en", "xx"], "categories": ["a,b"],
                "creators": [["url": "x"]], "password_min_length": 4, "colour": "red",
                "request_burst": nil,
            ]
        )
        #expect(answer.status == 422)
        #expect(
            answer.faultyFields == [
                "categories", "colour", "creators.0.name", "creators.0.url", "languages.1",
                "password_min_length",
                "registration", "request_burst", "token_days",
            ]
        )
        #expect(try audit(world) == [])
    }

    @Test func `a change is in the audit log with what it was before, and no change is not`() async throws {
        let (world, ada) = try await world()
        _ = try await patch(world, ada, ["token_days": 30, "password_min_length": 8])
        _ = try await patch(world, ada, ["token_days": 30])
        #expect(try await patch(world, ada, [:]).status == 200)
        #expect(try audit(world) == [#"{"token_days": {"to": 30, "from": 180}}"#])
        let log = try await world.send("GET", "admin/audit/", token: ada.token)
        #expect(log.items[0]["by"]?["username"]?.text == "ada")
        #expect(log.items[0]["action"]?.text == "settings.change")
        #expect(log.items[0]["subject"] == .null)
        #expect(log.items[0]["details"] == ["token_days": ["from": 180, "to": 30]])
    }

    @Test func `a version can be insisted on, and changes at once lose nothing`() async throws {
        let (world, ada) = try await world(.init(readers: 2, writers: 4, transactions: 1))
        let tag = try #require(
            try await world.send("GET", "admin/settings/", token: ada.token).headers["ETag"]
        )
        _ = try await patch(world, ada, ["request_burst": 7])
        let stale = try await world.send(
            "PATCH",
            "admin/settings/",
            token: ada.token,
            ["request_burst": 8],
            headers: ["If-Match": tag]
        )
        #expect(stale.status == 412)
        let bodies: [JSONObject] = [["token_days": 11], ["password_min_length": 12], ["reminder_days": [13]]]
        let answers = try await world.sendTogether(3) { try await patch(world, ada, bodies[$0]) }
        #expect(answers.map(\.status) == [200, 200, 200])
        let now = try await world.send("GET", "admin/settings/", token: ada.token)
        #expect(now["token_days"]?.integer == 11 && now["password_min_length"]?.integer == 12)
        #expect(now["reminder_days"] == [13] && now["request_burst"]?.integer == 7)
        #expect(try audit(world).count == 4)
        // However many there are, none that insists on nothing is refused.
        let many = try await world.sendTogether(12) { index in
            try await patch(world, ada, ["token_days": .integer(Int64(100 + index))])
        }
        #expect(many.allSatisfy { $0.status == 200 })
        #expect(try audit(world).count == 16)
    }

    @Test func `categories are replaced as a whole`() async throws {
        let (world, ada) = try await world()
        func put(_ body: JSONObject, _ headers: [String: String] = [:]) async throws -> Answer {
            try await world.send("PUT", "admin/categories/", token: ada.token, body, headers: headers)
        }
        let none = try await world.send("GET", "admin/categories/", token: ada.token)
        #expect(none.text == #"{"names":[]}"#)
        let tag = try #require(none.headers["ETag"])
        let put1 = try await put(["names": ["Sports", "Food"]], ["If-Match": tag])
        #expect(put1.status == 200 && put1.text == #"{"names":["Sports","Food"]}"#)
        #expect(try await put(["names": []], ["If-Match": tag]).status == 412)
        #expect(try await put(["names": ["Sports", "Sports"]]).faultyFields == ["names"])
        #expect(try await put(["names": ["a,b"]]).faultyFields == ["names"])
        #expect(try await put(["names": ["", 7]]).faultyFields == ["names.0", "names.1"])
        #expect(try await put([:]).faultyFields == ["names"])
        #expect(try await put(["names": ["Other"]]).status == 200)
        let settings = try await world.send("GET", "admin/settings/", token: ada.token)
        #expect(settings["categories"] == ["Other"])
        #expect(try audit(world).count == 2)
    }

    @Test func `only an admin changes a tenant, and only their own`() async throws {
        let (world, ada) = try await world()
        let bob = try await world.person("bob")
        let other = try await world.addTenant("other")
        #expect(try await patch(world, bob, ["token_days": 3]).status == 403)
        try world.promote(bob, .moderator)
        #expect(try await patch(world, bob, ["token_days": 3]).status == 403)
        #expect(try await world.send("GET", "admin/settings/", token: bob.token).status == 403)
        let elsewhere = try await world.send(
            "PATCH",
            "admin/settings/",
            token: ada.token,
            ["token_days": 3],
            tenant: "other"
        )
        #expect(elsewhere.status == 401)
        // The function itself checks the role, for every caller.
        let front = try world.database.connect(as: .front)
        func change(as account: Int64, in tenant: TenantID) throws -> Bool {
            try front.execute("select set_config('parlay.tenant_id', '\(tenant.rawValue)', false)")
            try front.execute("select set_config('parlay.account_id', '\(account)', false)")
            let rows = try front.query(
                "select change_settings((select settings from tenants where id = $1), '{}', now())",
                .integer(tenant.rawValue)
            )
            return try rows[0].boolean(0)
        }
        #expect(try !change(as: bob.id, in: world.tenant.id))
        #expect(try !change(as: ada.id, in: other.id))
        #expect(try change(as: ada.id, in: world.tenant.id))
    }
}
