package import Database
package import ParlayAPI
package import Tenancy

/// A tenant with people and things to try the calls with.
package struct DemoTenant: Sendable {
    package let slug: String
    package let name: String
    package let modules: Set<Module>
    package let settings: TenantSettings
    /// Those who can sign in: the first is an admin, the second a moderator.
    package let usernames: [String]
    /// What fills the tenant: for its id, with the hash of the password of the named people, at a time.
    package let queries: @Sendable (TenantID, String, Timestamp) -> [Query]
    /// The tables that it fills, for the server's statistics.
    package let tables: [String]

    package init(
        slug: String,
        name: String,
        modules: Set<Module>,
        settings: TenantSettings = .defaults,
        usernames: [String],
        tables: [String],
        queries: @escaping @Sendable (TenantID, String, Timestamp) -> [Query]
    ) {
        self.slug = slug
        self.name = name
        self.modules = modules
        self.settings = settings
        self.usernames = usernames
        self.tables = tables
        self.queries = queries
    }
}
