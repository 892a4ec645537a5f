package import Database
internal import Tenancy

/// The statements about the current tenant's settings.
package enum TenantSettingsStore {
    static let present = RowStatement<String>("select settings::text from tenants where id = $1")

    /// Replaces the settings `$2` that were read, with an audit log entry. No row if they have changed since.
    static let change = Statement(
        """
        with changed as materialized (
            select change_settings($2::jsonb, $3::jsonb, $5) as is_done
        )
        """,
        Audit.insert("'settings.change'", details: "$4::jsonb", at: "$5", from: "changed where is_done"),
        "returning id"
    )

    package static let statements = [present.statement, change]
}
