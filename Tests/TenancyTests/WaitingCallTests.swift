import Database
import HTTPServer
import ParlayAPI
import Reactor
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

/// A call that waits inside of its handler is authenticated again before it writes or answers.
@Suite(.database) struct WaitingCallTests {
    /// What the handler does after it waited.
    private enum Act: String, CaseIterable {
        case answers, refuses, reads, writes, transacts, counts, searches, fails
    }

    private static let write = Statement(
        """
        insert into notices (tenant_id, account_id, kind, title, text, created_at)
        values ($1, current_account_id(), 'match_made', 'T', '', now())
        """
    )
    /// Violates a constraint for whoever it is sent.
    private static let fail = Statement(
        "insert into notices (tenant_id, account_id, kind, title, text) values ($1, 0, '', '', '')"
    )
    private static let read = Statement("select id from accounts where tenant_id = $1")

    private static func routes(_ held: Held) -> [TenantRoute] {
        Act.allCases.map { act in
            TenantRoute(.post, "held/\(act.rawValue)", "Waits", access: .role(.moderator)) { call in
                let (session, tenant) = (call.session, Parameter.id(call.tenant.id))
                _ = try await session.principal()
                await held.wait()
                switch act {
                case .answers: break
                case .refuses: throw TenancyError.notFound("It is not there.")
                case .reads: _ = try await session.read(read(tenant))
                case .writes: _ = try await session.write(write(tenant))
                case .transacts: try await session.transaction { _ = try await session.write(write(tenant)) }
                case .counts: _ = try await session.writeApart(write(tenant))
                case .searches: _ = try await session.readWithinLimit([read(tenant)])
                case .fails: _ = try await session.write(fail(tenant))
                }
                return .text("a secret")
            }
        }
    }

    private func statuses(_ change: CallerChange?) async throws -> (World, [Act: Int]) {
        let held = Held()
        let sizes = DatabasePool.Sizes(readers: 2, writers: 4, transactions: 2)
        let world = try await World.make(connections: sizes, routes: { _ in Self.routes(held) })
        let ada = try await world.person("ada")
        for person in [ada, try await world.person("cleo")] { try world.promote(person, .admin) }
        try await CallerChange.use(ada, in: world)
        try world.database.owner.execute("delete from notices")
        let statuses = try await withThrowingTaskGroup(of: (Act, Int).self) { group in
            for act in Act.allCases {
                group.addTask {
                    (act, try await world.send("POST", "held/\(act.rawValue)/", token: ada.token).status)
                }
            }
            try await world.database.onLoop {
                try await eventually("the calls to wait") {
                    held.count == Act.allCases.count
                }
            }
            try await change?.apply(to: ada, in: world)
            held.release()
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return (world, statuses)
    }

    @Test func `nothing changed, and all goes on`() async throws {
        let (world, statuses) = try await statuses(nil)
        #expect(statuses[.refuses] == 404)
        #expect(statuses[.fails] == 500)
        for act in [Act.answers, .reads, .writes, .transacts, .counts, .searches] {
            #expect(statuses[act] == 200, "\(act)")
        }
        #expect(try world.database.owner.query("select 1 from notices").count == 3)
    }

    @Test(arguments: CallerChange.allCases)
    func `who lost the right while the call waited gets nothing, and nothing is written`(
        _ change: CallerChange
    ) async throws {
        let (world, statuses) = try await statuses(change)
        for act in Act.allCases { #expect(statuses[act] == change.status, "\(act)") }
        #expect(try world.database.owner.query("select 1 from notices").isEmpty)
        #expect(world.failureReports == [])
    }
}
