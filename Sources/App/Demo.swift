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

    /// A tenant and what is in it.
    struct Site: Sendable {
        let slug: String
        let name: String
        let modules: Set<Module>
        let settings: TenantSettings
        /// What fills it: for the tenant, with the hash of the named people's password, at a time.
        let queries: @Sendable (TenantID, String, Timestamp) -> [Query]
        /// The tables that hold rows from it, for the server's statistics.
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

    /// Makes what is missing and changes nothing that is there.
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
        // The first plans are made before the server gathers statistics by itself.
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
            // With people in it, it is somebody's tenant by now; without, an earlier start was cut off.
            tenant = try tenants.tenant(site.slug)
            guard try AccountAdmin(connection, tenant: tenant).list(limit: 1).isEmpty else { return false }
        }
        let hash = try configuration.passwordHasher().hash(password)
        try await AdminSession.run(configuration) { database in
            _ = try await database.write(site.queries(tenant.id, hash, Timestamp.now))
        }
        return true
    }

    /// Who may sign in where, for the block that `parlay up` prints.
    static var summary: [(String, String)] {
        let names = WordUpDemo.namedUsernames.dropFirst(2).joined(separator: ", ")
        return [
            ("Tenants", all.map(\.slug).joined(separator: ", ")),
            ("Logins", "ada (admin), ben (moderator), \(names) in each tenant"),
            ("Password", password),
        ]
    }

    /// A line that works as it stands.
    static func call(base: String) -> String {
        """
        curl -s \(base)/v1/\(all[0].slug)/login/ -H 'Content-Type: application/json' \
        -d '{"username": "chen", "password": "\(password)"}'
        """
    }
}
