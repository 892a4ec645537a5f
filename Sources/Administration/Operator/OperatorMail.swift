package import Database
internal import Jobs
internal import ParlayAPI
internal import Tenancy

/// A stored mail, in pages over all tenants.
package struct OperatorMail: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "m.tenant_id", "t.slug", "m.id", "m.recipient", "m.subject",
        "(extract(epoch from m.created_at) * 1000000)::bigint",
    ]

    package let tenantID: Int64
    package let tenant: String
    package let id: Int64
    package let recipient: String
    package let subject: String
    /// Microseconds since the Unix epoch.
    package let at: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenantID = try columns.integer()
        tenant = try columns.text()
        id = try columns.integer()
        recipient = try columns.text()
        subject = try columns.text()
        at = try columns.integer()
    }

    private static let page = RowStatement<OperatorMail>(
        "select",
        columns,
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where ($1::text is null or m.tenant_id = (select f.id from tenants f where f.slug = $1))
           and (m.created_at, m.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)
         order by m.created_at desc, m.id desc
         limit $4
        """
    )

    private static let text = RowStatement<String>(
        """
        select m.text
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where t.slug = $1 and m.id = $2
        """
    )

    private static let one = RowStatement<OperatorMail>(
        "select",
        columns,
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where t.slug = $1 and m.id = $2
        """
    )

    package static let statements = [page.statement, text.statement, one.statement]

    /// Newest first.
    ///
    /// - Parameters:
    ///   - tenant: a slug; `nil` for all.
    ///   - after: `at` and `id` of the last of the page before.
    package static func page(
        tenant: String?,
        after: (at: Int64, id: Int64)?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorMail] {
        let query = page(
            .text(tenant),
            .integer(after?.at ?? 253_402_214_400_000_000),
            .integer(after?.id ?? .max),
            .integer(limit)
        )
        let (_, found) = try await pool.read(JobAdmin.settings(), query)
        return try found.all
    }

    package static func show(_ id: Int64, of tenant: String, _ pool: DatabasePool) async throws(DatabaseError)
        -> OperatorMail?
    {
        try await pool.read(one(.text(tenant), .integer(id))).first
    }

    /// The words of the mail, which may hold a code.
    package static func text(_ id: Int64, of tenant: String, _ pool: DatabasePool)
        async throws(DatabaseError) -> String?
    {
        try await pool.read(text(.text(tenant), .integer(id))).first
    }
}
