import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// Which events a write leaves, for whom, and with which numbers.
@Suite(.database) struct StreamEventTests {
    private let world: World
    private let ada: SignedInPerson
    private let ben: SignedInPerson

    init() async throws {
        world = try await World.make(modules: [.meetups, .wagers, .shelf])
        ada = try await world.person("ada")
        ben = try await world.person("ben", known: "de", learn: "en")
        try clear()
    }

    private func clear() throws {
        try world.database.owner.execute(
            "delete from stream_events; update streams set number = 0, pruned = 0"
        )
    }

    /// `wager.taken wager 12`, in the order of the numbers, which have no holes.
    private func events(of person: SignedInPerson) throws -> [String] {
        let rows = try world.database.owner.query(
            """
            select number, type, subject_type, subject_id from stream_events
             where account_id = \(person.id) order by number
            """
        )
        for (index, row) in rows.enumerated() { #expect(try row.integer(0) == Int64(index + 1)) }
        return try rows.map { "\(try $0.text(1)) \(try $0.text(2)) \(try $0.integer(3))" }
    }

    private func call(_ method: String, _ path: String, as person: SignedInPerson, _ body: JSONObject? = nil)
        async throws -> Answer
    {
        let answer = try await world.send(method, path, token: person.token, body)
        #expect(answer.status < 300, "\(method) \(path): \(answer.text)")
        return answer
    }

    private func wager(_ name: String = "Chess", for addressee: String? = nil) async throws -> Int64 {
        var body: JSONObject = ["name": .string(name), "amount_cents": 500, "category": "Other"]
        if let addressee {
            body.add("audience", "account")
            body.add("audience_username", .string(addressee))
        }
        return try #require(try await call("POST", "wagers/", as: ada, body)["id"]?.integer)
    }

    // MARK: Who is told

    @Test func `both people of a match are told of each of its moves`() async throws {
        let match = try #require(
            try await call("POST", "matches/", as: ada, ["a_username": "ben"])["match_id"]?.integer
        )
        let time = Timestamp.now.adding(seconds: 86_400).description
        _ = try await call(
            "PUT",
            "matches/\(match)/",
            as: ada,
            ["time_1": .string(time), "location": "Café"]
        )
        _ = try await call("PUT", "matches/\(match)/", as: ben, ["accept": true])
        _ = try await call("DELETE", "matches/\(match)/", as: ben)
        let expected = ["match.made", "meetup.proposed", "meetup.accepted", "match.ended"].map {
            "\($0) match \(match)"
        }
        #expect(try events(of: ada) == expected)
        #expect(try events(of: ben) == expected)
    }

