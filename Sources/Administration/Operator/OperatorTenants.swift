package import Database
internal import Jobs
internal import ParlayAPI
package import Tenancy

/// The tenants in pages, for the operator.
package enum OperatorTenants {
    /// How much a tenant has. `JobAdmin.countLimit + 1` means more than the limit.
    package struct Sizes: ColumnGroup, Sendable {
        package static let columns: SQLFragment = ["accounts", "mails"]

        package let accounts: Int
        package let mails: Int

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            accounts = Int(try columns.integer())
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

    private static let one = RowStatement<TenantRow>(
        "select",
        TenantRow.columns,
        "from tenants where slug = $1"
    )

    private static let sizes = RowStatement<Sizes>(
        """
        select (select count(*) from (select from accounts a where a.tenant_id = t.id limit 10001) c),
               (select count(*) from (select from stored_mails m where m.tenant_id = t.id limit 10001) c)
          from tenants t
         where t.slug = $1
        """
    )

    package static let statements = [page.statement, one.statement, sizes.statement]

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
        let (_, found) = try await pool.read(JobAdmin.settings(), query)
        return try found.all
    }

    /// `nil` if there is no tenant with this slug.
    package static func show(_ slug: String, _ pool: DatabasePool) async throws(DatabaseError)
        -> (tenant: TenantRow, sizes: Sizes)?
    {
        let (_, rows, sizes) = try await pool.read(
            JobAdmin.settings(),
            one(.text(slug)),
            sizes(.text(slug))
        )
        guard let tenant = try rows.first else { return nil }
        return (tenant, try sizes.one)
    }
}
