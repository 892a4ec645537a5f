internal import Accounts
internal import Administration
package import Database
internal import Notifications
package import Tenancy
internal import Transfer
internal import Webhooks

/// The calls, exports, statements and jobs that every front and worker has, whatever its modules.
package enum CommonRoutes {
    package static func routes(
        _ services: ComponentServices,
        with modules: [Component] = []
    ) -> [TenantRoute] {
        let accounts = services.accounts
        return AccountRoutes(accounts).routes + AvailabilityRoutes(accounts).routes
            + IdentityRoutes(accounts).routes
            + ProfileRoutes(accounts).routes + TokenRoutes().routes
            + NoticeRoutes().routes + PasswordResetRoutes(accounts).routes
            + EmailVerificationRoutes(accounts).routes + MailRoutes().routes
            + people(services, modules)
    }

    private static func people(_ services: ComponentServices, _ modules: [Component]) -> [TenantRoute] {
        let settings = SettingsService(modules.personalSettings)
        return SettingsRoutes(settings).routes
            + BlockRoutes(BlockService(steps: modules.blockingSteps), notes: modules.map(\.blockingNote))
            .routes
            + ReportRoutes(ReportService(subjects: modules.reportSubjects)).routes
            + ExportRoutes(services.accounts, settings, exports + modules.exports, on: services.files).routes
            + TenantSettingsRoutes(services.settings).routes
            + FriendRoutes().routes + PeopleRoutes(services.searches).routes
            + HidingRoutes(HidingService(subjects: modules.hideable)).routes
            + InviteRoutes().routes + AccountAdminRoutes(services.accounts).routes
            + AuditRoutes(AuditReader(modules.auditSubjects)).routes
    }

    private static let exports = [
        IdentityStore.export, FriendParts.export, ReportStore.export, InviteStore.export, AuditStore.export,
        HidingStore.export,
    ]

    /// What the job `prune` deletes or erases.
    package static let pruning = [
        TokenStore.pruning, SignInStore.pruning, ThrottleStore.pruning, IdempotencyStore.pruning,
        NoticeStore.pruning,
        IdentityStore.pruning, IssuerKeyStore.pruning,
        MailStore.pruning, PhotoStore.pruning, WebhookStore.pruning, WebhookStore.bodyPruning,
        ReportStore.pruning,
    ]

    /// What a test prepares against the migrated schema.
    package static let statements =
        Session.statements + AccountStore.statements + TokenStore.statements + SignInStore.statements
        + ThrottleStore.statements
        + NoticeStore.statements + TenantAdmin.statements + AccountAdmin.statements
        + IdempotencyStore.statements
        + SettingsStore.statements + FriendStore.statements + PeopleStore.statements + BlockStore.statements
        + ReportStore.statements + AuditStore.statements + HidingStore.statements
        + InviteStore.statements + TenantSettingsStore.statements + AccountAdminStore.statements
        + ExportStore.statements + PasswordCostStore.statements + IdentityStore.statements
        + IssuerKeyStore.statements
        + NoticeRelay.statements + MailStore.statements + MailedCodeStore.statements + MailAdmin.statements
        + PhotoStore.statements
        + WebhookStore.statements
        + TransferStatements.all + CommonTransfer.rules.statements
}
