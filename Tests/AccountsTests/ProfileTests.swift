import Database
import HTTPServer
import Meetups
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct ProfileTests {
    private func ids(_ world: World) async throws -> (ada: SignedInPerson, bob: SignedInPerson) {
        (try await world.person("ada"), try await world.person("bob"))
    }

    @Test func `others never see the email, and the caller's own id means me`() async throws {
        let world = try await World.make()
        let (ada, bob) = try await ids(world)
        let seen = try await world.send("GET", "profiles/\(ada.id)/", token: bob.token)
        #expect(seen.status == 200)
        #expect(seen["username"]?.text == "ada")
        #expect(seen["email"] == nil)
        #expect(!seen.text.contains("example.org"))
        let me = try await world.send("GET", "profiles/me/", token: ada.token)
        let own = try await world.send("GET", "profiles/\(ada.id)", token: ada.token)
        #expect(me["email"]?.text == "ada@example.org")
        #expect(own.text == me.text)
    }

    @Test func `unknown people, other tenants' people and who blocked the caller are not found`() async throws
    {
        let world = try await World.make()
        let (ada, bob) = try await ids(world)
        _ = try await world.addTenant("other")
        let eve = try await world.person("eve", tenant: "other")
        #expect(try await world.send("GET", "profiles/999999/", token: ada.token).status == 404)
        #expect(try await world.send("GET", "profiles/\(eve.id)/", token: ada.token).status == 404)
        #expect(try await world.send("GET", "profiles/\(ada.id)/", token: eve.token).status == 401)
        for id in ["0", "-1", "1x", "9223372036854775808", "%31%00"] {
            let status = try await world.send("GET", "profiles/\(id)/", token: ada.token).status
            #expect(status == 404 || (id == "%31%00" && status == 400))
        }
        try world.database.owner.execute(
            "insert into blocks (tenant_id, account_id, blocked_id) values (\(world.tenant.id.rawValue), \(ada.id), \(bob.id))"
        )
        #expect(try await world.send("GET", "profiles/\(ada.id)/", token: bob.token).status == 404)
        #expect(try await world.send("PATCH", "profiles/\(ada.id)/", token: bob.token, [:]).status == 404)
        #expect(try await world.send("GET", "profiles/\(bob.id)/", token: ada.token).status == 200)
    }

    @Test func `nobody edits somebody else`() async throws {
        let world = try await World.make()
        let (ada, bob) = try await ids(world)
        for method in ["PUT", "PATCH", "DELETE"] {
            let answer = try await world.send(method, "profiles/\(ada.id)/", token: bob.token, ["bio": "x"])
            #expect(answer.status == 403)
            #expect(try await world.send(method, "profiles/\(ada.id)/", token: bob.token).status == 403)
            #expect(try await world.send(method, "profiles/\(ada.id)/", ["bio": "x"]).status == 401)
            #expect(try await world.send(method, "profiles/12345/", token: bob.token, [:]).status == 404)
        }
        let own = try await world.send("PATCH", "profiles/\(bob.id)/", token: bob.token, ["bio": "Hello"])
        #expect(own.status == 200)
        #expect(own["bio"]?.text == "Hello")
    }

    @Test func `PATCH merges and PUT replaces`() async throws {
        let world = try await World.make(modules: [.meetups, .wagers])
        let (ada, _) = try await ids(world)
        let patched = try await world.send(
            "PATCH",
            "profiles/me/",
            token: ada.token,
            ["bio": "Hi\nthere", "venmo_username": "@ada-l", "learn_lang": "fr", "username": "ADA"]
        )
        #expect(patched.status == 200)
        #expect(patched["bio"]?.text == "Hi\nthere")
        #expect(patched["venmo_username"]?.text == "ada-l")
        #expect(patched["learn_lang"]?.text == "fr")
        #expect(patched["username"]?.text == "ADA")
        #expect(patched["first_name"]?.text == "ada")

        let incomplete = try await world.send("PUT", "profiles/me/", token: ada.token, ["bio": "x"])
        #expect(incomplete.status == 422)
        #expect(
            incomplete.faultyFields == [
                "email", "first_name", "known_lang", "last_name", "learn_lang", "username",
            ]
        )
        let put = try await world.send(
            "PUT",
            "profiles/me/",
            token: ada.token,
            [
                "username": "ada", "email": "ADA@example.org", "first_name": "Ada", "last_name": "",
                "known_lang": "de", "learn_lang": "en",
            ]
        )
        #expect(put.status == 200)
        #expect(put["bio"]?.text == "")
        #expect(put["venmo_username"] == .null)
    }

    @Test func `what would not hold together is refused`() async throws {
        var settings = TenantSettings.defaults
        settings[MeetupSettings.languages] = ["en", "de"]
        let world = try await World.make(settings: settings)
        let (ada, _) = try await ids(world)
        func patch(_ body: JSONObject) async throws -> Answer {
            try await world.send("PATCH", "profiles/me/", token: ada.token, body)
        }
        #expect(try await patch(["learn_lang": "en"]).faultyFields == ["learn_lang"])
        #expect(try await patch(["learn_lang": "fr"]).faultyFields == ["learn_lang"])
        #expect(try await patch(["known_lang": "xx"]).faultyFields == ["known_lang"])
        #expect(try await patch(["username": "deleted-1"]).faultyFields == ["username"])
        #expect(try await patch(["id": 7, "role": "admin"]).faultyFields == ["id", "role"])
        #expect(try await patch(["username": "BOB"]).code == "username_taken")
        #expect(
            try await patch(["bio": .string(String(repeating: "x", count: 1001))]).faultyFields == ["bio"]
        )
        #expect(try await patch(["bio": nil]).faultyFields == ["bio"])
    }

    @Test func `a new email needs the password`() async throws {
        let world = try await World.make()
        let (ada, _) = try await ids(world)
        func patch(_ email: String, _ password: String? = nil) async throws -> Answer {
            var body: JSONObject = ["email": .string(email)]
            if let password { body.add("current_password", .string(password)) }
            return try await world.send("PATCH", "profiles/me/", token: ada.token, body)
        }
        #expect(try await patch("new@example.org").faultyFields == ["current_password"])
        let wrong = try await patch("new@example.org", "wrong")
        #expect(wrong.status == 403)
        #expect(wrong.code == "bad_password")
        #expect(try await patch("Ada@Example.org").status == 200)
        #expect(try await patch("bob@example.org", World.password).code == "email_taken")
        #expect(try await patch("new@example.org", World.password)["email"]?.text == "new@example.org")
    }

    @Test func `tags tell versions apart`() async throws {
        let world = try await World.make()
        let (ada, _) = try await ids(world)
        let first = try await world.send("GET", "profiles/me/", token: ada.token)
        let tag = try #require(first.headers["ETag"])
        #expect(tag.hasPrefix("\""))
        let unchanged = try await world.send(
            "GET",
            "profiles/me/",
            token: ada.token,
            headers: ["If-None-Match": "\"x\", W/\(tag)"]
        )
        #expect(unchanged.status == 304)
        #expect(unchanged.body.isEmpty)
        #expect(unchanged.headers["ETag"] == tag)

        let edited = try await world.send(
            "PATCH",
            "profiles/me/",
            token: ada.token,
            ["bio": "x"],
            headers: ["If-Match": tag]
        )
        #expect(edited.status == 200)
        let newTag = try #require(edited.headers["ETag"])
        #expect(newTag != tag)
        for (method, body) in [("PATCH", ["bio": 7]), ("PUT", [:]), ("DELETE", ["password": "x"])]
            as [(String, JSONObject)]
        {
            let stale = try await world.send(
                method,
                "profiles/me/",
                token: ada.token,
                body,
                headers: ["If-Match": tag]
            )
            #expect(stale.status == 412)
            #expect(stale.headers["ETag"] == newTag)
        }
        let any = try await world.send(
            "PATCH",
            "profiles/me/",
            token: ada.token,
            ["bio": "y"],
            headers: ["If-Match": "*"]
        )
        #expect(any.status == 200)
    }

    @Test func `another's profile has another tag whenever anything in it is another`() async throws {
        let world = try await World.make()
        let (ada, bob) = try await ids(world)
        let path = "profiles/\(bob.id)/"
        let first = try await world.send("GET", path, token: ada.token)
        let tag = try #require(first.header("ETag"))
        let same = try await world.send("GET", path, token: ada.token, headers: ["If-None-Match": tag])
        #expect(same.status == 304)
        try world.database.owner.execute(
            "update accounts set last_active_at = last_active_at + interval '1 hour' where id = \(bob.id)"
        )
        let later = try await world.send("GET", path, token: ada.token, headers: ["If-None-Match": tag])
        #expect(later.status == 200)
        #expect(later.text != first.text)
        // It is not the one that the owner insists on.
        let own = try await world.send("GET", path, token: bob.token)
        #expect(own.header("ETag") != later.header("ETag"))
        let edit = try await world.send(
            "PATCH",
            path,
            token: bob.token,
            ["bio": "B"],
            headers: ["If-Match": try #require(own.header("ETag"))]
        )
        #expect(edit.status == 200)
    }

    @Test func `edits of different fields at once all count`() async throws {
        let world = try await World.make()
        let (ada, _) = try await ids(world)
        let bodies: [JSONObject] = [["bio": "B"], ["first_name": "F"], ["last_name": "L"]]
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for body in bodies {
                group.addTask { try await world.send("PATCH", "profiles/me/", token: ada.token, body).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == [200, 200, 200])
        let me = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect([me["bio"], me["first_name"], me["last_name"]] == ["B", "F", "L"])
    }

    @Test func `an edit that was too late stores nothing, not even what belongs to modules`() async throws {
        let world = try await World.make(
            modules: [.meetups, .wagers],
            connections: .init(readers: 2, writers: 4, transactions: 1)
        )
        let ada = try await world.person("ada")
        let learned = ["de", "fr", "it", "pt", "ru", "ja", "ko", "tr"]
        for _ in 0..<4 {
            let me = try await world.send("GET", "profiles/me/", token: ada.token)
            let tag = try #require(me.header("ETag"))
            let answers = try await world.sendTogether(learned.count) { number in
                try await world.send(
                    "PATCH",
                    "profiles/me/",
                    token: ada.token,
                    [
                        "bio": .string(learned[number]), "learn_lang": .string(learned[number]),
                        "venmo_username": .string("ada-\(learned[number])"),
                    ],
                    headers: ["If-Match": tag]
                )
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.allSatisfy { [200, 412].contains($0.status) })
            let now = try await world.send("GET", "profiles/me/", token: ada.token)
            let winner = try #require(answers.first { $0.status == 200 })
            #expect(now.text == winner.text)
            #expect(now["learn_lang"] == now["bio"])
            #expect(now["venmo_username"]?.text == "ada-\(now["bio"]?.text ?? "")")
        }
    }

    @Test func `a changed password is needed at once and ends the other tokens`() async throws {
        let world = try await World.make()
        let (ada, bob) = try await ids(world)
        let login: JSONObject = ["username": "ada", "password": .string(World.password)]
        let phone = try #require(try await world.send("POST", "login/", login)["token"]?.text)
        func change(_ current: String, _ new: String) async throws -> Answer {
            try await world.send(
                "PUT",
                "password/",
                token: ada.token,
                ["current": .string(current), "new": .string(new)]
            )
        }
        let wrong = try await change("wrong", "a fresh secret")
        #expect(wrong.status == 403)
        #expect(wrong.code == "bad_password")
        #expect(try await change(World.password, "ada").faultyFields == ["new"])
        #expect(try await world.send("GET", "profiles/me/", token: phone).status == 200)
        #expect(try await change(World.password, "a fresh secret").status == 204)
        #expect(try await world.send("GET", "profiles/me/", token: phone).status == 401)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(try await world.send("GET", "profiles/me/", token: bob.token).status == 200)
        #expect(try await world.send("POST", "login/", login).status == 401)
        let fresh: JSONObject = ["username": "ada", "password": "a fresh secret"]
        #expect(try await world.send("POST", "login/", fresh).status == 200)
    }

    @Test func `no login with the old password outlives its change`() async throws {
        let world = try await World.make()
        let (ada, _) = try await ids(world)
        let login: JSONObject = ["username": "ada", "password": .string(World.password)]
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<24 {
                group.addTask {
                    if number == 12 {
                        let body: JSONObject = ["current": .string(World.password), "new": "a fresh secret"]
                        #expect(
                            try await world.send("PUT", "password/", token: ada.token, body).status == 204
                        )
                        return nil
                    }
                    return try await world.send("POST", "login/", login, from: "192.0.2.\(number)")["token"]?
                        .text
                }
            }
            return try await group.reduce(into: [String?]()) { $0.append($1) }.compactMap { $0 }
        }
        for token in tokens {
            #expect(try await world.send("GET", "profiles/me/", token: token).status == 401)
        }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
    }

    @Test func `anybody may ask what the tenant is`() async throws {
        var settings = TenantSettings.defaults
        settings.creators = try [TenantCreator.decode(["name": "Ann", "url": "https://example.org"])]
        let world = try await World.make(settings: settings)
        let about = try await world.send("GET", "about/")
        #expect(about.status == 200)
        #expect(about["slug"]?.text == "demo")
        #expect(about["modules"] == ["meetups"])
        #expect(about["creators"] == [["name": "Ann", "url": "https://example.org", "icon": .null]])
        #expect(about["registration"]?.text == "open")
        let tag = try #require(about.headers["ETag"])
        #expect(try await world.send("GET", "about", headers: ["If-None-Match": tag]).status == 304)
    }
}
