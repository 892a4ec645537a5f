import Administration
import Components
import Database
import ParlayAPI
import Tenancy
import TestDatabases
import Testing

@testable import Console
@testable import Demos
@testable import Sportsbook

/// A tenant with the people of the demo `betbull`.
struct CupSite: Sendable {
    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/data"

    let tenant: Tenant
    let worker: DatabasePool
    private let database: TestDatabase

    var owner: BlockingConnection { get throws { try database.owner } }

    static func make(slug: String = "bull", isMarked: Bool = true) async throws -> CupSite {
        let database = try TestDatabase.current
        let tenant = try TenantAdmin(database.owner).create(slug, name: "Bull", modules: [.sportsbook])
        let worker = try await database.worker(.init(readers: 1, writers: 1, transactions: 3))
        let site = CupSite(tenant: tenant, worker: worker, database: database)
        let queries = SportsbookDemo.queries(.soccer, tenant: tenant.id, passwordHash: "hash", now: .now)
        _ = try await database.onLoop { try await worker.write(isMarked ? queries : [queries[0]]) }
        return site
    }

    static func time(_ text: String) -> Timestamp { Timestamp(text) ?? .now }

    func number(_ sql: String) throws -> Int { Int(try owner.query(sql)[0].integer(0)) }

    func texts(_ sql: String) throws -> [String] {
        let rows = try owner.query(sql)
        return try (0..<rows.count).map { try rows[$0].text(0) }
    }

    /// Rows that any change would change.
    func everything() throws -> [String] {
        try texts(
            """
            select 'event ' || (e.*)::text as row from events e
            union all select 'market ' || (m.*)::text from markets m
            union all select 'outcome ' || (o.*)::text from outcomes o
            union all select 'bet ' || (b.*)::text from bets b
            union all select 'ledger ' || (l.*)::text from ledger l
            order by row
            """
        )
    }

    /// The people bet on games to come.
    func bet() async throws {
        let ids = try texts(
            "select external_id from events where status = 'scheduled' and starts_at > now() order by starts_at limit 40"
        )
        try await database.onLoop { [tenant, worker] in
            try await worker.transaction { transaction in
                try await DemoBets(tenant: tenant, transaction: transaction).place(on: ids, at: .now)
            }
        }
    }

    private func load(at now: Timestamp, hasData: Bool = true) -> DemoLoad {
        let data = hasData ? SampleData(lookingIn: [Self.data]) : nil
        return DemoLoad(tenant: tenant, database: worker, sampleData: data, now: now)
    }

    func fill(at now: Timestamp, hasData: Bool = true) async throws -> Bool {
        let load = load(at: now, hasData: hasData)
        return try await database.onLoop { try await BetbullDemo.fill(load) }
    }

    func wantsCompanion() async throws -> Bool {
        let load = load(at: .now)
        return try await database.onLoop { try await BetbullDemo.tenant.companion?.isWanted(load) ?? false }
    }

    /// Plays until so many updates are written, or for three minutes.
    func play(
        _ options: SimulationPlayer.Options,
        updates: Int,
        report: @escaping @Sendable (SimulationNews) -> Void = { _ in }
    ) async throws -> SimulationCounts? {
        let limit = ContinuousClock.now + .seconds(180)
        let pool = try await database.worker(.init(readers: 1, writers: 1, transactions: options.connections))
        return try await database.onLoop { [tenant] in
            try await SimulationPlayer(
                tenant.id,
                pool,
                options,
                until: { $0 >= updates || ContinuousClock.now > limit },
                report: report
            ).play()
        }
    }

    func keepAll(at now: Timestamp) async throws {
        try await database.onLoop { [worker] in try await DemoGames(database: worker).run(at: now) }
    }

    /// As the worker does it after a result.
    func settle() async throws {
        let rows = try owner.query("select id from events where result_version > 0")
        for place in 0..<rows.count {
            let event = EventID(rawValue: try rows[place].integer(0))
            _ = try await database.onLoop { [tenant, worker] in
                try await Settlement(database: worker).settle(event, in: tenant.id)
            }
        }
    }

    func differences() async throws -> [LedgerDifference] {
        try await database.onLoop { [tenant, worker] in
            try await LedgerAudit.of(tenant.id, in: worker).differences
        }
    }

    func expectSupplied(at now: Timestamp, location: SourceLocation = #_sourceLocation) throws {
        let row = try owner.query(
            """
            select count(*) filter (where starts_at > $1 and status = 'scheduled'),
                   count(*) filter (where starts_at <= $1::timestamptz - interval '150 minutes' and status = 'scheduled'),
                   count(*) filter (where starts_at between $1 and $1::timestamptz + interval '3 days'
                                      and status = 'scheduled'),
                   count(distinct tournament_id) filter (where starts_at > $1)
              from events
            """,
            .time(now)
        )[0]
        #expect(try row.integer(0) == 190, "at \(now)", sourceLocation: location)
        #expect(try row.integer(1) == 0, "games without results at \(now)", sourceLocation: location)
        #expect(try row.integer(2) > 3, "few games soon at \(now)", sourceLocation: location)
        #expect(try row.integer(3) == 5, sourceLocation: location)
    }
}
