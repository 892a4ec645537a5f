package import Database

/// Entries of the audit log in the statements that make the changes.
///
/// The log is read in `Administration`, which is above the targets that write to it.
package enum Audit {
    /// The caller if it is a person; see `current_key_id`.
    package static let person: SQLFragment = "nullif(greatest(current_account_id(), 0), 0)"
    private static let key: SQLFragment = "current_key_id()"

    /// Writes an entry for each row of `source`; goes into a `with` or ends a statement.
    ///
    ///     "logged as (", Audit.insert("'feed.create'", on: ("'feed'", "m.id"), at: "$9", from: "made m"), ") select …"
    ///
    /// - Parameters:
    ///   - action: an `AuditAction`.
    ///   - subject: the type and the id of what it is about.
    ///   - tenant: whose log it is.
    ///   - account: who did it; `nil` for no one. By default the caller, a person or an API key.
    ///   - source: what follows `from`, with its conditions.
    package static func insert(
        _ action: SQLFragment,
        in tenant: SQLFragment = "$1",
        on subject: (type: SQLFragment, id: SQLFragment)? = nil,
        details: SQLFragment? = nil,
        by account: SQLFragment? = person,
        at time: SQLFragment,
        from source: SQLFragment? = nil
    ) -> SQLFragment {
        .insert(
            into: "audit",
            [
                "tenant_id": tenant, "account_id": account, "key_id": account == nil ? nil : key,
                "action": action, "subject_type": subject?.type,
                "subject_id": subject?.id, "details": details, "created_at": time,
            ],
            from: source
        )
    }

    /// The same in the installation's log, for what is no tenant's.
    ///
    /// - Parameter subject: the type and the name of what it is about.
    package static func insertOfInstallation(
        _ action: SQLFragment,
        on subject: (type: SQLFragment, name: SQLFragment),
        details: SQLFragment? = nil,
        from source: SQLFragment? = nil
    ) -> SQLFragment {
        .insert(
            into: "installation_audit",
            [
                "action": action, "subject_type": subject.type, "subject": subject.name, "details": details,
                "created_at": "clock_timestamp()",
            ],
            from: source
        )
    }
}
