internal import Database

/// How a move ends, and how far it is.
extension TenantMove {
    /// Deletes what the old cell still has, after a switch. The row of the tenant stays there: it says that the tenant is away.
    package func complete(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Int64 {
        let phase = try require([.switched, .completing], "Switch first, or cancel it.")
        if phase == .switched {
            try requireOpenTarget()
            try log("complete", from: source, to: target)
        }
        try enter(.completing, in: target, source)
        try backward.end()
        let count = try delete(from: source, progress)
        for cell in [source, target] { try forget(in: cell) }
        return count
    }

    /// Ends a move before its switch: the target loses what it has of the tenant.
    package func cancel(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Int64 {
        let phase = try require(
            [.copying, .following, .cancelling],
            "It can only go back by `parlay admin tenant move reverse \(slug)`, which can be cancelled then."
        )
        if phase != .cancelling { try log("cancel", from: source, to: target) }
        try enter(.cancelling, in: target, source)
        try open(in: source)
        try forward.end()
        try backward.end()
        let count = try delete(from: target, progress)
        try target.run(
            "update parlay.tenants set state = 'away' where id = $1 and state = 'arriving'",
            .integer(tenant)
        )
        for cell in [target, source] { try forget(in: cell) }
        return count
    }

    private func forget(in cell: CellDatabase) throws {
        try cell.run("delete from parlay.move_marks where tenant_id = $1", .integer(tenant))
        try cell.run("delete from parlay.moves where tenant = $1", .integer(tenant))
    }

    /// In transactions of 10,000 rows. Triggers have no part in it.
    private func delete(from cell: CellDatabase, _ progress: (Int64, Int64) -> Void) throws -> Int64 {
        try cell.execute("set session_replication_role = replica")
        defer { try? cell.execute("reset session_replication_role") }
        let tables = try TenantTables(cell.connection).moving.reversed()
        var done: Int64 = 0
        for (index, table) in tables.enumerated() {
            progress(Int64(index), Int64(tables.count))
            let batch = DeletionBatch(table)
            var last: [String]?
            repeat {
                let (count, next) = try batch.run(cell.connection, tenant, after: last, limit: 10_000)
                done += count
                last = next
            } while last != nil
        }
        progress(Int64(tables.count), Int64(tables.count))
        return done
    }

    package struct Status: Sendable {
        package let phase: Phase
        package let source: Int
        package let target: Int
        package let livesIn: Int
        package let rows: Int64
        /// Bytes that the other cell has not confirmed.
        package let lagBytes: Int64?
        /// How long a mark took to arrive; `nil` if it did not within a second.
        package let lagMilliseconds: Int64?
        /// Bytes of WAL that the server keeps for the move.
        package let heldBytes: Int64?
        /// Seconds since the last verify.
        package let verifiedSeconds: Int64?
        /// `switch` or `reverse` if the tenant is closed since that command was interrupted.
        package let interrupted: String?
        package let next: String
    }

    package func status() throws -> Status {
        guard let phase = try phase else { throw TransferError.refused("\(slug) does not move.") }
        let stream = phase == .switched ? backward : forward
        let lag = try stream.lag()
        var milliseconds: Int64?
        if phase == .following || phase == .switched {
            let start = ContinuousClock.now
            if try stream.settle(within: .seconds(1)) {
                milliseconds = (ContinuousClock.now - start).inMilliseconds
            }
        }
        let age = try verifiedSeconds(phase)
        let interrupted = try interrupted(phase)
        let livesInTarget = [.switching, .switched, .completing].contains(phase)
        return Status(
            phase: phase,
            source: source.number,
            target: target.number,
            livesIn: livesInTarget ? target.number : source.number,
            rows: try target.first("select rows from parlay.moves where tenant = $1", .integer(tenant)) ?? 0,
            lagBytes: lag?.behind,
            lagMilliseconds: milliseconds,
            heldBytes: lag?.held,
            verifiedSeconds: age,
            interrupted: interrupted,
            next: nextCommand(phase, interrupted, verifiedSeconds: age)
        )
    }

    /// What the operator does next; `nil` if the tenant does not move.
    package func nextCommand() throws -> String? {
        guard let phase = try phase else { return nil }
        return nextCommand(phase, try interrupted(phase), verifiedSeconds: try verifiedSeconds(phase))
    }

    private func nextCommand(_ phase: Phase, _ interrupted: String?, verifiedSeconds age: Int64?) -> String {
        phase.nextCommand(slug, isVerified: age.map { $0 < 3600 } ?? false, interrupted: interrupted)
    }

    /// Seconds since the last verify; `nil` if there was none.
    private func verifiedSeconds(_ phase: Phase) throws -> Int64? {
        try (phase == .switched ? target : source).first(
            """
            select extract(epoch from now() - verified_at)::bigint
              from parlay.moves where tenant = $1 and verified_at is not null
            """,
            .integer(tenant)
        )
    }

    /// `switch` or `reverse` if the tenant is closed since that command was interrupted. One that still runs has closed it for as
    /// long as its calls wait.
    private func interrupted(_ phase: Phase) throws -> String? {
        let goesBack = [.switched, .reversing].contains(phase)
        let (from, to) = goesBack ? (target, source) : (source, target)
        let isClosed: Bool? = try from.first(
            """
            select state = 'fenced' and coalesce(held_until < clock_timestamp(), true)
              from parlay.tenants where id = $1
            """,
            .integer(tenant)
        )
        guard isClosed == true, try state(in: to).state != "open" else { return nil }
        return goesBack ? "reverse" : "switch"
    }
}

extension TenantMove.Phase {
    /// What the operator does next.
    ///
    /// - Parameters:
    ///   - isVerified: whether both cells were compared in the last hour.
    ///   - interrupted: `switch` or `reverse` if the tenant is closed since that command was interrupted.
    package func nextCommand(_ slug: String, isVerified: Bool, interrupted: String? = nil) -> String {
        let step =
            switch self {
            case .copying: "start"
            case .following: interrupted ?? (isVerified ? "switch" : "verify")
            case .switching: "switch"
            case .switched: interrupted ?? "complete"
            case .completing: "complete"
            case .reversing: "reverse"
            case .cancelling: "cancel"
            }
        return "parlay admin tenant move \(step) \(slug)"
    }
}
