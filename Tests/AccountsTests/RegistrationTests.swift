import Database
import HTTPServer
import Meetups
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct RegistrationTests {
    @Test func `registering answers a token that works and the caller's profile`() async throws {
        let world = try await World.make()
        let answer = try await world.send("POST", "register/", World.registration("Ada"))
        #expect(answer.status == 201)
        #expect(answer["profile", "username"]?.text == "Ada")
        #expect(answer["profile", "email"]?.text == "ada@example.org")
        #expect(answer["profile", "known_lang"]?.text == "en")
        #expect(answer["profile", "reliability", "met"]?.integer == 0)
        #expect(answer["profile", "pnl_cents"] == nil)
        #expect(answer["expires_at"] != nil)
        #expect(answer.headers["Cache-Control"] == "no-store")
        let id = try #require(answer["profile", "id"]?.integer)
        #expect(answer.headers["Location"] == "/v1/demo/profiles/\(id)/")

        let me = try await world.send("GET", "profiles/me/", token: answer["token"]?.text)
        #expect(me.status == 200)
        #expect(me["id"]?.integer == id)
        #expect(!answer.text.contains("argon2") && !me.text.contains("argon2"))
    }

    @Test func `all that is wrong is said at once`() async throws {
        let world = try await World.make()
        let answer = try await world.send(
            "POST",
            "register/",
            [
                "username": "a b", "password": "password", "email": "nowhere", "first_name": " ",
                "known_lang": "xx", "learn_lang": "de", "venmo_username": "ada-venmo", "shoe_size": 38,
            ]
        )
        #expect(answer.status == 422)
        #expect(answer.code == "validation_failed")
        #expect(
            answer.faultyFields == [
                "email", "first_name", "known_lang", "last_name", "password", "shoe_size", "username",
                "venmo_username",
            ]
        )
    }

    @Test(arguments: ["short", "password", "ada", "ADA@example.org", "12345678", " Password "])
    func `a password that is guessed first is refused`(_ password: String) async throws {
        let world = try await World.make()
        var body: JSONObject = ["password": .string(password)]
        for member in World.registration("ada").members { body.add(member.key, member.value) }
        let answer = try await world.send("POST", "register/", body)
        #expect(answer.status == 422)
        #expect(answer.faultyFields == ["password"])
    }

    @Test func `a tenant's minimum length counts`() async throws {
        var settings = TenantSettings.defaults
        settings.passwordMinLength = 30
        let world = try await World.make(settings: settings)
        let answer = try await world.send("POST", "register/", World.registration("ada"))
        #expect(answer.faultyFields == ["password"])
    }

    @Test func `a tenant narrows the languages, and both must differ`() async throws {
        var settings = TenantSettings.defaults
        settings[MeetupSettings.languages] = ["en", "fr"]
        let world = try await World.make(settings: settings)
        let german = try await world.send("POST", "register/", World.registration("ada", learn: "de"))
        #expect(german.faultyFields == ["learn_lang"])
        let same = try await world.send("POST", "register/", World.registration("ada", learn: "en"))
        #expect(same.faultyFields == ["learn_lang"])
        let french = try await world.send("POST", "register/", World.registration("ada", learn: "fr"))
        #expect(french.status == 201)
    }

    @Test func `names and emails are taken without regard to case`() async throws {
        let world = try await World.make()
        _ = try await world.person("Ada")
        let username = try await world.send("POST", "register/", World.registration("aDA"))
        #expect(username.status == 409)
        #expect(username.code == "username_taken")

        var body: JSONObject = ["email": " ADA@Example.Org "]
        for member in World.registration("bob").members { body.add(member.key, member.value) }
        let email = try await world.send("POST", "register/", body)
        #expect(email.status == 409)
        #expect(email.code == "email_taken")
    }

    @Test(arguments: ["ada ", "аda", "adа1", "a\u{200B}da", "ada@x", "deleted-7", "Deleted-x", "ad"])
    func `look-alike, padded and reserved usernames are refused`(_ username: String) async throws {
        let world = try await World.make()
        var body: JSONObject = ["username": .string(username), "email": "ada@example.org"]
        for member in World.registration("ada").members { body.add(member.key, member.value) }
        let answer = try await world.send("POST", "register/", body)
        #expect(answer.status == 422)
        #expect(answer.faultyFields == ["username"])
    }

    @Test func `an email is not made valid by folding its case`() async throws {
        let world = try await World.make()
        var body: JSONObject = ["email": "\u{212A}@example.org"]
        for member in World.registration("ada").members { body.add(member.key, member.value) }
        #expect(try await world.send("POST", "register/", body).faultyFields == ["email"])
    }

    @Test func `of fifty who want one name one gets it`() async throws {
        let world = try await World.make()
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<50 {
                group.addTask { try await world.send("POST", "register/", World.registration("ada")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 201 } == 1)
        #expect(answers.count { $0.code == "username_taken" } == 49)
        let tokens = try world.database.owner.query("select count(*) from tokens")
        #expect(try tokens[0].integer(0) == 1)
        #expect(world.failureReports.isEmpty)
    }

    @Test func `the same name is free in another tenant`() async throws {
        let world = try await World.make()
        _ = try await world.addTenant("other")
        _ = try await world.person("ada")
        _ = try await world.person("ada", tenant: "other")
    }

    @Test(arguments: [(RegistrationPolicy.closed, "registration_closed"), (.invite, "invite_required")])
    func `a tenant may be closed`(_ policy: RegistrationPolicy, _ code: String) async throws {
        var settings = TenantSettings.defaults
        settings.registration = policy
        let world = try await World.make(settings: settings)
        let answer = try await world.send("POST", "register/", World.registration("ada"))
        #expect(answer.status == 403)
        #expect(answer.code == code)
    }

    @Test func `every registration of an address counts`() async throws {
        let world = try await World.make(throttles: ThrottleSettings(registrations: 3))
        for _ in 0..<3 {
            #expect(try await world.send("POST", "register/", [:], from: "2001:db8::1").status == 422)
        }
        let answer = try await world.send("POST", "register/", World.registration("ada"), from: "2001:db8::2")
        #expect(answer.status == 429)
        #expect((Int(answer.headers["Retry-After"] ?? "") ?? 0) > 500)
        _ = try await world.send("POST", "register/", World.registration("ada"), from: "2001:db8:0:1::1")
        #expect(try await world.send("POST", "register/", [:], from: "192.0.2.7").status == 422)
    }

    @Test func `all that is wrong with a registration is said at once`() async throws {
        var settings = TenantSettings.defaults
        settings.passwordMinLength = 12
        settings[MeetupSettings.languages] = ["en", "es"]
        let world = try await World.make(settings: settings)
        let body: JSONObject = [
            "username": "deleted-1", "password": "short", "email": "a..b@example.org", "first_name": "A\nB",
            "last_name": "\u{202E}", "bio": 7, "known_lang": "de", "learn_lang": "fr", "zz": 1,
        ]
        let answer = try await world.send("POST", "register/", body)
        #expect(
            answer.faultyFields == [
                "bio", "email", "first_name", "known_lang", "last_name", "learn_lang", "password", "username",
                "zz",
            ]
        )
        let own: JSONObject = [
            "username": "ada", "password": "ada@example.org", "email": "ada@example.org", "first_name": "",
            "last_name": "", "known_lang": "en", "learn_lang": "en",
        ]
        #expect(
            try await world.send("POST", "register/", own).faultyFields == [
                "first_name", "learn_lang", "password",
            ]
        )
    }

    @Test func `all that is wrong with a new password is said at once`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        for (new, fields) in [
            ("short", ["current", "new"]), ("ada", ["current", "new"]), ("a fine phrase", ["current"]),
        ] {
            let answer = try await world.send("PUT", "password/", token: ada.token, ["new": .string(new)])
            #expect(answer.faultyFields == fields, "\(new)")
        }
        for (body, fields) in [
            (["new": "short"], ["code", "new"]), (["code": "wrong", "new": "short"], ["code", "new"]),
            (["code": "wrong", "new": "a fine phrase"], ["code"]),
            (["code": "", "new": "password"], ["code", "new"]),
        ] as [(JSONObject, [String])] {
            #expect(try await world.send("POST", "password/reset/confirm/", body).faultyFields == fields)
        }
    }
}
