package import Accounts
package import Administration
package import Console
package import Database
package import Jobs
package import Localization
package import Pages
package import ParlayAPI
package import Tenancy
package import Transfer

/// Everything that a part of a Parlay server contributes to it, be it a module that tenants turn on or what every tenant has.
/// `App` lists the components, and tests build their worlds from the same values.
///
/// A component is known only by this value: no file outside of its folder, except the wire types, names its concepts.
package struct Component: Sendable {
    /// The module that it is a part of; `nil` for what every tenant has.
    package let module: Module?
    /// Calls below `/v1/{tenant}/`.
    package var routes: @Sendable (ComponentServices) -> [TenantRoute]
    /// Calls at other paths, in the form of an original server.
    package var surfaces: @Sendable (ComponentServices) -> [Surface]
    /// Pages for browsers, outside of `/v1`.
    package var pages: @Sendable () -> [TenantPage]
    /// Files for browsers that are the same for all tenants, outside of `/v1`.
    package var files: @Sendable (ComponentServices) -> [PlatformRoute]
    /// What it shows people in a browser.
    package var app: AppPart
    /// What the app's pages need at addresses of their own, such as sockets.
    package var appRoutes: @Sendable (ComponentServices) -> [TenantRoute]
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
    /// What the job `prune` deletes or erases.
    package var pruning: [PruneStep]
    /// Statements that run when a person blocks another: `$1` is the tenant's id, `$2` and `$3` are the two
    /// accounts'.
    package var blockingSteps: [Statement]
    /// The jobs of its workers.
    package var jobs: @Sendable (inout JobRegistry, WorkerServices) throws -> Void
    package var schedules: @Sendable () throws -> [Schedule]
    /// The numbers of each tenant that the worker keeps by day and hour.
    package var figures: [Figure]
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
    /// Its chapters, guides and samples.
    package var reference: ReferencePart
    /// What people read of its problems, by code, and of the rules of its fields, by `FieldRule.key`.
    package var problems: TextLookup
    /// What people read of its notices: of `betWon` the words `betWon` and `betWonTitle`.
    package var notices: TextLookup
    /// What admins read of its actions in the audit log, by `AuditAction`.
    package var actions: TextLookup

    package init(
        _ module: Module? = nil,
        routes: @escaping @Sendable (ComponentServices) -> [TenantRoute] = { _ in [] },
        surfaces: @escaping @Sendable (ComponentServices) -> [Surface] = { _ in [] },
        pages: @escaping @Sendable () -> [TenantPage] = { [] },
        files: @escaping @Sendable (ComponentServices) -> [PlatformRoute] = { _ in [] },
        app: AppPart = AppPart(),
        appRoutes: @escaping @Sendable (ComponentServices) -> [TenantRoute] = { _ in [] },
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
        pruning: [PruneStep] = [],
        blockingSteps: [Statement] = [],
        jobs: @escaping @Sendable (inout JobRegistry, WorkerServices) throws -> Void = { _, _ in },
        schedules: @escaping @Sendable () throws -> [Schedule] = { [] },
        figures: [Figure] = [],
        gauges: [ComponentGauge] = [],
        statements: [Statement] = [],
        commands: [Command] = [],
        demoTenants: [DemoTenant] = [],
        transfer: TransferRules = TransferRules(),
        checks: [InstallationCheck] = [],
        reference: ReferencePart = ReferencePart(),
        problems: TextLookup = TextLookup(),
        notices: TextLookup = TextLookup(),
        actions: TextLookup = TextLookup()
    ) {
        self.module = module
        self.routes = routes
        self.surfaces = surfaces
        self.pages = pages
        self.files = files
        self.app = app
        self.appRoutes = appRoutes
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
        self.pruning = pruning
        self.blockingSteps = blockingSteps
        self.jobs = jobs
        self.schedules = schedules
        self.figures = figures
        self.gauges = gauges
        self.statements = statements
        self.commands = commands
        self.demoTenants = demoTenants
        self.transfer = transfer
        self.checks = checks
        self.reference = reference
        self.problems = problems
        self.notices = notices
        self.actions = actions
    }
}

extension Component {
    /// Every statement of the component, for the test that prepares them.
    package var allStatements: [Statement] {
        let parts =
            ProfileReaders(profileParts).statements + reportSubjects.map(\.statement)
            + hideable.map(\.statement)
        let steps = deletionSteps + blockingSteps
        return statements + steps + exports.map(\.statement) + parts + transfer.statements
    }
}

extension Module {
    /// The heading of its commands and of its calls.
    package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
