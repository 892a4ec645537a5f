import Cluster
import Database
import Foundation
import Tenancy
import TestDatabases
import Testing
import Transfer

@testable import App
@testable import Console

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

    struct Outcome {
        let code: ChildProcess.Exit?
        let output: String
        let errors: String
    }

    /// Runs the program as the operator of both cells does.
    ///
    /// - Parameters:
    ///   - words: the command and its arguments.
    ///   - cells: the lines of the file PARLAY_CELLS; `nil` without it.
    func parlay(_ words: String, cells: String? = nil) throws -> Outcome {
        let directory = Program.executable.split(separator: "/").dropLast().joined(separator: "/")
        var command = ChildProcess.Command(
            "/\(directory)/parlay",
            words.split(separator: " ").map(String.init)
        )
        command.environment["DATABASE_URL"] = settings[1]?.conninfo
        if let cells {
            try cells.write(toFile: world.path("cells"), atomically: true, encoding: .utf8)
            command.environment["PARLAY_CELLS"] = world.path("cells")
        }
        // A process adds to what is there.
        for name in ["out", "err"] { _ = try write("", to: name) }
        command.stdout = .file(world.path("out"))
        command.stderr = .file(world.path("err"))
        let exit = try ChildProcess(starting: command).wait(atMost: .seconds(120))
        return Outcome(
            code: exit,
            output: try TextFile.read(world.path("out")),
            errors: try TextFile.read(world.path("err"))
        )
    }

    /// The lines of PARLAY_CELLS.
    var lines: String { "2 \(settings[2]?.conninfo ?? "")\n" }

    /// Writes a file beside those of the tenant, and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: world.path(name), atomically: true, encoding: .utf8)
        return world.path(name)
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
