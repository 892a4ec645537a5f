package import Database
package import ParlayAPI
internal import Tenancy

/// Mail that a mail server took, or that was stored because there is none, over a connection as `parlay_owner`.
package struct MailAdmin {
    package struct Entry: RowReadable, Equatable {
        /// The columns of both statements.
        fileprivate static let outline: SQLFragment = [
            "m.id", "t.slug", "m.recipient", "m.subject", "m.created_at", "m.message_id", "m.kind",
            "m.text is null",
        ]

        package let id: Int64
        package let tenant: String
        package let recipient: String
        package let subject: String
        package let createdAt: Timestamp
        package let messageID: String
        /// Such as `notice` or `password_reset`; `nil` if it was stored by an old version.
        package let kind: String?
        /// A mail server took it, and its text is not kept.
        package let isSent: Bool
        /// The plain part; with `show` only.
        package let text: String?
        /// The raw message; only with `show`.
        package let source: String?

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            id = try columns.integer()
            tenant = try columns.text()
            recipient = try columns.text()
            subject = try columns.text()
            createdAt = try columns.time()
            messageID = try columns.text()
            kind = try columns.optionalText()
            isSent = try columns.boolean()
            text = try columns.optionalText()
            source = try columns.optionalText()
        }
    }

    private let connection: BlockingConnection

    package init(_ connection: BlockingConnection) { self.connection = connection }

    // These read without a tenant: the operator reads rarely, and on the whole installation.
    static let list = RowStatement<Entry>(
        "select",
        Entry.outline + ["null::text", "null::text"],
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where ($1::text is null or t.slug = $1) and ($2::bigint is null or m.id < $2)
         order by m.id desc
         limit $3
        """
    )
    static let show = RowStatement<Entry>(
        "select",
        Entry.outline + ["m.text", "m.source"],
        """
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where m.id = $1 and ($2::text is null or t.slug = $2)
        """
    )
    package static let statements = [list.statement, show.statement]

    /// Newest first.
    ///
    /// - Parameters:
    ///   - tenant: a slug; `nil` for all.
    ///   - before: the id below which to start.
    package func list(
        tenant: String?,
        before: Int64? = nil,
        limit: Int
    ) throws(AdministrationError) -> [Entry] {
        try connection.run(Self.list(.text(tenant), .integer(before), .integer(limit)))
    }

    package func show(_ id: Int64, tenant: String?) throws(AdministrationError) -> Entry? {
        try connection.run(Self.show(.integer(id), .text(tenant))).first
    }
}
