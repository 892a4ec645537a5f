extension Invite: Described {
    public static var schemaSummary: String { "An invitation code, without the code." }

    public static let fields: [FieldDescription] = [
        .member("id", .integer, "The invite's id."),
        .member("prefix", .text, "How the code begins, to recognise it."),
        .member("uses", .integer, "How many people may register with it."),
        .member("used", .integer, "How many have registered with it."),
        .member("expires_at", .timestamp, "`null` for never.", isNullable: true),
        .member("created_by", .object(EmbeddedFields.person), "The admin who made it."),
        .member("created_at", .timestamp, "When it was made."),
    ]
    public static let example = Invite(
        id: 5,
        prefix: "7hQx",
        uses: 3,
        used: 1,
        expiresAt: Timestamp(milliseconds: EmbeddedFields.time.milliseconds + 7 * 86_400_000),
        createdBy: EmbeddedFields.ada,
        createdAt: EmbeddedFields.time
    )
}

extension NewInvite: Described {
    public static var schemaSummary: String { "An invitation with its code." }

    public static let fields: [FieldDescription] =
        [.member("code", .text, "What to register with. It is not shown again.")] + Invite.fields
    public static let example = NewInvite(code: "7hQxW2mPzK9sT4bL", invite: .example)
}

extension AuditEntry: Described {
    public static var schemaSummary: String { "What an admin, a moderator or the operator did." }

    public static let fields: [FieldDescription] = [
        .member("id", .integer, "The entry's id."),
        .member(
            "by",
            .object(EmbeddedFields.person),
            "`null` for the operator of the installation.",
            isNullable: true
        ),
        .member("action", .text, "Such as `account.change` or `settings.change`."),
        .member(
            "subject",
            .object(EmbeddedFields.subject),
            "What was acted on; `null` for the tenant itself.",
            isNullable: true
        ),
        .member("details", .object([]), "What was changed, by field."),
        .member("created_at", .timestamp, "When it was done."),
    ]
    public static let example = AuditEntry(
        id: 9,
        by: EmbeddedFields.ada,
        action: .accountChange,
        subject: Subject(type: "account", id: 12),
        details: ["role": ["from": "member", "to": "moderator"]],
        createdAt: EmbeddedFields.time
    )
}

extension CategoryNames: Described {
    public static var schemaSummary: String { "The categories of wagers, as admins set them." }

    public static let schemaName = "Categories"
    public static let fields: [FieldDescription] = CategoryNames.fields()
    public static let example = CategoryNames(names: ["Sports", "Food", "Other"])
}
