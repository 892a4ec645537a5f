/// What the reference says of another person and of a subject inside other resources.
enum EmbeddedFields {
    static let person: [FieldDescription] = [
        .member("id", .integer, "The account's id."),
        .member("username", .text, "Unique in the tenant, whatever the case."),
        .member("first_name", .text, "What to call the person."),
        .member("last_name", .text, "May be empty."),
        .member("photo", .text, "A path with a version.", isNullable: true),
    ]
    static let subject: [FieldDescription] = [
        .member("type", .text, "Such as `match` or `account`."),
        .member("id", .integer, "The id of that row."),
    ]
    static let dora = Person(id: 12, username: "dora", firstName: "Dora", lastName: "Weiss")
    static let ada = Person(id: 7, username: "ada", firstName: "Ada", lastName: "Byron")
    /// 2026-05-20T18:30:00.000Z
    static let time = Timestamp(milliseconds: 1_779_301_800_000)
}

extension Block: Described {
    public static var schemaSummary: String { "A person whom the caller has blocked." }

    public static let fields: [FieldDescription] = [
        .member("person", .object(EmbeddedFields.person), "Who is blocked."),
        .member("created_at", .timestamp, "When the caller blocked them."),
    ]
    public static let example = Block(person: EmbeddedFields.dora, createdAt: EmbeddedFields.time)
}

extension Report: Described {
    public static var schemaSummary: String { "What somebody told the moderators." }

    public static let fields: [FieldDescription] = [
        .member("id", .integer, "The report's id."),
        .member("by", .object(EmbeddedFields.person), "Who reported it."),
        .member("about", .object(EmbeddedFields.subject), "An account, a match or a wager."),
        .member("reason", oneOf: Reason.self, "What is wrong."),
        .member("text", .text, "In the reporter's words; may be empty."),
        .member("status", oneOf: Status.self, "What the moderators decided."),
        .member("note", .text, "The moderators' own note.", isNullable: true),
        .member("created_at", .timestamp, "When it was reported."),
    ]
    public static let example = Report(
        id: 3,
        by: EmbeddedFields.ada,
        about: Subject(type: "account", id: 12),
        reason: .spam,
        text: "Sends the same link to everybody.",
        status: .resolved,
        note: "Warned them.",
        createdAt: EmbeddedFields.time
    )
}

extension AccountSettings: Described {
    public static var schemaSummary: String { "An account's own settings." }

    public static let fields: [FieldDescription] = [
        .member("locale", .text, "A language tag (BCP 47)."),
        .member("time_zone", .text, "A name of the IANA time zone database."),
        .member("mail_notices", .boolean, "Whether notices are also sent by mail."),
        .member(
            "feed_filters",
            .object(FeedFilters.members),
            "What the feed of wagers shows when no filters are given.",
            isNullable: true,
            isRequired: false,
            module: .wagers
        ),
    ]
    public static let example = AccountSettings(
        locale: "de",
        timeZone: "Europe/Berlin",
        mailNotices: true,
        wagers: Wagers(
            feedFilters: FeedFilters(
                status: [.open],
                category: ["Sports"],
                near: Place(lat: 52.52, lon: 13.405)
            )
        )
    )
}

extension FeedFilters {
    /// In an answer every member is there.
    static let members: [FieldDescription] = fields().map { field in
        var member = field
        member.isRequired = true
        return member
    }
}
