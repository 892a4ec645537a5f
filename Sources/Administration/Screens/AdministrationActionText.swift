package import Localization

/// What admins read of the actions of the platform in the audit log.
package enum AdministrationActionText: String, TextKey {
    case settingsChange = "settings.change"
    case tenantCreate = "tenant.create"
    case tenantChange = "tenant.change"
    case tenantExport = "tenant.export"
    case tenantImport = "tenant.import"
    case accountCreate = "account.create"
    case accountChange = "account.change"
    case accountPassword = "account.password"
    case accountErase = "account.erase"
    case accountReset = "account.reset"
    case accountSecondFactor = "account.second_factor"
    case accountSignOut = "account.sign_out"
    case accountExport = "account.export"
    case tokenRevoke = "token.revoke"
    case jobRetry = "job.retry"
    case jobDiscard = "job.discard"
    case inviteCreate = "invite.create"
    case inviteDelete = "invite.delete"
    case keyCreate = "key.create"
    case keyChange = "key.change"
    case keyRevoke = "key.revoke"
    case reportDecide = "report.decide"

    package static let catalog = Catalog(
        en: PackageResources.actions_en_json,
        es: PackageResources.actions_es_json,
        de: PackageResources.actions_de_json
    )
}
