package import Console
package import Database
package import Jobs
package import Localization
package import ParlayAPI
package import Tenancy

/// A tenant with people and things to try the calls with.
package struct DemoTenant: Sendable {
    package let slug: String
    package let name: String
    /// What it is for, where the sentence of its module says too little.
    package let purpose: (@Sendable (Localizer) -> String)?
    package let modules: Set<Module>
    package let settings: TenantSettings
    /// Those who can sign in: the first is an admin, the second a moderator.
    package let usernames: [String]
    /// What fills the tenant: for its id, with the hash of the password of the named people, at a time.
    package let queries: @Sendable (TenantID, String, Timestamp) -> [Query]
    /// The tables that it fills, for the server's statistics.
    package let tables: [String]
    /// What else fills it, once its people exist: with services of the module and sample data. It runs at every load, so
    /// that it continues what was interrupted and brings the tenant up to date; returns whether it wrote anything. `nil` if there is nothing else.
    package let fill: (@Sendable (DemoLoad) async throws -> Bool)?
    /// What keeps it going, as long as there is such a tenant.
    package let schedules: @Sendable () throws -> [Schedule]
    /// A command that `parlay up` runs beside the tenant, after the tenant is filled.
    package let companion: DemoCompanion?
    /// A page to look at: what it shows, and its path below the server's address.
    package let page: (title: String, path: String)?

    package init(
        slug: String,
        name: String,
        purpose: (@Sendable (Localizer) -> String)? = nil,
        modules: Set<Module>,
        settings: TenantSettings = .defaults,
        usernames: [String],
        tables: [String],
        queries: @escaping @Sendable (TenantID, String, Timestamp) -> [Query],
        fill: (@Sendable (DemoLoad) async throws -> Bool)? = nil,
        schedules: @escaping @Sendable () throws -> [Schedule] = { [] },
        companion: DemoCompanion? = nil,
        page: (title: String, path: String)? = nil
    ) {
        self.slug = slug
        self.name = name
        self.purpose = purpose
        self.modules = modules
        self.settings = settings
        self.usernames = usernames
        self.tables = tables
        self.queries = queries
        self.fill = fill
        self.schedules = schedules
        self.companion = companion
        self.page = page
    }
}

/// A command of this program that runs for as long as `parlay up`.
package struct DemoCompanion: Sendable {
    /// Its words, without the program's name.
    package let words: [String]
    /// Whether the tenant has what the command needs.
    package let isWanted: @Sendable (DemoLoad) async throws -> Bool

    package init(_ words: [String], isWanted: @escaping @Sendable (DemoLoad) async throws -> Bool) {
        self.words = words
        self.isWanted = isWanted
    }
}

/// What a demo tenant is filled with.
package struct DemoLoad: Sendable {
    package let tenant: Tenant
    package let database: DatabasePool
    /// `nil` if the files were not found.
    package let sampleData: SampleData?
    package let now: Timestamp

    package init(tenant: Tenant, database: DatabasePool, sampleData: SampleData?, now: Timestamp) {
        self.tenant = tenant
        self.database = database
        self.sampleData = sampleData
        self.now = now
    }
}
