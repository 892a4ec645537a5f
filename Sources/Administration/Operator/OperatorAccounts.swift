package import Database
package import ParlayAPI
internal import Tenancy

/// An account, found over all tenants.
package struct OperatorAccount: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "t.slug", "a.id", "a.username", "a.email", "a.role", "a.status", "a.created_at", "a.last_active_at",
    ]

    package let tenant: String
    package let id: Int64
    package let username: String
    package let email: String?
    package let role: String
    /// `active`, `suspended` or `deleted`.
    package let status: String
    package let createdAt: Timestamp
    package let lastActiveAt: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.text()
        id = try columns.integer()
        username = try columns.text()
        email = try columns.optionalText()
        role = try columns.text()
        status = try columns.text()
        createdAt = try columns.time()
        lastActiveAt = try columns.time()
    }

    /// Two probes of unique indexes for each tenant. `$1` is in lower case.
    private static let find = RowStatement<OperatorAccount>(
        "select",
        columns,
        """
          from tenants t
         cross join lateral (
               select * from accounts n where n.tenant_id = t.id and n.username_key = $1
               union all
               select * from accounts m where m.tenant_id = t.id and m.email = $1 and m.username_key <> $1
               ) a
         where t.slug > $2
         order by t.slug
         limit $3
        """
    )

    package static let statements = [find.statement]

    /// Those with exactly this username or email, by tenant.
    ///
    /// - Parameter after: the slug of the last tenant of the page before.
    package static func find(
        _ name: String,
        after: String?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorAccount] {
        let query = find(.text(name.lowercased()), .text(after ?? ""), .integer(limit))
        return try await pool.read(query).all
    }
}
