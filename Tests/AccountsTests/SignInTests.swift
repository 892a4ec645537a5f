import Administration
import Database
import HTTPServer
import ParlayAPI
import Reactor
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct SignInTests {
    private func credentials(_ name: String, _ password: String = World.password) -> JSONObject {
        ["username": .string(name), "password": .string(password)]
    }

    @Test(arguments: ["ada", "ADA", "ada@example.org", "Ada@Example.org"])
    func `a username or an email signs in`(_ name: String) async throws {
        let world = try await World.make()
        let ada = try await world.person("Ada")
        let answer = try await world.send("POST", "login/", credentials(name))
        #expect(answer.status == 200)
        #expect(answer["profile", "id"]?.integer == ada.id)
        #expect(answer["profile", "email"]?.text == "ada@example.org")
        let token = try #require(answer["token"]?.text)
        #expect(token != ada.token)
        #expect(try await world.send("GET", "profiles/me", token: token).status == 200)
    }

    @Test func `an unknown name and a wrong password are told alike`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let wrong = try await world.send("POST", "login/", credentials("ada", "wrong"))
        let unknown = try await world.send("POST", "login/", credentials("nobody", "wrong"))
        #expect(wrong.status == 401)
        #expect(wrong.code == "bad_credentials")
        #expect(wrong.headers["WWW-Authenticate"] == "Token realm=\"demo\"")
        #expect(wrong.text == unknown.text)
        // The Kelvin sign lower-cases to a k.
        _ = try await world.person("kim")
        #expect(try await world.send("POST", "login/", credentials("\u{212A}im")).status == 401)
    }

    @Test func `a bare token is given and refused as by Django REST framework`() async throws {
        let world = try await World.make()
        _ = try await world.person("ada")
        let answer = try await world.send("POST", "token/", credentials("ada"))
        #expect(answer.status == 200)
        #expect(answer.json?.keys == ["token"])
        let wrong = try await world.send("POST", "token/", credentials("ada", "wrong"))
        #expect(wrong.status == 400)
        #expect(wrong.code == "bad_credentials")
        #expect(wrong["non_field_errors"] == ["Incorrect username or password."])
        #expect(wrong.headers["WWW-Authenticate"] == nil)
    }

    @Test func `a suspended account is told so only with its password, and its tokens are refused`()
        async throws
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let admin = AccountAdmin(try world.database.owner, tenant: world.tenant)
        _ = try admin.setSuspended(true, try admin.account("ada"))
        for path in ["login/", "token/"] {
            let right = try await world.send("POST", path, credentials("ada"))
            #expect(right.status == 403)
            #expect(right.code == "account_suspended")
            #expect(try await world.send("POST", path, credentials("ada", "wrong")).code == "bad_credentials")
        }
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 401)
        _ = try admin.setSuspended(false, try admin.account("ada"))
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
    }

    @Test func `a hash that has become cheap is replaced at the next login`() async throws {
        let world = try await World.make(hasher: try PasswordHasher(memoryKiB: 16, iterations: 2))
        let admin = AccountAdmin(try world.database.owner, tenant: world.tenant)
        let registration = try Registration.decode(World.registration("ada"), modules: [.meetups])
        _ = try admin.create(registration, role: .member, hasher: try World.hasher.get())
        func hash() throws -> String {
            try world.database.owner.query("select password_hash from accounts")[0].text(0)
        }
        #expect(try hash().contains("m=8,"))
        #expect(try await world.send("POST", "login/", credentials("ada", "wrong")).status == 401)
        #expect(try hash().contains("m=8,"))
        #expect(try await world.send("POST", "login/", credentials("ada")).status == 200)
        let raised = try hash()
        #expect(raised.contains("m=16,"))
        #expect(try await world.send("POST", "login/", credentials("ada")).status == 200)
        #expect(try hash() == raised)
    }

    @Test func `when too many passwords wait, sign-in is refused and reads go on`() async throws {
        let full = try BlockingPool(name: "full", threads: 1, capacity: 0)
        let world = try await World.make(hashers: full)
        let admin = AccountAdmin(try world.database.owner, tenant: world.tenant)
        let registration = try Registration.decode(World.registration("ada"), modules: [.meetups])
        _ = try admin.create(registration, role: .member, hasher: try World.hasher.get())
        let calls = [("login/", credentials("ada")), ("register/", World.registration("bob"))]
        for (path, body) in calls {
            let refused = try await world.send("POST", path, body)
            #expect(refused.status == 503)
            #expect(refused.code == "overloaded")
            #expect(refused.headers["Retry-After"] == "1")
        }
        #expect(try await world.send("GET", "about/").status == 200)
        #expect(try world.database.owner.query("select 1 from throttles").isEmpty)
        #expect(try world.database.owner.query("select 1 from accounts").count == 1)
    }

    @Test func `the caller's tokens are listed newest first and by pages`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try await world.person("bob")
        for device in ["phone", "tablet"] {
            var body = credentials("ada")
            body.add("device", .string(device))
            _ = try await world.send("POST", "login/", body)
        }
        let agent = ["User-Agent": "WordUp/2.1 (" + String(repeating: "x", count: 200)]
        _ = try await world.send("POST", "token/", credentials("ada"), headers: agent)

        let first = try await world.send("GET", "tokens/?limit=3", token: ada.token)
        #expect(first.status == 200)
        #expect(first.items.map { $0["label"]?.text?.prefix(6) } == ["WordUp", "tablet", "phone"])
        #expect(first.items[0]["label"]?.text?.count == 100)
        #expect(first.items.allSatisfy { $0["current"] == .bool(false) })
        #expect(first.headers["Cache-Control"] == "no-store")
        let cursor = try #require(first["next_cursor"]?.text)
        let link = try #require(first.headers["Link"])
        #expect(link.hasPrefix("</v1/demo/tokens/?limit=3&cursor=") && link.hasSuffix(">; rel=\"next\""))
        let last = try await world.send("GET", "tokens/?cursor=\(cursor)", token: ada.token)
        #expect(last.items.count == 1)
        #expect(last.items[0]["current"] == .bool(true))
        #expect(last.items[0]["prefix"]?.text == String(ada.token.prefix(11)))
        #expect(last["next_cursor"] == .null)
    }

    @Test func `a token is revoked by its owner only`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let phone = try #require(try await world.send("POST", "token/", credentials("ada"))["token"]?.text)
        let list = try await world.send("GET", "tokens", token: ada.token)
        let id = try #require(list.items.first?["id"]?.integer)
        #expect(try await world.send("DELETE", "tokens/\(id)/", token: bob.token).status == 404)
        #expect(try await world.send("GET", "profiles/me", token: phone).status == 200)
        #expect(try await world.send("DELETE", "tokens/\(id)/", token: ada.token).status == 204)
        #expect(try await world.send("GET", "profiles/me", token: phone).status == 401)
        #expect(try await world.send("DELETE", "tokens/\(id)/", token: ada.token).status == 404)
        #expect(try await world.send("GET", "profiles/me", token: ada.token).status == 200)
    }

    @Test func `leaving revokes the presented token, or all`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let phone = try #require(try await world.send("POST", "token/", credentials("ada"))["token"]?.text)
        let tablet = try #require(try await world.send("POST", "token/", credentials("ada"))["token"]?.text)
        #expect(try await world.send("POST", "logout/", token: phone).status == 204)
        #expect(try await world.send("POST", "logout/", token: phone).status == 401)
        #expect(try await world.send("GET", "profiles/me", token: tablet).status == 200)
        #expect(try await world.send("POST", "logout/", token: tablet, ["everywhere": true]).status == 204)
        #expect(try await world.send("GET", "profiles/me", token: ada.token).status == 401)
        #expect(try await world.send("GET", "profiles/me", token: bob.token).status == 200)
    }

    @Test func `an expired token is refused and use keeps it alive`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let owner = try world.database.owner
        try owner.execute("update tokens set expires_at = now() + interval '1 minute'")
        #expect(try await world.send("GET", "profiles/me", token: ada.token).status == 200)
        let database = world.database
        try await database.onLoop {
            try await eventually("the last use") {
                let rows = try database.owner.query(
                    "select expires_at > now() + interval '179 days' from tokens"
                )
                return try rows[0].boolean(0)
            }
        }
        try owner.execute("update tokens set expires_at = now() - interval '1 second'")
        #expect(try await world.send("GET", "profiles/me", token: ada.token).status == 401)
    }
}
