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

    private static let named = probe("n.username_key")
    private static let addressed = probe("n.email")

    /// A probe of a unique index for each tenant: the `limit` keeps the planner from reading the index as a whole. `$1` is in lower case.
    private static func probe(_ column: SQLFragment) -> RowStatement<OperatorAccount> {
        RowStatement(
            "select",
            columns,
            "from tenants t cross join lateral (select * from accounts n where n.tenant_id = t.id and",
            column,
            """
            = $1 limit 1) a
             where t.slug > $2
             order by t.slug
             limit $3
            """
        )
    }

    private static let one = RowStatement<OperatorAccount>(
        "select",
        columns,
        "from tenants t join accounts a on a.tenant_id = t.id and a.id = $2 where t.slug = $1"
    )

    package static let statements = [named.statement, addressed.statement, one.statement]

    package static func show(_ id: Int64, of tenant: String, _ pool: DatabasePool)
        async throws(DatabaseError) -> OperatorAccount?
    {
        try await pool.read(one(.text(tenant), .integer(id))).first
    }

    /// Those with exactly this username or email, by tenant: at most one in each, because a username has no `@`.
    ///
    /// - Parameter after: the slug of the last tenant of the page before.
    package static func find(
        _ name: String,
        after: String?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorAccount] {
        let statement = name.contains("@") ? addressed : named
        let query = statement(.text(name.lowercased()), .text(after ?? ""), .integer(limit))
        return try await pool.read(query).all
    }
}
