internal import Outbound
package import ParlayAPI

/// A service whose accounts sign people in to a tenant although it gives no ID tokens (OAuth 2.0, RFC 6749).
package struct OAuthProvider: RequestBody, Hashable {
    /// A preset, or a name of the tenant's own; part of paths.
    package var provider: String = ""
    /// What people call it; `nil` for the preset's name, or the host.
    package var name: String?
    /// The app's client id there.
    package var clientID: String = ""
    /// What an admin sends. It is stored sealed and never shown; see `SecretBearer`.
    package var clientSecret: String?
    /// `nil` for a preset, which knows them.
    package var authorizationURL: String?
    package var tokenURL: String?
    package var profileURL: String?
    /// `nil` for the preset's.
    package var scope: String?
    /// Whether an address that the service calls verified links the account that has proven the same address.
    package var linkByEmail: Bool = false

    static let provider = OAuthProof.provider(
        "A preset (\(OAuthPreset.names)) or a name of your own beside the three addresses. It is part of paths."
    )
    static let name = BodyField<String>.name("name", 1...50, "What people call the service.")
    static let clientID = BodyField<String>.text(
        "client_id",
        1...255,
        "The app's client id there.",
        rule: visible
    )
    static let clientSecret = BodyField<String>.text(
        "client_secret",
        1...500,
        "The app's secret there. It is stored encrypted and never answered. Without it, the one that is stored for the same client "
            + "and the same address of tokens stays.",
        rule: visible
    )
    static let authorizationURL = address(
        "authorization_url",
        "Where browsers begin. Leave it out for a preset."
    )
    static let tokenURL = address("token_url", "Where a code is exchanged. Leave it out for a preset.")
    static let profileURL = address(
        "profile_url",
        "Where the person's profile is read: a JSON object whose `sub` or `id` never changes. Leave it out for a preset."
    )
    static let scope = BodyField<String>.text(
        "scope",
        1...300,
        "What the app asks for, with blanks between; by default the preset's.",
        rule: TextRule("^[ -~]+$", FieldRule("aScope", "Must be names with blanks between them.")) { text in
            text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        }
    )
    package static let linkByEmail = BodyField<Bool>.boolean(
        "link_by_email",
        "Whether an address that the service calls verified signs in the account that has proven this address."
    ).defaulting(to: false)

    private static let visible = TextRule(
        "^[!-~]+$",
        FieldRule("visibleCharacters", "Must be visible ASCII characters without blanks.")
    ) { text in text.utf8.allSatisfy { 0x21...0x7E ~= $0 } }

    private static func address(_ name: String, _ summary: String) -> BodyField<String> {
        BodyField<String>.text(
            name,
            1...255,
            summary,
            rule: TextRule(
                #"^https?://[!-"$-~]+$"#,
                FieldRule("aServiceAddress", "Must be an absolute URL without a fragment.")
            ) { text in WebAddress.isAbsolute(text) && !text.contains("#") }
        )
    }

    package init() {}

    package init(_ provider: String, clientID: String, clientSecret: String? = nil, linkByEmail: Bool = false)
    {
        self.provider = provider
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.linkByEmail = linkByEmail
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.provider, &provider)
        body.optional(Self.name, &name)
        body.field(Self.clientID, &clientID)
        body.optional(Self.clientSecret, &clientSecret)
        body.optional(Self.authorizationURL, &authorizationURL)
        body.optional(Self.tokenURL, &tokenURL)
        body.optional(Self.profileURL, &profileURL)
        body.optional(Self.scope, &scope)
        body.field(Self.linkByEmail, &linkByEmail)
        body.check { body in
            let isPreset = OAuthPreset(rawValue: provider) != nil
            let addresses = [
                (Self.authorizationURL, authorizationURL), (Self.tokenURL, tokenURL),
                (Self.profileURL, profileURL),
            ]
            for (field, value) in addresses {
                if isPreset, value != nil {
                    body.refuse(field, Self.presetHasAddresses)
                } else if !isPreset, value == nil, body.isValid(Self.provider) {
                    body.refuse(field, Self.ownNeedsAddresses)
                }
            }
        }
    }

    private static let presetHasAddresses = FieldRule(
        "presetHasAddresses",
        "Leave it out: the preset knows it. For another server, choose a name that is no preset."
    )
    private static let ownNeedsAddresses = FieldRule(
        "ownNeedsAddresses",
        "Required, because provider is none of the presets: \(OAuthPreset.names).",
        ["presets": .text(OAuthPreset.names)]
    )
}

