package import Database
internal import Tenancy

/// Moves all tenants of a cell to another, one after the other. Goes on where an earlier call ended.
package struct CellDrain {
    /// Leaves an entry in the installation's audit log, which is in cell 1. The moves have entries of their own.
    private static let entry = Statement(
        Audit.insertOfInstallation(
            "'cell.drain'",
            on: ("'cell'", "$1::bigint::text"),
            details: "jsonb_build_object('to', $2::bigint, 'tenants', $3::bigint)"
        )
    )
    package static let statements = [entry]

    /// The slugs of the tenants that are to move.
    package let slugs: [String]
    private let number: Int
    private let goal: Int
    private let cells: [Int: ConnectionSettings]

    /// - Parameter cells: the cells' superusers, by number.
    package init(_ number: Int, to goal: Int, cells: [Int: ConnectionSettings]) throws {
        for cell in [1, number, goal] { _ = try cells.settings(of: cell) }
        guard number != goal else { throw TransferError.refused("Cell \(goal) cannot take its own tenants.") }
        self.number = number
        self.goal = goal
        self.cells = cells
        slugs = try Self.open(number, cells).residents(leavingFor: goal)
    }

    private static func open(_ number: Int, _ cells: [Int: ConnectionSettings]) throws -> CellDatabase {
        try CellDatabase(number, cells.settings(of: number))
    }

    /// - Parameter progress: is called with how many tenants of how many have moved.
    package func run(within gap: Duration = .seconds(1), progress: (Int64, Int64) -> Void = { _, _ in })
        throws
    {
        let home = try Self.open(1, cells)
        _ = try home.connection.query(
            Self.entry(.integer(number), .integer(goal), .integer(slugs.count))
        )
        for (index, slug) in slugs.enumerated() {
            progress(Int64(index), Int64(slugs.count))
            try complete(TenantMove(slug, to: goal, cells: cells), within: gap)
        }
        progress(Int64(slugs.count), Int64(slugs.count))
    }

    /// From wherever an earlier call left it.
    private func complete(_ move: TenantMove, within gap: Duration) throws {
        let phase = try move.phase
        if phase != .completing {
            if phase != .switching, phase != .switched {
                _ = try move.start()
                guard try move.verify().differences.isEmpty else {
                    throw TransferError.refused(
                        "\(move.slug): rows differ; see `parlay admin tenant move verify \(move.slug)`."
                    )
                }
            }
            _ = try move.switch(within: gap, verifiedWithin: .seconds(3600))
        }
        _ = try move.complete()
    }
}
