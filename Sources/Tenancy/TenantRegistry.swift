package import Database
internal import ParlayAPI
internal import Synchronization

/// The tenants by slug, in memory, so that resolving a path needs no query. Refreshed when the table changes.
package final class TenantRegistry: Sendable {
    private struct Known {
        var bySlug: [String: Tenant] = [:]
        /// The active ones that have hosts.
        var byHost: [String: Tenant] = [:]
    }

    private let known = Mutex(Known())

    package static let all = RowStatement<TenantRow>("select", TenantRow.columns, "from tenants")

    package init() {}

    package func tenant(_ slug: String) -> Tenant? { known.withLock { $0.bySlug[slug] } }

    /// The tenant whose app is at `/` of this host.
    ///
    /// - Parameter host: as in the header, perhaps with a port.
    package func tenant(at host: String?) -> Tenant? {
        known.withLock { known in
            guard !known.byHost.isEmpty, let host else { return nil }
            return known.byHost[Tenant.hostName(host)]
        }
    }

    package var slugs: [String] { known.withLock { $0.bySlug.keys.sorted() } }

    /// Reads all tenants. Those with invalid settings keep their previous state, and are named in the result.
    package func refresh(from database: DatabasePool) async throws(DatabaseError) -> [String] {
        let rows = try await database.read(Self.all()).all
        var fresh: [String: Tenant] = [:]
        var unreadable: [String] = []
        for row in rows {
            if let tenant = row.tenant {
                fresh[row.slug] = tenant
            } else {
                unreadable.append(row.slug)
                fresh[row.slug] = self.tenant(row.slug)
            }
        }
        let hosts = fresh.values.filter(\.isActive).flatMap { tenant in tenant.hosts.map { ($0, tenant) } }
        let byHost = Dictionary(hosts) { first, _ in first }
        known.withLock { $0 = Known(bySlug: fresh, byHost: byHost) }
        return unreadable
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
    package var tenant: Tenant? {
        guard let settings = try? TenantSettings(stored: Array(settings.utf8)) else { return nil }
        return Tenant(
            id: id,
            slug: slug,
            name: name,
            isActive: isActive,
            modules: modules,
            settings: settings,
            hosts: hosts,
            createdAt: createdAt
        )
    }
}
