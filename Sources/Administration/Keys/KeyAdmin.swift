package import Database
package import ParlayAPI
internal import Security
package import Tenancy

/// The operator's actions on the API keys of a tenant.
package struct KeyAdmin {
    private let connection: BlockingConnection
    private let tenant: Tenant

    package init(_ connection: BlockingConnection, tenant: Tenant) {
        self.connection = connection
        self.tenant = tenant
    }

    /// Newest first, without revoked ones.
    ///
    /// - Parameter before: the id below which to start.
    package func list(before: Int64?, limit: Int) throws(AdministrationError) -> [APIKey] {
        try connection.run(KeyStore.page(.id(tenant.id), .integer(before), .integer(limit))).map(\.key)
    }

    package func key(_ id: Int64) throws(AdministrationError) -> APIKey {
        let found = try connection.run(KeyStore.find(.id(tenant.id), .integer(id)))
        guard let row = found.first else { throw .unknownKey(id) }
        return row.key
    }

    /// - Returns: the key with its secret, which is shown once.
    package func create(_ draft: APIKeyUpdate, at now: Timestamp = .now) throws(AdministrationError)
        -> CreatedAPIKey
    {
        let errors = KeyService.validate(draft, at: now)
        guard errors.isEmpty else {
            throw AdministrationError(errors.entries.map { ($0.path, $0.sentences) })
        }
        let secret: TokenSecret
        do { secret = try TokenSecret.generate(.key) } catch { throw .invalid(["\(error)"]) }
        let made = try connection.run(KeyStore.create(draft, secret, in: tenant.id, at: now))
        guard let row = made.first else { throw .invalid(["The key was not stored."]) }
        return CreatedAPIKey(secret: secret.text, key: row.key)
    }

    /// Revokes a key; it is refused immediately.
    package func revoke(_ id: Int64, at now: Timestamp = .now) throws(AdministrationError) {
        let revoked = try connection.run(
            KeyStore.revoke(.id(tenant.id), .integer(id), .integer(Int64?.none), .time(now))
        )
        if revoked.isEmpty { throw .unknownKey(id) }
    }
}
