import Accounts
import Database
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Setting up a second factor, and what asks for it.
@Suite(.database) struct SecondFactorTests {
    private static let password: JSONObject = ["password": .string(World.password)]

    private func proof(_ code: String, _ password: String = World.password) -> JSONObject {
        ["code": .string(code), "password": .string(password)]
    }

    @Test func `a secret is of use once a code has proven it, and other devices are signed out`() async throws
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let signIn: JSONObject = ["username": "ada", "password": .string(World.password)]
        let other = try #require(try await world.send("POST", "login/", signIn)["token"]?.text)
        let begun = try await world.send("POST", "second-factor/", token: ada.token, Self.password)
        #expect(begun.status == 201, "\(begun) \(world.failureReports)")
        let secret = try #require(begun["secret"]?.text)
        let url = "otpauth://totp/Demo:ada?secret=\(secret)&issuer=Demo"
        #expect(begun["url"]?.text == url)
        #expect(try await world.send("GET", "second-factor/", token: ada.token)["enabled"] == .bool(false))
        #expect(try await world.send("POST", "login/", signIn).status == 200)

        let wrong: JSONObject = ["code": "000000"]
        #expect(
            try await world.send("POST", "second-factor/proof/", token: ada.token, wrong).code == "bad_code"
        )
        let device = try await world.addSecondFactor(to: ada)
        #expect(device.recoveryCodes.count == 10 && Set(device.recoveryCodes).count == 10)
        let state = try await world.send("GET", "second-factor/", token: ada.token)
        #expect(state["enabled"] == .bool(true) && state["recovery_codes_left"]?.integer == 10)
        #expect(try await world.send("GET", "profiles/me/", token: other).status == 401)
        let again = try await world.send("POST", "second-factor/", token: ada.token, Self.password)
        #expect(again.code == "second_factor_exists")
    }

    @Test func `neither the secret nor a recovery code is in the database`() async throws {
        let world = try await World.make()
        let device = try await world.addSecondFactor(to: try await world.person("ada"))
        let rows = try world.database.owner.query("select secret from second_factors")
        let secret = Hexadecimal.encode(device.secret)
        #expect(try !Hexadecimal.encode(rows[0].bytes(0)).contains(secret))
        let codes = try world.database.owner.query("select digest from recovery_codes")
        #expect(codes.count == 10)
    }

    @Test func `only the owner sets one up`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let wrong: JSONObject = ["password": "a wrong horse"]
        #expect(
            try await world.send("POST", "second-factor/", token: ada.token, wrong).code == "bad_password"
        )
        let none = try await world.send("POST", "second-factor/", token: ada.token, [:])
        #expect(none.status == 422)
        var settings = TenantSettings.defaults
        settings.secondFactor = .off
        _ = try await world.addTenant("off", settings: settings)
        let bob = try await world.person("bob", tenant: "off")
        let off = try await world.send(
            "POST",
            "second-factor/",
            token: bob.token,
            Self.password,
            tenant: "off"
        )
        #expect(off.code == "second_factor_off")
    }

    @Test func `of twenty proofs with one code at once, one gets recovery codes`() async throws {
        let world = try await World.make(
            connections: DatabasePool.Sizes(readers: 2, writers: 4, transactions: 4)
        )
        let ada = try await world.person("ada")
        let begun = try await world.send("POST", "second-factor/", token: ada.token, Self.password)
        let secret = SecondFactorDevice.decode(try #require(begun["secret"]?.text))
        let code = try SecondFactorDevice(secret: secret, recoveryCodes: []).code()
        let answers = try await world.sendTogether(20) { _ in
            try await world.send("POST", "second-factor/proof/", token: ada.token, ["code": .string(code)])
        }
        #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
        #expect(try world.database.owner.query("select from recovery_codes").count == 10)
    }

    @Test func `new recovery codes void the old ones, and removing it needs a code`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let device = try await world.addSecondFactor(to: ada)
        func call(_ path: String, _ body: JSONObject) async throws -> Answer {
            try await world.send("POST", "second-factor/\(path)/", token: ada.token, body)
        }
        #expect(try await call("recovery-codes", proof("000000")).code == "bad_code")
        #expect(
            try await call("recovery-codes", proof(try device.code(), "a wrong horse")).code == "bad_password"
        )
        #expect(try await call("recovery-codes", proof(try device.code())).status == 200)
        #expect(try await call("delete", proof(device.recoveryCodes[0])).code == "bad_code")
        try world.forgetCodes()
        #expect(try await call("delete", proof(try device.code())).status == 204)
        let signIn: JSONObject = ["username": "ada", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", signIn).status == 200)
        #expect(try await call("delete", proof("000000")).code == "second_factor_missing")
    }

    @Test(arguments: [14, 16])
    func `the deletion and another address need a code sixteen minutes after the sign-in`(_ minutes: Int)
        async throws
    {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let device = try await world.addSecondFactor(to: ada)
        _ = try world.database.owner.execute(
            "update tokens set created_at = now() - interval '\(minutes) minutes'"
        )
        func change(_ email: String, _ code: String?) async throws -> Answer {
            var body: JSONObject = [
                "email": .string(email), "current_password": .string(World.password),
            ]
            if let code { body.add("code", .string(code)) }
            return try await world.send("PATCH", "profiles/me/", token: ada.token, body)
        }
        let without = try await change("new@example.org", nil)
        #expect(without.status == (minutes == 14 ? 200 : 422), "\(without)")
        if minutes == 16 {
            #expect(without["errors", "code"] != nil)
            #expect(try await change("new@example.org", "000000").code == "bad_code")
            let code = try device.code()
            #expect(try await change("new@example.org", code).status == 200)
            #expect(try await change("newer@example.org", code).code == "bad_code")
            #expect(
                try await world.send("POST", "profiles/me/delete/", token: ada.token, Self.password).status
                    == 422
            )
        }
        let body = proof(device.recoveryCodes[0])
        #expect(try await world.send("POST", "profiles/me/delete/", token: ada.token, body).status == 204)
        for table in ["second_factors", "recovery_codes", "sign_in_tickets"] {
            #expect(try world.database.owner.query("select from \(table)").count == 0)
        }
    }

    @Test(arguments: [14, 16])
    func `another password needs a code sixteen minutes after the sign-in`(_ minutes: Int) async throws {
        let world = try await World.make()
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        let device = try await world.addSecondFactor(to: ada)
        _ = try world.database.owner.execute(
            "update tokens set created_at = now() - interval '\(minutes) minutes'"
        )
        func change(_ person: SignedInPerson, from current: String = World.password, code: String? = nil)
            async throws -> Answer
        {
            var body: JSONObject = ["current": .string(current), "new": "tango in the sunshine"]
            if let code { body.add("code", .string(code)) }
            return try await world.send("PUT", "password/", token: person.token, body)
        }
        #expect(try await change(bob).status == 204)
        let without = try await change(ada)
        #expect(without.status == (minutes == 14 ? 204 : 422), "\(without)")
        guard minutes == 16 else { return }
        #expect(without.faultyFields == ["code"])
        #expect(try await change(ada, code: "000000").code == "bad_code")
        let code = try device.code()
        // A wrong password uses no code up.
        #expect(try await change(ada, from: "a wrong horse", code: code).code == "bad_password")
        #expect(try await change(ada, code: code).status == 204)
        #expect(try await change(ada, from: "tango in the sunshine", code: code).code == "bad_code")
    }

    @Test func `staff without one can only set it up, and go on with it`() async throws {
        var settings = TenantSettings.defaults
        settings.secondFactor = .staff
        let world = try await World.make(settings: settings)
        let (ada, bob) = (try await world.person("ada"), try await world.person("bob"))
        try world.promote(ada, .admin)
        #expect(try await world.send("GET", "matches/", token: bob.token).status == 200)
        for (method, path) in [("GET", "matches/"), ("GET", "admin/accounts/"), ("GET", "tokens/")] {
            let refused = try await world.send(method, path, token: ada.token)
            #expect(refused.status == 403 && refused.code == "second_factor_needed", "\(path)")
        }
        let write = try await world.send("PATCH", "profiles/me/", token: ada.token, ["bio": "Written."])
        #expect(write.code == "second_factor_needed")
        let bio = try world.database.owner.query("select bio from accounts where id = $1", .integer(ada.id))
        #expect(try bio[0].text(0) == "")
        let state = try await world.send("GET", "second-factor/", token: ada.token)
        #expect(state["required"] == .bool(true))
        _ = try await world.addSecondFactor(to: ada)
        #expect(try await world.send("GET", "admin/accounts/", token: ada.token).status == 200)
    }
}
