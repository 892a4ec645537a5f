internal import Administration
internal import Components
internal import Console
internal import Database
internal import Jobs
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The demo tenants of `parlay up`: people to try the calls with.
enum Demo {
    static let password = "correct horse battery"
    static let all = Features.components.flatMap(\.demoTenants)

    /// What a load did, and what should run now.
    struct Loaded {
        /// The slugs of the tenants that were filled.
        var slugs: [String] = []
        /// The words of the commands that belong to the tenants.
        var companions: [[String]] = []
    }

    /// Creates the missing tenants and does not change existing ones.
    ///
    /// - Parameter isStopping: asked before each tenant; the next load makes those that are missing.
    static func load(
        _ location: DatabaseLocation,
        _ configuration: Configuration,
        until isStopping: () -> Bool = { false }
    ) async throws -> Loaded {
        let connection = try BlockingConnection(location.settings(for: .owner))
        var loaded = Loaded()
        var changed: Set<String> = []
        for site in all where !isStopping() {
            let (isFilled, companion) = try await load(site, connection, configuration)
            if let companion { loaded.companions.append(companion.words) }
            guard isFilled else { continue }
            loaded.slugs.append(site.slug)
            changed.formUnion(site.tables)
        }
        guard !changed.isEmpty else { return loaded }
        _ = try await AdminSession.run(configuration) { database in
            // The worker's first job, so that the charts show something.
            try await database.write([
                try JobQueue.enqueue(
                    CountFiguresJob(),
                    tenant: JobQueue.platform,
                    uniqueKey: CountFiguresJob.kind
                )
            ])
        }
        // The first query plans are made before the server gathers statistics itself.
        // A table that is locked is being analyzed by the server already.
        try connection.execute(
            "analyze (skip_locked) " + changed.sorted().map { "parlay.\($0)" }.joined(separator: ", ")
        )
        return loaded
    }

    /// - Returns: whether anything was written, and the companion if it is wanted.
    private static func load(
        _ site: DemoTenant,
        _ connection: BlockingConnection,
        _ configuration: Configuration
    )
        async throws -> (isFilled: Bool, companion: DemoCompanion?)
    {
        let tenant = try tenant(for: site, connection)
        // A tenant with people belongs to someone by now; one without people was left by an interrupted start.
        let isNew = try AccountAdmin(connection, tenant: tenant).list(limit: 1).isEmpty
        guard isNew || site.fill != nil else { return (false, nil) }
        let queries = isNew ? try people(of: site, tenant, configuration) : []
        let data = SampleData(configuration)
        let schedules = try site.schedules().map(\.definition)
        return try await AdminSession.run(configuration) { database in
            if !schedules.isEmpty { _ = try await database.write(schedules) }
            if !queries.isEmpty { _ = try await database.write(queries) }
            guard let fill = site.fill else { return (isNew, nil) }
            let load = DemoLoad(tenant: tenant, database: database, sampleData: data, now: .now)
            let isFilled = try await fill(load)
            let isWanted = try await site.companion?.isWanted(load) ?? false
            return (isNew || isFilled, isWanted ? site.companion : nil)
        }
    }

    private static func people(
        of site: DemoTenant,
        _ tenant: Tenant,
        _ configuration: Configuration
    ) throws -> [Query] {
        site.queries(tenant.id, try configuration.passwordHasher().hash(password), .now)
            + [confirmation(.id(tenant.id)), activity(.id(tenant.id))]
    }

    /// People of the demo need not confirm their addresses, and what happens to them would bury the mail of people who try it.
    private static let confirmation = Statement(
        """
        update accounts
           set email_proof = 'code', settings = settings || '{"mail_notices": false}'
         where tenant_id = $1 and email is not null
        """
    )

    /// The last use of each account, as if the front had recorded it.
    private static let activity = Statement(
        """
        with used as (
            select last_active_at as at
              from accounts
             where tenant_id = $1 and last_active_at >= date_trunc('day', created_at, 'UTC') + interval '24 hours'
        )
        """,
        SignOfUse.insert(at: "u.at", from: "used u")
    )
    static let statements = [confirmation, activity]

    /// Creates it unless it exists.
    private static func tenant(for site: DemoTenant, _ connection: BlockingConnection) throws -> Tenant {
        let tenants = TenantAdmin(connection)
        do throws(AdministrationError) {
            return try tenants.create(
                site.slug,
                name: site.name,
                modules: site.modules,
                settings: site.settings
            )
        } catch .slugTaken {
            return try tenants.tenant(site.slug)
        }
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
