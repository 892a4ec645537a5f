internal import Database
internal import Meetups
internal import ParlayAPI
internal import Security
internal import Tenancy

/// The demo tenants of `parlay up`: people to try the calls with.
enum Demo {
    static let password = "correct horse battery"
    static let slug = "wordup"

    /// Makes what is missing and changes nothing that is there.
    static func load(_ location: DatabaseLocation, _ configuration: Configuration) async throws {
        let connection = try BlockingConnection(location.settings(for: .owner))
        let tenants = TenantAdmin(connection)
        let tenant: Tenant
        do throws(AdministrationError) {
            tenant = try tenants.create(slug, name: "WordUp", modules: [.meetups], settings: .defaults)
        } catch .slugTaken {
            // With people in it, it is somebody's tenant by now; without, an earlier start was cut off.
            tenant = try tenants.tenant(slug)
            guard try AccountAdmin(connection, tenant: tenant).list(limit: 1).isEmpty else { return }
        }
        let hash = try configuration.passwordHasher().hash(password)
        try await AdminSession.run(configuration) { database in
            _ = try await database.write(
                WordUpDemo.queries(tenant: tenant.id, passwordHash: hash, now: Timestamp.now)
            )
        }
        // The first plans are made before the server gathers statistics by itself.
        try connection.execute("analyze parlay.accounts, parlay.matches, parlay.meetups")
    }

    /// What `parlay up` tells whoever tries the demo out.
    static func logins(base: String) -> String {
        let names = WordUpDemo.namedUsernames.dropFirst(2).joined(separator: ", ")
        return """
            Demo tenant \(slug): ada (admin), ben (moderator), \(names); password "\(password)". Try:

              curl -s \(base)/v1/\(slug)/login/ -H 'Content-Type: application/json' \
            -d '{"username": "chen", "password": "\(password)"}'

            """
    }
}
