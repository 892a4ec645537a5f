import Accounts
import Administration
import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct DeletionTests {
    /// Replaces another module's part in a deletion.
    private static let step = Statement("delete from notices where tenant_id = $1 and subject_id = $2")
    private let body: JSONObject = ["password": .string(World.password)]

    @Test(arguments: [
        ("DELETE", "profiles/me/"), ("POST", "profiles/me/delete/"), ("DELETE", "profiles/{own}/"),
    ])
    func `a deleted account leaves history and nothing personal`(_ method: String, _ path: String)
        async throws
    {
        let world = try await World.make(features: [Component(.meetups, deletionSteps: [Self.step])])
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let owner = try world.database.owner
        let tenant = world.tenant.id.rawValue
        try owner.execute(
            "insert into blocks (tenant_id, account_id, blocked_id) values (\(tenant), \(ada.id), \(bob.id))"
        )
        for (to, about) in [(ada.id, bob.id), (bob.id, ada.id), (bob.id, bob.id)] {
            try owner.execute(
                """
                insert into notices (tenant_id, account_id, kind, title, text, subject_type, subject_id)
                values (\(tenant), \(to), 'match_made', 'T', 'x', 'match', \(about))
                """
            )
        }
        try owner.execute("update accounts set bio = 'secret', last_name = 'secret'")
        let target = path == "profiles/{own}/" ? "profiles/\(ada.id)/" : path
        let wrong = try await world.send(method, target, token: ada.token, ["password": "wrong"])
        #expect(wrong.status == 403)
        #expect(wrong.code == "bad_password")
        #expect(try await world.send(method, target, token: ada.token, [:]).faultyFields == ["password"])
        #expect(try await world.send(method, target, token: ada.token).code == "malformed_json")
        #expect(try await world.send(method, target, token: ada.token, body).status == 204)

        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 401)
        let seen = try await world.send("GET", "profiles/\(ada.id)/", token: bob.token)
        #expect(seen.status == 200)
        #expect(seen["username"]?.text == "deleted-\(ada.id)")
        #expect(seen["first_name"]?.text == "deleted user")
        #expect(seen["status"]?.text == "deleted")
        #expect(!seen.text.contains("secret"))
        let row = try owner.query(
            "select email is null and password_hash is null and known_lang is null from accounts where id = $1",
            .integer(ada.id)
        )
        #expect(try row[0].boolean(0))
        #expect(try owner.query("select 1 from blocks").isEmpty)
        #expect(try owner.query("select 1 from notices").count == 1)
        #expect(try owner.query("select 1 from tokens").count == 1)

        let login: JSONObject = ["username": "ada", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", login).status == 401)
        let gone: JSONObject = [
            "username": .string("deleted-\(ada.id)"), "password": .string(World.password),
        ]
        #expect(try await world.send("POST", "login/", gone).status == 401)
        #expect(try await world.person("ada").id != ada.id)
    }

    @Test func `a step that fails undoes the whole deletion`() async throws {
        let failing = Statement("select 1 / ($1::bigint - $1 + $2 - $2)")
        let world = try await World.make(features: [Component(.meetups, deletionSteps: [failing])])
        let ada = try await world.person("ada")
        #expect(try await world.send("DELETE", "profiles/me/", token: ada.token, body).status == 500)
        #expect(try await world.send("GET", "profiles/me/", token: ada.token)["username"]?.text == "ada")
        #expect(world.failureReports.count == 1)
    }

    @Test func `the last admin stays`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let admin = AccountAdmin(try world.database.owner, tenant: world.tenant)
        _ = try admin.setRole(.admin, of: try admin.account("ada"))
        let refused = try await world.send("DELETE", "profiles/me/", token: ada.token, body)
        #expect(refused.status == 409)
        #expect(refused.code == "last_admin")
        #expect(try await world.send("GET", "profiles/me/", token: ada.token).status == 200)
        #expect(throws: AdministrationError.account(.lastAdmin)) {
            try admin.setSuspended(true, try admin.account("ada"))
        }
        #expect(throws: AdministrationError.account(.lastAdmin)) {
            try admin.setRole(.member, of: try admin.account("ada"))
        }
        _ = try admin.setRole(.admin, of: try admin.account("bob"))
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for token in [ada.token, bob.token] {
                group.addTask { try await world.send("DELETE", "profiles/me/", token: token, body).status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [204, 409])
    }
}
