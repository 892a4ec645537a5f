import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A moderator changes what an account shows.
@Suite(.database) struct AccountEditingTests {
    private let world: World
    private let ada: SignedInPerson
    private let mod: SignedInPerson

    init() async throws {
        world = try await World.make()
        ada = try await world.person("Ada")
        mod = try await world.person("Mod")
        try world.promote(mod, .moderator)
        try world.database.owner.execute(
            """
            update accounts set last_name = 'Arendt', bio = 'Vile.', photo_version = 7 where id = \(ada.id);
            insert into photos (tenant_id, account_id, version, size, format, bytes)
            select tenant_id, id, 7, 256, 'jpeg', '\\x00' from accounts where id = \(ada.id);
            """
        )
    }

    private func patch(
        _ body: JSONObject,
        as person: SignedInPerson? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        let token = (person ?? mod).token
        return try await world.send(
            "PATCH",
            "admin/accounts/\(ada.id)/",
            token: token,
            body,
            headers: headers
        )
    }

    private func told() throws -> [String] {
        try world.database.owner.query("select text from notices where account_id = \(ada.id) order by id")
            .map { try $0.text(0) }
    }

    @Test func `a moderator removes photo and bio and changes names, and the person is told`() async throws {
        let answer = try await patch(["photo": nil, "bio": nil, "reason": "Not here."])
        #expect(answer.status == 200 && answer["photo"] == .null && answer["bio"]?.text == "", "\(answer)")
        #expect(answer["email"] == nil && answer["email_verified"] == nil)
        #expect(try world.database.owner.query("select from photos").isEmpty)
        let names: JSONObject = ["username": "Ann", "first_name": "Ann", "last_name": "Onymous"]
        let named = try await patch(names)
        #expect(named["username"]?.text == "Ann" && named["last_name"]?.text == "Onymous", "\(named)")
        #expect(
            try told() == [
                "A moderator removed your photo and bio: Not here.",
                "A moderator changed your username, first name and last name.",
            ]
        )
        // What changes nothing is not told.
        #expect(try await patch(["photo": nil, "first_name": "Ann"]).status == 200)
        #expect(try await patch(["photo": nil, "bio": "", "username": "ann.1"]).status == 200)
        #expect(try told().last == "A moderator changed your username.")
        let audit = try world.database.owner.query(
            "select account_id, subject_id, details::text from audit where action = 'account.edit' order by id"
        )
        #expect(audit.count == 3)
        #expect(try audit.allSatisfy { try $0.integer(0) == mod.id && $0.integer(1) == ada.id })
        #expect(try audit[0].text(2) == #"{"fields": ["photo", "bio"], "reason": "Not here."}"#)
        let login: JSONObject = ["username": "ann.1", "password": .string(World.password)]
        #expect(try await world.send("POST", "login/", login).status == 200)
    }

    @Test func `role and status are for admins, who do both at once`() async throws {
        for body: JSONObject in [
            ["role": "moderator"], ["status": "suspended", "bio": nil], ["role": "king"],
        ] {
            let answer = try await patch(body)
            #expect(answer.status == 403 && answer.code == "forbidden", "\(answer)")
        }
        #expect(try await patch(["bio": nil], as: ada).status == 403)
        #expect(try told().isEmpty)
        try world.promote(mod, .admin)
        let both = try await patch(["role": "moderator", "bio": nil])
        #expect(both["role"]?.text == "moderator" && both["bio"]?.text == "", "\(both)")
        #expect(both["email"]?.text == "ada@example.org")
        #expect(try told() == ["A moderator removed your bio."])
    }

    @Test func `names are judged as the person's own are, and nothing is changed in part`() async throws {
        func fields(_ body: JSONObject) async throws -> [String] { try await patch(body).faultyFields }
        #expect(try await fields(["photo": "x", "bio": "A new one."]) == ["bio", "photo"])
        #expect(try await fields(["username": "a", "first_name": ""]) == ["first_name", "username"])
        #expect(try await fields(["username": "deleted-7"]) == ["username"])
        #expect(try await fields(["first_name": nil]) == ["first_name"])
        #expect(try await fields(["email": "x@example.org"]) == ["email"])
        let taken = try await patch(["username": "MOD", "bio": nil])
        #expect(taken.status == 409 && taken.code == "username_taken", "\(taken)")
        let row = try world.database.owner.query("select bio, username from accounts where id = \(ada.id)")[0]
        #expect(try row.text(0) == "Vile." && row.text(1) == "Ada")
        #expect(try told().isEmpty)
        let tag = try await patch([:]).headers["ETag"] ?? ""
        #expect(try await patch(["bio": nil], headers: ["If-Match": tag]).status == 200)
        #expect(try await patch(["photo": nil], headers: ["If-Match": tag]).status == 412)
    }
}
