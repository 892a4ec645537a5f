import Database
import ParlayAPI
import Security
import TestDatabases

@testable import App

extension RouteMatrixFixture {
    /// An API key with these scopes; by default with all.
    func key(in tenant: String, named label: String, _ scopes: [KeyScope] = KeyScope.allCases) throws -> (
        id: Int64, secret: String
    ) {
        let secret = try TokenSecret.generate(.key)
        let rows = try owner.query(
            """
            insert into api_keys (tenant_id, label, digest, prefix, scopes, networks, created_at, last_used_at)
            select id, $2, $3, $4, $5::text[], '{}', now(), now() from tenants where slug = $1
            returning id
            """,
            .text(tenant),
            .text(label),
            .bytes(secret.digest.bytes),
            .text(secret.displayPrefix),
            .texts(scopes.map(\.rawValue))
        )
        return (try rows[0].integer(0), secret.text)
    }
}
