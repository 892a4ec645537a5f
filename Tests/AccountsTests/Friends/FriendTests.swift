import Database
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Accounts

@Suite(.database) struct FriendTests {
    private let world: World
    private let ada: SignedInPerson
    private let ben: SignedInPerson

    init() async throws {
        world = try await World.make(
            modules: [],
            connections: .init(readers: 1, writers: 8, transactions: 1)
        )
        ada = try await world.person("Ada")
        ben = try await world.person("Ben")
    }

    private func ask(_ person: SignedInPerson, _ username: String) async throws -> Answer {
        try await world.send("POST", "friends/", token: person.token, ["username": .string(username)])
    }

    private func accept(_ person: SignedInPerson, _ other: Int64) async throws -> Answer {
        try await world.send("PUT", "friends/\(other)/", token: person.token)
    }

    private func remove(_ person: SignedInPerson, _ other: Int64) async throws -> Answer {
        try await world.send("DELETE", "friends/\(other)/", token: person.token)
    }

    /// `Ben friend`, the latest first.
    private func friends(_ person: SignedInPerson, _ query: String = "") async throws -> [String] {
        try await world.send("GET", "friends/\(query)", token: person.token).items.map {
            "\($0["person"]?["username"]?.text ?? "") \($0["state"]?.text ?? "")"
        }
    }

    private func notices(_ person: SignedInPerson) async throws -> [String] {
        try await world.send("GET", "inbox/", token: person.token).items.compactMap { $0["kind"]?.text }
    }

    @Test func `a request is seen from both sides and accepted by the asked`() async throws {
        let asked = try await ask(ada, "BEN")
        #expect(asked.status == 201)
        #expect(asked["person", "username"]?.text == "Ben" && asked["state"]?.text == "sent")
        #expect(asked.json?.keys == ["person", "state", "since"])
        #expect(asked.header("Location") == nil)
        #expect(try await friends(ada) == ["Ben sent"])
        #expect(try await friends(ben) == ["Ada received"])

        #expect(try await accept(ada, ben.id).status == 404, "only the asked accepts")
        let accepted = try await accept(ben, ada.id)
        #expect(accepted.status == 200)
        #expect(accepted["person", "username"]?.text == "Ada" && accepted["state"]?.text == "friend")
        #expect(accepted["since"] != asked["since"])
        #expect(try await friends(ada) == ["Ben friend"])
        #expect(try await friends(ben) == ["Ada friend"])

        let again = try await accept(ben, ada.id)
        #expect(again.status == 200 && again.text == accepted.text, "accepting twice is accepting")
        #expect(try await notices(ben) == ["friend_request"])
        #expect(try await notices(ada) == ["friend_accepted"])
    }

