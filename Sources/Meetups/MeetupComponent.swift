internal import Accounts
package import Components
internal import Jobs
internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Component {
    /// Language partners and their meetups, also for the original WordUp app.
    package static let meetups = Component(
        .meetups,
        routes: { MatchRoutes($0.accounts).routes },
        surfaces: { [WordUpRoutes(accounts: $0.accounts).surface] },
        app: .meetups,
        profileParts: [MeetupProfile.part],
        tenantSettings: [AnyModuleSetting(MeetupSettings.languages)],
        reportSubjects: MeetupParts.reportSubjects,
        hideable: [MeetupParts.hideable],
        exports: MeetupParts.exports,
        deletionNote: "Ends all matches.",
        blockingNote: "A match between the two ends.",
        deletionSteps: [MatchStore.removeAll, MeetupProfile.erase, MeetupExportStore.eraseCopies],
        blockingSteps: [MatchStore.removeBetween],
        jobs: { registry, services in
            let sweep = MeetupSweep(database: services.database)
            registry.register(ExpireMeetupsJob.self, service: sweep)
            registry.register(RemindMeetupsJob.self, service: sweep)
        },
        schedules: {
            [
                try Schedule("expire_meetups", "* * * * *", ExpireMeetupsJob()),
                try Schedule("remind_meetups", "* * * * *", RemindMeetupsJob()),
            ]
        },
        figures: MeetupFigures.all,
        statements: MeetupProfile.statements + MatchStore.statements + PartnerStore.statements
            + FeedbackStore.statements
            + MeetupSweep.statements + WordUpStore.statements,
        commands: [.meetupsExpire],
        reference: .meetups,
        problems: TextLookup(MeetupProblemText.self),
        notices: TextLookup(MeetupNoticeText.self)
    )
}
