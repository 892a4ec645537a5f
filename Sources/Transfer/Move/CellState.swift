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

    /// A tenant that stayed closed longer than its move wanted, since that move was interrupted.
    package struct ClosedTenant: RowReadable, Sendable {
        package let slug: String
        /// The command that was interrupted and goes on: `switch` or `reverse`.
        package let step: String

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            slug = try columns.text()
            step = try columns.text()
        }
    }

    package let number: Int
    /// `nil` if the cell cannot be read; `problems` says why.
    package let figures: Figures?
    /// Sentences that say what to do; empty if all is well.
    package let problems: [String]
    /// Sentences about settings of its server that can do harm.
    package let warnings: [String]
    package let closed: [ClosedTenant]

    /// Reads all cells, in the order of their numbers. Blocks.
    package static func all(_ settings: [Int: ConnectionSettings]) -> [CellState] {
        let opened = settings.keys.sorted().map { number in
            (number, Result { try settings[number].map { try CellDatabase(number, $0) } })
        }
        let schema = opened.first.flatMap { try? $0.1.get()?.schema() }
        return opened.map { number, cell in
            do {
                guard let cell = try cell.get() else { return CellState(number, nil, []) }
                let closed = try closedTenants(in: cell)
                return CellState(
                    number,
                    try Figures(cell),
                    try problems(of: cell, schema: schema, others: settings.keys.filter { $0 != number })
                        + closed.map(\.sentence),
                    // Without further cells nothing moves.
                    warnings: settings.count > 1 ? try cell.warnings() : [],
                    closed: closed
                )
            } catch {
                return CellState(
                    number,
                    nil,
                    ["It cannot be read: \(error)"]
                )
            }
        }
    }

    private init(
        _ number: Int,
        _ figures: Figures?,
        _ problems: [String],
        warnings: [String] = [],
        closed: [ClosedTenant] = []
    ) {
        self.number = number
        self.figures = figures
        self.problems = problems
        self.warnings = warnings
        self.closed = closed
    }

    /// - Parameters:
    ///   - schema: that of cell 1; `nil` if it is unknown.
    ///   - others: the numbers of the other cells; empty where there is one database.
    private static func problems(of cell: CellDatabase, schema: String?, others: [Int]) throws -> [String] {
        var problems: [String] = []
        let own: Int64? = try cell.first(
            "select number from parlay.cells where number = $1",
            .integer(Int64(cell.number))
        )
        if own == nil, cell.number != 1 {
            problems.append("It is not set up. Run `parlay cell add \(cell.number) --url-file FILE`.")
        }
        // It becomes cell 1 when the first other cell is added.
        if own == nil, cell.number == 1, let other = others.min() {
            problems.append("No other cell is set up. Run `parlay cell add \(other) --url-file FILE`.")
        }
        if cell.number == 1 {
            let homes: [Int64] = try cell.all("select distinct cell::bigint from parlay.tenants order by 1")
            let unknown = homes.map(Int.init).filter { $0 != 1 && !others.contains($0) }
            if !unknown.isEmpty {
                let names = unknown.map { "cell \($0)" }.joined(separator: ", ")
                problems.append("Tenants live in \(names), which PARLAY_CELLS does not name.")
            }
        }
        if let schema, try cell.schema() != schema {
            problems.append("Its schema is not that of cell 1. Run `parlay migrate`.")
        }
        if !others.isEmpty, try cell.one("select current_setting('wal_level') <> 'logical'") {
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
        return problems
    }

    private static func closedTenants(in cell: CellDatabase) throws -> [ClosedTenant] {
        try cell.all(
            """
            select t.slug, case when m.target = $1 then 'reverse' else 'switch' end
              from parlay.tenants t left join parlay.moves m on m.tenant = t.id
             where t.state = 'fenced' and t.held_until < clock_timestamp() order by t.slug
            """,
            .integer(Int64(cell.number))
        )
    }
}

extension CellState.ClosedTenant {
    fileprivate var sentence: String {
        "\(slug) is closed since its \(step) was interrupted. Run `parlay admin tenant move \(step) \(slug)`."
    }
}

extension CellDatabase {
    /// Settings of its server that moves work with, but that can fill its disk or make them slow.
    func warnings() throws -> [String] {
        var warnings: [String] = []
        if try one("select current_setting('max_slot_wal_keep_size') = '-1'") {
            warnings.append(
                "Its server has max_slot_wal_keep_size = -1, so a move that is forgotten fills its disk."
                    + " Set it to what the disk has room for, such as 4GB, and reload the server."
            )
        }
        if try one(
            """
            select setting::bigint > 1000 and current_setting('server_version_num')::integer < 160000
              from pg_settings where name = 'wal_retrieve_retry_interval'
            """
        ) {
            warnings.append(
                "Its server starts only one subscription in wal_retrieve_retry_interval, so moves and switches wait for"
                    + " seconds. Set it to 100ms, and reload the server."
            )
        }
        return warnings
    }

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
