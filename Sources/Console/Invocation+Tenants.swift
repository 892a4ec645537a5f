internal import Administration
package import Database
package import Tenancy

extension Invocation {
    /// A connection as the owner of the schema.
    package func owner() throws -> BlockingConnection {
        let location = try DatabaseLocation(configuration)
        do throws(DatabaseError) {
            return try BlockingConnection(location.settings(for: .owner))
        } catch {
            throw location.failure(error)
        }
    }

    /// The tenant that `--tenant` names.
    package func tenant() throws -> Tenant { try tenant(try required("--tenant")) }

    package func tenant(_ slug: String) throws -> Tenant { try TenantAdmin(try owner()).tenant(slug) }
}
