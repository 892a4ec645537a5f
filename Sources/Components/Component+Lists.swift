package import Accounts
package import Administration
package import Database
package import Jobs
internal import Localization
package import Outbound
package import Pages
package import ParlayAPI
package import Tenancy
package import Transfer

extension AccountService {
    /// The accounts of an installation with these components.
    package init(
        hashing: PasswordHashing,
        verifier: IDTokenVerifier,
        providers: OAuthClient,
        throttles: Throttles,
        address: InstallationAddress,
        components: [Component]
    ) {
        self.init(
            hashing: hashing,
            verifier: verifier,
            providers: providers,
            throttles: throttles,
            address: address,
            profileParts: components.profileParts,
            deletionSteps: components.deletionSteps,
            deletionNotes: components.map(\.deletionNote).filter { !$0.isEmpty }
        )
    }
}

extension TenantAdmin {
    /// - Parameters:
    ///   - components: whose settings may be changed.
    ///   - addresses: where URLs that a tenant sets may lead.
    package init(
        _ connection: BlockingConnection,
        components: [Component],
        addresses: AddressRule = .publicOnly
    ) {
        self.init(connection, TenantSettingsForm(components, addresses: addresses))
    }
}

extension TenantSettingsForm {
    package init(_ components: [Component], addresses: AddressRule = .publicOnly) {
        self.init(
            components.flatMap(\.tenantSettings),
            sections: components.flatMap(\.app.sections).filter { !$0.isOfConsole }.sorted {
                $0.place < $1.place
            }
            .map { HideableSection($0.path, module: $0.module) },
            addresses: addresses
        )
    }
}

extension [Component] {
    /// What every tenant has.
    package static let common: [Component] = [
        .tenancy, .accounts, .stream, .notifications, .administration, .webhooks,
    ]

    /// Each once, although several components may be parts of it.
    package var modules: [Module] {
        compactMap(\.module).reduce(into: []) { modules, module in
            if !modules.contains(module) { modules.append(module) }
        }
    }
    /// With the texts of problems, notices and actions.
    package var app: AppPart {
        var app = map(\.app).reduce(AppPart(), +)
        app.problems = map(\.problems).reduce(app.problems, +)
        app.notices = map(\.notices).reduce(app.notices, +)
        app.actions = map(\.actions).reduce(app.actions, +)
        return app
    }
    package var profileParts: [ProfilePart] { flatMap(\.profileParts) }
    package var personalSettings: [AnyPersonalSetting] { flatMap(\.personalSettings) }
    package var reportSubjects: [ReportSubject] { flatMap(\.reportSubjects) }
    package var hideable: [HideableSubject] { flatMap(\.hideable) }
    package var auditSubjects: [AuditSubject] { flatMap(\.auditSubjects) }
    package var figures: [Figure] { flatMap(\.figures) }
    package var exports: [ExportPart] { flatMap(\.exports) }
    package var deletionSteps: [Statement] { flatMap(\.deletionSteps) }
    package var blockingSteps: [Statement] { flatMap(\.blockingSteps) }
    /// What holds when a whole tenant moves.
    package var transferRules: TransferRules { map(\.transfer).reduce(TransferRules(), +) }

    /// The surfaces of a front: `/v1` with all calls, and those in the form of original servers.
    ///
    /// - Parameter routes: further calls, of a test.
    package func surfaces(_ services: ComponentServices, with routes: [TenantRoute] = []) -> [Surface] {
        let v1 = Surface(prefix: ["v1"], routes: flatMap { $0.routes(services) } + routes)
        return [v1] + flatMap { $0.surfaces(services) }
    }

    /// The pages for people.
    package func pages(_ services: ComponentServices) -> Surface {
        services.site.surface(routes: flatMap { $0.appRoutes(services) })
    }

    /// The routes of the modules' pages, for tenants that have the module.
    package func pageRoutes(for tenants: TenantRegistry) -> [PlatformRoute] {
        flatMap { component in
            component.module.map { module in component.pages().map { $0.route(for: tenants, of: module) } }
                ?? []
        }
    }

    /// What a worker runs.
    package func jobs(_ services: WorkerServices) throws -> JobRegistry {
        var registry = JobRegistry()
        for component in self { try component.jobs(&registry, services) }
        return registry
    }

    package func schedules() throws -> [Schedule] { try flatMap { try $0.schedules() } }
}
