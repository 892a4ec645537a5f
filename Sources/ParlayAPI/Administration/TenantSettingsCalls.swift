/// The calls about the settings of a tenant.
package enum TenantSettingsCalls {
    package static let show = Endpoint<Void, Never, [String: JSONValue]>(.get, "admin/settings")
        .access(.role(.admin)).titled("Show the tenant's settings")
        .explained("For admins.")

    package static let change = Endpoint<Void, [String: JSONValue], [String: JSONValue]>(
        .patch,
        "admin/settings"
    )
    .access(.role(.admin)).titled("Change some of the tenant's settings")
    .explained("Omitted settings do not change. All server processes apply the change within a second.")
    .refusingEditConflicts
}
