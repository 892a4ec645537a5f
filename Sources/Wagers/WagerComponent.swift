internal import Accounts
package import Components
internal import Jobs
internal import Localization
internal import ParlayAPI
internal import Tenancy

extension Component {
    /// Friendly bets between people, and their payment.
    package static let wagers = Component(
        .wagers,
        routes: { services in
            [
                WagerRoutes().routes, CategoryRoutes(services.settings).routes,
                FeedRoutes().routes,
                SearchRoutes(services.searches).routes,
            ].flatMap(\.self)
        },
        app: .wagers,
        profileParts: [BettorProfile.part],
        tenantSettings: WagerSettings.all,
        personalSettings: [AnyPersonalSetting(WagerSettings.feedFilters)],
        reportSubjects: WagerParts.reportSubjects,
        hideable: [WagerParts.hideable],
        auditSubjects: WagerParts.auditSubjects,
        exports: WagerParts.exports,
        blockingNote: "Wagers that have started continue.",
        deletionSteps: WagerParts.deletionSteps + [BettorProfile.erase],
        jobs: { registry, services in
            let sweep = WagerSweep(database: services.database)
            registry.register(ExpireWagersJob.self, service: sweep)
            registry.register(CompleteUnansweredWagersJob.self, service: sweep)
            registry.register(RemindPaymentsJob.self, service: sweep)
        },
        schedules: {
            [
                try Schedule("expire_wagers", "* * * * *", ExpireWagersJob()),
                try Schedule("complete_unanswered_wagers", "* * * * *", CompleteUnansweredWagersJob()),
                try Schedule("remind_payments", "*/10 * * * *", RemindPaymentsJob()),
            ]
        },
        figures: WagerCounts.all,
        statements: BettorProfile.statements + WagerStore.statements + WagerSweepStore.statements
            + WagerAdmin.statements
            + WagerFeedStore.statements + SearchStore.statements,
        commands: [.wagersList, .wagersShow, .wagersVoid, .paymentsRemind],
        reference: .wagers,
        problems: TextLookup(WagerProblemText.self),
        notices: TextLookup(WagerNoticeText.self),
        actions: TextLookup(WagerActionText.self)
    )
}
