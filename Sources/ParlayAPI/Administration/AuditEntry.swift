/// One thing that an admin, a moderator or the operator did.
public struct AuditEntry: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    /// `nil` for the operator of the installation.
    public var by: Person?
    /// Such as `account.role` or `settings.change`.
    public var action: AuditAction
    /// On whom or what; `nil` for the tenant itself.
    public var subject: Subject?
    /// What was changed, by field.
    public var details: JSONValue
    public var createdAt: Timestamp

    public init(
        id: Int64,
        by: Person?,
        action: AuditAction,
        subject: Subject?,
        details: JSONValue,
        createdAt: Timestamp
    ) {
        self.id = id
        self.by = by
        self.action = action
        self.subject = subject
        self.details = details
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case by
        case action
        case subject
        case details
        case createdAt = "created_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.by, by)
            writer.member(CodingKeys.action, action)
            writer.member(CodingKeys.subject, subject)
            writer.member(CodingKeys.details, details)
            writer.member(CodingKeys.createdAt, createdAt)
        }
    }
}

/// What was done. Stored in rows and never renamed; features add their own.
public struct AuditAction: RawRepresentable, Codable, Hashable, Sendable, JSONWritable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let settingsChange = AuditAction(rawValue: "settings.change")
    public static let tenantCreate = AuditAction(rawValue: "tenant.create")
    public static let tenantChange = AuditAction(rawValue: "tenant.change")
    public static let accountCreate = AuditAction(rawValue: "account.create")
    public static let accountChange = AuditAction(rawValue: "account.change")
    public static let accountPassword = AuditAction(rawValue: "account.password")
    public static let accountErase = AuditAction(rawValue: "account.erase")
    public static let tokenRevoke = AuditAction(rawValue: "token.revoke")
    public static let inviteCreate = AuditAction(rawValue: "invite.create")
    public static let inviteDelete = AuditAction(rawValue: "invite.delete")
    public static let reportDecide = AuditAction(rawValue: "report.decide")
}
