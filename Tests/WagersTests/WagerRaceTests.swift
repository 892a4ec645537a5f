import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// What happens when several people act at the same time, each on a separate connection.
@Suite(.database) struct WagerRaceTests {
    private let bets: WagerWorld
    private let ada: SignedInPerson

    init() async throws {
        bets = try await WagerWorld(connections: .init(readers: 2, writers: 12, transactions: 4))
        ada = try await bets.person("Ada")
    }

    @Test func `of any number of takers exactly one succeeds`() async throws {
        var people: [SignedInPerson] = []
        for number in 0..<12 { people.append(try await bets.person("taker\(number)")) }
        for _ in 0..<5 {
            let id = try await bets.pose(as: ada)
            let answers = try await bets.world.sendTogether(36) { [people, bets] number in
                try await bets.make("take", id, as: people[number % people.count])
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            let late = answers.filter { $0.status == 409 && $0.code == "wager_already_taken" }
            #expect(late.count == 35, "\(answers.filter { $0.status != 200 }.first?.text ?? "")")
            let told = try bets.owner.query("select id from notices where subject_id = $1", .integer(id))
            #expect(told.count == 1)
            let taker = try bets.owner.query("select challengee_id from wagers where id = $1", .integer(id))[
                0
            ]
            let winner = answers.first { $0.status == 200 }
            #expect(try taker.integer(0) == winner?["challengee", "id"]?.integer)
        }
    }

    @Test func `an offer that is withdrawn, changed and taken at once ends as one of these`() async throws {
        let ben = try await bets.person("Ben")
        for _ in 0..<20 {
            let id = try await bets.pose(as: ada)
            let answers = try await bets.together([
                { [bets, ada] in try await bets.call("DELETE", "wagers/\(id)/", as: ada) },
                { [bets, ben] in try await bets.make("take", id, as: ben) },
                { [bets, ada] in
                    let draft = WagerWorld.draft(
                        "Chess",
                        ["audience": "account", "audience_username": "Ben"]
                    )
                    return try await bets.call("PUT", "wagers/\(id)/", as: ada, draft)
                },
            ])
            let (deleted, taken, edited) = (answers[0].status, answers[1].status, answers[2].status)
            #expect([204, 409].contains(deleted) && [200, 404, 428].contains(taken), "\(answers)")
            #expect([200, 404, 409].contains(edited), "\(answers)")
            #expect((deleted == 204) != (taken == 200))
            #expect(try bets.status(id) == (taken == 200 ? "active" : nil))
        }
    }

    @Test func `who is no longer addressed does not take`() async throws {
        _ = try await bets.person("Ben")
        let eve = try await bets.person("Eve")
        for _ in 0..<20 {
            let id = try await bets.pose(as: ada)
            let draft = WagerWorld.draft("Chess", ["audience": "account", "audience_username": "Ben"])
            let answers = try await bets.together([
                { [bets, eve] in try await bets.make("take", id, as: eve) },
                { [bets, ada] in try await bets.call("PUT", "wagers/\(id)/", as: ada, draft) },
            ])
            let taker = try bets.owner.query(
                "select challengee_id, audience from wagers where id = $1",
                .integer(id)
            )[0]
            let audience = try taker.text(1)
            #expect(answers[0].status == (audience == "public" ? 200 : 404), "\(answers)")
            #expect(audience == "public" || taker.optionalInteger(0) == nil)
        }
    }

    @Test func `two who say at once who has won agree or dispute, and nothing is lost`() async throws {
        let ben = try await bets.person("Ben")
        for round in 0..<20 {
            let id = try await bets.active(ada, ben)
            let agree = round.isMultiple(of: 2)
            let answers = try await bets.together([
                { [bets, ada] in try await bets.make("complete", id, as: ada, ["winner": "challenger"]) },
                { [bets, ben] in
                    let winner: JSONValue = agree ? "challenger" : "challengee"
                    return try await bets.make("complete", id, as: ben, ["winner": winner])
                },
            ])
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers)")
            #expect(try bets.status(id) == (agree ? "completed" : "disputed"))
        }
    }

