package import Database
internal import ParlayAPI
internal import Synchronization

/// The tenants by slug, in memory: resolving a path costs no query. Refreshed when the table says it changed.
package final class TenantRegistry: Sendable {
    private let tenants = Mutex<[String: Tenant]>([:])

    package static let all = Statement(
        """
        select id, slug, name, status = 'active', array_to_string(modules, ','), settings::text, created_at
          from tenants
        """
    )

    package init() {}

    package func tenant(_ slug: String) -> Tenant? { tenants.withLock { $0[slug] } }

    package var slugs: [String] { tenants.withLock { $0.keys.sorted() } }

    /// Reads all tenants. Those whose settings do not decode are left as they were, and named in the result.
    package func refresh(from database: DatabasePool) async throws(DatabaseError) -> [String] {
        let rows = try await database.read([Self.all()])[0]
        var fresh: [String: Tenant] = [:]
        var unreadable: [String] = []
        for row in rows {
            let slug = try row.text(1)
            guard let tenant = try Tenant(row) else {
                unreadable.append(slug)
                fresh[slug] = self.tenant(slug)
                continue
            }
            fresh[slug] = tenant
        }
        tenants.withLock { $0 = fresh }
        return unreadable
    }
}

extension Tenant {
    /// A row of `TenantRegistry.all`; `nil` when its settings are not valid.
    package convenience init?(_ row: Row) throws(DatabaseError) {
        let text = try row.text(5)
        guard let settings = try? TenantSettings(stored: Array(text.utf8)) else { return nil }
        self.init(
            id: try row.id(0),
            slug: try row.text(1),
            name: try row.text(2),
            isActive: try row.boolean(3),
            modules: Set(try row.text(4).split(separator: ",").compactMap { Module(rawValue: String($0)) }),
            settings: settings,
            createdAt: try row.time(6)
        )
    }
}
