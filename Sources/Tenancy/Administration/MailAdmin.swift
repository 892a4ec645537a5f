package import Database
package import ParlayAPI

/// Messages that were kept because there is no mail server, over a connection as `parlay_owner`.
package struct MailAdmin {
    package struct Entry: Sendable, Equatable {
        package let id: Int64
        package let tenant: String
        package let recipient: String
        package let subject: String
        package let createdAt: Timestamp
        /// The plain part; with `show` only.
        package let text: String?
        /// The whole message as it would have gone out; with `show` only.
        package let source: String?
        package let messageID: String
    }

    private let connection: BlockingConnection

    package init(_ connection: BlockingConnection) { self.connection = connection }

    // These read without a tenant: an operator asks seldom, and on the whole installation.
    static let list = Statement(
        """
        select m.id, t.slug, m.recipient, m.subject, m.created_at, m.message_id, null::text, null::text
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where ($1::text is null or t.slug = $1) and ($2::bigint is null or m.id < $2)
         order by m.id desc
         limit $3
        """
    )
    static let show = Statement(
        """
        select m.id, t.slug, m.recipient, m.subject, m.created_at, m.message_id, m.text, m.source
          from stored_mails m
          join tenants t on t.id = m.tenant_id
         where m.id = $1 and ($2::text is null or t.slug = $2)
        """
    )
    package static let statements = [list, show]

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
        var entries: [Entry] = []
        for row in try connection.run(Self.list, .text(tenant), .integer(before), .integer(limit)) {
            entries.append(try Self.entry(row))
        }
        return entries
    }

    package func show(_ id: Int64, tenant: String?) throws(AdministrationError) -> Entry? {
        guard let row = try connection.run(Self.show, .integer(id), .text(tenant)).first else { return nil }
        return try Self.entry(row)
    }

    private static func entry(_ row: Row) throws(AdministrationError) -> Entry {
        do throws(DatabaseError) {
            return Entry(
                id: try row.integer(0),
                tenant: try row.text(1),
                recipient: try row.text(2),
                subject: try row.text(3),
                createdAt: try row.time(4),
                text: row.optionalText(6),
                source: row.optionalText(7),
                messageID: try row.text(5)
            )
        } catch {
            throw .database(error)
        }
    }
}
