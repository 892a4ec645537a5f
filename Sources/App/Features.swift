package import Accounts
internal import Administration
package import Components
internal import Console
internal import Database
internal import Demos
internal import Imaging
internal import Meetups
internal import ParlayAPI
internal import Reactor
internal import Schema
internal import Security
internal import Shelf
internal import Sportsbook
internal import Tenancy
internal import Wagers

/// The only place that knows every component.
package enum Features {
    /// The modules that tenants may have.
    package static let modules: [Component] = [.meetups, .wagers, .sportsbook, .shelf]
    /// All components.
    package static let components: [Component] = .common + modules + [.demos]
    package static let profiles = ProfileReaders(components.profileParts)

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
            components: components
        )
        let services = ComponentServices(
            components: components,
            accounts: accounts,
            photos: PhotoService(workers: images, storage: DatabasePhotos()),
            settings: TenantSettingsService(
                TenantSettingsForm(components, addresses: configuration[Configuration.webhookAddresses])
            ),
            searches: searchLimiter(configuration),
            files: files,
            addresses: configuration[Configuration.webhookAddresses],
            database: database,
            registry: registry,
            documents: try BlockingPool(name: "document", threads: 1, capacity: 256),
            configuration: configuration
        )
        return components.surfaces(services)
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

    /// Every statement of the program, for the test that prepares them.
    static let statements =
        Migrator.statements + components.flatMap(\.allStatements)
        + profiles.statements + AuditReader(components.auditSubjects).statements
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
