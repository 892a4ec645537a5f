package import Database
package import ParlayAPI
internal import Tenancy

/// The audit logs of all tenants, for the operator.
package struct OperatorAuditEntry: ColumnGroup, Sendable {
    package static let columns: SQLFragment = [
        "e.id", "t.slug", "a.username", "e.action", "e.subject_type", "e.subject_id", "e.details::text",
        "e.created_at",
    ]

    package let id: Int64
    package let tenant: String
    /// `nil` for the operator and for what a worker did.
    package let by: String?
    package let action: String
    package let subjectType: String?
    package let subjectID: Int64?
    /// JSON.
    package let details: String
    package let createdAt: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        tenant = try columns.text()
        by = try columns.optionalText()
        action = try columns.text()
        subjectType = try columns.optionalText()
        subjectID = try columns.optionalInteger()
        details = try columns.text()
        createdAt = try columns.time()
    }

    /// The tenants with the newest entries, by one probe each, then the newest of these: ids of all tenants are one sequence, so others
    /// have none of them.
    private static let page = RowStatement<OperatorAuditEntry>(
        "select",
        columns,
        """
          from (
            select n.tenant_id, n.slug, l.id
              from (
                select i.id as tenant_id, i.slug
                  from tenants i
                 cross join lateral (
                       select o.id
                         from audit o
                        where o.tenant_id = i.id and o.id < $3 and ($2::text is null or o.action = $2)
                        order by o.id desc
                        limit 1
                       ) newest
                 where $1::text is null or i.slug = $1
                 order by newest.id desc
                 limit $4
              ) n
             cross join lateral (
                   select o.id
                     from audit o
                    where o.tenant_id = n.tenant_id and o.id < $3 and ($2::text is null or o.action = $2)
                    order by o.id desc
                    limit $4
                   ) l
             order by l.id desc
             limit $4
          ) t
          join audit e on e.tenant_id = t.tenant_id and e.id = t.id
          left join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
         order by e.id desc
        """
    )

    package static let statements = [page.statement]

    /// Newest first.
    ///
    /// - Parameters:
    ///   - tenant: a slug; `nil` for all.
    ///   - before: the id of the last entry of the page before.
    package static func page(
        tenant: String?,
        action: String?,
        before: Int64?,
        limit: Int,
        _ pool: DatabasePool
    ) async throws(DatabaseError) -> [OperatorAuditEntry] {
        let query = page(.text(tenant), .text(action), .integer(before ?? .max), .integer(limit))
        return try await pool.read(query).all
    }
}
