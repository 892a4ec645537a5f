internal import Localization

/// The texts of API keys in the console.
enum KeyText: String, TextKey {
    case keys, keysText, noKeys, noKeysText, add, label, labelHint, scopes, scopesHint, expires, expiresHint
    case networks, networksHint, secret, secretOnce, made, lastUsed, neverUsed, expired, wasSaved, wasRevoked
    case revoke, revokeSure, end, endText

    static let catalog = Catalog(
        en: PackageResources.keys_en_json,
        es: PackageResources.keys_es_json,
        de: PackageResources.keys_de_json
    )
}
