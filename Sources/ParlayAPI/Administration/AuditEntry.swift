/// One action of an admin, a moderator or the operator.
public struct AuditEntry: Resource, Hashable {
    public var id: Int64
    /// `nil` for an API key and for the operator of the installation.
    public var by: Person?
    /// The API key that did it; `nil` for a person and for the operator.
    public var key: Key?
    /// Such as `account.role` or `settings.change`.
    public var action: AuditAction
    /// What was changed; `nil` for the tenant itself.
    public var subject: Subject?
    /// The account that the subject is or belongs to; `nil` if there is none.
    public var person: Person?
    /// What the subject is called now; `nil` if it is gone, or has no name.
    public var title: String?
    /// The changes, by field.
    public var details: JSONValue
    /// When it was done.
    public var createdAt: Timestamp

    public init(
        id: Int64,
        by: Person?,
        key: Key? = nil,
        action: AuditAction,
        subject: Subject?,
        person: Person? = nil,
        title: String? = nil,
        details: JSONValue,
        createdAt: Timestamp
    ) {
        self.id = id
        self.by = by
        self.key = key
        self.action = action
        self.subject = subject
        self.person = person
        self.title = title
        self.details = details
        self.createdAt = createdAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The entry's id.")
        object.member(
            "by",
            &by,
            "The person who did it; `null` for an API key and for the operator of the installation."
        )
        object.member("key", &key, "The API key that did it; `null` for a person and for the operator.")
        object.member("action", &action, "Such as `account.change` or `settings.change`.")
        object.member("subject", &subject, "What was changed; `null` for the tenant itself.")
        object.member("person", &person, "The account that the subject is or belongs to.")
        object.member(
            "title",
            &title,
            "The subject's present name; `null` if it is gone or has no name."
        )
        object.member("details", &details, "The changes, by field.")
        object.member("created_at", &createdAt, "When it was done.")
    }
}

extension AuditEntry {
    /// An API key that did something, perhaps before it was revoked.
    public struct Key: Resource, Hashable {
        public var id: Int64
        /// What it is for.
        public var label: String

        public init(id: Int64, label: String) {
            self.id = id
            self.label = label
        }

        package mutating func members(_ object: inout some MemberVisitor) {
            object.member("id", &id, "The key's id.")
            object.member("label", &label, "What the key is for.")
        }

        package static var schemaName: String { "AuditKey" }
        package static var schemaSummary: String { "The API key that did something." }
        package static var example: Key { Key(id: 4, label: "Results from the stadium") }
    }
}

extension AuditEntry {
    package static var schemaSummary: String { "An action of an admin, a moderator or the operator." }

    package static var example: AuditEntry {
        AuditEntry(
            id: 9,
            by: .ada,
            action: .accountChange,
            subject: Subject(type: "account", id: 12),
            person: .dora,
            title: "dora",
            details: ["role": ["from": "member", "to": "moderator"]],
            createdAt: .example
        )
    }
}

/// The kind of action. Stored in rows and never renamed; features add their own.
public struct AuditAction: RawRepresentable, Codable, Hashable, MemberValue {
    /// A noun and a verb, such as `invite.create`.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    package static func describe(_ field: inout FieldDescription) { field.kind = .text }

    /// The tenant's settings were changed.
    public static let settingsChange = AuditAction(rawValue: "settings.change")
    /// The operator created the tenant.
    public static let tenantCreate = AuditAction(rawValue: "tenant.create")
    /// The operator renamed, suspended or resumed the tenant.
    public static let tenantChange = AuditAction(rawValue: "tenant.change")
    /// The operator exported the tenant.
    public static let tenantExport = AuditAction(rawValue: "tenant.export")
    /// The operator created the tenant from the file of an export.
    public static let tenantImport = AuditAction(rawValue: "tenant.import")
    /// The operator created an account.
    public static let accountCreate = AuditAction(rawValue: "account.create")
    /// An admin or a moderator changed an account.
    public static let accountChange = AuditAction(rawValue: "account.change")
    /// The operator set an account's password.
    public static let accountPassword = AuditAction(rawValue: "account.password")
    /// An admin or the operator erased an account.
    public static let accountErase = AuditAction(rawValue: "account.erase")
    /// An admin mailed the person a code for a new password.
    public static let accountReset = AuditAction(rawValue: "account.reset")
    /// An admin reset the second factor of an account.
    public static let accountSecondFactor = AuditAction(rawValue: "account.second_factor")
    /// An admin revoked all tokens of an account.
    public static let accountSignOut = AuditAction(rawValue: "account.sign_out")
    /// An admin exported what is stored about a person.
    public static let accountExport = AuditAction(rawValue: "account.export")
    /// The operator revoked tokens of an account.
    public static let tokenRevoke = AuditAction(rawValue: "token.revoke")
    /// The operator retried a dead job.
    public static let jobRetry = AuditAction(rawValue: "job.retry")
    /// The operator deleted a dead or waiting job.
    public static let jobDiscard = AuditAction(rawValue: "job.discard")
    /// An admin created an invite.
    public static let inviteCreate = AuditAction(rawValue: "invite.create")
    /// An admin deleted an invite.
    public static let inviteDelete = AuditAction(rawValue: "invite.delete")
    /// An admin or the operator created an API key.
    public static let keyCreate = AuditAction(rawValue: "key.create")
    /// An admin changed an API key.
    public static let keyChange = AuditAction(rawValue: "key.change")
    /// An admin or the operator revoked an API key.
    public static let keyRevoke = AuditAction(rawValue: "key.revoke")
    /// A moderator decided a report.
    public static let reportDecide = AuditAction(rawValue: "report.decide")
    /// An admin registered a webhook.
    public static let webhookCreate = AuditAction(rawValue: "webhook.create")
    /// An admin changed a webhook.
    public static let webhookChange = AuditAction(rawValue: "webhook.change")
    /// An admin deleted a webhook.
    public static let webhookDelete = AuditAction(rawValue: "webhook.delete")
    /// An admin replaced the secret of a webhook.
    public static let webhookSecret = AuditAction(rawValue: "webhook.secret")
    /// An admin resent an event to a webhook.
    public static let webhookReplay = AuditAction(rawValue: "webhook.replay")
    /// An admin sent a test event to a webhook.
    public static let webhookTest = AuditAction(rawValue: "webhook.test")
    /// Done by the worker, without an account.
    public static let webhookDisable = AuditAction(rawValue: "webhook.disable")
}