    @Test func `a notice names who did it and leads to the account`() async throws {
        _ = try await ask(ada, "ben")
        _ = try await accept(ben, ada.id)
        let request = try await world.send("GET", "inbox/", token: ben.token).items[0]
        #expect(request["text"]?.text == "Ada would like to be your friend.")
        #expect(
            request["subject"]?["type"]?.text == "account" && request["subject"]?["id"]?.integer == ada.id
        )
        let answer = try await world.send("GET", "inbox/", token: ada.token).items[0]
        #expect(answer["text"]?.text == "Ben accepted your friend request.")
    }

    @Test func `asking who has asked accepts`() async throws {
        _ = try await ask(ada, "ben")
        let back = try await ask(ben, "ada")
        #expect(back.status == 200 && back["state"]?.text == "friend")
        #expect(try await friends(ada) == ["Ben friend"])
        #expect(try await notices(ada) == ["friend_accepted"])
        #expect(try await notices(ben) == ["friend_request"])
    }

    @Test func `asking twice is 409 and tells nobody anything`() async throws {
        _ = try await ask(ada, "ben")
        #expect(try await ask(ada, "ben").code == "already_asked")
        _ = try await accept(ben, ada.id)
        for person in [ada, ben] {
            let answer = try await ask(person, person.id == ada.id ? "ben" : "ada")
            #expect(answer.status == 409 && answer.code == "already_friends")
        }
        #expect(try await notices(ben) == ["friend_request"])
    }

    @Test func `asking yourself is 422, and invisible people are 404`() async throws {
        let oneself = try await ask(ada, "aDA")
        #expect(oneself.status == 422 && oneself.faultyFields == ["username"])
        #expect(try await ask(ada, "nobody").code == "person_not_found")
        #expect(try await ask(ada, "Ben\u{212A}").status == 404)
        #expect(try await world.send("POST", "friends/", token: ada.token, [:]).faultyFields == ["username"])
        let cleo = try await world.person("Cleo")
        _ = try await world.send("POST", "blocks/\(ada.id)/", token: ben.token)
        _ = try await world.send("POST", "blocks/\(cleo.id)/", token: ada.token)
        #expect(try await ask(ada, "ben").status == 404, "who blocked the caller")
        #expect(try await ask(ada, "cleo").status == 404, "whom the caller blocked")
        let gone = try await world.person("Gone")
        _ = try await world.send(
            "DELETE",
            "profiles/me/",
            token: gone.token,
            ["password": .string(World.password)]
        )
        #expect(try await ask(ada, "gone").status == 404)
        #expect(try await ask(ada, "deleted-\(gone.id)").status == 404)
        #expect(try await friends(ada) == [])
    }

    @Test func `delete withdraws, refuses and removes`() async throws {
        for (first, second) in [(ada, ben), (ben, ada)] {
            for isAccepted in [false, true] {
                _ = try await ask(ada, "ben")
                if isAccepted { _ = try await accept(ben, ada.id) }
                #expect(try await remove(first, second.id).status == 204)
                #expect(try await friends(ada) + friends(ben) == [])
                #expect(try await remove(first, second.id).status == 404)
                #expect(try await accept(ben, ada.id).status == 404)
            }
        }
    }

    @Test func `a stranger neither accepts nor removes what is between two others`() async throws {
        let eve = try await world.person("Eve")
        _ = try await ask(ada, "ben")
        for id in [ada.id, ben.id] {
            #expect(try await accept(eve, id).status == 404)
            #expect(try await remove(eve, id).status == 404)
        }
        #expect(try await friends(ada) == ["Ben sent"])
        #expect(try await friends(eve) == [])
    }

    @Test func `two who ask each other at the same moment end as friends`() async throws {
        for round in 0..<20 {
            let one = try await world.person("one\(round)")
            let two = try await world.person("two\(round)")
            let answers = try await world.sendTogether(6) { number in
                try await number.isMultiple(of: 2) ? ask(one, "two\(round)") : ask(two, "one\(round)")
            }
            let statuses = answers.map(\.status).sorted()
            #expect(statuses.filter { $0 == 201 }.count == 1, "\(answers)")
            #expect(statuses.filter { $0 == 200 }.count == 1, "\(answers)")
            #expect(statuses.filter { $0 == 409 }.count == 4, "\(answers)")
            #expect(try await friends(one) == ["two\(round) friend"])
            #expect(try await notices(one).count + notices(two).count == 2)
        }
        #expect(world.failureReports == [])
    }

    @Test func `of a request and a block at once, the block wins`() async throws {
        for round in 0..<20 {
            let one = try await world.person("one\(round)")
            let two = try await world.person("two\(round)")
            if round.isMultiple(of: 2) { _ = try await ask(two, "one\(round)") }
            _ = try await world.sendTogether(3) { number in
                switch number {
                case 0: try await world.send("POST", "blocks/\(one.id)/", token: two.token)
                case 1: try await ask(one, "two\(round)")
                default: try await accept(one, two.id)
                }
            }
            #expect(try await friends(one) == [])
        }
        #expect(world.failureReports == [])
    }

    @Test func `a request that is being made sees the block and the deletion that came first`() throws {
        let (first, second) = (try world.database.owner, try world.database.owner)
        let change = [
            "insert into blocks (tenant_id, account_id, blocked_id) select tenant_id, id, \(ada.id) from accounts where id = \(ben.id)",
            "update accounts set status = 'deleted', email = null, password_hash = null where id = \(ben.id)",
        ]
        for sql in change {
            try second.execute("begin isolation level read committed")
            try second.execute("select set_config('parlay.account_id', '\(ada.id)', true)")
            _ = try second.query("select 1 from friendships")
            try first.execute(sql)
            let error = #expect(throws: DatabaseError.self) {
                try second.execute(
                    """
                    insert into friendships (tenant_id, account_a, account_b, asked_by)
                    select tenant_id, id, \(ben.id), id from accounts where id = \(ada.id)
                    """
                )
            }
            #expect(error?.constraint == "friendships_blocked_check")
            try second.execute("rollback")
            try first.execute("delete from blocks")
        }
    }

    @Test func `a block ends a friendship, and unblocking does not bring it back`() async throws {
        _ = try await ask(ada, "ben")
        _ = try await accept(ben, ada.id)
        #expect(try await world.send("POST", "blocks/\(ada.id)/", token: ben.token).status == 201)
        #expect(try await friends(ada) + friends(ben) == [])
        #expect(try await world.send("DELETE", "blocks/\(ada.id)/", token: ben.token).status == 204)
        #expect(try await friends(ada) == [])
    }

    @Test func `a deleted account has no friends, and its name leaves the inboxes`() async throws {
        _ = try await ask(ada, "ben")
        _ = try await world.send(
            "DELETE",
            "profiles/me/",
            token: ada.token,
            ["password": .string(World.password)]
        )
        #expect(try await friends(ben) == [])
        #expect(try await notices(ben) == [])
    }

    @Test func `the list is paged, the latest change first, and can be narrowed`() async throws {
        var expected: [String] = []
        for number in 0..<7 {
            let other = try await world.person("per\(number)")
            if number < 3 {
                _ = try await ask(ada, "per\(number)")
                expected.insert("per\(number) sent", at: 0)
            } else {
                _ = try await ask(other, "ada")
                expected.insert("per\(number) received", at: 0)
            }
        }
        #expect(try await friends(ada) == expected)
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await world.send("GET", "friends/?limit=2\(more)", token: ada.token)
            #expect(page.items.count <= 2)
            seen += page.items.compactMap { $0["person"]?["username"]?.text }
            cursor = page["next_cursor"]?.text
        } while cursor != nil
        #expect(seen == expected.map { String($0.prefix(4)) })

        #expect(try await friends(ada, "?state=sent") == ["per2 sent", "per1 sent", "per0 sent"])
        #expect(try await friends(ada, "?state=friend,sent").count == 3)
        #expect(try await friends(ada, "?state=friend&state=received").count == 4)
        let bad = try await world.send("GET", "friends/?state=enemy", token: ada.token)
        #expect(bad.status == 400 && bad.code == "bad_query" && bad["parameter"]?.text == "state")
        let first = try await world.send("GET", "friends/?limit=1&state=sent", token: ada.token)
        let other = try await world.send(
            "GET",
            "friends/?cursor=\(first["next_cursor"]?.text ?? "")",
            token: ada.token
        )
        #expect(other.status == 400 && other["parameter"]?.text == "cursor")
    }

    @Test func `a profile says how the caller stands to the person, and its tag changes with it`()
        async throws
    {
        func shown(_ person: SignedInPerson, as caller: SignedInPerson) async throws -> Answer {
            try await world.send("GET", "profiles/\(person.id)/", token: caller.token)
        }
        let first = try await shown(ben, as: ada)
        #expect(first["friendship"]?.text == "none")
        _ = try await ask(ada, "ben")
        #expect(try await shown(ben, as: ada)["friendship"]?.text == "sent")
        #expect(try await shown(ada, as: ben)["friendship"]?.text == "received")
        _ = try await accept(ben, ada.id)
        for (person, caller) in [(ada, ben), (ben, ada)] {
            #expect(try await shown(person, as: caller)["friendship"]?.text == "friend")
        }
        #expect(try await shown(ben, as: ada).header("ETag") != first.header("ETag"))
        let own = try await world.send("GET", "profiles/me/", token: ada.token)
        #expect(own["friendship"]?.text == "none")
    }

    @Test func `other statements ask whether somebody is a friend`() async throws {
        let cleo = try await world.person("Cleo")
        _ = try await ask(ada, "ben")
        _ = try await accept(ben, ada.id)
        _ = try await ask(cleo, "ada")
        let front = try world.database.connect(as: .front)
        let condition = Friends.areFriends("p.id").text
        for (caller, friends) in [(ada, [ben.id]), (ben, [ada.id]), (cleo, [])] {
            _ = try front.query(
                "select set_config('parlay.tenant_id', $1::text, false), set_config('parlay.account_id', $2::text, false)",
                .text("\(world.tenant.id.rawValue)"),
                .text("\(caller.id)")
            )
            let found = try front.query(
                "select p.id from accounts p where p.tenant_id = $1 and \(condition)",
                .id(world.tenant.id)
            )
            #expect(try found.map { try $0.integer(0) } == friends)
        }
    }

    @Test func `the export contains the caller's friends`() async throws {
        _ = try await ask(ada, "ben")
        let export = try await world.send("GET", "export/", token: ben.token)
        guard case .array(let items)? = export["friends"] else {
            Issue.record("\(export)")
            return
        }
        #expect(items.map { $0["state"]?.text } == ["received"])
        #expect(items.map { $0["person"]?["username"]?.text } == ["Ada"])
    }

    @Test func `another tenant's people are nobody`() async throws {
        _ = try await world.addTenant("far", modules: [])
        let far = try await world.person("Far", tenant: "far")
        #expect(try await ask(ada, "far").status == 404)
        _ = try await ask(ada, "ben")
        for (method, id) in [("PUT", ada.id), ("DELETE", ada.id), ("DELETE", ben.id)] {
            let answer = try await world.send(
                method,
                "friends/\(id)/",
                token: far.token,
                tenant: "far"
            )
            #expect(answer.status == 404)
        }
        #expect(try await friends(ada) == ["Ben sent"])
    }

    @Test func `a friendship cannot be what it must not be`() throws {
        func broken(_ a: Int64, _ b: Int64, _ by: Int64) -> String? {
            let sql = """
                insert into friendships (tenant_id, account_a, account_b, asked_by)
                select tenant_id, \(a), \(b), \(by) from accounts where id = \(ada.id)
                """
            do {
                try TestDatabase.current.owner.execute(sql)
                return nil
            } catch { return (error as? DatabaseError)?.constraint }
        }
        let (low, high) = (min(ada.id, ben.id), max(ada.id, ben.id))
        #expect(broken(high, low, low) == "friendships_order_check")
        #expect(broken(low, low, low) == "friendships_order_check")
        #expect(broken(low, high, 0) == "friendships_asked_by_check")
        #expect(broken(low, high + 1000, low) == "friendships_account_b_fkey")
        #expect(broken(low, high, low) == nil)
        #expect(broken(low, high, high) == "friendships_pkey")
    }
}
