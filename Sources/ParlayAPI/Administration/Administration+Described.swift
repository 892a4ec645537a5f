extension Invite: Described {
    public static let fields: [FieldDescription] = [
        .member("id", .integer), .member("prefix", .text, "How the code begins, to tell it by."),
        .member("uses", .integer, "How many may register with it."),
        .member("used", .integer, "How many have."),
        .member("expires_at", .timestamp, "Null for never.", isNullable: true),
        .member("created_by", .object(EmbeddedFields.person)), .member("created_at", .timestamp),
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
    public static let fields: [FieldDescription] =
        [.member("code", .text, "What to register with. Shown this once.")] + Invite.fields
    public static let example = NewInvite(code: "7hQxW2mPzK9sT4bL", invite: .example)
}

extension AuditEntry: Described {
    public static let fields: [FieldDescription] = [
        .member("id", .integer),
        .member(
            "by",
            .object(EmbeddedFields.person),
            "Null for the operator of the installation.",
            isNullable: true
        ),
        .member("action", .text, "Such as `account.change` or `settings.change`."),
        .member(
            "subject",
            .object(EmbeddedFields.subject),
            "On whom or what; null for the tenant itself.",
            isNullable: true
        ),
        .member("details", .object([]), "What was changed, by field."), .member("created_at", .timestamp),
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
    public static let schemaName = "Categories"
    public static let fields: [FieldDescription] = CategoryNames.fields()
    public static let example = CategoryNames(names: ["Sports", "Food", "Other"])
}
