internal import ParlayAPI
package import Security

/// The secrets of `oauth_providers`. They are stored beside the settings, sealed, under a name that no form reads or shows.
extension TenantSettings {
    private static let secretsName = "oauth_secrets"
    private static let context = "oauth_secret"

    private var sealedSecrets: [String: String] {
        guard case .object(let object)? = added[Self.secretsName] else { return [:] }
        var secrets: [String: String] = [:]
        for member in object.members {
            if case .string(let text) = member.value { secrets[member.key] = text }
        }
        return secrets
    }

    /// What is stored for a provider; `nil` if it was stored for another client, or for another address of tokens: whoever changes
    /// that address must not be sent the secret.
    func sealedSecret(of provider: OAuthProvider) -> String? {
        guard oauthProviders.contains(where: { $0.sharesSecret(with: provider) }) else { return nil }
        return sealedSecrets[provider.provider]
    }

    /// The secret of a provider; `nil` without one, and if it was sealed in another installation.
    package func secret(of provider: OAuthProvider, signer: Signer) -> String? {
        sealedSecret(of: provider).flatMap(Base64URL.decode).flatMap(Self.box(signer).open)
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Takes over the secrets of the settings before, and seals those that came with the providers.
    ///
    /// - Parameter signer: `nil` leaves new ones out.
    mutating func keepSecrets(of old: TenantSettings, sealing signer: Signer?) {
        var secrets = JSONObject()
        for place in oauthProviders.indices {
            let provider = oauthProviders[place]
            oauthProviders[place].clientSecret = nil
            var sealed = old.sealedSecret(of: provider)
            if let secret = provider.clientSecret, let signer {
                sealed = (try? Self.box(signer).seal(Array(secret.utf8))).map(Base64URL.encode)
            }
            if let sealed { secrets.add(provider.provider, .string(sealed)) }
        }
        added[Self.secretsName] = secrets.members.isEmpty ? nil : .object(secrets)
    }

    /// Whose secrets were changed; those that went with their provider are not among them.
    func changedSecrets(in new: TenantSettings) -> [String] {
        let before = sealedSecrets
        return new.sealedSecrets.filter { before[$0.key] != $0.value }.keys.sorted()
    }

    /// The same for all tenants, so that a tenant can move within an installation.
    private static func box(_ signer: Signer) -> SecretBox {
        SecretBox(secret: signer.derive([], context: context), context: context)
    }
}
