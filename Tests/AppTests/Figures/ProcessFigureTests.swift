import Administration
import Components
import Database
import Foundation
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import App

/// What processes count themselves: requests and runs of jobs.
@Suite(.database) struct ProcessFigureTests {
    private let world: FigureWorld
    private let front: DatabasePool

    init() async throws {
        world = try await FigureWorld()
        let database = world.world.database
        front = try await database.onLoop { try await database.front() }
    }

    private func write(_ counts: ProcessCounts, at time: String = FigureWorld.now) async throws {
        let now = try #require(Timestamp(time))
        try await world.world.database.onLoop { [front] in try await counts.write(front, at: now) }
    }

    /// Requests and runs of the last hours, as the operator sees them.
    private func load(of tenant: Int64? = nil, hours: Int = 1) async throws -> [[Int64]] {
        let now = try #require(Timestamp(FigureWorld.now))
        let rows = try await world.world.database.onLoop { [world] in
            try await OperatorLoad.lastDay(of: tenant.map { TenantID(rawValue: $0) }, at: now, world.worker)
        }
        #expect(rows.count == 24 && rows.last?.hour.description == "2026-05-20T12:00:00.000Z")
        return rows.suffix(hours).map { [$0.requests, $0.runs] }
    }

    private func versions() throws -> [String] {
        try world.owner.query(
            "select tenant_id || ' ' || count || ' ' || xmin from process_counts order by 1"
        )
        .map { try $0.text(0) }
    }

    @Test func `counts of two processes add up, for each tenant and the installation`() async throws {
        let other = try await world.world.addTenant("other").id.rawValue
        let processes = [ProcessCounts(.requests, loops: 2), ProcessCounts(.requests, loops: 1)]
        let worker = ProcessCounts(.jobs, loops: 1)
        processes[0].count(tenant: world.tenant, on: 0)
        processes[0].count(tenant: world.tenant, on: 1)
        processes[0].count(tenant: nil, on: 1)
        processes[1].count(tenant: world.tenant, on: 0)
        processes[1].count(tenant: other, on: 0)
        worker.count(tenant: world.tenant, on: 0)
        worker.count(tenant: ProcessCounts.installation, on: 0)
        for counts in processes + [worker] { try await write(counts) }
        #expect(try await load(of: world.tenant) == [[3, 1]])
        #expect(try await load(of: other) == [[1, 0]])
        #expect(try await load() == [[5, 2]])
        // And later ones are added to the hour in which they are written.
        processes[0].count(tenant: world.tenant, on: 0)
        try await write(processes[0], at: "2026-05-20T12:59:59Z")
        #expect(try await load(of: world.tenant) == [[4, 1]])
        processes[0].count(tenant: world.tenant, on: 0)
        try await write(processes[0], at: "2026-05-20T13:00:00Z")
        #expect(try await load(of: world.tenant) == [[4, 1]])
        #expect(
            try world.owner.query("select from process_counts where hour = '2026-05-20 13:00Z'").count == 2
        )

