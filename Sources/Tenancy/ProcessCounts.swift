package import Database
package import ParlayAPI
package import Reactor
internal import Synchronization

/// What this process did for each tenant in each hour, where that leaves no rows. It adds up in memory and writes its totals every
/// minute; a process that is killed loses what it did since.
package final class ProcessCounts: Sendable {
    /// Names of figures and, with `parlay_` and `_total`, of metrics.
    package enum Kind: String, Sendable {
        case requests = "http_requests"
        case jobs = "jobs_finished"
    }

    /// The tenant of what belongs to none; its totals are those of the whole installation.
    package static let installation: Int64 = 0
    /// How long totals wait for a database that is unavailable.
    private static let keptHours: Int64 = 24

    private struct Key: Hashable {
        let tenant: Int64
        let hour: Int64
    }

    private struct Total {
        var count: Int64 = 0
        /// What the database has at least.
        var written: Int64 = 0
    }

    /// The counts by tenant of one loop since they were collected. Only that loop and the collection take the lock.
    private final class LoopCounts: Sendable {
        let counts = Mutex<[Int64: Int64]>([:])

        func take() -> [Int64: Int64] {
            counts.withLock { counts in
                defer { counts.removeAll(keepingCapacity: true) }
                return counts
            }
        }
    }

    private let kind: Kind
    private let loops: [LoopCounts]
    private let totals = Mutex<[Key: Total]>([:])
    /// Distinguishes this process from all others.
    private let process = Int64.random(in: 0 ... .max)

    /// - Parameter loops: how many count.
    package init(_ kind: Kind, loops: Int) {
        self.kind = kind
        self.loops = (0..<loops).map { _ in LoopCounts() }
    }

    /// - Parameters:
    ///   - tenant: `nil` or `installation` for what belongs to no tenant.
    ///   - loop: the number of the loop that this runs on.
    package func count(tenant: Int64?, on loop: Int) {
        loops[loop].counts.withLock { $0[tenant ?? Self.installation, default: 0] += 1 }
    }

    // MARK: Writing

    private static let record = Statement(
        "select from record_counts($1, $2, $3::bigint[], $4::bigint[], $5::bigint[])"
    )

    /// Writes at regular intervals. The task ends with this object.
    package func start(
        _ database: DatabasePool,
        on loop: EventLoop,
        every interval: Duration = .seconds(60),
        report: @escaping @Sendable (DatabaseError) -> Void
    ) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                await loop.sleep(for: interval)
                await self.write(database, report: report)
            }
        }
    }

    /// Writes what the database lacks. Call it at the end of the process, too.
    package func write(_ database: DatabasePool, report: (DatabaseError) -> Void) async {
        do {
            try await write(database, at: .now)
        } catch {
            report(error)
        }
    }

    /// Counts what happened since the last write for the hour of `now`. The next write repeats what fails.
    package func write(_ database: DatabasePool, at now: Timestamp) async throws(DatabaseError) {
        let lacking = collect(hour: now.hour)
        guard !lacking.isEmpty else { return }
        let query = Self.record(
            .integer(process),
            .text(kind.rawValue),
            .integers(lacking.map(\.key.hour)),
            .integers(lacking.map(\.key.tenant)),
            .integers(lacking.map(\.value.count))
        )
        _ = try await database.write([query])
        totals.withLock { totals in
            for (key, total) in lacking { totals[key]?.written = total.count }
        }
    }

    /// The totals that the database lacks, with those of this hour.
    private func collect(hour: Int64) -> [Key: Total] {
        totals.withLock { totals in
            totals = totals.filter { key, total in
                key.hour >= hour || total.count > total.written && key.hour > hour - Self.keptHours
            }
            for (tenant, count) in loops.flatMap({ $0.take() }) {
                for tenant in Set([tenant, Self.installation]) {
                    totals[Key(tenant: tenant, hour: hour), default: Total()].count += count
                }
            }
            return totals.filter { $0.value.count > $0.value.written }
        }
    }
}

extension Timestamp {
    /// Hours since the Unix epoch.
    package var hour: Int64 { milliseconds / 3_600_000 }
}

extension ProcessCounts {
    package static let figures = [
        figure("http_requests", "'http_requests'"), figure("jobs_finished", "'jobs_finished'"),
    ]

    private static func figure(_ name: StaticString, _ literal: SQLFragment) -> Figure {
        let sum: SQLFragment = """
            select sum(c.count)::bigint
              from process_counts c
             where c.tenant_id = p.tenant_id and c.hour >= p.from_at and c.hour < p.to_at and c.name =
            """
        return Figure(name, role: .admin, added: SQLFragment(joining: sum, literal))
    }

    /// Kept for longer than workers should ever be down, because they count what they missed.
    package static let pruning = PruneStep(prune, days: 14, inBatches: true)

    private static let prune = Statement(
        """
        delete from process_counts
         where ctid = any (array(select ctid from process_counts where hour < $1::timestamptz limit 10000))
        """
    )
    package static let statements = [record, prune]
}
