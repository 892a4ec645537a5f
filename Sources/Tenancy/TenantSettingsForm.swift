package import Outbound
package import ParlayAPI
package import Security

/// A section of the app's pages that a tenant may hide.
package struct HideableSection: Hashable, Sendable {
    /// Below the app's address.
    package let path: String
    /// `nil` if every tenant has it.
    package let module: Module?

    package init(_ path: String, module: Module?) {
        self.path = path
        self.module = module
    }
}

/// The known settings of tenants: those that every tenant has, and those of modules.
package struct TenantSettingsForm: Sendable {
    private let added: [AnyModuleSetting]
    private let sections: [HideableSection]
    /// Where issuers may be.
    private let addresses: AddressRule

    /// - Parameters:
    ///   - added: what modules add.
    ///   - sections: what tenants may hide.
    ///   - addresses: where URLs that a tenant sets may lead.
    package init(
        _ added: [AnyModuleSetting],
        sections: [HideableSection] = [],
        addresses: AddressRule = .publicOnly
    ) {
        self.added = added
        self.sections = sections
        self.addresses = addresses
    }

    /// The settings with some of them replaced, checked as a whole.
    ///
    /// - Parameters:
    ///   - modules: of the tenant.
    ///   - signer: seals secrets; `nil` only checks, and leaves them out.
    package func merge(
        _ changes: JSONObject,
        into old: TenantSettings,
        of modules: Set<Module>,
        sealing signer: Signer?
    ) throws(FieldErrors) -> TenantSettings {
        var merged = changes
        for member in json(old).members { merged.add(member.key, member.value) }
        var reader = BodyReader(merged)
        var new = TenantSettings(reading: &reader)
        for setting in added { setting.read(&reader, &new) }
        var errors = FieldErrors()
        do throws(FieldErrors) { try reader.finish() } catch { errors = error }
        for setting in added { setting.validate(new, old, &errors) }
        validate(new.oidcIssuers, old.oidcIssuers, &errors)
        validate(new.oauthProviders, old, &errors)
        validate(new.pushApps, old, &errors)
        validate(sections: new.hiddenSections, old.hiddenSections, modules, &errors)
        guard errors.isEmpty else { throw errors }
        // Stored settings of modules that this server does not have are kept.
        for (name, value) in old.added where new.added[name] == nil { new.added[name] = value }
        new.keepSecrets(of: old, sealing: signer)
        return new
    }

    /// Refuses new issuers whose keys could never be fetched. Whether a name resolves to a private address is checked at each
    /// connection, because it can change.
    private func validate(_ issuers: [TrustedIssuer], _ old: [TrustedIssuer], _ errors: inout FieldErrors) {
        let known = Set(old.map(\.issuer))
        for (place, issuer) in issuers.enumerated() where !known.contains(issuer.issuer) {
            guard let url = OutboundURL(issuer.issuer), addresses.permits(host: url.host) == false else {
                continue
            }
            let path = "\(TenantSettings.oidcIssuers.name).\(place).\(TrustedIssuer.issuer.name)"
            errors.add(path, .publicAddress)
        }
    }

    /// Refuses new addresses that could never be reached, and a preset without the secret that it needs.
    private func validate(_ providers: [OAuthProvider], _ old: TenantSettings, _ errors: inout FieldErrors) {
        for (place, provider) in providers.enumerated() {
            let path = "\(TenantSettings.oauthProviders.name).\(place)"
            if provider.needsSecret, provider.clientSecret == nil, old.sealedSecret(of: provider) == nil {
                errors.add("\(path).\(OAuthProvider.clientSecret.name)", OAuthProvider.secretNeeded)
            }
            guard
                old.oauthProviders.first(where: { $0.provider == provider.provider })?.endpoints
                    != provider.endpoints
            else { continue }
            for (field, url) in provider.ownAddresses {
                if let rule = addresses.rule(of: url) { errors.add("\(path).\(field)", rule) }
            }
        }
    }

    /// Refuses an app without the key that it needs.
    private func validate(_ apps: [PushApp], _ old: TenantSettings, _ errors: inout FieldErrors) {
        for (place, app) in apps.enumerated()
        where app.privateKey == nil && old.sealedSecret(of: app) == nil {
            errors.add(
                "\(TenantSettings.pushApps.name).\(place).\(PushApp.privateKey.name)",
                PushApp.keyNeeded
            )
        }
    }

    /// Refuses sections that the tenant does not have. One that it had before, with a module of then, may stay.
    private func validate(
        sections hidden: [String],
        _ old: [String],
        _ modules: Set<Module>,
        _ errors: inout FieldErrors
    ) {
        let own = sections.filter { $0.module.map(modules.contains) ?? true }.map(\.path)
        let known = Set(own + old)
        for (place, path) in hidden.enumerated() where !known.contains(path) {
            let list = own.joined(separator: ", ")
            errors.add(
                "\(TenantSettings.hiddenSections.name).\(place)",
                FieldRule("aSection", "Must be a section of this app: \(list).", ["sections": .text(list)])
            )
        }
    }

    /// Every setting, with its default if nothing is stored.
    package func json(_ settings: TenantSettings) -> JSONObject {
        arrange(
            settings.common.members.map { ($0.key, $0.value) },
            added.map { ($0.name, $0.value(settings)) }
        )
    }

    /// The changes: `{"token_days": {"from": 180, "to": 30}}`.
    package func difference(_ old: TenantSettings, _ new: TenantSettings) -> JSONObject {
        let (before, after) = (json(old), json(new))
        var difference = JSONObject()
        for member in after.members {
            let value = before[member.key] ?? .null
            if value != member.value { difference.add(member.key, ["from": value, "to": member.value]) }
        }
        for secrets in old.changedSecrets(in: new) {
            difference.add(secrets.field, .array(secrets.names.map { .string($0) }))
        }
        return difference
    }

    /// In the order of `json`. An answer has every member.
    package var fields: [FieldDescription] {
        let common = TenantSettings.fields().map { ($0.name, $0) }
        return Self.arranged(common, added.map { ($0.name, $0.description) }).map(\.1)
    }

    package var answerFields: [FieldDescription] {
        fields.map { field in
            var member = field
            member.isRequired = true
            return member
        }
    }

    package var example: JSONObject {
        arrange(
            TenantSettings.example.common.members.map { ($0.key, $0.value) },
            added.map { ($0.name, $0.example) }
        )
    }

    private func arrange(_ common: [(String, JSONValue)], _ added: [(String, JSONValue)]) -> JSONObject {
        var object = JSONObject()
        for (name, value) in Self.arranged(common, added) { object.add(name, value) }
        return object
    }

    /// Members of modules come after those of accounts.
    private static func arranged<Value>(_ common: [(String, Value)], _ added: [(String, Value)])
        -> [(String, Value)]
    {
        let last = common.firstIndex { $0.0 == TenantSettings.passwordMinLength.name } ?? common.endIndex - 1
        return common[...last] + added + common[(last + 1)...]
    }
}
