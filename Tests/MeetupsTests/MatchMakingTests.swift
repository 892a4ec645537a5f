import Database
import HTTPServer
import ParlayAPI
import TestDatabases
import TestWorlds
import Testing

@Suite(.database) struct MatchMakingTests {
    @Test func `a named person is matched once, whichever way round`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let chen = try world.join("chen", "zh", "en")
        let made = try await world.post("matches/", as: ada, #"{"a_username":"Chen"}"#)
        #expect(made.status == 201)
        #expect(made.headers["Location"] == "/v1/wordup/matches/\(try made.integer("match_id"))/")
        #expect(made.headers["ETag"] != nil)
        #expect(made["status_code"] == 0)
        #expect(made["user_id1"] == .integer(ada.id))
        #expect(made["user_id2"] == .integer(chen.id))
        #expect(made["profile.username"] == "chen")
        #expect(
            try await world.post("matches/", as: ada, #"{"a_username":"chen"}"#).code == "already_matched"
        )
        #expect(try await world.post("matches/", as: chen, #"{"a_username":"ada"}"#).status == 409)
        #expect(try world.notices(of: chen) == ["match_made"])
        #expect(try world.notices(of: ada) == [])
    }

    @Test func `who is unknown, blocked, gone or elsewhere is 404`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let blocked = try world.join("blocked", "zh", "en")
        let blocking = try world.join("blocking", "zh", "en")
        try world.block(ada, blocked)
        try world.block(blocking, ada)
        _ = try world.join("suspended", "zh", "en")
        try world.owner.execute("update accounts set status = 'suspended' where username = 'suspended'")
        _ = try world.join("far", "zh", "en", tenant: "other")
        _ = try world.join("kim", "zh", "en")
        for name in ["nobody", "blocked", "blocking", "suspended", "far", "\u{212A}im"] {
            let response = try await world.post("matches/", as: ada, #"{"a_username":"\#(name)"}"#)
            #expect(response.status == 404, "\(name)")
        }
        try world.owner.execute("update accounts set status = 'suspended' where username = 'kim'")
        #expect(try await world.post("matches/", as: ada).code == "no_candidate")
        #expect(try world.number("select count(*) from matches") == 0)
    }

    @Test func `yourself and languages that do not match are 422`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        _ = try world.join("same")
        _ = try world.join("half", "zh", "de")
        for name in ["ada", "ADA", "same", "half"] {
            let response = try await world.post("matches/", as: ada, #"{"a_username":"\#(name)"}"#)
            #expect(response.status == 422, "\(name)")
            #expect(response["errors.a_username.0"] != .null)
        }
        // Somebody unknown is matched only when nobody is named: a client that lost the name must not get a stranger.
        for nobody in ["7", "null", #""""#] {
            #expect(try await world.post("matches/", as: ada, #"{"a_username":\#(nobody)}"#).status == 422)
        }
        #expect(try await world.post("matches/", as: ada, "[]").status == 400)
    }

    @Test func `a random person is eligible, with an empty body or none`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        _ = try world.join("same")
        _ = try world.join("chen", "zh", "en")
        _ = try world.join("mei", "zh", "en")
        let first = try await world.post("matches/", as: ada)
        #expect(first.status == 201)
        let second = try await world.post("matches/", as: ada, "{}")
        #expect(second.status == 201)
        #expect(Set([first["profile.username"], second["profile.username"]]) == ["chen", "mei"])
        #expect(try await world.post("matches/", as: ada).code == "no_candidate")
    }

    @Test func `random matches are uniform`() async throws {
        let world = try await MeetupWorld()
        let ada = try world.join("ada")
        let count = 10
        for index in 0..<count { _ = try world.join("chen\(index)", "zh", "en", activeHoursAgo: index * 50) }
        var hits = [JSONValue: Int]()
        let rounds = 1000
        for _ in 0..<rounds {
            let made = try await world.post("matches/", as: ada)
            hits[made["profile.id"], default: 0] += 1
            try world.owner.execute("delete from matches")
        }
        let expected = Double(rounds) / Double(count)
        #expect(hits.count == count)
        let chiSquare = hits.values.reduce(0.0) { sum, hits in
            let distance = Double(hits) - expected
            return sum + distance * distance / expected
        }
        // Nine degrees of freedom: beyond 50 once in nine million.
        #expect(chiSquare < 50)
    }

    @Test func `two who match each other at once make one match`() async throws {
        let world = try await MeetupWorld(writers: 8)
        let ada = try world.join("ada")
        let chen = try world.join("chen", "zh", "en")
        for _ in 0..<20 {
            async let one = world.post("matches/", as: ada, #"{"a_username":"chen"}"#).status
            async let other = world.post("matches/", as: chen, #"{"a_username":"ada"}"#).status
            #expect(try await [one, other].sorted() == [201, 409])
            #expect(try world.number("select count(*) from matches") == 1)
            try world.owner.execute("delete from matches")
        }
    }

    @Test func `twenty random matches for one pair make one`() async throws {
        let world = try await MeetupWorld(writers: 8)
        let ada = try world.join("ada")
        let chen = try world.join("chen", "zh", "en")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<20 {
                group.addTask {
                    try await world.post("matches/", as: index.isMultiple(of: 2) ? ada : chen).status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1)
        // A late call finds no partner; a concurrent one is told so.
        #expect(statuses.allSatisfy { [201, 404, 409].contains($0) })
        #expect(try world.number("select count(*) from matches") == 1)
        #expect(try world.number("select count(*) from notices") == 1)
    }

    @Test func `a bad token makes no match`() async throws {
        let world = try await MeetupWorld()
        _ = try world.join("ada")
        for body in [nil, "{}", #"{"a_username":"ada"}"#, "{"] {
            #expect(try await world.send(.post, "/v1/wordup/matches/", token: "prl_x", body).status == 401)
        }
        let chen = World.registration("chen", known: "zh", learn: "en")
        let body = String(decoding: chen.jsonBytes(), as: UTF8.self)
        #expect(try await world.send(.post, "/v1/wordup/profiles/", token: nil, body).status == 201)
    }
}
