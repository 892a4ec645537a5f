package import Database
internal import Tenancy

/// Moves one tenant between two cells while it is used. What was done stands in the table `moves` of both cells, so that a command
/// that was killed is given again and goes on.
package final class TenantMove {
    /// In the order of a move.
    package enum Phase: String, Sendable {
        /// The rows are being copied; until they have all arrived there are none.
        case copying
        /// The target has the rows and follows their changes.
        case following
        /// The source is closed, and the target is about to open, whatever happens.
        case switching
        /// The tenant lives in the target, and the source follows.
        case switched
        /// The target is closed, and the source is about to open again, whatever happens. No cell has a word for it: the source still
        /// says `switched`, and the target something earlier.
        case reversing
        /// The rows of the source are being deleted.
        case completing
        case cancelling
    }

    let tenant: Int64
    package let slug: String
    /// Where it came from, and where it goes.
    let source: CellDatabase
    let target: CellDatabase
    /// That of cell 1, which has the directory.
    let home: CellDatabase
    private let settings: [Int: ConnectionSettings]

    /// - Parameters:
    ///   - settings: of the cells' superusers, by number.
    ///   - goal: to which cell a new move goes; `nil` for one that has begun.
    ///   - willRun: is called before each statement.
    package init(
        _ slug: String,
        to goal: Int? = nil,
        cells settings: [Int: ConnectionSettings],
        willRun: @escaping () throws -> Void = {}
    ) throws {
        func open(_ number: Int) throws -> CellDatabase {
            try CellDatabase(number, settings.settings(of: number), willRun: willRun)
        }
        self.slug = slug
        self.settings = settings
        let home = try open(1)
        self.home = home
        guard
            let row: DirectoryRow = try home.first(
                "select id, cell from parlay.tenants where slug = $1",
                .text(slug)
            )
        else { throw TransferError.unknownTenant(slug) }
        tenant = row.id
        let lives = row.cell == 1 ? home : try open(row.cell)
        let begun: MoveRow? = try lives.first(
            "select source, target from parlay.moves where tenant = $1",
            .integer(row.id)
        )
        let (from, to): (Int, Int)
        if let begun {
            (from, to) = (begun.source, begun.target)
            if let goal, goal != to {
                throw TransferError.refused(
                    "\(slug) moves from cell \(from) to cell \(to). Complete that move or cancel it first."
                )
            }
        } else {
            guard let goal else {
                throw TransferError.refused(
                    "\(slug) does not move. Begin with `parlay admin tenant move start \(slug) --to CELL`."
                )
            }
            guard goal != row.cell else {
                throw TransferError.refused("\(slug) lives in cell \(goal) already.")
            }
            (from, to) = (row.cell, goal)
        }
        func cell(_ number: Int) throws -> CellDatabase {
            if number == 1 { return home }
            return number == lives.number ? lives : try open(number)
        }
        source = try cell(from)
        target = try cell(to)
    }

    // MARK: Its state

    /// As both cells know it; the later one counts.
    var phase: Phase? {
        get throws {
            let (here, there) = (try phase(in: source), try phase(in: target))
            if here == .switched, there == .switching || there == .following { return .reversing }
            let known = [here, there].compactMap(\.self)
            if known.contains(.cancelling) { return .cancelling }
            let order: [Phase] = [.copying, .following, .switching, .switched, .completing]
            return known.max { (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0) }
        }
    }

    private func phase(in cell: CellDatabase) throws -> Phase? {
        try cell.first(
            "select phase from parlay.moves where tenant = $1",
            .integer(tenant),
            as: String.self
        )
        .flatMap(Phase.init)
    }

    func require(_ allowed: Set<Phase>, _ advice: String) throws -> Phase {
        guard let phase = try phase, allowed.contains(phase) else {
            let present = try phase.map { "is \($0.rawValue)" } ?? "has not begun"
            // Only the command that was interrupted goes on from there.
            let interrupted = try phase.flatMap { phase in
                [.switching, .reversing].contains(phase) ? phase.nextCommand(slug, isVerified: true) : nil
            }
            let next = interrupted.map { "Run `\($0)` again." } ?? advice
            throw TransferError.refused("The move of \(slug) \(present). \(next)")
        }
        return phase
    }

    /// - Parameter cells: the target before the source, so that a reverse that ends between them is seen as one.
    func enter(_ phase: Phase, in cells: CellDatabase...) throws {
        for cell in cells {
            try cell.run(
                "update parlay.moves set phase = $2 where tenant = $1",
                .integer(tenant),
                .text(phase.rawValue)
            )
        }
    }

    /// In the installation's audit log, which is in cell 1.
    private static let entry = Statement(
        Audit.insertOfInstallation(
            "'tenant.move'",
            on: ("'tenant'", "$1"),
            details: "jsonb_build_object('step', $2::text, 'from', $3::bigint, 'to', $4::bigint)"
        )
    )
    package static let statements = [entry]

    /// Leaves an entry in the audit log.
    ///
    /// - Parameter step: the last word of the command.
    func log(_ step: String, from: CellDatabase, to: CellDatabase) throws {
        _ = try home.connection.query(
            Self.entry(.text(slug), .text(step), .integer(from.number), .integer(to.number))
        )
    }

    /// The changes from where the tenant lives to the other cell.
    var forward: MoveStream {
        MoveStream(
            source: source,
            target: target,
            tenant: tenant,
            wayOut: "Cancel the move and start it again: parlay admin tenant move cancel \(slug)"
        )
    }
    var backward: MoveStream {
        MoveStream(
            source: target,
            target: source,
            tenant: tenant,
            wayOut: "\(slug) cannot go back. Complete the move: parlay admin tenant move complete \(slug)"
        )
    }

    // MARK: Start

    package struct Started: Sendable {
        package let rows: Int64
        package let source: Int
        package let target: Int
    }

    /// Copies the tenant and follows it. Goes on where an earlier call was killed.
    ///
    /// - Parameter progress: is called with how many rows of how many are copied.
    package func start(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Started {
        let present = try phase
        if present == .cancelling {
            throw TransferError.refused("Finish `parlay admin tenant move cancel \(slug)` first.")
        }
        if let present, present != .copying, present != .following {
            throw TransferError.refused("The move of \(slug) is \(present.rawValue) already.")
        }
        if present == .following { try forward.requireHealth() }
        let tables = try checked()
        // Again if it was killed before both cells knew.
        if present != .following { try announce() }
        if try phase(in: target) != .following {
            // What an earlier copy left: a slot that keeps WAL.
            try forward.retire()
            try forward.publish(tables)
            _ = try MoveCopy(stream: forward, tables: tables).run(progress: progress) { rows in
                try target.run(
                    "update parlay.moves set phase = 'following', rows = $2 where tenant = $1",
                    .integer(tenant),
                    .integer(rows)
                )
            }
        }
        try forward.changes.follow()
        // The server gathers statistics a minute later, or two: until then a statement of a large tenant could take seconds.
        try target.execute(
            "analyze (skip_locked) " + tables.all.map { "parlay.\($0.quoted)" }.joined(separator: ", ")
        )
        try enter(.following, in: source)
        let rows: Int64 = try target.one("select rows from parlay.moves where tenant = $1", .integer(tenant))
        return Started(rows: rows, source: source.number, target: target.number)
    }

    /// Both cells know the move, and the target the tenant, before anything else is made.
    private func announce() throws {
        try log("start", from: source, to: target)
        for cell in [target, source] {
            try cell.run(
                """
                insert into parlay.moves (tenant, slug, source, target, phase) values ($1, $2, $3, $4, 'copying')
                    on conflict do nothing
                """,
                .integer(tenant),
                .text(slug),
                .integer(source.number),
                .integer(target.number)
            )
        }
        try writeTenant(into: target, as: "arriving", epoch: try epoch(in: source))
    }

    func epoch(in cell: CellDatabase) throws -> Int64 {
        try cell.one("select epoch from parlay.tenants where id = $1", .integer(tenant))
    }

    /// The row of the tenant, with its settings, as it is in the other cell.
    func writeTenant(into cell: CellDatabase, as state: String, epoch: Int64) throws {
        let other = cell === target ? source : target
        let row: String = try other.one(
            "select to_jsonb(t)::text from parlay.tenants t where id = $1",
            .integer(tenant)
        )
        let columns: [String] = try cell.all(
            """
            select quote_ident(attname) from pg_attribute
             where attrelid = 'parlay.tenants'::regclass and attnum > 0 and not attisdropped order by attnum
            """
        )
        let changes = columns.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try cell.run(
            """
            insert into parlay.tenants overriding system value
            select r.*
              from jsonb_populate_record(
                       null::parlay.tenants,
                       $1::text::jsonb || jsonb_build_object('state', $2::text, 'epoch', $3::bigint, 'cell', $4::integer,
                                                             'held_until', null)
                   ) r
                on conflict (id) do update set \(changes)
            """,
            .text(row),
            .text(state),
            .integer(epoch),
            .integer(cell.number)
        )
    }

    // MARK: Before the start

    /// Whether a move can succeed, before anything is made.
    private func checked() throws -> TenantTables {
        let hasBegun = try phase != nil
        for cell in [source, target] {
            guard try cell.one("select current_setting('wal_level') = 'logical'") as Bool else {
                throw TransferError.refused(
                    "The server of cell \(cell.number) has not wal_level = logical. Set it, and restart that server."
                )
            }
            guard try cell.one("select rolsuper from pg_roles where rolname = current_user") as Bool else {
                throw TransferError.refused(
                    "The login of cell \(cell.number) is no superuser, and PostgreSQL lets no one else make"
                        + " subscriptions. Name such a login in DATABASE_URL and PARLAY_CELLS for this command."
                )
            }
            let free: Int64 = try cell.one(
                "select current_setting('max_replication_slots')::bigint - (select count(*) from pg_replication_slots)"
            )
            guard free >= 1 || hasBegun else {
                throw TransferError.refused(
                    "The server of cell \(cell.number) has no free replication slot. Raise max_replication_slots there."
                )
            }
        }
        guard try source.schema() == target.schema() else {
            throw TransferError.refused(
                "Cells \(source.number) and \(target.number) have different schemas. Run `parlay migrate` first."
            )
        }
        let other: Int64? = try target.first(
            "select id from parlay.tenants where slug = $1 and id <> $2",
            .text(slug),
            .integer(tenant)
        )
        guard other == nil else {
            throw TransferError.refused("Cell \(target.number) has another tenant \(slug).")
        }
        let state: String? = try target.first(
            "select state from parlay.tenants where id = $1",
            .integer(tenant)
        )
        guard state == nil || state == "away" || state == "arriving" else {
            throw TransferError.refused("\(slug) is \(state ?? "") in cell \(target.number) already.")
        }
        return try TenantTables(source.connection)
    }
}

private struct DirectoryRow: RowReadable {
    let id: Int64
    let cell: Int

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        cell = Int(try columns.integer())
    }
}

private struct MoveRow: RowReadable {
    let source: Int
    let target: Int

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        source = Int(try columns.integer())
        target = Int(try columns.integer())
    }
}
