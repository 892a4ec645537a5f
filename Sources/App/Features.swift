internal import Database
internal import Imaging
internal import Jobs
internal import Meetups
internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Tenancy
internal import Wagers

/// The one place that knows every feature: their routes, jobs and deletion steps.
enum Features {
    static func surfaces(
        _ configuration: Configuration,
        hashing: BlockingPool,
        images: ImageWorkers
    ) throws -> [Surface] {
        let accounts = AccountService(
            hashing: PasswordHashing(hasher: try configuration.passwordHasher(), pool: hashing),
            throttles: Throttles(configuration.throttles),
            isKnownLanguage: { code in Languages.isOffered(code, by: .defaults) },
            deletionSteps: deletionSteps,
            profilePart: profilePart
        )
        let photos = PhotoRoutes(PhotoService(workers: images, storage: DatabasePhotos()), accounts)
        let routes = [
            TenancyRoutes.routes(accounts, with: parts),
            photos.routes,
            MatchRoutes(
                register: AccountRoutes(accounts).register,
                profiles: { found, session in
                    try await accounts.profiles(found, isOwn: false, in: session).map(\.profile)
                }
            ).routes,
            WagerRoutes().routes,
            FriendRoutes().routes,
            CategoryRoutes().routes,
            FeedRoutes().routes,
            SearchRoutes(searchLimiter(configuration)).routes,
            WebhookRoutes(addresses: configuration[Configuration.webhookAddresses]).routes,
        ].flatMap(\.self)
        return [
            Surface(prefix: ["v1"], routes: routes),
            WordUpRoutes(accounts: AccountsForWordUp(accounts: accounts)).surface,
        ]
    }

    /// An account runs one search at a time; tenants and accounts take turns.
    private static func searchLimiter(_ configuration: Configuration) -> FairLimiter {
        FairLimiter(
            limit: configuration[Configuration.searches],
            limitPerCaller: 1,
            queueLimit: 64,
            timeout: .seconds(10)
        )
    }

    /// What another module adds to profiles.
    static let profilePart = ProfileFigures.part

    /// What goes when an account is deleted; see `AccountService`.
    static let deletionSteps =
        MeetupModule.deletionSteps + FriendParts.deletionSteps + WagerModule.deletionSteps

    static let parts = FeatureParts(
        blockingSteps: MeetupModule.blockingSteps + FriendParts.blockingSteps,
        reportable: MeetupModule.reportable.merging(WagerParts.reportable) { first, _ in first },
        exports: MeetupModule.exports + FriendParts.exports + WagerParts.exports
    )

    static func jobs(_ database: DatabasePool, mail: MailService, webhooks: HTTPClient) -> JobRegistry {
        var registry = JobRegistry()
        registry.register(PruneJobsJob.self, service: database)
        registry.register(PruneJob.self, service: database)
        registry.register(NothingJob.self, service: ())
        registry.register(SendMailJob.self, service: SendMailJob.Service(mail, database))
        registry.register(
            SendWebhookJob.self,
            service: WebhookSender(database: database, client: webhooks)
        )
        MeetupModule.register(on: &registry, sweep: MeetupSweep(database: database))
        WagerModule.register(on: &registry, sweep: WagerSweep(database: database))
        return registry
    }

    static func schedules() throws -> [Schedule] {
        let ours = [
            try Schedule("jobs.prune", "17 * * * *", PruneJobsJob()),
            try Schedule("prune", "7 * * * *", PruneJob()),
        ]
        return ours + (try MeetupModule.schedules()) + (try WagerModule.schedules())
    }
}

extension Configuration {
    var throttles: ThrottleSettings {
        let failures = self[Self.loginFailures]
        let registrations = self[Self.registerLimit]
        let resets = self[Self.resetLimit]
        return ThrottleSettings(
            failuresPerPair: failures,
            failuresPerAddress: failures,
            failuresPerAccount: failures * 10,
            registrations: registrations == 0 ? nil : registrations,
            resets: resets == 0 ? nil : resets
        )
    }
}
