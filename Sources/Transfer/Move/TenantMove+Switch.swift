internal import Database
internal import Glibc

/// The moment in which a tenant changes its cell.
extension TenantMove {
    package struct Switched: Sendable {
        package let from: Int
        package let to: Int
        /// How long calls waited.
        package let gap: Duration
    }

    /// Compares the rows on both sides; see `MoveDigest`.
    package func verify(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> (
        rows: Int64, differences: [String]
    ) {
        let phase = try require([.following, .switched], "Start it first.")
        let stream = phase == .switched ? backward : forward
        try stream.requireHealth()
        let found = try MoveDigest(stream: stream, tables: TenantTables(stream.source.connection))
            .run(progress: progress)
        if found.differences.isEmpty {
            for cell in [source, target] {
                try cell.run(
                    "update parlay.moves set verified_at = now() where tenant = $1",
                    .integer(tenant)
                )
            }
        }
        return found
    }

    /// Opens the tenant in the target.
    ///
    /// - Parameters:
    ///   - limit: how long calls may wait; if it takes longer, the tenant stays where it is.
    ///   - age: how old the last `verify` may be.
    package func `switch`(within limit: Duration, verifiedWithin age: Duration) throws -> Switched {
        // After an interruption the last steps may be missing.
        if try require([.following, .switching, .switched], "Start it first.") == .switched {
            try requireOpenTarget()
        }
        return try change(forward, back: backward, limit, age, enters: .switched)
    }

    /// Opens the tenant in the source again.
    package func reverse(within limit: Duration, verifiedWithin age: Duration) throws -> Switched {
        _ = try require(
            [.switched, .reversing],
            "Only a tenant that has switched can go back; before that, cancel the move."
        )
        return try change(backward, back: forward, limit, age, enters: .following)
    }

    /// A reverse that was interrupted before its decision leaves the tenant closed in the target.
    ///
    /// - Throws: `TransferError.refused` if the tenant is not open there.
    func requireOpenTarget() throws {
        guard try state(in: target).state == "open" else {
            throw TransferError.refused(
                "\(slug) is closed in cell \(target.number), since it was about to go back to cell \(source.number)."
                    + " Run `parlay admin tenant move reverse \(slug)`."
            )
        }
    }

    /// The state of the tenant in a cell, and whether a switch away from it is decided.
    func state(in cell: CellDatabase) throws -> (state: String?, isDecided: Bool) {
        (
            try cell.first("select state from parlay.tenants where id = $1", .integer(tenant)),
            try cell.first(
                "select phase = 'switching' from parlay.moves where tenant = $1",
                .integer(tenant)
            ) ?? false
        )
    }

    private func change(
        _ stream: MoveStream,
        back: MoveStream,
        _ limit: Duration,
        _ age: Duration,
        enters phase: Phase
    ) throws -> Switched {
        let (from, to) = (stream.source, stream.target)
        // Making a slot waits for transactions, and moving one for WAL: neither says when it gives up.
        for cell in [source, target] { try cell.limitStatements(to: max(limit, .seconds(10))) }
        defer { for cell in [source, target] { try? cell.limitStatements(to: .zero) } }
        let isOpen = try state(in: to).state == "open"
        var start = ContinuousClock.now
        if !isOpen {
            if try !state(in: from).isDecided {
                do {
                    try prepare(stream, back, limit, age)
                    start = .now
                    try close(stream, back, within: limit)
                } catch {
                    try open(in: from)
                    throw error
                }
                // Decided: from here on it goes forward only, and the fence is never lifted.
                try enter(.switching, in: from)
            }
            try writeTenant(into: to, as: "open", epoch: try epoch(in: from) + 1)
        }
        let gap = ContinuousClock.now - start
        try leave(from, for: to)
        try stream.end()
        try back.changes.follow()
        if try self.phase != phase { try log(phase == .switched ? "switch" : "reverse", from: from, to: to) }
        try enter(phase, in: target, source)
        return Switched(from: from.number, to: to.number, gap: gap)
    }

    /// The directory, and the old cell: it keeps the row, so that whoever asks there learns that the tenant is away.
    private func leave(_ from: CellDatabase, for to: CellDatabase) throws {
        for cell in [from, home] where cell !== to {
            try cell.run(
                "update parlay.tenants set state = 'away', held_until = null, cell = $2 where id = $1",
                .integer(tenant),
                .integer(cell === home ? to.number : cell.number)
            )
        }
    }

    /// Everything that needs no fence.
    private func prepare(_ stream: MoveStream, _ back: MoveStream, _ limit: Duration, _ age: Duration) throws
    {
        try stream.requireHealth()
        let isVerified: Bool =
            try stream.source.first(
                "select coalesce(verified_at > now() - make_interval(secs => $2::bigint / 1000.0), false) from parlay.moves where tenant = $1",
                .integer(tenant),
                .integer(age.inMilliseconds)
            ) ?? false
        guard isVerified else {
            throw TransferError.refused(
                "The last verify of \(slug) is too old. Run `parlay admin tenant move verify \(slug)`."
            )
        }
        try requireJoined(stream.target, from: stream.source, within: limit)
        guard try stream.settle(within: limit) else {
            throw TransferError.refused(
                "Cell \(stream.target.number) is behind: what was just written did not arrive within \(limit)."
                    + " See `parlay admin tenant move status \(slug)`, and try again."
            )
        }
        // A slot waits for the transactions that run in its cell, so it is made now and moved to the present later.
        try back.publish(TenantTables(back.source.connection))
        try back.changes.reserve()
    }

    /// Every front of one cell must be connected to the other too, or it would answer 503 to all calls of the tenant; and one worker.
    ///
    /// - Parameter limit: one that has just started may take a moment.
    private func requireJoined(_ to: CellDatabase, from: CellDatabase, within limit: Duration) throws {
        let end = ContinuousClock.now + limit
        while true {
            let (present, joined) = (try from.processes(), try to.processes())
            let workers = joined.contains { $0.kind == .worker } ? [] : present.filter { $0.kind == .worker }
            let missing = present.filter { $0.kind == .front && !joined.contains($0) } + workers
            guard !missing.isEmpty else { return }
            guard ContinuousClock.now < end else {
                let names = missing.map(\.description).joined(separator: ", ")
                throw TransferError.refused(
                    "Not connected to cell \(to.number): \(names). \(slug) would be unavailable there, so nothing has changed."
                        + " Add the cell to the file PARLAY_CELLS of these processes and send them SIGHUP, or restart them if"
                        + " PARLAY_CELLS is new. `parlay doctor` with their settings says why one cannot log in."
                )
            }
            MovePause.connections()
        }
    }

    /// Lifts the fence, perhaps that of a switch that was killed. Runs of jobs that have looked behind it begin again.
    func open(in cell: CellDatabase) throws {
        try cell.run(
            """
            with opened as (
                update parlay.tenants set state = 'open', held_until = null
                 where id = $1 and state = 'fenced'
                returning id
            )
            select parlay.release_jobs(id) from opened
            """,
            .integer(tenant)
        )
    }

    /// Closes the tenant where it lives, and waits until all that it wrote has arrived.
    private func close(_ stream: MoveStream, _ back: MoveStream, within limit: Duration) throws {
        let (from, to) = (stream.source, stream.target)
        let end = ContinuousClock.now + limit
        try from.run(
            """
            update parlay.tenants
               set state = 'fenced', held_until = clock_timestamp() + make_interval(secs => $2::bigint / 1000.0)
             where id = $1 and state in ('open', 'fenced')
            """,
            .integer(tenant),
            .integer(limit.inMilliseconds + 1000)
        )
        try drain(from, until: end)
        // Their worker stays behind.
        try from.run("select parlay.release_jobs($1)", .integer(tenant))
        guard try stream.settle(within: max(.milliseconds(10), end - .now)) else { throw tooLong(limit) }
        try compare(from, to)
        try moveSequences(to: to)
        guard ContinuousClock.now < end else { throw tooLong(limit) }
        try back.changes.skipToNow()
    }

    private func tooLong(_ limit: Duration) -> TransferError {
        .refused(
            "\(slug) would have had to wait longer than \(limit) (--max-gap), so it stays where it was: nothing has changed."
        )
    }

    /// Waits for the transactions that began before the fence: all later ones see it.
    private func drain(_ cell: CellDatabase, until end: ContinuousClock.Instant) throws {
        let fenced: String = try cell.one("select clock_timestamp()::text")
        while true {
            let rest: [Straggler] = try cell.all(
                """
                select application_name, state, coalesce(extract(epoch from clock_timestamp() - xact_start) * 1000, 0)::bigint
                  from pg_stat_activity
                 where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
                   and xact_start <= $1::text::timestamptz
                 order by xact_start
                """,
                .text(fenced)
            )
            guard let oldest = rest.first else { return }
            guard ContinuousClock.now < end else {
                throw TransferError.refused(
                    "\(rest.count) transactions of cell \(cell.number) did not end in time, so \(slug) stays where it was:"
                        + " nothing has changed. The oldest is \(oldest.application)'s (\(oldest.state),"
                        + " \(oldest.milliseconds) ms). Try again, with a longer --max-gap if it is needed."
                )
            }
            MovePause.short()
        }
    }

    /// Counts of every table, and the sums of every amount of money.
    private func compare(_ from: CellDatabase, _ to: CellDatabase) throws {
        let tables = try TenantTables(from.connection)
        let sql = tables.moving.filter { $0.name != "move_marks" }.flatMap { table in
            let amounts = table.columns.filter { $0.name.hasSuffix("_cents") && $0.type == "bigint" }
            let sums = amounts.map { ("\(table.name).\($0.name)", "coalesce(sum(\($0.quoted)), 0)::bigint") }
            return ([(table.name, "count(*)")] + sums).map { name, value in
                "select '\(name)', \(value) from parlay.\(table.quoted) where tenant_id = \(tenant)"
            }
        }.joined(separator: " union all ")
        // In whatever order: of large tables several processes count at once (PostgreSQL manual, 15.3.4).
        let there: [Count] = try from.all(sql)
        let here: [Count] = try to.all(sql)
        let different = Set(Set(there).symmetricDifference(here).map(\.name))
        guard different.isEmpty else {
            throw TransferError.refused(
                "\(different.sorted().joined(separator: ", ")) differ in cells \(from.number) and \(to.number); nothing has changed."
                    + " Run `parlay admin tenant move verify \(slug)`."
            )
        }
    }

    /// What replication does not carry.
    private func moveSequences(to cell: CellDatabase) throws {
        let sequences = try TenantTables(cell.connection).moving.compactMap { table in
            table.identity.map { identity in
                """
                select setval(s.name, greatest(m.id, coalesce(pg_sequence_last_value(s.name), 1)))
                  from (select pg_get_serial_sequence('parlay.\(table.quoted)', '\(identity.name)')::regclass as name) s,
                       (select max(\(identity.quoted)) as id from parlay.\(table.quoted) where tenant_id = \(tenant)) m
                 where m.id is not null
                """
            }
        }
        try cell.run(sequences.joined(separator: " union all "))
    }

    /// A transaction that is older than the fence.
    private struct Straggler: RowReadable {
        let application: String
        let state: String
        let milliseconds: Int64

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            application = try columns.text()
            state = try columns.optionalText() ?? "unknown"
            milliseconds = try columns.integer()
        }
    }

    private struct Count: RowReadable, Hashable {
        let name: String
        let rows: Int64

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            name = try columns.text()
            rows = try columns.integer()
        }
    }
}

/// A front or a worker, as the name of its connections says.
private struct ConnectedProcess: RowReadable, Hashable, CustomStringConvertible {
    enum Kind: String { case front, worker }

    let kind: Kind
    /// The machine and the number of the process; empty before 0.3.0.
    let name: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        kind = try columns.boolean() ? .front : .worker
        name = try columns.text()
    }

    var description: String { name.isEmpty ? "a \(kind.rawValue)" : "the \(kind.rawValue) \(name)" }
}

extension CellDatabase {
    /// The fronts and workers that are connected.
    fileprivate func processes() throws -> [ConnectedProcess] {
        try all(
            """
            select distinct split_part(application_name, ' ', 1) = 'parlay-front', split_part(application_name, ' ', 2)
              from pg_stat_activity
             where datname = current_database() and backend_type = 'client backend'
               and split_part(application_name, ' ', 1) in ('parlay-front', 'parlay-worker')
             order by 1, 2
            """
        )
    }
}

extension Duration {
    var inMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
