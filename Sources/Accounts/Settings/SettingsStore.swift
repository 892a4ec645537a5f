package import Database
internal import Stream

/// The statements about the caller's settings: one JSON object, from which other modules read members by name.
package enum SettingsStore {
    package static let own = RowStatement<StoredSettings>(
        "select settings::text from accounts where tenant_id = $1 and id = current_account_id()"
    )

    /// Replaces the settings `$2` that were read.
    static let replace = Statement(
        Events.tellingCaller(
            """
            update accounts
               set settings = $3::jsonb
             where tenant_id = $1 and id = current_account_id() and settings = $2::jsonb and status = 'active'
            returning id
            """,
            type: "'settings.changed'",
            about: ("'account'", "w.id")
        )
    )

    /// The server's time zone names. Reads files, so it is called once per process.
    static let timeZones = RowStatement<String>(
        "select name from pg_timezone_names where name ~ '^[A-Z]' and name <> 'Factory'"
    )

    package static let statements = [own.statement, replace, timeZones.statement]
}