    @Test func `a wager tells its parties, and only the addressee of an offer for one person`() async throws {
        let cem = try await world.person("cem")
        try clear()
        let open = try await wager()
        _ = try await call("POST", "wagers/\(open)/take/", as: ben)
        let secret = try await wager("Darts", for: "cem")
        _ = try await call("DELETE", "wagers/\(secret)/", as: ada)
        #expect(
            try events(of: ada) == [
                "wager.posed wager \(open)", "wager.taken wager \(open)", "wager.posed wager \(secret)",
                "wager.deleted wager \(secret)",
            ]
        )
        #expect(try events(of: ben) == ["wager.taken wager \(open)"])
        #expect(
            try events(of: cem) == ["wager.offered wager \(secret)", "wager.deleted wager \(secret)"]
        )
    }

    @Test func `each move of a wager tells both parties, whoever is notified`() async throws {
        let id = try await wager()
        _ = try await call("POST", "wagers/\(id)/take/", as: ben)
        try clear()
        _ = try await call("POST", "wagers/\(id)/complete/", as: ada, ["winner": "challenger"])
        _ = try await call("POST", "wagers/\(id)/complete/", as: ben, ["winner": "challenger"])
        _ = try await call("POST", "wagers/\(id)/pay/", as: ben, ["method": "cash"])
        _ = try await call("POST", "wagers/\(id)/confirm/", as: ada, ["paid": true])
        _ = try await call("POST", "wagers/\(id)/rate/", as: ada, ["rating": 5])
        let expected = [
            "wager.claimed", "wager.completed", "wager.payment_said", "wager.confirmed", "wager.rated",
        ]
        .map { "\($0) wager \(id)" }
        #expect(try events(of: ada) == expected)
        #expect(try events(of: ben) == expected)
    }

    @Test func `friends are told of each other, and a block says no more than an end`() async throws {
        _ = try await call("POST", "friends/", as: ada, ["username": "ben"])
        _ = try await call("PUT", "friends/\(ada.id)/", as: ben)
        _ = try await call("POST", "blocks/\(ben.id)/", as: ada)
        _ = try await call("DELETE", "blocks/\(ben.id)/", as: ada)
        #expect(
            try events(of: ada) == [
                "friend.request account \(ben.id)", "friend.accepted account \(ben.id)",
                "friend.removed account \(ben.id)", "block.added account \(ben.id)",
                "block.removed account \(ben.id)",
            ]
        )
        #expect(
            try events(of: ben) == [
                "friend.request account \(ada.id)", "friend.accepted account \(ada.id)",
                "friend.removed account \(ada.id)",
            ]
        )
    }

    @Test func `own changes are told to the person's devices, with the device that made them`() async throws {
        _ = try await call("PATCH", "profiles/me/", as: ada, ["bio": "hello"])
        _ = try await call("PATCH", "settings/", as: ada, ["mail_notices": false])
        _ = try await call("POST", "inbox/read/", as: ada, ["up_to": 9])
        let expected = ["profile.changed", "settings.changed"].map { "\($0) account \(ada.id)" }
        #expect(try events(of: ada) == expected, "nothing was unread")
        #expect(try events(of: ben).isEmpty)
        let devices = try world.database.owner.query(
            "select count(distinct token_id), min(token_id) = (select id from tokens where account_id = \(ada.id)) from stream_events"
        )
        #expect(try devices[0].integer(0) == 1 && devices[0].boolean(1))
    }

    @Test func `another person's event does not name the device`() async throws {
        _ = try await wager("Chess", for: "ben")
        let devices = try world.database.owner.query(
            "select count(token_id) from stream_events where account_id = \(ben.id)"
        )
        #expect(try devices[0].integer(0) == 0)
    }

    @Test func `signing in and out is told, and a suspension ends all devices`() async throws {
        let body: JSONObject = ["username": "ada", "password": .string(World.password)]
        let second = try await world.send("POST", "login/", body)
        #expect(second.status == 200)
        let token = try #require(second["token"]?.text)
        #expect(try await world.send("POST", "logout/", token: token, [:]).status == 204)
        try world.database.owner.execute("update accounts set status = 'suspended' where id = \(ada.id)")
        let types = try events(of: ada).map { $0.split(separator: " ")[0] }
        #expect(types.prefix(2) == ["device.signed_in", "device.revoked"])
        #expect(types.dropFirst(2).sorted() == ["account.changed", "device.revoked"])
    }

    @Test func `what is refused tells nobody`() async throws {
        let id = try await wager()
        try clear()
        #expect(try await world.send("POST", "wagers/\(id)/take/", token: ada.token).status == 403)
        #expect(try await world.send("POST", "wagers/\(id)/confirm/", token: ben.token, [:]).status >= 400)
        #expect(
            try await world.send("PATCH", "profiles/me/", token: ada.token, ["username": "ben"]).status == 409
        )
        #expect(try events(of: ada).isEmpty)
        #expect(try events(of: ben).isEmpty)
    }

    // MARK: Numbers

    @Test func `many writes at once leave numbers without holes`() async throws {
        let names = (0..<12).map { "person\($0)" }
        var people: [SignedInPerson] = []
        for name in names { people.append(try await world.person(name)) }
        try clear()
        let (world, ada, everyone) = (world, ada, people)
        // Each asks Ada and each other, so that every write has two people and they cross.
        let answers = try await world.sendTogether(120) { index in
            let person = everyone[index % 12]
            let other = index < 12 ? ada : everyone[(index / 12 + index) % 12]
            return try await world.send(
                "POST",
                "friends/",
                token: person.token,
                ["username": .string(other.username)]
            )
        }
        #expect(!answers.contains { $0.status >= 500 })
        for person in everyone + [ada] {
            let rows = try world.database.owner.query(
                """
                select count(*), coalesce(max(e.number), 0), coalesce(min(e.number), 1), coalesce(max(s.number), 0)
                  from streams s
                  left join stream_events e on e.tenant_id = s.tenant_id and e.account_id = s.account_id
                 where s.account_id = \(person.id)
                """
            )
            #expect(try rows[0].integer(0) == rows[0].integer(1))
            #expect(try rows[0].integer(1) == rows[0].integer(3))
            #expect(try rows[0].integer(2) == 1)
        }
    }

    @Test func `personal reads say their position, and nothing is at or below it that they do not show`()
        async throws
    {
        let id = try await wager()
        for path in [
            "inbox/", "matches/", "wagers/\(id)/", "profiles/me/", "friends/", "settings/", "tokens/",
            "shelf/",
        ] {
            let answer = try await world.send("GET", path, token: ada.token)
            #expect(answer.header("Stream-Position") == "1", "\(path)")
        }
        #expect(
            try await world.send("GET", "profiles/me/", token: ben.token).header("Stream-Position") == "0"
        )
        #expect(try await world.send("GET", "categories/", token: ada.token).header("Stream-Position") == nil)
        _ = try await call("POST", "wagers/\(id)/take/", as: ben)
        let after = try await world.send("GET", "wagers/\(id)/", token: ada.token)
        #expect(after.header("Stream-Position") == "2" && after["status"]?.text == "active")
    }
}
