internal import Accounts
internal import Jobs
package import Modules
internal import ParlayAPI
internal import Tenancy

extension FeatureModule {
    /// Paper money on real games.
    package static let sportsbook = FeatureModule(
        .sportsbook,
        routes: { services in
            [
                TreeRoutes().routes, TreeAdminRoutes().routes, FileImportRoutes(services.files).routes,
                BetRoutes().routes,
            ].flatMap(\.self)
        },
        tenantSettings: SportsbookSettings.all,
        exports: SportsbookExports.all,
        deletionNote: "Open bets run on, and the ledger is kept.",
        jobs: { registry, database in
            let settlement = Settlement(database: database)
            registry.register(SettleEventJob.self, service: settlement)
            registry.register(VoidPostponedJob.self, service: settlement)
            registry.register(VerifyLedgersJob.self, service: database)
            registry.register(DemoGamesJob.self, service: DemoGames(database: database))
        },
        schedules: {
            [
                try Schedule("void_postponed", "* * * * *", VoidPostponedJob()),
                try Schedule("verify_ledgers", "40 3 * * *", VerifyLedgersJob()),
                try Schedule("demo_games", "*/2 * * * *", DemoGamesJob()),
            ]
        },
        statements: TreeStore.statements + WalletStore.statements + BetStore.statements
            + LeaderboardStore.statements + SettlementStore.statements + TreeImportStore.statements
            + LedgerAuditStore.statements + EventAdminStore.statements + KickOffStore.statements
            + DemoStore.statements,
        commands: [
            .oddsImport, .eventsList, .eventsShow, .eventsSettle, .eventsCorrect, .walletsShow, .walletsGrant,
            .ledgerVerify,
        ],
        demoTenants: [SportsbookDemo.tenant]
    )
}
