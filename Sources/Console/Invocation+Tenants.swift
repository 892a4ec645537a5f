internal import Administration
package import Database
package import Tenancy

extension Invocation {
    /// A connection as the owner of the schema.
    package func owner() throws -> BlockingConnection { try owner(configuration) }

    /// The same, of the database that these settings name.
    package func owner(_ configuration: Configuration) throws -> BlockingConnection {
        let location = try DatabaseLocation(configuration)
        do throws(DatabaseError) {
            return try BlockingConnection(location.settings(for: .owner))
        } catch {
            throw location.failure(error)
        }
    }

    /// For commands about all tenants: the settings for each cell, as if DATABASE_URL were its own, in the order of the numbers. With
    /// `--tenant`, only those of the command, which has the database of that tenant's cell.
    ///
    /// - Throws: `CommandFailure` if PARLAY_CELLS does not name a cell where tenants live.
    package func settingsOfCells() throws -> [Configuration] {
        guard value(Command.Option.tenant.name) == nil else { return [configuration] }
        let cells = try CellList(configuration)
        for home in try owner().query(Self.homes()).all { _ = try cells.location(Int(home)) }
        return try cells.numbers.map { number in
            guard number != 1 else { return configuration }
            var settings = configuration
            settings.set(Configuration.databaseURL, try cells.location(number).conninfo)
            return settings
        }
    }

    private static let homes = RowStatement<Int64>("select distinct cell::bigint from tenants order by 1")
    package static let cellStatements = [homes.statement]

    /// The tenant that `--tenant` names.
    package func tenant() throws -> Tenant { try tenant(try required("--tenant")) }

    package func tenant(_ slug: String) throws -> Tenant { try TenantAdmin(try owner()).tenant(slug) }
}
