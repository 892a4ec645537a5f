internal import Database
internal import HTTPServer
internal import ParlayAPI

/// All that is held about the caller, as one document.
package struct ExportRoutes: Sendable {
    private let accounts: AccountService
    private let parts: [ExportPart]

    /// - Parameter features: what features hold, behind what this target does.
    package init(_ accounts: AccountService, _ features: [ExportPart]) {
        self.accounts = accounts
        parts = ExportStore.parts + features
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(.get, "export", "Export my data", handler: export)
                .explained(
                    """
                    One JSON object with everything that is stored about you. Tokens come without their secrets, and other \
                    people only as you may see them anyway. `photo` is the largest that is stored, as base64. `mails` are \
                    messages that were stored instead of sent; the text of one is null while a code in it is valid.
                    """
                )
                .answering(
                    200,
                    .object(name: "Export", Self.fields(parts), example: ["tenant": "wordup", "tokens": []]),
                    "Everything that is stored about the account."
                )
        ]
    }

    private func export(_ call: Call) async throws -> Response {
        let tenant = call.tenant
        let parts = parts.filter { part in part.module.map(tenant.modules.contains) ?? true }
        let results = try await call.session.read(parts.map { $0.statement(.id(tenant.id)) })
        var values: [any JSONWritable & Sendable] = []
        for (part, rows) in zip(parts, results) { values.append(try part.value(rows, tenant)) }
        // With what other modules add to profiles.
        values[0] = try await accounts.shownProfile(nil, in: call.session).profile
        var writer = JSONWriter(capacity: 16 * 1024)
        writer.object { writer in
            writer.member("tenant", tenant.slug)
            writer.member("exported_at", call.now)
            for (part, value) in zip(parts, values) { writer.member(part.name, value) }
        }
        // A username holds nothing that would need quoting.
        let name = "\(tenant.slug)-\(try await call.session.principal().username).json"
        return Response(status: 200, contentType: "application/json", body: writer.bytes)
            .with("Content-Disposition", "attachment; filename=\"\(name)\"")
    }

    private static func fields(_ parts: [ExportPart]) -> [FieldDescription] {
        [
            .member("tenant", .text, "The tenant's name in paths."),
            .member("exported_at", .timestamp, "When the export was made."),
        ]
            + parts.map { part in
                .member(
                    part.name,
                    part.isList ? .list(.member("", .object([]))) : .object([]),
                    part.summary,
                    isNullable: part.isNullable,
                    isRequired: part.module == nil,
                    module: part.module
                )
            }
    }
}

/// What this target holds about a person.
package enum ExportStore {
    private static let tokens = Statement(
        """
        select id, label, prefix, created_at, last_used_at, expires_at
          from tokens
         where tenant_id = $1 and account_id = current_account_id()
         order by id desc
        """
    )
    private static let notices = Statement(
        """
        select id, kind, title, text, subject_type, subject_id, created_at, read_at
          from notices
         where tenant_id = $1 and account_id = current_account_id()
         order by id desc
        """
    )
    /// The largest form of the photo, without the line breaks that PostgreSQL puts into base64. While photos lie in the
    /// database, this is cheaper than `PhotoStorage`.
    private static let photo = Statement(
        """
        select p.format, p.created_at, translate(encode(p.bytes, 'base64'), chr(10), '')
          from accounts a
          join photos p
            on p.tenant_id = a.tenant_id and p.account_id = a.id and p.version = a.photo_version
         where a.tenant_id = $1 and a.id = current_account_id()
         order by p.size desc, p.format
         limit 1
        """
    )
    static let statements = [tokens, notices, photo]

    static let parts: [ExportPart] = [
        ExportPart(one: "account", AccountStore.own) { row, tenant in
            try Account(row).profile(in: tenant, isOwn: true)
        },
        ExportPart(one: "settings", SettingsStore.own) { row, tenant in
            try AccountSettings(stored: try row.text(0), modules: tenant.modules)
        },
        ExportPart(ifThere: "photo", photo) { row, _ in try ExportedPhoto(row) },
        ExportPart("mails", MailStore.own) { row, _ in try ExportedMail(row) },
        ExportPart("tokens", tokens) { row, _ in try TokenInfo(row, current: TokenID(rawValue: 0)) },
        ExportPart("notices", notices) { row, _ in try Notice(row) },
        ExportPart("blocks", BlockStore.own) { row, tenant in try Block(row, in: tenant) },
        ExportPart("reports", ReportStore.own) { row, tenant in try Report(row, in: tenant) },
        ExportPart("invites", InviteStore.own) { row, tenant in try Invite(row, in: tenant) },
        ExportPart("audit", AuditStore.own) { row, tenant in try AuditEntry(row, in: tenant) },
    ]
}

/// A photo in an export.
private struct ExportedPhoto: JSONWritable, Sendable {
    let contentType: String
    let createdAt: Timestamp
    /// Base64.
    let data: String

    init(_ row: Row) throws(DatabaseError) {
        contentType = "image/\(try row.text(0))"
        createdAt = try row.time(1)
        data = try row.text(2)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("content_type", contentType)
            writer.member("created_at", createdAt)
            writer.member("data", data)
        }
    }
}

/// A message that was stored instead of sent.
private struct ExportedMail: JSONWritable, Sendable {
    let id: Int64
    let recipient: String
    let subject: String
    /// `nil` while it holds a code that is good.
    let text: String?
    let createdAt: Timestamp

    init(_ row: Row) throws(DatabaseError) {
        id = try row.integer(0)
        recipient = try row.text(1)
        subject = try row.text(2)
        text = row.optionalText(3)
        createdAt = try row.time(4)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("recipient", recipient)
            writer.member("subject", subject)
            writer.member("text", text)
            writer.member("created_at", createdAt)
        }
    }
}
