internal import Accounts
internal import Administration
internal import Components
internal import Console
internal import Database
internal import Schema

extension Features {
    /// Every statement of the program, for the test that prepares them.
    static let statements =
        Migrator.statements + components.flatMap(\.allStatements)
        + profiles.statements + AuditReader(components.auditSubjects).statements
        + FigureCounter(components.figures, nil).statements
        + SigningKey.statements + BackupGauge.statements + CellGauges.statements + Demo.statements
        + Invocation.statements + Invocation.cellStatements
        + Doctor.statements
}
