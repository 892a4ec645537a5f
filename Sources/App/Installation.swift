package import Accounts
internal import Administration
package import Components
package import Console
package import Database
internal import HTTPServer
package import Imaging
package import Outbound
internal import Pages
package import Reactor
package import Security
package import Tenancy

/// One installation: what a configuration and its components make. Fronts, workers and the worlds of the tests are made of
/// it, so that each part is wired once.
package struct Installation: Sendable {
    package let configuration: Configuration
    package let components: [Component]
    package var limits: Limits

    package init(_ configuration: Configuration, components: [Component] = Features.components) {
        self.configuration = configuration
        self.components = components
        limits = Limits(configuration)
    }

    /// What a front allows its callers.
    package struct Limits: Sendable {
        package var throttles: ThrottleSettings
        /// Where URLs that a tenant sets may lead.
        package var addresses: AddressRule
        package var searches: FairLimiter
        package var uploads = FairLimiter()
        package var imports = FairLimiter(limit: 2, limitPerCaller: 1, queueLimit: 16)
        package var budget = RequestBudget()
        /// How long a call waits for another one with the same idempotency key.
        package var keyTimeout = Duration.seconds(5)

        init(_ configuration: Configuration) {
            throttles = configuration.throttles
            addresses = configuration[Configuration.webhookAddresses]
            // An account runs one search at a time; tenants and accounts take turns.
            searches = FairLimiter(
                limit: configuration[Configuration.searches],
                limitPerCaller: 1,
                queueLimit: 64,
                timeout: .seconds(10)
            )
        }
    }

    /// What the calls of a front are made of.
    ///
    /// - Parameters:
    ///   - files: threads for files that people upload or take away.
    ///   - documents: threads for large answers that are made once for everybody.
    package func services(
        database: DatabasePool,
        cell: Int = 1,
        registry: TenantRegistry,
        hashing: PasswordHashing,
        issuers: IssuerKeyring,
        providers: OAuthClient,
        images: ImageWorkers,
        files: BlockingPool,
        documents: BlockingPool
    ) -> ComponentServices {
        ComponentServices(
            components: components,
            accounts: AccountService(
                hashing: hashing,
                verifier: IDTokenVerifier(issuers),
                providers: providers,
                throttles: Throttles(limits.throttles),
                address: InstallationAddress(configuration.linkBase),
                components: components
            ),
            photos: PhotoService(workers: images, storage: DatabasePhotos()),
            settings: TenantSettingsService(TenantSettingsForm(components, addresses: limits.addresses)),
            searches: limits.searches,
            files: files,
            addresses: limits.addresses,
            database: database,
            cell: cell,
            registry: registry,
            documents: documents,
            configuration: configuration
        )
    }

    /// What answers the requests of a front.
    ///
    /// - Parameters:
    ///   - platform: routes outside of the tenants.
    ///   - bodies: threads that parse large bodies and compress large answers; without them the loops do it.
    ///   - report: logs a failure that is not the client's fault.
    package func gateway(
        _ services: ComponentServices,
        _ surfaces: [Surface],
        platform: [PlatformRoute],
        signer: Signer,
        trustedProxies: TrustedProxies = TrustedProxies(),
        bodies: BlockingPool? = nil,
        report: @escaping @Sendable (String) -> Void
    ) -> Gateway {
        Gateway(
            registry: services.registry,
            database: services.database,
            signer: signer,
            platform: (platform + services.site.routes + components.flatMap { $0.files(services) })
                .map { ($0.method, $0.pattern, $0.handler) },
            surfaces: surfaces + [components.pages(services)],
            trustedProxies: trustedProxies,
            budget: limits.budget,
            timeout: limits.keyTimeout,
            uploads: limits.uploads,
            imports: limits.imports,
            documents: bodies,
            report: report
        )
    }
}

extension Invocation {
    /// What the command works on.
    var installation: Installation { Installation(configuration) }
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
