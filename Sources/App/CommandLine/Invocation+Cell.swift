internal import Console
internal import Database

/// Commands about a tenant work in the cell where it lives.
extension Invocation {
    /// The settings of the command as if DATABASE_URL were that of the tenant's cell.
    func settingsInCell() throws -> Configuration {
        guard
            let slug = value(Command.Option.tenant.name) ?? arguments("SLUG").first
                ?? arguments("TENANT").first,
            !isRemote, !configuration[Configuration.cells].isEmpty,
            let cell = try Rows<Int64>(owner().query("select cell from tenants where slug = $1", .text(slug)))
                .first
        else { return configuration }
        var settings = configuration
        settings.set(Configuration.databaseURL, try CellList(configuration).location(Int(cell)).conninfo)
        return settings
    }
}
