internal import Accounts
package import Components
internal import Console
internal import HTTPServer
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Component {
    /// Paper money on real games.
    package static let sportsbook = Component(
        .sportsbook,
        routes: { services in
            [
                TreeRoutes().routes, TreeAdminRoutes().routes, FileImportRoutes(services.files).routes,
                BetRoutes().routes, BetAdminRoutes().routes,
                LiveRoutes(services).routes,
            ].flatMap(\.self)
        },
        pages: {
            [
                TenantPage("live", "Go to the games and their prices") { tenant in
                    guard tenant.settings[SportsbookSettings.publicSportsbook] else { return nil }
                    return Response(status: 308).with("Location", "/app/\(tenant.slug)/events")
                }
                .named("getLivePage")
                .explained(
                    """
                    Leads browsers to the page of the games. Only where the tenant's setting `public_sportsbook` is on.
                    """
                )
                .answering(308, .none, "The page is at `Location`.")
                .refusing(404, "tenant_not_found", "There is no such tenant, or it is suspended.")
                .refusing(404, "not_found", "The module or the setting `public_sportsbook` is off.")
            ]
        },
        app: .sportsbook,
        appRoutes: { LiveRoutes($0).appRoutes },
        tenantSettings: SportsbookSettings.all,
        auditSubjects: SportsbookAudit.subjects,
        exports: SportsbookExports.all,
        deletionNote: "Open bets continue, and the ledger stays.",
        jobs: { registry, services in
            let settlement = Settlement(database: services.database)
            registry.register(SettleEventJob.self, service: settlement)
            registry.register(VoidPostponedJob.self, service: settlement)
            registry.register(VerifyLedgersJob.self, service: services.database)
            registry.register(PruneLiveJob.self, service: services.database)
        },
        schedules: {
            [
                try Schedule("void_postponed", "* * * * *", VoidPostponedJob()),
                try Schedule("verify_ledgers", "40 3 * * *", VerifyLedgersJob()),
                try Schedule("prune_live", "* * * * *", PruneLiveJob()),
            ]
        },
        figures: BetFigures.all,
        gauges: [LedgerAudit.gauge],
        statements: TreeStore.statements + WalletStore.statements + BetStore.statements
            + EventBetStore.statements + LeaderboardStore.statements + SettlementStore.statements
            + TreeImportStore.statements
            + LedgerAuditStore.statements + EventAdminStore.statements + KickOffStore.statements
            + SimulationStore.statements + LiveStore.statements,
        commands: [
            .oddsImport, .oddsSimulate, .eventsList, .eventsShow, .eventsSettle, .eventsCorrect, .walletsShow,
            .walletsGrant, .ledgerVerify,
        ],
        transfer: SportsbookTransfer.rules,
        reference: .sportsbook,
        problems: TextLookup(SportsbookProblemText.self),
        notices: TextLookup(SettlementNoticeText.self),
        actions: TextLookup(SportsbookActionText.self)
    )
}
