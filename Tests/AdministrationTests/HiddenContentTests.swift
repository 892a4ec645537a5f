import Administration
import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A moderator hides parts of Ada's account.
@Suite(.database) struct HiddenContentTests {
    private let world: World
    private let ada: SignedInPerson
    private let ben: SignedInPerson
    private let mod: SignedInPerson

    init() async throws {
        world = try await World.make(modules: [.meetups, .wagers, .shelf])
        ada = try await world.person("Ada")
        ben = try await world.person("Ben", known: "de", learn: "en")
        mod = try await world.person("Mod")
        try world.promote(mod, .moderator)
        let owner = try world.database.owner
        try owner.execute(
            """
            update accounts set last_name = 'Arendt', bio = 'Vile.', photo_version = 7 where id = \(ada.id);
            insert into photos (tenant_id, account_id, version, size, format, bytes)
            select tenant_id, id, 7, 256, 'jpeg', '\\x00' from accounts where id = \(ada.id);
            """
        )
    }

    private func send(
        _ method: String,
        _ path: String,
        as person: SignedInPerson,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, path, token: person.token, body, headers: headers)
    }

    private func request(_ part: String?, of id: Int64, type: String = "account") -> JSONObject {
        let part: JSONValue = part.map { .string($0) } ?? .null
        return [
            "subject": ["type": .string(type), "id": .integer(id)], "part": part, "reason": "Not here.",
        ]
    }

    @discardableResult
    private func hide(_ part: String) async throws -> Int64 {
        let answer = try await send("POST", "admin/hidden/", as: mod, request(part, of: ada.id))
        #expect(answer.status == 201, "\(answer)")
        return try #require(answer["id"]?.integer)
    }

    private func profile(as person: SignedInPerson) async throws -> [String?] {
        let path = person.id == ada.id ? "profiles/me/" : "profiles/\(ada.id)/"
        let answer = try await send("GET", path, as: person)
        return ["username", "first_name", "last_name", "bio", "photo"].map { answer[$0]?.text }
    }

    @Test func `a photo is hidden from others, and stays so when it is replaced`() async throws {
        let shown = try await profile(as: ben)
        #expect(shown[4] != nil)
        let tag = try await send("GET", "profiles/\(ada.id)/", as: ben).headers["ETag"] ?? ""
        let id = try await hide("photo")
        for headers in [[:], ["If-None-Match": tag]] {
            let answer = try await send("GET", "profiles/\(ada.id)/", as: ben, headers: headers)
            #expect(answer.status == 200 && answer["photo"] == .null, "\(answer)")
        }
        for path in ["", "?v=7"] {
            let photo = try await send("GET", "profiles/\(ada.id)/photo/\(path)", as: ben)
            #expect(photo.status == 404 && photo.code == "no_photo", "\(photo)")
        }
        for person in [ada, mod] {
            #expect(try await profile(as: person)[4] == shown[4])
            #expect(try await send("GET", "profiles/\(ada.id)/photo/", as: person).status == 200)
        }
        try world.database.owner.execute("update accounts set photo_version = 8 where id = \(ada.id)")
        #expect(try await profile(as: ben)[4] == nil)
        #expect(try await send("DELETE", "admin/hidden/\(id)/", as: mod).status == 204)
        #expect(try await profile(as: ben)[4] != nil)
        #expect(try await send("DELETE", "admin/hidden/\(id)/", as: mod).status == 404)
    }

    @Test func `a bio is hidden, and an edit does not show it`() async throws {
        let id = try await hide("bio")
        #expect(try await profile(as: ben)[3] == "")
        #expect(try await profile(as: ada)[3] == "Vile.")
        #expect(try await profile(as: mod)[3] == "Vile.")
        let edited = try await send("PATCH", "profiles/me/", as: ada, ["bio": "Viler."])
        #expect(edited.status == 200 && edited["bio"]?.text == "Viler.")
        #expect(try await profile(as: ben)[3] == "")
        #expect(try await send("DELETE", "admin/hidden/\(id)/", as: mod).status == 204)
        #expect(try await profile(as: ben)[3] == "Viler.")
    }

    @Test func `a name is "hidden" wherever the person is shown or told of, and is not found`() async throws {
        let friends = try await send("POST", "friends/", as: ben, ["username": "Ada"])
        #expect(friends.status == 201)
        #expect(try await send("PUT", "friends/\(ben.id)/", as: ada).status == 200)
        let wager = try await send(
            "POST",
            "wagers/",
            as: ada,
            ["name": "Chess", "amount_cents": 500, "category": "Other"]
        )
        let wagerID = try #require(wager["id"]?.integer)
        let id = try await hide("name")
        #expect(try await profile(as: ben).prefix(3) == ["hidden", "hidden", nil])
        for person in [ada, mod] {
            #expect(try await profile(as: person).prefix(3) == ["Ada", "Ada", "Arendt"], "\(person)")
        }
        let person: [JSONValue?] = [
            try await send("GET", "friends/", as: ben).items.first?["person"],
            try await send("GET", "wagers/\(wagerID)/", as: ben)["challenger"],
            try await send("GET", "wagers/?filters=none", as: ben).items.first?["challenger"],
            try await send("GET", "profiles/", as: ben).items.first { $0["id"]?.integer == ada.id },
        ]
        for shown in person {
            #expect(
                shown?["username"]?.text == "hidden" && shown?["first_name"]?.text == "hidden",
                "\(person)"
            )
            #expect(shown?["last_name"] == .null)
        }
        let own = try await send("GET", "wagers/\(wagerID)/", as: ada)
        #expect(own["challenger", "username"]?.text == "Ada")
        for query in ["people/?q=ada", "people/?q=arendt", "search/?in=people&q=ada", "profiles/?q=arendt"] {
            let found = try await send("GET", query, as: ben)
            #expect(found.status == 200 && found.items.isEmpty, "\(query): \(found)")
        }
        // What others are told of her names her "hidden" too.
        #expect(try await send("POST", "wagers/\(wagerID)/take/", as: ben).status == 200)
        #expect(try await send("POST", "wagers/\(wagerID)/cancel/", as: ada).status == 200)
        let told = try await send("GET", "inbox/", as: ben).items.first
        #expect(
            told?["text"]?.text?.hasPrefix("hidden would like to cancel") == true,
            "\(String(describing: told))"
        )
        #expect(try await send("DELETE", "admin/hidden/\(id)/", as: mod).status == 204)
        #expect(try await profile(as: ben).prefix(3) == ["Ada", "Ada", "Arendt"])
        #expect(try await send("GET", "people/?q=arendt", as: ben).items.count == 1)
    }

    @Test func `the author is told the reason, and moderators see what is hidden, by whom and why`()
        async throws
    {
        let photo = try await hide("photo")
        let bio = try await hide("bio")
        let inbox = try await send("GET", "inbox/", as: ada).items
        #expect(
            inbox.map { $0["text"]?.text } == [
                "A moderator has hidden your bio from others: Not here.",
                "A moderator has hidden your photo from others: Not here.",
            ]
        )
        #expect(inbox.allSatisfy { $0["kind"]?.text == "content_removed" })
        #expect(inbox[0]["subject"] == ["type": "account", "id": .integer(ada.id)])
        #expect(try await send("GET", "inbox/", as: mod).items.isEmpty)
        let list = try await send("GET", "admin/hidden/", as: mod)
        #expect(list.items.map { $0["id"]?.integer } == [bio, photo])
        #expect(list.items[1]["part"]?.text == "photo" && list.items[1]["reason"]?.text == "Not here.")
        #expect(list.items[1]["person"]?["username"]?.text == "Ada")
        #expect(list.items[1]["by"]?["username"]?.text == "Mod")
        let page = try await send("GET", "admin/hidden/?limit=1", as: mod)
        let cursor = try #require(page["next_cursor"]?.text)
        #expect(try await send("GET", "admin/hidden/?cursor=\(cursor)", as: mod).items.count == 1)
        #expect(try await send("DELETE", "admin/hidden/\(bio)/", as: mod).status == 204)
        let audit = try world.database.owner.query(
            "select action || details, account_id, subject_id from audit where action like 'content.%' order by id"
        )
        #expect(
            try audit.map { try $0.text(0) } == [
                #"content.hide{"part": "photo", "reason": "Not here."}"#,
                #"content.hide{"part": "bio", "reason": "Not here."}"#,
                #"content.show{"part": "bio"}"#,
            ]
        )
        #expect(try audit.allSatisfy { try $0.integer(1) == mod.id && $0.integer(2) == ada.id })
        let export = try await send("GET", "export/", as: ada)
        guard case .array(let hidden)? = export["hidden_content"] else {
            Issue.record("\(export)")
            return
        }
        #expect(hidden.count == 1 && hidden[0]["reason"]?.text == "Not here." && hidden[0]["by"] == nil)
    }

    @Test func `hiding twice is 409, and what cannot be hidden 422`() async throws {
        try await hide("photo")
        let again = try await send("POST", "admin/hidden/", as: mod, request("photo", of: ada.id))
        #expect(again.status == 409 && again.code == "already_hidden", "\(again)")
        func fields(_ body: JSONObject) async throws -> [String] {
            let answer = try await send("POST", "admin/hidden/", as: mod, body)
            #expect(answer.status == 422, "\(answer)")
            return answer.faultyFields
        }
        #expect(try await fields(request("photo", of: 99_999)) == ["subject.id"])
        #expect(try await fields(request(nil, of: ada.id)) == ["part"])
        #expect(try await fields(request("email", of: ada.id)) == ["part"])
        #expect(try await fields(request(nil, of: ada.id, type: "planet")) == ["subject.type"])
        #expect(try await fields(request("photo", of: 1, type: "wager")) == ["part"])
        #expect(try await fields(request("01", of: ada.id, type: "shelf")) == ["part"])
        #expect(try await fields(request("1", of: ada.id, type: "shelf")) == ["subject.id"])
        #expect(try await fields(request(nil, of: 1, type: "wager")) == ["subject.id"])
        #expect(try await fields([:]) == ["reason", "subject"])
        #expect(
            try await fields(["subject": ["type": "account", "id": 0], "reason": ""]) == [
                "reason", "subject.id",
            ]
        )
        #expect(try world.database.owner.query("select from hidden_content").count == 1)
        #expect(
            try world.database.owner.query("select from notices where kind = 'content_removed'").count == 1
        )
    }

    @Test func `of many who hide it at once, one does`() async throws {
        let answers = try await world.sendTogether(6) { [self] _ in
            try await send("POST", "admin/hidden/", as: mod, request("bio", of: ada.id))
        }
        #expect(answers.filter { $0.status == 201 }.count == 1)
        #expect(answers.allSatisfy { $0.status == 201 || $0.code == "already_hidden" }, "\(answers)")
        #expect(try await send("GET", "inbox/", as: ada).items.count == 1)
    }

    @Test func `it is for moderators of the tenant, and subjects are those of its modules`() async throws {
        let id = try await hide("photo")
        for person in [ada, ben] {
            #expect(try await send("GET", "admin/hidden/", as: person).status == 403)
            #expect(
                try await send("POST", "admin/hidden/", as: person, request("bio", of: ada.id)).status == 403
            )
            #expect(try await send("DELETE", "admin/hidden/\(id)/", as: person).status == 403)
        }
        _ = try await world.addTenant("bare")
        let eve = try await world.person("eve", tenant: "bare")
        try world.promote(eve, .moderator, in: "bare")
        func there(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> Answer {
            try await world.send(method, path, token: eve.token, body, tenant: "bare")
        }
        #expect(try await there("GET", "admin/hidden/").items.isEmpty)
        #expect(try await there("DELETE", "admin/hidden/\(id)/").status == 404)
        #expect(try await there("POST", "admin/hidden/", request("bio", of: ada.id)).status == 422)
        let wager = try await there("POST", "admin/hidden/", request(nil, of: 1, type: "wager"))
        #expect(wager.faultyFields == ["subject.type"])
    }

    @Test func `a deleted account leaves nothing of it`() async throws {
        try await hide("name")
        let password: JSONObject = ["password": .string(World.password)]
        #expect(try await send("DELETE", "profiles/me/", as: ada, password).status == 204)
        #expect(try await send("GET", "admin/hidden/", as: mod).items.isEmpty)
        #expect(try await profile(as: ben).prefix(2) == ["deleted-\(ada.id)", "deleted user"])
    }
}
