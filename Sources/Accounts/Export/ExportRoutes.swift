package import Database
internal import HTTPServer
internal import Notifications
internal import ParlayAPI
package import Reactor
package import Tenancy

/// Everything that is stored about the caller, as one document.
package struct ExportRoutes: Sendable {
    private let accounts: AccountService
    private let parts: [ExportPart]
    private let pool: BlockingPool

    /// - Parameters:
    ///   - parts: what others hold, which follows what this target holds.
    ///   - pool: where the document is written, which takes a second for a large account.
    package init(
        _ accounts: AccountService,
        _ settings: SettingsService,
        _ parts: [ExportPart],
        on pool: BlockingPool
    ) {
        self.accounts = accounts
        self.pool = pool
        self.parts = ExportStore.parts(settings) + parts
    }

    package var routes: [TenantRoute] {
        [
            TenantRoute(ExportCalls.export, handler: export)
                .needing(.exports)
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
        let account = try await accounts.shownProfile(nil, in: call.session).profile
        let results = try await call.session.read(parts.map { $0.statement(.id(tenant.id)) })
        let now = call.now
        let bytes = try await pool.run {
            var writer = JSONWriter(capacity: 64 * 1024)
            // One part after the other, so that only one is in memory in three forms.
            try writer.object { writer in
                writer.member("tenant", tenant.slug)
                writer.member("exported_at", now)
                writer.member("account", account)
                for (part, rows) in zip(parts, results) {
                    writer.member(part.name, try part.value(rows, tenant))
                }
            }
            return writer.takeBytes()
        }
        // A username contains nothing that needs quoting.
        let name = "\(tenant.slug)-\(account.person.username).json"
        return Response(status: 200, contentType: "application/json", body: bytes)
            .with("Content-Disposition", "attachment; filename=\"\(name)\"")
    }

    private static func fields(_ parts: [ExportPart]) -> [FieldDescription] {
        [
            .member("tenant", .text, "The tenant's name in paths."),
            .member("exported_at", .timestamp, "When the export was created."),
            .member("account", .object([]), "Your account."),
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

/// The parts of this target.
package enum ExportStore {
    private static let tokens = RowStatement<TokenRow>(
        "select",
        TokenRow.columns,
        """
          from tokens
         where tenant_id = $1 and account_id = current_account_id()
         order by id desc
        """
    )
    /// The largest form of the photo, without the line breaks that PostgreSQL puts into base64. While photos are
    /// stored in the database, this is cheaper than `PhotoStorage`.
    private static let photo = RowStatement<ExportedPhoto>(
        "select",
        ExportedPhoto.columns,
        """
          from accounts a
          join photos p
            on p.tenant_id = a.tenant_id and p.account_id = a.id and p.version = a.photo_version
         where a.tenant_id = $1 and a.id = current_account_id()
         order by p.size desc, p.format
         limit 1
        """
    )
    private static let signIns = RowStatement<ExportedSignIn>(
        "select",
        ExportedSignIn.columns,
        """
          from sign_ins s
         where s.tenant_id = $1 and s.account_id = current_account_id()
         order by s.last_at desc, s.network
        """
    )
    package static let statements = [
        tokens.statement, photo.statement, signIns.statement,
    ]

    static func parts(_ settings: SettingsService) -> [ExportPart] {
        [
            ExportPart(one: "settings", SettingsStore.own) { stored, tenant in
                try settings.shown(stored, in: tenant)
            },
            ExportPart(ifThere: "photo", photo) { photo, _ in photo },
            ExportPart("mails", MailStore.own) { mail, _ in mail },
            ExportPart("tokens", tokens) { row, _ in row.token(current: nil) },
            ExportPart("sign_ins", signIns) { row, _ in row },
            ExportPart("notices", NoticeStore.own) { notice, _ in notice },
            ExportPart("blocks", BlockStore.own) { row, tenant in row.block(in: tenant) },
        ]
    }
}

/// A photo in an export.
private struct ExportedPhoto: ColumnGroup, JSONWritable {
    static let columns: SQLFragment = [
        "p.format", "p.created_at", "translate(encode(p.bytes, 'base64'), chr(10), '')",
    ]

    let contentType: String
    let createdAt: Timestamp
    /// Base64.
    let data: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        contentType = "image/\(try columns.text())"
        createdAt = try columns.time()
        data = try columns.text()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("content_type", contentType)
            writer.member("created_at", createdAt)
            writer.member("data", data)
        }
    }
}

/// A network from which the person has signed in lately, in an export.
private struct ExportedSignIn: ColumnGroup, JSONWritable {
    static let columns: SQLFragment = ["s.network", "s.last_at"]

    let network: String
    let lastAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        network = try columns.text()
        lastAt = try columns.time()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("network", network)
            writer.member("last_at", lastAt)
        }
    }
}