        try await world.count(at: FigureWorld.now)
        #expect(try world.days()["2026-05-20"] == #"{"http_requests": 4, "jobs_finished": 1}"#)
        #expect(
            try world.days(of: ProcessCounts.installation)["2026-05-20"]?.contains(#""http_requests": 6"#)
                == true
        )
    }

    @Test func `writing totals twice, or older ones, changes nothing`() async throws {
        let database = world.world.database
        let connection = try database.connect(as: .front)
        func record(_ total: Int) throws {
            try connection.execute(
                "select from record_counts(1, 'http_requests', '{494556,494556}', '{0,\(world.tenant)}', '{\(total),\(total)}')"
            )
        }
        try record(5)
        #expect(
            try world.owner.query("select min(hour)::text from process_counts")[0].text(0).hasPrefix(
                "2026-06-02 12:00"
            )
        )
        let first = try versions()
        #expect(first.count == 2)
        for total in [5, 4] { try record(total) }
        #expect(try versions() == first)
        try record(6)
        #expect(try world.owner.query("select sum(count)::bigint from process_counts")[0].integer(0) == 12)

        let counts = ProcessCounts(.requests, loops: 1)
        counts.count(tenant: world.tenant, on: 0)
        try await write(counts)
        let written = try versions()
        try await write(counts)
        #expect(try versions() == written)
    }

    @Test func `what a failed write should have written is in the next one, in its hour`() async throws {
        let counts = ProcessCounts(.requests, loops: 1)
        counts.count(tenant: world.tenant, on: 0)
        try world.owner.execute("alter table process_counts add constraint refused check (false)")
        await #expect(throws: DatabaseError.self) { try await write(counts, at: "2026-05-20T11:59:59Z") }
        try world.owner.execute("alter table process_counts drop constraint refused")
        counts.count(tenant: world.tenant, on: 0)
        try await write(counts)
        #expect(try await load(of: world.tenant, hours: 2) == [[1, 0], [1, 0]])
    }

    @Test func `a front writes by the function, and neither reads nor writes the rows`() async throws {
        let counts = ProcessCounts(.requests, loops: 1)
        counts.count(tenant: world.tenant, on: 0)
        try await write(counts)
        #expect(try await load(of: world.tenant) == [[1, 0]])
        let connection = try world.world.database.connect(as: .front)
        for sql in [
            "select count(*) from process_counts", "delete from process_counts",
            "update process_counts set count = 7",
            "insert into process_counts values (0, now(), 'http_requests', 1, 1)",
        ] {
            let error = #expect(throws: DatabaseError.self) { try connection.execute(sql) }
            #expect(error?.sqlState == .insufficientPrivilege, "\(sql)")
        }
    }

    @Test func `a process writes by itself`() async throws {
        let counts = ProcessCounts(.requests, loops: 1)
        let database = world.world.database
        for total in 1...2 {
            counts.count(tenant: world.tenant, on: 0)
            if total == 1 {
                try await database.onLoop { [front] in
                    counts.start(front, on: database.loop, every: .milliseconds(20)) { _ in }
                }
            }
            try await eventually("the total") {
                let rows = try world.owner.query(
                    "select sum(count)::bigint from process_counts where tenant_id > 0"
                )
                return rows[0].optionalInteger(0) == Int64(total)
            }
        }
    }

    @Test func `of a tenant that is gone nothing is written`() async throws {
        let counts = ProcessCounts(.requests, loops: 1)
        counts.count(tenant: 4711, on: 0)
        try await write(counts)
        #expect(try await load() == [[1, 0]])
        #expect(try world.owner.query("select from process_counts where tenant_id = 4711").isEmpty)
    }

    @Test func `a tenant's admin sees its figures and nobody else's`() async throws {
        let world = world.world
        _ = try await world.addTenant("other", modules: world.tenant.modules)
        let ada = try await world.person("ada")
        let eve = try await world.person("eve", tenant: "other")
        try world.promote(ada, .admin)
        try world.promote(eve, .admin, in: "other")
        let (requests, jobs) = (ProcessCounts(.requests, loops: 1), ProcessCounts(.jobs, loops: 1))
        for _ in 0..<3 { requests.count(tenant: world.tenant.id.rawValue, on: 0) }
        jobs.count(tenant: world.tenant.id.rawValue, on: 0)
        for counts in [requests, jobs] { try await write(counts) }
        try await self.world.count(at: FigureWorld.now)
        func figures(_ token: String, tenant: String? = nil) async throws -> [String: Int64] {
            let path = "admin/figures/?from=2026-05-20&to=2026-05-20"
            let answer = try await world.send("GET", path, token: token, tenant: tenant)
            let report = try JSONDecoder().decode(FigureReport.self, from: Data(answer.body))
            let series = report.figures.filter { ["http_requests", "jobs_finished"].contains($0.name) }
            return Dictionary(
                uniqueKeysWithValues: series.map { ($0.name, $0.days.map(\.value).reduce(0, +)) }
            )
        }
        #expect(try await figures(ada.token) == ["http_requests": 3, "jobs_finished": 1])
        #expect(try await figures(eve.token, tenant: "other") == ["http_requests": 0, "jobs_finished": 0])
    }

    @Test func `rows that no worker needs any more are deleted`() async throws {
        let counts = ProcessCounts(.requests, loops: 1)
        for time in ["2026-05-06T11:00:00Z", "2026-05-06T12:00:00Z", FigureWorld.now] {
            counts.count(tenant: nil, on: 0)
            try await write(counts, at: time)
        }
        let worker = world.worker
        let limit = try #require(Timestamp("2026-05-06T12:00:00Z"))
        try await world.world.database.onLoop {
            _ = try await worker.write([ProcessCounts.pruning.statement(.time(limit))])
        }
        #expect(try world.owner.query("select from process_counts").count == 2)
        #expect(ProcessCounts.pruning.days == 14)
        #expect(
            Features.components.flatMap(\.pruning).contains {
                $0.statement.sql == ProcessCounts.pruning.statement.sql
            }
        )
    }
}
