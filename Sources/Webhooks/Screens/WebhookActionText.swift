package import Localization

/// What admins read of the actions of webhooks in the audit log.
package enum WebhookActionText: String, TextKey {
    case webhookCreate = "webhook.create"
    case webhookChange = "webhook.change"
    case webhookDelete = "webhook.delete"
    case webhookSecret = "webhook.secret"
    case webhookReplay = "webhook.replay"
    case webhookTest = "webhook.test"
    case webhookDisable = "webhook.disable"

    package static let catalog = Catalog(
        en: PackageResources.actions_en_json,
        es: PackageResources.actions_es_json,
        de: PackageResources.actions_de_json
    )
}
