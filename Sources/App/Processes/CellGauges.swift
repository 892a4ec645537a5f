internal import Database
internal import Observability
internal import Reactor
internal import Synchronization

/// The figures of each cell, read every few seconds so that a scrape does not wait.
final class CellGauges: Sendable {
    private struct Figures: Sendable {
        let tenants: Int64
        let heldBytes: Int64
    }

    /// By the number of the cell; `nil` if it could not be read.
    private let figures = Mutex<[Int: Figures?]>([:])

    init(_ registry: MetricRegistry) {
        func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable (Figures?) -> Double?) {
            registry.gauge(name, help, labels: ["cell"]) { [weak self] in
                self?.figures.withLock(\.self).sorted { $0.key < $1.key }.compactMap { cell, figures in
                    value(figures).map { Sample(["\(cell)"], $0) }
                } ?? []
            }
        }
        gauge("parlay_cell_up", "Whether the database of the cell answers.") { $0 == nil ? 0 : 1 }
        gauge("parlay_cell_tenants", "Tenants that live in the cell.") { $0.map { Double($0.tenants) } }
        gauge("parlay_cell_held_bytes", "WAL that the server of the cell keeps for moves of tenants.") {
            $0.map { Double($0.heldBytes) }
        }
    }

    private static let read = RowStatement<Row>(
        """
        select (select count(*) from tenants where state in ('open', 'fenced')),
               (select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::bigint
                  from pg_replication_slots where slot_name like 'parlay\\_move%' and database = current_database())
        """
    )
    static let statements = [read.statement]

    private struct Row: RowReadable {
        let figures: Figures

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            figures = Figures(tenants: try columns.integer(), heldBytes: try columns.integer())
        }
    }

    /// The task ends with the process.
    func sample(
        _ cell: Int,
        _ database: DatabasePool,
        every pause: Duration = .seconds(5),
        on loop: EventLoop
    ) {
        Task(executorPreference: loop) { [weak self] in
            while let self {
                let row = try? await database.read(Self.read()).first
                figures.withLock { $0[cell] = .some(row?.figures) }
                await loop.sleep(for: pause)
            }
        }
    }
}
