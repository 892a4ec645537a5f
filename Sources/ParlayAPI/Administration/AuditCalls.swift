/// The audit log.
package enum AuditCalls {
    package static let list = Endpoint<Void, Never, ListPage<AuditEntry>>(.get, "admin/audit")
        .access(.role(.admin)).titled("List the audit log")
        .explained(
            """
            Actions of admins, moderators and the operator, newest first. `by` is null for the operator. `person` is the \
            account that the subject is or belongs to, and `title` the subject's present name; both are null if they are \
            not known, such as for a deleted webhook.
            """
        )
        .paged.answering(200)
}
