package import Accounts
package import Administration
package import Console
package import Database
package import Jobs
package import Outbound
package import ParlayAPI
package import Reactor
package import Tenancy
package import Transfer

/// Everything that a module contributes to a Parlay server. `App` lists the modules, and tests build their worlds
/// from the same values.
///
/// A module has its own folder and is known only by this value: no file outside of it, except the wire types, names
/// its concepts.
package struct Component: Sendable {
    package let module: Module
    /// Calls below `/v1/{tenant}/`.
    package var routes: @Sendable (ComponentServices) -> [TenantRoute]
    /// Calls at other paths, in the form of an original server.
    package var surfaces: @Sendable (ComponentServices) -> [Surface]
    /// Pages for browsers, outside of `/v1`.
    package var pages: @Sendable () -> [TenantPage]
    /// Its parts of profiles.
    package var profileParts: [ProfilePart]
    /// Its settings of tenants.
    package var tenantSettings: [AnyModuleSetting]
    /// What people set for themselves.
    package var personalSettings: [AnyPersonalSetting]
    /// Subjects of reports, besides accounts.
    package var reportSubjects: [ReportSubject]
    /// What moderators can hide, besides parts of accounts.
    package var hideable: [HideableSubject]
    /// What entries of the audit log may be about.
    package var auditSubjects: [AuditSubject]
    /// Its data about a person, for the export.
    package var exports: [ExportPart]
    /// For the reference: what the deletion of an account and a block end, a sentence each.
    package var deletionNote: String
    package var blockingNote: String
    /// Statements that run when an account is deleted, in the same transaction: `$1` is the tenant's id and `$2` the
    /// account's.
    package var deletionSteps: [Statement]
    /// Statements that run when a person blocks another: `$1` is the tenant's id, `$2` and `$3` are the two
    /// accounts'.
    package var blockingSteps: [Statement]
    /// The jobs of its workers.
    package var jobs: @Sendable (inout JobRegistry, WorkerServices) throws -> Void
    package var schedules: @Sendable () throws -> [Schedule]
    /// Its gauges in the worker's metrics.
    package var gauges: [ComponentGauge]
    /// Further statements for the test that prepares them against the migrated schema, besides those in the parts
    /// above.
    package var statements: [Statement]
    /// Commands of the operator, listed together by `parlay --help`.
    package var commands: [Command]
    /// What `parlay up` and `parlay admin demo load` create.
    package var demoTenants: [DemoTenant]
    /// What of its tables does not go along when a tenant moves, or goes along changed.
    package var transfer: TransferRules
    /// What `parlay doctor` checks for it.
    package var checks: [InstallationCheck]

    package init(
        _ module: Module,
        routes: @escaping @Sendable (ComponentServices) -> [TenantRoute] = { _ in [] },
        surfaces: @escaping @Sendable (ComponentServices) -> [Surface] = { _ in [] },
        pages: @escaping @Sendable () -> [TenantPage] = { [] },
        profileParts: [ProfilePart] = [],
        tenantSettings: [AnyModuleSetting] = [],
        personalSettings: [AnyPersonalSetting] = [],
        reportSubjects: [ReportSubject] = [],
        hideable: [HideableSubject] = [],
        auditSubjects: [AuditSubject] = [],
        exports: [ExportPart] = [],
        deletionNote: String = "",
        blockingNote: String = "",
        deletionSteps: [Statement] = [],
        blockingSteps: [Statement] = [],
        jobs: @escaping @Sendable (inout JobRegistry, WorkerServices) throws -> Void = { _, _ in },
        schedules: @escaping @Sendable () throws -> [Schedule] = { [] },
        gauges: [ComponentGauge] = [],
        statements: [Statement] = [],
        commands: [Command] = [],
        demoTenants: [DemoTenant] = [],
        transfer: TransferRules = TransferRules(),
        checks: [InstallationCheck] = []
    ) {
        self.module = module
        self.routes = routes
        self.surfaces = surfaces
        self.pages = pages
        self.profileParts = profileParts
        self.tenantSettings = tenantSettings
        self.personalSettings = personalSettings
        self.reportSubjects = reportSubjects
        self.hideable = hideable
        self.auditSubjects = auditSubjects
        self.exports = exports
        self.deletionNote = deletionNote
        self.blockingNote = blockingNote
        self.deletionSteps = deletionSteps
        self.blockingSteps = blockingSteps
        self.jobs = jobs
        self.schedules = schedules
        self.gauges = gauges
        self.statements = statements
        self.commands = commands
        self.demoTenants = demoTenants
        self.transfer = transfer
        self.checks = checks
    }
}