    @Test func `two who call off at once call it off`() async throws {
        let ben = try await bets.person("Ben")
        for _ in 0..<10 {
            let id = try await bets.active(ada, ben)
            let answers = try await bets.together([
                { [bets, ada] in try await bets.make("cancel", id, as: ada) },
                { [bets, ben] in try await bets.make("cancel", id, as: ben) },
            ])
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers)")
            #expect(try bets.status(id) == "cancelled")
        }
    }

    @Test func `one rating a party, however often it is sent`() async throws {
        let ben = try await bets.person("Ben")
        let id = try await bets.completed(ada, ben)
        try await bets.expect(200, bets.make("confirm", id, as: ada, ["paid": true]))
        let answers = try await bets.world.sendTogether(8) { [bets, ben] number in
            try await bets.make("rate", id, as: ben, ["rating": .integer(Int64(1 + number % 5))])
        }
        #expect(answers.filter { $0.status == 201 }.count == 1)
        #expect(answers.filter { $0.code == "already_rated" }.count == 7)
    }

    @Test func `of a taker and a challenger who leaves, neither is left with the other`() async throws {
        let ben = try await bets.person("Ben")
        for round in 0..<10 {
            let leaver = try await bets.person("Leaver\(round)")
            let id = try await bets.pose(as: leaver)
            let answers = try await bets.together([
                { [bets, ben] in try await bets.make("take", id, as: ben) },
                { [bets, leaver] in
                    try await bets.call(
                        "DELETE",
                        "profiles/me/",
                        as: leaver,
                        ["password": .string(World.password)]
                    )
                },
            ])
            #expect(answers[1].status == 204, "\(answers)")
            #expect(try bets.status(id) == (answers[0].status == 200 ? "cancelled" : nil), "\(answers)")
        }
    }

    /// Random moves by random people on few wagers, all at the same time: the database's constraints hold, and no
    /// call fails with a server error.
    @Test func `random moves at once break no invariant`() async throws {
        var people = [ada]
        for name in ["Ben", "Cleo", "Dan"] { people.append(try await bets.person(name)) }
        try bets.world.promote(people[3], .moderator)
        var ids: [Int64] = []
        for number in 0..<6 { ids.append(try await bets.pose(as: people[number % 2])) }
        let answers = try await bets.world.sendTogether(8) { [bets, people, ids] worker in
            var generator = Splitmix(state: UInt64(worker))
            var last = try await bets.call("GET", "wagers/\(ids[0])/", as: people[0])
            for _ in 0..<60 {
                let id = ids[Int.random(in: 0..<ids.count, using: &generator)]
                let person = people[Int.random(in: 0..<people.count, using: &generator)]
                let party: JSONValue = Bool.random(using: &generator) ? "challenger" : "challengee"
                let moves: [(String, String, JSONObject?)] = [
                    ("POST", "take/", nil), ("POST", "complete/", ["winner": party]),
                    ("POST", "complete/", ["winner": party]), ("POST", "cancel/", nil),
                    ("DELETE", "cancel/", nil),
                    (
                        "PUT", "arbiter/",
                        ["username": .string(people[Int.random(in: 2...3, using: &generator)].username)]
                    ),
                    ("POST", "arbitrate/", ["winner": party]), ("POST", "pay/", ["method": "cash"]),
                    ("POST", "confirm/", ["paid": .bool(Bool.random(using: &generator))]),
                    ("POST", "rate/", ["rating": 3]), ("PUT", "", WagerWorld.draft("Again")),
                ]
                let (method, rest, body) = moves[Int.random(in: 0..<moves.count, using: &generator)]
                let answer = try await bets.call(method, "wagers/\(id)/\(rest)", as: person, body)
                #expect(
                    [200, 201, 204, 403, 409, 422, 428].contains(answer.status),
                    "\(method) \(rest): \(answer)"
                )
                last = answer
            }
            return last
        }
        #expect(answers.count == 8)
        #expect(bets.world.failureReports.isEmpty)
        let rows = try bets.owner.query(
            """
            select count(*) filter (where status = 'open'),
                   (select count(*) from notices where kind = 'wager_taken'),
                   count(*) filter (where status <> 'open')
              from wagers
            """
        )[0]
        // Each was taken once and told once.
        #expect(try rows.integer(1) == rows.integer(2))
    }
}
