import Database
import Tenancy
import TestDatabases
import Testing
import Transfer

@testable import App

/// The tenant `alpha` with rows in every table, in cell 1 of two.
struct MovedTenant {
    let settings: [Int: ConnectionSettings]
    let one: BlockingConnection
    let two: BlockingConnection
    private let world: TransferFixture

    init() async throws {
        world = try await TransferFixture()
        settings = try LogicalCluster.shared().cells(1...2)
        one = try BlockingConnection(#require(settings[1]))
        two = try BlockingConnection(#require(settings[2]))
        try world.export("alpha")
        let owner = try BlockingConnection(#require(settings[1]))
        try owner.execute("set role parlay_owner")
        _ = try TenantImport(owner, TransferFixture.rules).read(world.path("alpha"), as: "alpha")
        try one.execute("update tenants set status = 'active'")
    }

    func move(to cell: Int? = nil) throws -> TenantMove { try TenantMove("alpha", to: cell, cells: settings) }

    func state(_ cell: BlockingConnection) throws -> String {
        try cell.query("select coalesce((select state from tenants where slug = 'alpha'), '')")[0].text(0)
    }

    /// Of all its tables, but for what belongs to moves and processes.
    func digests(_ cell: BlockingConnection) throws -> [String: String] {
        try world.digests(of: "alpha", cell).filter { !["process_counts", "move_marks"].contains($0.key) }
    }

    /// Of both databases.
    var slots: Int64 {
        get throws {
            let sql = "select count(*) from pg_replication_slots where database = current_database()"
            return try one.query(sql)[0].integer(0) + two.query(sql)[0].integer(0)
        }
    }
}
