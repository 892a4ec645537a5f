import Database
import HTTPServer
import ParlayAPI
import Reactor
import Synchronization
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A 503 says truthfully whether something was done.
@Suite(.database) struct TruthTests {
    private static let insert = Statement(
        """
        insert into notices (tenant_id, account_id, kind, title, text, created_at)
        values ($1, current_account_id(), 'match_made', $2, '', now())
        returning id
        """
    )
    private static let find = Statement("select title from notices where tenant_id = $1 and id = $2")

    /// Writes a row, fails as the body says, and reads the row for its answer.
    private static let routes = [
        TenantRoute(.post, "things", "Makes a thing", body: .json) { call in
            let tenant = Parameter.id(call.tenant.id)
            let object = try call.object()
            let made = try await call.session.write(insert(tenant, .text(object["title"]?.text ?? "")))
            switch object["fail"]?.text {
            case "unavailable": throw DatabaseError.unavailable("by the test")
            case "overloaded": throw DatabaseError.overloaded
            default: break
            }
            let id: Int64 = try made[0].first?.integer(0) ?? 0
            let rows = try await call.session.read(find(tenant, .integer(id)))[0]
            return .text(try rows.first?.text(0) ?? "")
        },
        TenantRoute(.get, "fails/{state}", "Fails with an SQLSTATE") { call in
            let state = SQLState(rawValue: call.request.parameters["state"] ?? "")
            throw DatabaseError.statement(StatementFailure(sqlState: state, message: "by the test"))
        },
    ]

    private func world() async throws -> World {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 10_000
        settings.requestBurst = 100_000
        return try await World.make(
            settings: settings,
            connections: DatabasePool.Sizes(readers: 1, writers: 2, transactions: 2),
            routes: { _ in Self.routes }
        )
    }

    private func titles() throws -> Set<String> {
        let rows = try TestDatabase.current.owner.query("select title from notices")
        return Set(try rows.map { row in try row.text(0) })
    }

    @Test(arguments: ["53100", "53200", "58030"])
    func `a database without disk space or memory is unavailable, which the log explains`(state: String)
        async throws
    {
        let world = try await world()
        let ada = try await world.person("ada")
        let answer = try await world.send("GET", "fails/\(state)/", token: ada.token)
        #expect(answer.status == 503)
        #expect(answer.code == "database_unavailable")
        #expect(answer.header("Retry-After") == "1")
        #expect(world.failureReports.count == 1)
        #expect(world.failureReports.first?.contains("\(state): by the test") == true)
        #expect(try await world.send("GET", "fails/XX000/", token: ada.token).status == 500)
    }

    @Test(arguments: ["unavailable", "overloaded"])
    func `a call that fails after it has written is unknown, and with a key it has not written`(
        failure: String
    ) async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let body: JSONObject = ["title": "without", "fail": .string(failure)]
        let answer = try await world.send("POST", "things/", token: ann.token, body)
        #expect(answer.status == 503 && answer.code == "outcome_unknown", "\(answer)")
        #expect(answer.header("Retry-After") == "1")
        let keyed = try await world.send(
            "POST",
            "things/",
            token: ann.token,
            ["title": "with", "fail": .string(failure)],
            headers: ["Idempotency-Key": "a"]
        )
        #expect(keyed.code == (failure == "overloaded" ? "overloaded" : "database_unavailable"))
        #expect(try titles() == ["without"])
    }

    private struct Seen: Sendable {
        var confirmed: Set<String> = []
        var denied: Set<String> = []
        var unknown: Set<String> = []
        var others: [String] = []
        var isOver = false
    }

    @Test func `nothing that was answered with database_unavailable is in the database`() async throws {
        let world = try await world()
        let ann = try await world.person("ann")
        let database = try TestDatabase.current
        let seen = Holder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                group.addTask {
                    var number = 0
                    while !seen.all.isOver && !Task.isCancelled {
                        try await post("\(client)-\(number)", world, ann, seen)
                        number += 1
                    }
                }
            }
            // Ends every connection of the front each time that ten more posts were confirmed, until that met one that had
            // not begun to write.
            group.addTask {
                let superuser = try database.connect(as: .superuser)
                for round in 1..<200 where round < 20 || seen.all.denied.isEmpty {
                    try await database.onLoop {
                        try await eventually("ten more rows") {
                            seen.all.confirmed.count >= round * 10
                        }
                    }
                    try superuser.execute(
                        """
                        select pg_terminate_backend(pid) from pg_stat_activity
                         where datname = current_database() and usename = 'parlay_front'
                        """
                    )
                }
                seen.change { $0.isOver = true }
            }
            try await group.waitForAll()
        }
        // Of each token's hour only the first use is recorded, here perhaps by a connection that was ended.
        #expect(
            world.failureReports.filter { !$0.hasPrefix("the last use of a token was not recorded") } == []
        )
        let (rows, all) = (try titles(), seen.all)
        #expect(all.others == [])
        #expect(all.denied.count > 0)
        #expect(all.denied.intersection(rows) == [])
        #expect(all.confirmed.subtracting(rows) == [])
        #expect(rows.subtracting(all.confirmed).subtracting(all.unknown) == [])
    }

    private final class Holder: Sendable {
        private let state = Mutex(Seen())
        var all: Seen { state.withLock { $0 } }
        func change(_ body: @Sendable (inout Seen) -> Void) { state.withLock { body(&$0) } }
    }

    /// Posts until it is confirmed; each attempt has a title, and every other one a key.
    private func post(_ name: String, _ world: World, _ person: SignedInPerson, _ seen: Holder) async throws {
        let attempts = Atomic(0)
        try await eventually("a confirmed post") {
            let attempt = attempts.add(1, ordering: .relaxed).newValue
            let title = "\(name)-\(attempt)"
            let answer = try await world.send(
                "POST",
                "things/",
                token: person.token,
                ["title": .string(title)],
                headers: attempt % 2 == 0 ? ["Idempotency-Key": title] : [:]
            )
            seen.change { seen in
                switch (answer.status, answer.code) {
                case (200, _): seen.confirmed.insert(title)
                case (503, "database_unavailable"): seen.denied.insert(title)
                case (503, "outcome_unknown"): seen.unknown.insert(title)
                default: seen.others.append("\(answer)")
                }
            }
            return answer.status == 200
        }
    }
}
