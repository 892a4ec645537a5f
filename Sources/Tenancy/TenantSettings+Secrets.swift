internal import ParlayAPI
package import Security

/// An element of a setting that comes with a secret. The secret is stored beside the settings, sealed, under a name that no form
/// reads or shows.
package protocol SecretBearer: Sendable {
    /// The setting that lists the elements.
    static var setting: WritableKeyPath<TenantSettings, [Self]> { get }
    /// Where the secrets are stored, and what they are sealed for. Never renamed.
    static var secrets: (storedAs: String, context: String) { get }
    /// The field with which a secret comes, for the audit log.
    static var secretField: String { get }

    /// Different for each element of the setting.
    var secretName: String { get }
    /// What an admin sends; `nil` in stored settings.
    var newSecret: String? { get set }
    /// Whether the secret that is stored for another state of the element may be used for this one.
    func sharesSecret(with other: Self) -> Bool
}

extension TenantSettings {
    /// What is stored for an element; `nil` if it was stored for one that the secret must not be used for.
    package func sealedSecret<Element: SecretBearer>(of element: Element) -> String? {
        guard self[keyPath: Element.setting].contains(where: { $0.sharesSecret(with: element) }) else {
            return nil
        }
        return sealedSecrets(of: Element.self)[element.secretName]
    }

    /// The secret of an element; `nil` without one, and if it was sealed in another installation.
    package func secret<Element: SecretBearer>(of element: Element, signer: Signer) -> String? {
        sealedSecret(of: element).flatMap(Base64URL.decode)
            .flatMap(Self.box(signer, Element.secrets.context).open)
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Elements whose secrets were sealed in another installation, such as `push_apps: apns`.
    package func unopenedSecrets(signer: Signer) -> [String] {
        unopenedSecrets(of: OAuthProvider.self, in: Self.oauthProviders.name, signer)
            + unopenedSecrets(of: PushApp.self, in: Self.pushApps.name, signer)
    }

    private func unopenedSecrets<Element: SecretBearer>(
        of type: Element.Type,
        in setting: String,
        _ signer: Signer
    ) -> [String] {
        self[keyPath: type.setting]
            .filter { sealedSecret(of: $0) != nil && secret(of: $0, signer: signer) == nil }
            .map { "\(setting): \($0.secretName)" }
    }

    /// Takes over the secrets of the settings before, and seals those that came with elements.
    ///
    /// - Parameter signer: `nil` leaves new ones out.
    mutating func keepSecrets(of old: TenantSettings, sealing signer: Signer?) {
        keepSecrets(of: OAuthProvider.self, old, signer)
        keepSecrets(of: PushApp.self, old, signer)
    }

    /// Whose secrets were changed, by the fields with which they come; those that went with their elements are not among them.
    func changedSecrets(in new: TenantSettings) -> [(field: String, names: [String])] {
        [
            (OAuthProvider.secretField, changedSecrets(of: OAuthProvider.self, in: new)),
            (PushApp.secretField, changedSecrets(of: PushApp.self, in: new)),
        ].filter { !$0.names.isEmpty }
    }

    private func sealedSecrets<Element: SecretBearer>(of type: Element.Type) -> [String: String] {
        guard case .object(let object)? = added[type.secrets.storedAs] else { return [:] }
        var secrets: [String: String] = [:]
        for member in object.members {
            if case .string(let text) = member.value { secrets[member.key] = text }
        }
        return secrets
    }

    private mutating func keepSecrets<Element: SecretBearer>(
        of type: Element.Type,
        _ old: TenantSettings,
        _ signer: Signer?
    ) {
        var secrets = JSONObject()
        for place in self[keyPath: type.setting].indices {
            let element = self[keyPath: type.setting][place]
            self[keyPath: type.setting][place].newSecret = nil
            var sealed = old.sealedSecret(of: element)
            if let secret = element.newSecret, let signer {
                sealed = (try? Self.box(signer, type.secrets.context).seal(Array(secret.utf8)))
                    .map(Base64URL.encode)
            }
            if let sealed { secrets.add(element.secretName, .string(sealed)) }
        }
        added[type.secrets.storedAs] = secrets.members.isEmpty ? nil : .object(secrets)
    }

    private func changedSecrets<Element: SecretBearer>(of type: Element.Type, in new: TenantSettings)
        -> [String]
    {
        let before = sealedSecrets(of: type)
        return new.sealedSecrets(of: type).filter { before[$0.key] != $0.value }.keys.sorted()
    }

    /// The same for all tenants, so that a tenant can move within an installation.
    private static func box(_ signer: Signer, _ context: String) -> SecretBox {
        SecretBox(secret: signer.derive([], context: context), context: context)
    }
}
