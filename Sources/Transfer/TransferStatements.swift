package import Database

/// What a test prepares against the migrated schema.
package enum TransferStatements {
    package static let all =
        TenantTables.statements + TransferSession.statements + TenantImport.statements + TenantLoad.statements
        + TenantDeletion.statements + TenantExport.statements
}
