package import Database
internal import ParlayAPI
internal import Tenancy

/// A mail that was sent or stored, in pages over all tenants.
package struct OperatorMail: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "m.tenant_id", "t.slug", "m.id", "m.recipient", "m.subject", "m.kind", "m.text is null",
        "(extract(epoch from m.created_at) * 1000000)::bigint",
    ]

    package let tenantID: Int64
    package let tenant: String
    package let id: Int64
    package let recipient: String
    package let subject: String
    /// Such as `notice` or `password_reset`; `nil` if it was stored by an old version.
    package let kind: String?
    /// A mail server took it, and its text is not kept.
    package let isSent: Bool
    /// Microseconds since the Unix epoch.
    package let at: Int64

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenantID = try columns.integer()
        tenant = try columns.text()
        id = try columns.integer()
        recipient = try columns.text()
        subject = try columns.text()
        kind = try columns.optionalText()
        isSent = try columns.boolean()
        at = try columns.integer()
    }

    private static let page = RowStatement<OperatorMail>(
        "select",
        columns,
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where (m.created_at, m.id) < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::bigint)
         order by m.created_at desc, m.id desc
         limit $3
        """
    )

    /// By the tenant's key: the index of all by time would be read past the mail of others.
    private static let pageOfTenant = RowStatement<OperatorMail>(
        "select",
        columns,
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where m.tenant_id = (select f.id from tenants f where f.slug = $1) and m.id < $2
         order by m.id desc
         limit $3
        """
    )

    private static let text = RowStatement<String>(
        """
        select m.text
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where t.slug = $1 and m.id = $2 and m.text is not null
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

    package static let statements = [page.statement, pageOfTenant.statement, text.statement, one.statement]

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
        let (at, id) = (after?.at ?? 253_402_214_400_000_000, after?.id ?? .max)
        let query =
            tenant.map { pageOfTenant(.text($0), .integer(id), .integer(limit)) }
            ?? page(.integer(at), .integer(id), .integer(limit))
        return try await pool.read(query).all
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
