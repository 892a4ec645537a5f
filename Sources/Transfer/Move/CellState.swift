package import Database
package import ParlayAPI
internal import Tenancy

/// A cell as `parlay cell list`, `parlay doctor` and the operator's console show it.
package struct CellState: Sendable {
    /// A move that is not complete.
    package struct Move: ColumnGroup, Sendable {
        package let slug: String
        package let source: Int
        package let target: Int
        package let phase: TenantMove.Phase
        package let startedAt: Timestamp
        package let verifiedAt: Timestamp?

        package static let columns: SQLFragment = [
            "slug", "source", "target", "phase", "started_at", "verified_at",
        ]

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            slug = try columns.text()
            source = Int(try columns.integer())
            target = Int(try columns.integer())
            phase = try columns.choice()
            startedAt = try columns.time()
            verifiedAt = try columns.optionalTime()
        }
    }

    package struct Figures: Sendable {
        package let tenants: Int64
        package let bytes: Int64
        /// WAL that its server keeps for moves; bytes.
        package let heldBytes: Int64
        package let moves: [Move]
    }

    package let number: Int
    /// `nil` if the cell cannot be read; `problems` says why.
    package let figures: Figures?
    /// Sentences that say what to do; empty if all is well.
    package let problems: [String]

    /// Reads all cells, in the order of their numbers. Blocks.
    package static func all(_ settings: [Int: ConnectionSettings]) -> [CellState] {
        let opened = settings.keys.sorted().map { number in
            (number, Result { try settings[number].map { try CellDatabase(number, $0) } })
        }
        let schema = opened.first.flatMap { try? $0.1.get()?.schema() }
        return opened.map { number, cell in
            do {
                guard let cell = try cell.get() else { return CellState(number, nil, []) }
                return CellState(number, try Figures(cell), try problems(of: cell, schema: schema))
            } catch {
                return CellState(
                    number,
                    nil,
                    ["It cannot be read: \(error)"]
                )
            }
        }
    }

    private init(_ number: Int, _ figures: Figures?, _ problems: [String]) {
        self.number = number
        self.figures = figures
        self.problems = problems
    }

    /// - Parameter schema: that of cell 1; `nil` if it is unknown.
    private static func problems(of cell: CellDatabase, schema: String?) throws -> [String] {
        var problems: [String] = []
        let own: Int64? = try cell.first(
            "select number from parlay.cells where number = $1",
            .integer(Int64(cell.number))
        )
        if own == nil {
            problems.append("It is not set up. Run `parlay cell add \(cell.number) --url-file FILE`.")
        }
        if let schema, try cell.schema() != schema {
            problems.append("Its schema is not that of cell 1. Run `parlay migrate`.")
        }
        if try cell.one("select current_setting('wal_level') <> 'logical'") {
            problems.append(
                "Its server has not wal_level = logical, which moves need. Set it, and restart the server."
            )
        }
        if own != nil, cell.number != 1, try !cell.follows {
            problems.append(
                "It does not follow the catalog of games and the signing keys of cell 1. If cell 1 has failed over, run"
                    + " `parlay cell add \(cell.number) --url-file FILE` again; otherwise see the log of its server."
            )
        }
        let lost: [String] = try cell.all(
            "select slot_name from pg_replication_slots where wal_status = 'lost' and database = current_database() order by 1"
        )
        if !lost.isEmpty {
            problems.append(
                "Slots are lost, because they held too much WAL: \(lost.joined(separator: ", ")). Cancel that move and start it again."
            )
        }
        let closed: [ClosedTenant] = try cell.all(
            """
            select t.slug, coalesce(m.target = $1, false) from parlay.tenants t left join parlay.moves m on m.tenant = t.id
             where t.state = 'fenced' and t.held_until < clock_timestamp() order by t.slug
            """,
            .integer(Int64(cell.number))
        )
        for tenant in closed {
            let step = tenant.goesBack ? "reverse" : "switch"
            problems.append(
                "\(tenant.slug) is closed since its \(step) was interrupted. Run `parlay admin tenant move \(step) \(tenant.slug)`."
            )
        }
        return problems
    }
}

/// A tenant that stayed closed longer than its move wanted.
private struct ClosedTenant: RowReadable {
    let slug: String
    let goesBack: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        slug = try columns.text()
        goesBack = try columns.boolean()
    }
}

extension CellDatabase {
    /// Whether the copies of the platform's tables are kept up to date.
    fileprivate var follows: Bool {
        get throws {
            try one(
                "select exists (select from pg_stat_subscription where subname = $1 and pid is not null)",
                .text("parlay_platform_\(number)")
            )
        }
    }
}

extension CellState.Figures {
    fileprivate init(_ cell: CellDatabase) throws {
        tenants = try cell.one("select count(*) from parlay.tenants where state in ('open', 'fenced')")
        bytes = try cell.one("select pg_database_size(current_database())")
        heldBytes = try cell.one(
            """
            select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::bigint
              from pg_replication_slots where slot_name like 'parlay\\_move%' and database = current_database()
            """
        )
        moves = try cell.all(
            """
            select slug, source, target, case when phase = 'switching' and target = $1 then 'reversing' else phase end,
                   started_at, verified_at
              from parlay.moves order by started_at, slug
            """,
            .integer(Int64(cell.number))
        )
    }
}
