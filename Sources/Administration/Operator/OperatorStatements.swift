package import Database

/// The statements of the operator's pages and of what the operator does with jobs.
package enum OperatorStatements {
    package static let all =
        OperatorJobs.statements + OperatorAuditEntry.statements + OperatorAccount.statements
        + OperatorTenants.statements + OperatorMail.statements + OperatorLoad.statements
}
