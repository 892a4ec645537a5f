internal import Administration
internal import Database
internal import Meetups
internal import ParlayAPI
internal import Security
internal import Tenancy
internal import Wagers

/// The demo tenants of `parlay up`: people to try the calls with.
enum Demo {
    static let password = "correct horse battery"
    static let all = [wordUp, wager]

    /// A tenant and its demo data.
    struct Site: Sendable {
        let slug: String
        let name: String
        let modules: Set<Module>
        let settings: TenantSettings
        /// Fills the tenant at a given time, with the hash of the demo people's password.
        let queries: @Sendable (TenantID, String, Timestamp) -> [Query]
        /// The tables it writes to, for the server's statistics.
        let tables: [String]
    }

    private static let wordUp = Site(
        slug: "wordup",
        name: "WordUp",
        modules: [.meetups],
        settings: .defaults,
        queries: WordUpDemo.queries,
        tables: ["accounts", "matches", "meetups"]
    )

    private static let wager = Site(
        slug: "wager",
        name: "Wager",
        modules: [.wagers],
        settings: {
            var settings = TenantSettings.defaults
            settings[WagerSettings.categories] = WagerDemo.categories
            return settings
        }(),
        queries: WagerDemo.queries,
        tables: ["accounts", "friendships", "wagers", "wager_ratings"]
    )

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
    private static func load(_ site: Site, _ connection: BlockingConnection, _ configuration: Configuration)
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
        let names = WordUpDemo.namedUsernames.dropFirst(2).joined(separator: ", ")
        return [
            ("Tenants", all.map(\.slug).joined(separator: ", ")),
            ("Logins", "ada (admin), ben (moderator), \(names) in each tenant"),
            ("Password", password),
        ]
    }

    /// A command line that works as printed.
    static func call(base: String) -> String {
        """
        curl -s \(base)/v1/\(all[0].slug)/login/ -H 'Content-Type: application/json' \
        -d '{"username": "chen", "password": "\(password)"}'
        """
    }
}
