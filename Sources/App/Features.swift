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

    /// Every statement of the program, for the test that prepares them.
    static let statements =
        Migrator.statements + components.flatMap(\.allStatements)
        + profiles.statements + AuditReader(components.auditSubjects).statements
        + SigningKey.statements + BackupGauge.statements + Demo.statements + Invocation.statements
        + Doctor.statements
}
