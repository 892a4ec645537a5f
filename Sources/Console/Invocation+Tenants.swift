internal import Administration
package import Database
package import Tenancy

extension Invocation {
    /// A connection as the owner of the schema.
    package func owner() throws -> BlockingConnection {
        let settings = try DatabaseLocation(configuration).settings(for: .owner)
        do {
            return try BlockingConnection(settings)
        } catch {
            throw CommandFailure(
                "\(error). Check DATABASE_URL, or start `parlay up` with the same PARLAY_DATA."
            )
        }
    }

    /// The tenant that `--tenant` names.
    package func tenant() throws -> Tenant { try tenant(try required("--tenant")) }

    package func tenant(_ slug: String) throws -> Tenant { try TenantAdmin(try owner()).tenant(slug) }
}