/// What the routes of modules are built from.
package struct ComponentServices: Sendable {
    package let accounts: AccountService
    package let settings: TenantSettingsService
    /// A permit for each search that may take long.
    package let searches: FairLimiter
    /// Threads for reading files that people upload, and for writing all that an account has.
    package let files: BlockingPool
    /// Where URLs that a tenant sets may lead.
    package let addresses: AddressRule
    /// For work between requests.
    package let database: DatabasePool
    package let registry: TenantRegistry
    /// Threads for large answers that are made once for everybody.
    package let documents: BlockingPool
    package let configuration: Configuration

    package init(
        accounts: AccountService,
        settings: TenantSettingsService,
        searches: FairLimiter,
        files: BlockingPool,
        addresses: AddressRule = .publicOnly,
        database: DatabasePool,
        registry: TenantRegistry,
        documents: BlockingPool,
        configuration: Configuration
    ) {
        self.accounts = accounts
        self.settings = settings
        self.searches = searches
        self.files = files
        self.addresses = addresses
        self.database = database
        self.registry = registry
        self.documents = documents
        self.configuration = configuration
    }
}

extension AccountService {
    /// The accounts of an installation with these modules.
    package init(
        hashing: PasswordHashing,
        verifier: IDTokenVerifier,
        throttles: Throttles,
        modules: [Component]
    ) {
        self.init(
            hashing: hashing,
            verifier: verifier,
            throttles: throttles,
            profileParts: modules.profileParts,
            deletionSteps: modules.deletionSteps,
            deletionNotes: modules.map(\.deletionNote).filter { !$0.isEmpty }
        )
    }
}

extension TenantAdmin {
    /// - Parameters:
    ///   - modules: whose settings may be changed.
    ///   - addresses: where URLs that a tenant sets may lead.
    package init(
        _ connection: BlockingConnection,
        modules: [Component],
        addresses: AddressRule = .publicOnly
    ) {
        self.init(connection, TenantSettingsForm(modules, addresses: addresses))
    }
}

extension TenantSettingsForm {
    package init(_ modules: [Component], addresses: AddressRule = .publicOnly) {
        self.init(modules.flatMap(\.tenantSettings), addresses: addresses)
    }
}

/// With what every tenant has.
extension [Component] {
    package var profileParts: [ProfilePart] { [FriendParts.profile] + flatMap(\.profileParts) }
    package var personalSettings: [AnyPersonalSetting] { flatMap(\.personalSettings) }
    package var reportSubjects: [ReportSubject] { flatMap(\.reportSubjects) }
    package var hideable: [HideableSubject] { flatMap(\.hideable) }
    package var auditSubjects: [AuditSubject] { flatMap(\.auditSubjects) }
    package var exports: [ExportPart] { flatMap(\.exports) }
    package var deletionSteps: [Statement] {
        FriendParts.deletionSteps + HidingStore.deletionSteps + ReportStore.deletionSteps
            + flatMap(\.deletionSteps)
    }
    package var blockingSteps: [Statement] { FriendParts.blockingSteps + flatMap(\.blockingSteps) }
    /// What holds when a whole tenant moves.
    package var transferRules: TransferRules { map(\.transfer).reduce(CommonTransfer.rules, +) }

    /// The surfaces of a front: `/v1` with all calls, and each module's own.
    ///
    /// - Parameter routes: calls that belong to no module.
    package func surfaces(_ services: ComponentServices, with routes: [TenantRoute] = []) -> [Surface] {
        let common = CommonRoutes.routes(services, with: self) + routes
        let v1 = Surface(prefix: ["v1"], routes: common + flatMap { $0.routes(services) })
        return [v1] + flatMap { $0.surfaces(services) }
    }

    /// The routes of the modules' pages, for tenants that have the module.
    package func pageRoutes(for tenants: TenantRegistry) -> [PlatformRoute] {
        flatMap { feature in
            feature.pages().map { $0.route(for: tenants, of: feature.module) }
        }
    }
}

extension Component {
    /// The heading of its commands in `--help`.
    package var title: String { module.rawValue.prefix(1).uppercased() + module.rawValue.dropFirst() }

    /// Every statement of the module, for the test that prepares them.
    package var allStatements: [Statement] {
        let parts =
            ProfileReaders(profileParts).statements + reportSubjects.map(\.statement)
            + hideable.map(\.statement)
        let steps = deletionSteps + blockingSteps
        return statements + steps + exports.map(\.statement) + parts + transfer.statements
    }
}