extension BodyVisitor {
    /// A member that is left out where there is nothing.
    mutating func optional(_ field: BodyField<String>, _ value: inout String?) {
        var change = value.map { Change<String?>.set($0) } ?? .keep
        self.field(field.optional, &change)
        if case .set(let text) = change { value = text }
    }
}

// MARK: What it comes to

extension OAuthProvider {
    private var preset: OAuthPreset? { OAuthPreset(rawValue: provider) }

    /// Names the provider in identities: the address of its profiles, which are what names people. So a provider at another address
    /// signs nobody in who was linked at this one.
    package var issuer: String { preset?.issuer ?? profileURL ?? "" }

    /// What people call it.
    package var title: String {
        if let title = name ?? preset?.title { return title }
        return OutboundURL(issuer)?.host ?? provider
    }

    /// The three addresses.
    package var endpoints: OAuthEndpoints {
        preset?.endpoints
            ?? OAuthEndpoints(
                authorization: authorizationURL ?? "",
                token: tokenURL ?? "",
                profile: profileURL ?? ""
            )
    }

    /// What browsers ask for.
    package var askedScope: String? { scope ?? preset?.scope }

    /// Whether the secret goes into the body and not into a header (RFC 6749, section 2.3.1).
    package var sendsSecretInBody: Bool { preset?.sendsSecretInBody ?? false }

    /// Whether requests for a profile name the client, as Twitch wants.
    package var namesClient: Bool { preset == .twitch }

    /// Whether the service only tells addresses that it has verified.
    package var tellsVerifiedEmails: Bool { preset == .twitch }

    /// Whether a code may be exchanged with a verifier (RFC 7636). Facebook ignores the challenge of an authorization without ID tokens, and
    /// then refuses the verifier.
    package var takesVerifiers: Bool { preset != .facebook }

    /// How long the `state` of an authorization may be, in bytes.
    package var stateLimit: Int { preset == .x ? 500 : .max }

    /// Whether it takes no code without the secret. X has clients without one.
    var needsSecret: Bool { preset.map { $0 != .x } ?? false }

    static let secretNeeded = FieldRule(
        "secretNeeded",
        "Required: none is stored for this client id and this address of tokens, and the service takes no code without it."
    )

    /// Those that the tenant chose, with the names of their fields.
    var ownAddresses: [(field: String, url: String)] {
        [
            (Self.authorizationURL.name, authorizationURL), (Self.tokenURL.name, tokenURL),
            (Self.profileURL.name, profileURL),
        ].compactMap { field, url in url.map { (field, $0) } }
    }
}

extension OAuthProvider: SecretBearer {
    package static var setting: WritableKeyPath<TenantSettings, [OAuthProvider]> { \.oauthProviders }
    package static let secrets = (storedAs: "oauth_secrets", context: "oauth_secret")
    package static var secretField: String {
        "\(TenantSettings.oauthProviders.name).\(clientSecret.name)"
    }

    package var secretName: String { provider }
    package var newSecret: String? {
        get { clientSecret }
        set { clientSecret = newValue }
    }

    /// Whoever changes the address of tokens must not be sent the secret.
    package func sharesSecret(with other: OAuthProvider) -> Bool {
        provider == other.provider && clientID == other.clientID && endpoints.token == other.endpoints.token
    }
}

package struct OAuthEndpoints: Sendable, Hashable {
    package let authorization: String
    package let token: String
    package let profile: String
}
