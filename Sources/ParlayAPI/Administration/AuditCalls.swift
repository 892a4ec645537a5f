/// The audit log.
package enum AuditCalls {
    package static let by = QueryField<Int?>.integer("by", 1...Int.max, "Only what this account did.")
    package static let person = QueryField<Int?>.integer(
        "person",
        1...Int.max,
        "Only what was done to this account itself."
    )
    package static let action = QueryField<String?>.text(
        "action",
        1...100,
        "Only actions of this kind: `account.change`."
    )
    package static let from = QueryField.time("from", "Only what was done at this time or later.")
    package static let until = QueryField.time("until", "Only what was done before this time.")

    package static let list = Endpoint<Void, Never, ListPage<AuditEntry>>(.get, "admin/audit")
        .access(.role(.admin)).titled("List the audit log")
        .explained(
            """
            Actions of admins, moderators and the operator, newest first. `by` is null for the operator. `person` is the \
            account that the subject is or belongs to, and `title` the subject's present name; both are null if they are \
            not known, such as for a deleted webhook.
            """
        )
        .query(Self.by, Self.person, Self.action, Self.from, Self.until)
        .paged.answering(200)
}
