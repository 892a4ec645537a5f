package import Database

/// All routes and statements of this target.
package enum TenancyRoutes {
    package static func routes(_ accounts: AccountService) -> [TenantRoute] {
        AccountRoutes(accounts).routes + ProfileRoutes(accounts).routes + TokenRoutes().routes
            + NoticeRoutes().routes
    }

    /// What a test prepares against the migrated schema.
    package static let statements =
        Session.statements + AccountStore.statements + TokenStore.statements + ThrottleStore.statements
        + NoticeStore.statements + TenantAdmin.statements + AccountAdmin.statements
        + WebhookStore.statements
}
