package import Database
package import ParlayAPI
internal import Synchronization

/// The tenants by slug, in memory, so that resolving a path needs no query: of each cell those that live there, or
/// did before they moved. Refreshed when a cell's table changes.
package final class TenantRegistry: Sendable {
    private struct Known {
        var bySlug: [String: Tenant] = [:]
        /// The active ones that have hosts.
        var byHost: [String: Tenant] = [:]
        /// By cell and slug.
        var residents: [Int: [String: Tenant]] = [:]
        var databases: [Int: DatabasePool] = [:]
        /// Read a cell's tenants soon.
        var hurries: [@Sendable () -> Void] = []

        mutating func settle(_ fresh: [String: Tenant], in cell: Int) {
            residents[cell] = fresh
            // Two cells may show a tenant: the later epoch is right.
            bySlug = residents.values.reduce(into: [:]) { all, tenants in
                all.merge(tenants) { $0.residence.epoch >= $1.residence.epoch ? $0 : $1 }
            }
            let hosts = bySlug.values.filter(\.isActive).flatMap { tenant in tenant.hosts.map { ($0, tenant) }
            }
            byHost = Dictionary(hosts) { first, _ in first }
        }
    }

    private let known = Mutex(Known())

    package static let all = RowStatement<ResidentRow>(
        "select",
        ResidentRow.columns,
        "from tenants where state <> 'arriving'"
    )

    package init() {}

    package func tenant(_ slug: String) -> Tenant? { known.withLock { $0.bySlug[slug] } }

    /// Whether the tenants of all cells were read once. Until then an unknown one may live in a cell that is not reached yet.
    package var isWhole: Bool {
        known.withLock { known in known.databases.keys.allSatisfy { known.residents[$0] != nil } }
    }

    /// The tenant whose app is at `/` of this host.
    ///
    /// - Parameter host: as in the header, perhaps with a port.
    package func tenant(at host: String?) -> Tenant? {
        known.withLock { known in
            guard !known.byHost.isEmpty, let host else { return nil }
            return known.byHost[Tenant.hostName(host)]
        }
    }

    /// The active ones whose app is at no host of its own.
    package var withoutHosts: [Tenant] {
        known.withLock { known in known.bySlug.values.filter { $0.isActive && $0.hosts.isEmpty } }
            .sorted { $0.slug < $1.slug }
    }

    package var slugs: [String] { known.withLock { $0.bySlug.keys.sorted() } }

    /// Reads all tenants of a cell. Those with invalid settings keep their previous state, and are named in the result.
    package func refresh(from database: DatabasePool, cell: Int = 1) async throws(DatabaseError) -> [String] {
        let rows = try await database.read(Self.all()).all
        var fresh: [String: Tenant] = [:]
        var unreadable: [String] = []
        for row in rows {
            if let tenant = row.tenant(in: cell) {
                fresh[row.slug] = tenant
            } else {
                unreadable.append(row.slug)
                fresh[row.slug] = known.withLock { $0.residents[cell]?[row.slug] }
            }
        }
        known.withLock { $0.settle(fresh, in: cell) }
        return unreadable
    }

    // MARK: Cells

    /// Whether a process serves a tenant from a cell, and if not, whether another does.
    package func service(of tenant: TenantID, _ slug: String, from cell: Int) -> Service {
        guard let present = self.tenant(slug), present.id == tenant, present.isActive else { return .ended }
        return present.residence.cell == cell && !present.residence.isFenced ? .here(present) : .moved
    }

    package enum Service: Sendable {
        case here(Tenant)
        /// To another cell, or it is on its way.
        case moved
        case ended
    }

    /// - Parameter hurry: asks for a `refresh` of the cell, from any loop.
    package func add(_ database: DatabasePool, as cell: Int, hurry: @escaping @Sendable () -> Void) {
        known.withLock { known in
            known.databases[cell] = database
            known.hurries.append(hurry)
        }
    }

    /// The database of the cell where the tenant lives; `nil` if this process has no connections to it.
    func database(of tenant: Tenant) -> DatabasePool? {
        known.withLock { $0.databases[tenant.residence.cell] }
    }

    /// Asks for a `refresh` of all cells.
    func hurry() {
        for hurry in known.withLock({ $0.hurries }) { hurry() }
    }
}

/// Where a tenant lives, as its cell says.
package struct Residence: Hashable, Sendable {
    package var cell = 1
    /// One higher after each move.
    package var epoch: Int64 = 1
    /// Whether its calls wait, because it moves to another cell, or is there and this process does not know it yet.
    package var isFenced = false
    /// How long they wait.
    package var heldUntil: Timestamp?

    package init() {}
}

/// A row of `tenants` with where the tenant lives.
package struct ResidentRow: ColumnGroup {
    package static let columns: SQLFragment = TenantRow.columns + ["epoch", "state <> 'open'", "held_until"]

    private let row: TenantRow
    private let epoch: Int64
    private let isFenced: Bool
    private let heldUntil: Timestamp?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        row = try TenantRow(&columns)
        epoch = try columns.integer()
        isFenced = try columns.boolean()
        heldUntil = try columns.optionalTime()
    }

    package var slug: String { row.slug }
    /// `nil` if its settings are not valid, or it does not live here.
    package var tenant: Tenant? { isFenced ? nil : row.tenant }

    func tenant(in cell: Int) -> Tenant? {
        var residence = Residence()
        residence.cell = cell
        residence.epoch = epoch
        residence.isFenced = isFenced
        residence.heldUntil = heldUntil
        return row.tenant(at: residence)
    }
}

/// A row of `tenants`.
package struct TenantRow: ColumnGroup {
    package static let columns: SQLFragment = [
        "id", "slug", "name", "status = 'active'", "array_to_string(modules, ',')", "settings::text",
        "array_to_string(hosts, ',')", "created_at",
    ]

    let id: TenantID
    package let slug: String
    let name: String
    let isActive: Bool
    let modules: Set<Module>
    /// JSON.
    let settings: String
    let hosts: [String]
    let createdAt: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        slug = try columns.text()
        name = try columns.text()
        isActive = try columns.boolean()
        modules = Set(try columns.text().split(separator: ",").compactMap { Module(rawValue: String($0)) })
        settings = try columns.text()
        hosts = try columns.text().split(separator: ",").map(String.init)
        createdAt = try columns.time()
    }

    /// `nil` if its settings are not valid.
    package var tenant: Tenant? { tenant(at: Residence()) }

    func tenant(at residence: Residence) -> Tenant? {
        guard let settings = try? TenantSettings(stored: Array(settings.utf8)) else { return nil }
        return Tenant(
            id: id,
            slug: slug,
            name: name,
            isActive: isActive,
            modules: modules,
            settings: settings,
            hosts: hosts,
            createdAt: createdAt,
            residence: residence
        )
    }
}
