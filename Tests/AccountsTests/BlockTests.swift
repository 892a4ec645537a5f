import Components
import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@Suite(.database) struct BlockTests {
    /// Replaces a module's part: it records its calls.
    private static let step = Statement(
        """
        insert into notices (tenant_id, account_id, kind, title, text, subject_id) values ($1, $2, 'step', '', '', $3)
        """
    )

    @Test func `blocking is 201 and again 200, and is listed and shown until it is taken back`() async throws
    {
        let world = try await World.make(features: [Component(.meetups, blockingSteps: [Self.step])])
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let cem = try await world.person("cem")
        let made = try await world.send("POST", "blocks/\(bob.id)/", token: ada.token)
        #expect(made.status == 201)
        #expect(made.headers["Location"] == "/v1/demo/blocks/\(bob.id)/")
        #expect(made["person", "username"]?.text == "bob")
        #expect(made["created_at"]?.text != nil)
        #expect(made.json?.keys.sorted() == ["created_at", "person"])
        let again = try await world.send("POST", "blocks/\(bob.id)", token: ada.token)
        #expect(again.status == 200)
        #expect(again.text == made.text)
        let steps = try world.database.owner.query(
            "select account_id, subject_id from notices where kind = 'step'"
        )
        #expect(try steps[0].integer(0) == ada.id && steps[0].integer(1) == bob.id)

        #expect(try await world.send("POST", "blocks/\(cem.id)/", token: ada.token).status == 201)
        let list = try await world.send("GET", "blocks/?limit=1", token: ada.token)
        #expect(list.items.map { $0["person"]?["username"]?.text } == ["cem"])
        let cursor = try #require(list["next_cursor"]?.text)
        let rest = try await world.send("GET", "blocks/?cursor=\(cursor)", token: ada.token)
        #expect(rest.items.map { $0["person"]?["username"]?.text } == ["bob"])
        #expect(try await world.send("GET", "blocks/", token: bob.token).items.isEmpty)

        let one = try await world.send("GET", "blocks/\(bob.id)/", token: ada.token)
        #expect(one.status == 200 && one.text == made.text && one.header("ETag") != nil)
        #expect(try await world.send("GET", "blocks/\(ada.id)/", token: bob.token).status == 404)
        #expect(try await world.send("DELETE", "blocks/\(ada.id)/", token: bob.token).status == 404)
        #expect(try await world.send("DELETE", "blocks/\(bob.id)/", token: ada.token).status == 204)
        #expect(try await world.send("DELETE", "blocks/\(bob.id)/", token: ada.token).status == 404)
        #expect(try await world.send("GET", "blocks/\(bob.id)/", token: ada.token).status == 404)
    }

    @Test func `blocking yourself is 422, and unknown or deleted people are 404`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let cem = try await world.person("cem")
        let oneself = try await world.send("POST", "blocks/\(ada.id)/", token: ada.token)
        #expect(oneself.status == 422 && oneself.code == "own_account" && oneself["errors"] == nil)
        #expect(try await world.send("POST", "blocks/999999/", token: ada.token).status == 404)
        let password: JSONObject = ["password": .string(World.password)]
        #expect(try await world.send("DELETE", "profiles/me/", token: cem.token, password).status == 204)
        #expect(try await world.send("POST", "blocks/\(cem.id)/", token: ada.token).status == 404)
        #expect(try world.database.owner.query("select from blocks").isEmpty)
    }

    @Test func `who is blocked can block back, and each takes back their own`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        #expect(try await world.send("POST", "blocks/\(bob.id)/", token: ada.token).status == 201)
        let back = try await world.send("POST", "blocks/\(ada.id)/", token: bob.token)
        #expect(back.status == 201 && back["person", "username"]?.text == "ada")
        #expect(try await world.send("POST", "blocks/\(ada.id)/", token: bob.token).status == 200)
        #expect(try await world.send("DELETE", "blocks/\(bob.id)/", token: ada.token).status == 204)
        #expect(try await world.send("GET", "blocks/\(ada.id)/", token: bob.token).text == back.text)
        #expect(try await world.send("GET", "profiles/\(bob.id)/", token: ada.token).status == 404)
    }

    @Test func `to the one who is blocked the other's profile does not exist`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        _ = try await world.send("POST", "blocks/\(bob.id)/", token: ada.token)
        for method in ["GET", "PUT", "PATCH", "DELETE"] {
            let body: JSONObject? = method == "GET" ? nil : ["password": "x"]
            let answer = try await world.send(method, "profiles/\(ada.id)/", token: bob.token, body)
            #expect(answer.status == 404, "\(method): \(answer)")
        }
        #expect(try await world.send("GET", "profiles/\(bob.id)/", token: ada.token).status == 200)
    }

    @Test func `people of another tenant are nobody`() async throws {
        let world = try await World.make()
        let ada = try await world.person("ada")
        _ = try await world.addTenant("other")
        let eve = try await world.person("eve", tenant: "other")
        #expect(try await world.send("POST", "blocks/\(eve.id)/", token: ada.token).status == 404)
        #expect(try world.database.owner.query("select from blocks").isEmpty)
    }

    @Test func `of many at once one makes the block`() async throws {
        let world = try await World.make(connections: .init(readers: 2, writers: 8, transactions: 1))
        let ada = try await world.person("ada")
        let bob = try await world.person("bob")
        let answers = try await world.sendTogether(30) { _ in
            try await world.send("POST", "blocks/\(bob.id)/", token: ada.token)
        }
        #expect(answers.filter { $0.status == 201 }.count == 1)
        #expect(answers.filter { $0.status == 200 }.count == 29)
        #expect(Set(answers.map(\.text)).count == 1)
    }
}
