internal import Administration
internal import Console
internal import Database
internal import Modules
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The demo tenants of `parlay up`: people to try the calls with.
enum Demo {
    static let password = "correct horse battery"
    static let all = Features.modules.flatMap(\.demoTenants)

    /// Creates the missing tenants and does not change existing ones.
    ///
    /// - Returns: the slugs of the tenants that were filled.
    @discardableResult
    static func load(_ location: DatabaseLocation, _ configuration: Configuration) async throws -> [String] {
        let connection = try BlockingConnection(location.settings(for: .owner))
        var loaded: [String] = []
        var changed: Set<String> = []
        for site in all where try await load(site, connection, configuration) {
            loaded.append(site.slug)
            changed.formUnion(site.tables)
        }
        guard !changed.isEmpty else { return [] }
        // The first query plans are made before the server gathers statistics itself.
        try connection.execute("analyze " + changed.sorted().map { "parlay.\($0)" }.joined(separator: ", "))
        return loaded
    }

    /// - Returns: whether anything was written.
    private static func load(
        _ site: DemoTenant,
        _ connection: BlockingConnection,
        _ configuration: Configuration
    )
        async throws -> Bool
    {
        let tenants = TenantAdmin(connection)
        let tenant: Tenant
        do throws(AdministrationError) {
            tenant = try tenants.create(
                site.slug,
                name: site.name,
                modules: site.modules,
                settings: site.settings
            )
        } catch .slugTaken {
            // A tenant with people belongs to somebody by now; one without people was left by an interrupted start.
            tenant = try tenants.tenant(site.slug)
            guard try AccountAdmin(connection, tenant: tenant).list(limit: 1).isEmpty else { return false }
        }
        let hash = try configuration.passwordHasher().hash(password)
        try await AdminSession.run(configuration) { database in
            _ = try await database.write(site.queries(tenant.id, hash, Timestamp.now))
        }
        return true
    }

    /// The logins of each tenant, for the block that `parlay up` prints.
    static var summary: [(String, String)] {
        var rows = [("Tenants", all.map(\.slug).joined(separator: ", "))]
        for tenant in all {
            let names = tenant.usernames.enumerated().map { number, name in
                number < 2 ? "\(name) (\(number == 0 ? "admin" : "moderator"))" : name
            }
            rows.append(("Logins", names.joined(separator: ", ")))
        }
        // One line where they are the same everywhere.
        if Set(all.map(\.usernames)).count == 1 {
            rows = [rows[0], ("Logins", rows[1].1 + " in each tenant")]
        }
        return rows + [("Password", password)]
    }

    /// A command line that works as printed.
    static func call(base: String) -> String {
        """
        curl -s \(base)/v1/\(all[0].slug)/login/ -H 'Content-Type: application/json' \
        -d '{"username": "chen", "password": "\(password)"}'
        """
    }
}
