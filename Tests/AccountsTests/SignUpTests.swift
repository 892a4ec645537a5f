import Accounts
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// What registration requires is the tenant's to say.
@Suite(.database) struct SignUpTests {
    private static func settings(_ fields: [SignUpField]) -> TenantSettings {
        var settings = TenantSettings.defaults
        settings.signUpFields = fields
        return settings
    }

    private static func world(_ fields: [SignUpField], modules: Set<Module> = []) async throws -> World {
        try await World.make(modules: modules, settings: settings(fields))
    }

    private static func register(_ world: World, _ body: JSONObject) async throws -> Answer {
        var all: JSONObject = ["password": .string(World.password)]
        for member in body.members { all.add(member.key, member.value) }
        return try await world.send("POST", "register/", all)
    }

    @Test func `by default all four are required`() async throws {
        let answer = try await Self.register(try await World.make(modules: []), [:])
        #expect(answer.status == 422)
        #expect(answer.faultyFields == ["email", "first_name", "last_name", "username"])
    }

    @Test(arguments: [
        ([SignUpField.email], ["email"]), ([.username], ["username"]),
        ([.firstName, .username], ["first_name", "username"]),
    ])
    func `a tenant's own are required, and the rest is not`(_ fields: [SignUpField], _ missing: [String])
        async throws
    {
        let world = try await Self.world(fields)
        #expect(try await Self.register(world, [:]).faultyFields == missing)
        #expect(
            try await world.send("POST", "register/", [:]).faultyFields == (missing + ["password"]).sorted()
        )
    }

    @Test func `with an address alone, a username is made of its local part and digits`() async throws {
        let world = try await Self.world([.email])
        let answer = try await Self.register(world, ["email": "Ada.B+bets@example.org"])
        #expect(answer.status == 201, "\(answer)")
        let username = answer["profile", "username"]?.text ?? ""
        #expect(username.wholeMatch(of: /ada\.bbets[0-9]{4}/) != nil, "\(username)")
        #expect(answer["profile", "first_name"] == .null && answer["profile", "last_name"] == .null)
        let token = answer["token"]?.text
        let changed = try await world.send("PATCH", "profiles/me/", token: token, ["username": "ada"])
        #expect(changed["username"]?.text == "ada")
        let login: JSONObject = ["username": "ada.b+bets@example.org", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", login).status == 200)
    }

    @Test func `a username that is made is free and allowed`() async throws {
        let world = try await Self.world([.email])
        for email in [
            "a@example.org", "deleted@example.org", "\(String(repeating: "x", count: 60))@example.org",
        ] {
            let answer = try await Self.register(world, ["email": .string(email)])
            #expect(answer.status == 201, "\(answer)")
        }
        #expect(
            try await Self.register(world, ["email": "!@example.org", "first_name": "Zoë"]).status == 201
        )
        #expect(try await Self.register(world, ["email": "#@example.org"]).status == 201)
        let names = try world.database.owner.query("select username from accounts order by id").map {
            try $0.text(0)
        }
        #expect(names[1].hasPrefix("player") && names[2].count == 24, "\(names)")
        #expect(names[3].hasPrefix("zo") && names[4].hasPrefix("player"), "\(names)")

        // All names with four digits are taken.
        try world.database.owner.execute(
            """
            insert into accounts (tenant_id, username)
            select tenant_id, 'full' || lpad(n::text, 4, '0') from accounts, generate_series(0, 9999) n where id = (select min(id) from accounts)
            """
        )
        let full = try await Self.register(world, ["email": "full@example.org"])
        #expect(full["profile", "username"]?.text?.wholeMatch(of: /full[0-9]{6}/) != nil, "\(full)")
    }

    @Test func `without an address there is no mail, and the owner is told`() async throws {
        let world = try await Self.world([.username])
        let answer = try await Self.register(world, ["username": "ada"])
        #expect(answer.status == 201, "\(answer)")
        #expect(answer["profile", "email"] == .null && answer["profile", "email_verified"] == .bool(false))
        let token = answer["token"]?.text
        let asked = try await world.send("POST", "email/verification/", token: token)
        #expect(asked.status == 403 && asked.code == "no_email")
        let reset: JSONObject = ["email": "ada@example.org"]
        #expect(try await world.send("POST", "password/reset/", reset).status == 202)

        let bob = try await Self.register(world, ["username": "bob"])
        #expect(bob.status == 201, "two accounts without an address")
        let seen = try await world.send(
            "GET",
            "profiles/\(answer["profile", "id"]?.integer ?? 0)/",
            token: bob["token"]?.text
        )
        #expect(seen.status == 200 && seen.json?["email"] == nil)

        let set = try await world.send(
            "PATCH",
            "profiles/me/",
            token: token,
            ["email": "ada@example.org", "current_password": .string(World.password)]
        )
        #expect(set["email"]?.text == "ada@example.org")
        #expect(try await world.send("POST", "email/verification/", token: token).status == 202)
        let clear: JSONObject = ["email": nil]
        #expect(
            try await world.send("PATCH", "profiles/me/", token: token, clear).faultyFields == [
                "current_password"
            ]
        )
        let cleared: JSONObject = ["email": nil, "current_password": .string(World.password)]
        #expect(try await world.send("PATCH", "profiles/me/", token: token, cleared)["email"] == .null)
        #expect(world.failureReports == [])
    }

    @Test func `what sign-up requires stays, and the rest can be taken away`() async throws {
        let world = try await Self.world([.firstName, .username])
        let answer = try await Self.register(
            world,
            ["username": "ada", "first_name": "Ada", "last_name": ""]
        )
        #expect(answer["profile", "last_name"]?.text == "")
        let token = answer["token"]?.text
        let first: JSONObject = ["first_name": nil]
        #expect(
            try await world.send("PATCH", "profiles/me/", token: token, first).faultyFields == ["first_name"]
        )
        let last: JSONObject = ["last_name": nil]
        #expect(try await world.send("PATCH", "profiles/me/", token: token, last)["last_name"] == .null)
        let put: JSONObject = ["username": "ada"]
        #expect(try await world.send("PUT", "profiles/me/", token: token, put).faultyFields == ["first_name"])
        let whole: JSONObject = ["username": "ada", "first_name": "Ada"]
        #expect(try await world.send("PUT", "profiles/me/", token: token, whole).status == 200)
    }

    @Test func `people without names are shown by their usernames`() async throws {
        let world = try await Self.world([.username])
        let ada = try await Self.register(world, ["username": "ada"])
        _ = try await Self.register(world, ["username": "ben"])
        let asked = try await world.send("POST", "friends/", token: ada["token"]?.text, ["username": "ben"])
        #expect(asked.status == 201 && asked["person", "first_name"] == .null, "\(asked)")
        let texts = try world.database.owner.query("select text from notices").map { try $0.text(0) }
        #expect(texts == ["ada would like to be your friend."])
        let found = try await world.send("GET", "people/?q=ben", token: ada["token"]?.text)
        #expect(found.items.count == 1)
        #expect(try await world.send("GET", "export/", token: ada["token"]?.text).status == 200)
    }

    @Test func `a setting without a way to sign in is refused`() throws {
        let form = TenantSettingsForm([])
        for fields in [[], ["first_name"], ["first_name", "last_name"], ["email", "email"], ["phone"]]
            as [JSONValue]
        {
            #expect(throws: FieldErrors.self) {
                try form.merge(["sign_up_fields": fields], into: .defaults, of: [], sealing: nil)
            }
        }
        let set = try form.merge(["sign_up_fields": ["username"]], into: .defaults, of: [], sealing: nil)
        #expect(set.signUpFields == [.username])
    }

    // MARK: Availability

    @Test func `a username is available if nobody has it and it can be one`() async throws {
        let world = try await World.make(modules: [])
        _ = try await world.person("Ada")
        for (name, isFree) in [
            ("ben", true), ("aDA", false), ("a", false), ("deleted-9", false), ("a%20b", false),
        ] {
            let answer = try await world.send("GET", "register/available/?username=\(name)")
            #expect(answer.text == #"{"username":\#(isFree)}"#, "\(name)")
        }
        let hidden = try await world.send("GET", "register/available/?username=ben&email=ada@example.org")
        #expect(hidden.text == #"{"username":true}"#, "addresses are not told")
        for query in ["", "?name=x", "?username=a&username=b"] {
            #expect(try await world.send("GET", "register/available/\(query)").code == "bad_query")
        }
    }

    @Test func `addresses are told where the tenant allows it`() async throws {
        var settings = TenantSettings.defaults
        settings.revealEmails = true
        let world = try await World.make(modules: [], settings: settings)
        _ = try await world.person("Ada")
        for (email, isFree) in [("ben@example.org", true), ("ADA@example.org", false), ("nowhere", false)] {
            let answer = try await world.send("GET", "register/available/?email=\(email)")
            #expect(answer.text == #"{"email":\#(isFree)}"#, "\(email)")
        }
        _ = try await world.addTenant("other", modules: [])
        let other = try await world.send("GET", "register/available/?username=ada", tenant: "other")
        #expect(other.text == #"{"username":true}"#)
    }

    @Test func `questions are limited like registrations`() async throws {
        let world = try await World.make(modules: [], throttles: ThrottleSettings(registrations: 2))
        for _ in 0..<2 {
            #expect(try await world.send("GET", "register/available/?username=ada").status == 200)
        }
        #expect(try await world.send("GET", "register/available/?username=ada").status == 429)
        #expect(
            try await world.send("POST", "register/", World.registration("ada", modules: [])).status == 201
        )
    }
}
