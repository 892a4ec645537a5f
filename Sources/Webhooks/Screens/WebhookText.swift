internal import Localization

/// The texts of webhooks in the console.
enum WebhookText: String, TextKey {
    case webhooks, webhooksText, noWebhooks, noWebhooksText, failingWebhooks, add, address, addressHint
    case events, eventsHint, everyEvent, secret, secretOnce, stateOn, stateOff, stateGone, stateFailing
    case goneText, failingText, made, changed, wasSaved, wasDeleted, wasSent, isQueued
    case doNow, test, turnOn, turnOff, replaceSecret, replaceSecretSure, deleteSure, deliveries
    case noDeliveries, noDeliveriesText, event, when, state, result, answer, attempt, sendAgain, pending
    case delivered, failed, cancelled, inMilliseconds

    static let catalog = Catalog(
        en: PackageResources.console_en_json,
        es: PackageResources.console_es_json,
        de: PackageResources.console_de_json
    )
}
