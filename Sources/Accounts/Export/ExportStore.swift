package import Database
internal import Notifications
internal import ParlayAPI
internal import Tenancy

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
    private static let devices = RowStatement<ExportedDevice>(
        "select",
        ExportedDevice.columns,
        """
          from known_devices d
         where d.tenant_id = $1 and d.account_id = current_account_id()
         order by d.last_at desc, d.device, d.network
        """
    )
    private static let secondFactor = RowStatement<ExportedSecondFactor>(
        "select",
        ExportedSecondFactor.columns,
        """
          from second_factors f
         where f.tenant_id = $1 and f.account_id = current_account_id() and f.proven_at is not null
        """
    )
    package static let statements = [
        tokens.statement, photo.statement, signIns.statement, devices.statement, secondFactor.statement,
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
            ExportPart("known_devices", devices) { row, _ in row },
            ExportPart(ifThere: "second_factor", secondFactor) { row, _ in row },
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

/// A device and a network with which the person has signed in, in an export.
private struct ExportedDevice: ColumnGroup, JSONWritable {
    static let columns: SQLFragment = ["d.device", "d.network", "d.last_at"]

    /// `Firefox · Linux`, or what the app calls itself; empty if it is unknown.
    let device: String
    let network: String
    let lastAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        device = try columns.text()
        network = try columns.text()
        lastAt = try columns.time()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("device", device)
            writer.member("network", network)
            writer.member("last_at", lastAt)
        }
    }
}

/// The state of a second factor, without its secret and the codes, in an export.
private struct ExportedSecondFactor: ColumnGroup, JSONWritable {
    static let columns: SQLFragment = [
        "f.proven_at", "f.reset_at",
        """
        (
            select count(*)
              from recovery_codes r
             where r.tenant_id = f.tenant_id and r.account_id = f.account_id and r.used_at is null
        )
        """,
    ]

    let enabledAt: Timestamp
    /// When an admin's reset takes effect; `nil` without one.
    let resetAt: Timestamp?
    let codesLeft: Int64

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        enabledAt = try columns.time()
        resetAt = try columns.optionalTime()
        codesLeft = try columns.integer()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("enabled_at", enabledAt)
            writer.member("reset_at", resetAt)
            writer.member("recovery_codes_left", codesLeft)
        }
    }
}
