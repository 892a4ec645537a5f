package import Localization

/// What people read of the problems and of the rules of fields of webhooks.
package enum WebhookProblemText: String, TextKey {
    // MARK: Codes of problems

    case webhookLimit = "webhook_limit", webhookDisabled = "webhook_disabled"

    // MARK: Rules of fields

    case anEventType, newWebhook

    package static let catalog = Catalog(
        en: PackageResources.problems_en_json,
        es: PackageResources.problems_es_json,
        de: PackageResources.problems_de_json
    )
}
