package import Database
package import ParlayAPI
internal import Tenancy

/// An account, found over all tenants.
package struct OperatorAccount: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "a.tenant_id", "t.slug", "a.id", "a.username", "a.email", "a.role", "a.status", "a.created_at",
        "a.last_active_at",
    ]

    package let tenantID: Int64
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
        tenantID = try columns.integer()
        tenant = try columns.text()
        id = try columns.integer()
        username = try columns.text()
        email = try columns.optionalText()
        role = try columns.text()
        status = try columns.text()
        createdAt = try columns.time()
        lastActiveAt = try columns.time()
    }

    private static let named = holding("a.username_key")
    private static let addressed = holding("a.email")

    /// Those whose column is `$1`, in lower case, by the key of the tenant after `$2`: the order of an index.
    private static func holding(_ column: SQLFragment) -> RowStatement<OperatorAccount> {
        RowStatement(
            "select",
            columns,
            "from accounts a join tenants t on t.id = a.tenant_id where",
            column,
            "= $1 and a.tenant_id > $2 order by a.tenant_id limit $3"
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

    /// Those with exactly this username or email, the oldest tenant first: at most one in each, because a username has no `@`.
    ///
    /// - Parameter after: the key of the last tenant of the page before.
    package static func find(
        _ name: String,
        after: Int64?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorAccount] {
        let statement = name.contains("@") ? addressed : named
        let query = statement(.text(name.lowercased()), .integer(after ?? 0), .integer(limit))
        return try await pool.read(query).all
    }
}
