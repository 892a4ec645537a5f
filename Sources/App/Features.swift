package import Accounts
internal import Administration
package import Components
internal import Console
internal import Database
internal import Imaging
internal import Jobs
internal import Meetups
internal import Notifications
internal import Outbound
internal import ParlayAPI
internal import Reactor
internal import Schema
internal import Security
internal import Shelf
internal import Sportsbook
internal import Tenancy
internal import Wagers
internal import Webhooks

/// The only place that knows every module.
package enum Features {
    package static let modules: [Component] = [.meetups, .wagers, .sportsbook, .shelf]
    package static let profiles = ProfileReaders(modules.profileParts)

    static func surfaces(
        _ configuration: Configuration,
        hasher: PasswordHasher,
        hashing: BlockingPool,
        issuers: IssuerKeyring,
        images: ImageWorkers,
        files: BlockingPool,
        database: DatabasePool,
        registry: TenantRegistry
    ) throws -> [Surface] {
        let accounts = AccountService(
            hashing: PasswordHashing(hasher: hasher, pool: hashing),
            verifier: IDTokenVerifier(issuers),
            throttles: Throttles(configuration.throttles),
            modules: modules
        )
        let services = ComponentServices(
            accounts: accounts,
            settings: TenantSettingsService(
                TenantSettingsForm(modules, addresses: configuration[Configuration.webhookAddresses])
            ),
            searches: searchLimiter(configuration),
            files: files,
            addresses: configuration[Configuration.webhookAddresses],
            database: database,
            registry: registry,
            documents: try BlockingPool(name: "document", threads: 1, capacity: 256),
            configuration: configuration
        )
        let photos = PhotoRoutes(PhotoService(workers: images, storage: DatabasePhotos()), accounts)
        let webhooks = WebhookRoutes(addresses: configuration[Configuration.webhookAddresses])
        return modules.surfaces(services, with: photos.routes + webhooks.routes)
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

    static func jobs(_ services: WorkerServices, mail: MailService, webhooks: HTTPClient) throws
        -> JobRegistry
    {
        let database = services.database
        var registry = JobRegistry()
        registry.register(PruneJobsJob.self, service: database)
        registry.register(PruneJob.self, service: PruneJob.Service(database, CommonRoutes.pruning))
        registry.register(NothingJob.self, service: ())
        let mails = SendMailJob.Service(mail, database)
        registry.register(SendMailJob.self, service: mails)
        registry.register(SendAccountMailJob.self, service: mails)
        registry.register(
            SendWebhookJob.self,
            service: WebhookSender(database: database, client: webhooks, logger: services.logger)
        )
        for module in modules { try module.jobs(&registry, services) }
        return registry
    }

    static func schedules() throws -> [Schedule] {
        let ours = [
            try Schedule("jobs.prune", "17 * * * *", PruneJobsJob()),
            try Schedule("prune", "7 * * * *", PruneJob()),
        ]
        return ours + (try modules.flatMap { try $0.schedules() })
    }

    /// Every statement of the program, for the test that prepares them.
    static let statements =
        Migrator.statements + JobStatements.all + CommonRoutes.statements + modules.flatMap(\.allStatements)
        + profiles.statements + AuditReader(modules.auditSubjects).statements
        + SigningKey.statements + BackupGauge.statements + Demo.statements + Invocation.statements
        + Doctor.statements
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
