internal import Accounts
internal import Administration
internal import Jobs
internal import Localization
internal import Pages
internal import Tenancy
internal import Transfer

extension Component {
    /// Reports, hidden content, invites, the audit log, and what admins do with their tenant and its accounts.
    static let administration = Component(
        routes: { services in
            let all = services.components
            return [
                ReportRoutes(ReportService(subjects: all.reportSubjects)).routes,
                TenantSettingsRoutes(services.settings).routes,
                HidingRoutes(HidingService(subjects: all.hideable)).routes, InviteRoutes().routes,
                KeyRoutes().routes,
                AccountAdminRoutes(
                    services.accounts,
                    ExportService(
                        services.accounts,
                        SettingsService(all.personalSettings),
                        all.exports,
                        on: services.files
                    )
                ).routes,
                AuditRoutes(AuditReader(all.auditSubjects)).routes, FigureRoutes(all.figures).routes,
            ].flatMap(\.self)
        },
        app: .administration,
        auditSubjects: AuditSubject.common,
        exports: [ReportStore.export, InviteStore.export, AuditStore.export, HidingStore.export],
        deletionSteps: HidingStore.deletionSteps + ReportStore.deletionSteps,
        pruning: [ReportStore.pruning, FigureStore.pruning],
        jobs: { registry, services in
            registry.register(
                CountFiguresJob.self,
                service: FigureCounter(services.components.figures, services.database)
            )
            registry.register(ResetSecondFactorJob.self, service: services.database)
        },
        schedules: { [try Schedule("count_figures", "*/10 * * * *", CountFiguresJob())] },
        statements: TenantAdmin.statements + AccountAdmin.statements + ReportStore.statements
            + AuditStore.statements + HidingStore.statements + TenantSettingsStore.statements
            + AccountAdminStore.statements + SecondFactorResetStore.statements + KeyStore.statements
            + FigureStore.statements
            + MailAdmin.statements
            + OperatorStatements.all,
        transfer: TransferRules(columns: [
            .init("api_keys", "digest", leaving: "null", "the secret is of the old installation"),
            .init("api_keys", "revoked_at", leaving: "coalesce(t.revoked_at, now())::text", "as the digest"),
        ]),
        reference: .administration,
        problems: TextLookup(AdministrationProblemText.self),
        notices: TextLookup(AdministrationNoticeText.self),
        actions: TextLookup(AdministrationActionText.self)
    )
}
