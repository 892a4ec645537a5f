package import Database
internal import ParlayAPI
package import Tenancy

/// The tenants in pages, for the operator.
package enum OperatorTenants {
    /// How much a tenant has. `JobAdmin.countLimit + 1` means more than the limit.
    package struct Sizes: ColumnGroup, Sendable {
        package static let columns: SQLFragment = ["accounts", "tokens", "audit", "mails"]

        package let accounts: Int
        /// Devices and browsers that are signed in.
        package let tokens: Int
        /// Entries of the audit log.
        package let audit: Int
        package let mails: Int

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            accounts = Int(try columns.integer())
            tokens = Int(try columns.integer())
            audit = Int(try columns.integer())
            mails = Int(try columns.integer())
        }
    }

    /// `$2` is part of a slug or a name, in lower case.
    private static let page = RowStatement<TenantRow>(
        "select",
        TenantRow.columns,
        """
          from tenants
         where slug > $1 and ($2::text is null or position($2 in slug) > 0 or position($2 in lower(name)) > 0)
         order by slug
         limit $3
        """
    )

    private struct Sized: ColumnGroup {
        static let columns: SQLFragment =
            TenantRow.columns + [
                "(select count(*) from (select from accounts a where a.tenant_id = tenants.id limit 10001) c)",
                "(select count(*) from (select from tokens s where s.tenant_id = tenants.id limit 10001) c)",
                "(select count(*) from (select from audit e where e.tenant_id = tenants.id limit 10001) c)",
                "(select count(*) from (select from stored_mails m where m.tenant_id = tenants.id limit 10001) c)",
            ]

        let tenant: TenantRow
        let sizes: Sizes

        init(_ columns: inout ColumnReader) throws(DatabaseError) {
            tenant = try TenantRow(&columns)
            sizes = try Sizes(&columns)
        }
    }

    private static let one = RowStatement<Sized>("select", Sized.columns, "from tenants where slug = $1")

    private static let slug = RowStatement<String>("select slug from tenants where id = $1")

    package static let statements = [page.statement, one.statement, slug.statement]

    /// By slug.
    ///
    /// - Parameters:
    ///   - text: part of a slug or a name; `nil` for all.
    ///   - after: the slug of the last tenant of the page before.
    package static func page(
        _ text: String?,
        after: String?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [TenantRow] {
        let query = page(.text(after ?? ""), .text(text?.lowercased()), .integer(limit))
        return try await pool.read(query).all
    }

    /// `nil` if there is no tenant with this slug.
    package static func show(_ slug: String, _ pool: DatabasePool) async throws(DatabaseError)
        -> (tenant: TenantRow, sizes: Sizes)?
    {
        try await pool.read(one(.text(slug))).first.map { ($0.tenant, $0.sizes) }
    }

    /// `nil` if there is no tenant with this id.
    package static func slug(of tenant: Int64, _ pool: DatabasePool) async throws(DatabaseError) -> String? {
        try await pool.read(slug(.integer(tenant))).first
    }
}
