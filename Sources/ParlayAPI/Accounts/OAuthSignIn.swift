/// The body of `POST /login/oauth/`.
public struct OAuthCredentials: RequestBody, Hashable {
    /// The service, as in the tenant's setting `oauth_providers`.
    public var provider: String = ""
    /// What the service sent the person back to the app with.
    public var code: String = ""
    /// The verifier of the challenge with which the app began (RFC 7636).
    public var verifier: String = ""
    /// Where the service sent the person back to, exactly as the app asked.
    public var redirectURI: String = ""
    /// A label for the token.
    public var device: String?

    public init(
        provider: String,
        code: String,
        verifier: String,
        redirectURI: String,
        device: String? = nil
    ) {
        self.provider = provider
        self.code = code
        self.verifier = verifier
        self.redirectURI = redirectURI
        self.device = device
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(OAuthProof.provider, &provider)
        body.field(OAuthProof.code, &code)
        body.field(OAuthProof.verifier, &verifier)
        body.field(OAuthProof.redirectURI, &redirectURI)
        body.field(Credentials.device, &device)
    }

    /// Without the label.
    package var proof: OAuthProof {
        OAuthProof(provider: provider, code: code, verifier: verifier, redirectURI: redirectURI)
    }
}

/// The body of `POST /identities/oauth/`.
public struct OAuthProof: RequestBody, Hashable {
    /// The service, as in the tenant's setting `oauth_providers`.
    public var provider: String = ""
    /// What the service sent the person back to the app with.
    public var code: String = ""
    /// The verifier of the challenge with which the app began (RFC 7636).
    public var verifier: String = ""
    /// Where the service sent the person back to, exactly as the app asked.
    public var redirectURI: String = ""

    public init(provider: String, code: String, verifier: String, redirectURI: String) {
        self.provider = provider
        self.code = code
        self.verifier = verifier
        self.redirectURI = redirectURI
    }

    package static let provider = provider(
        "The service, as in the tenant's setting `oauth_providers`: `github`."
    )

    package static func provider(_ summary: String) -> BodyField<String> {
        .text("provider", 1...40, summary, rule: providerName)
    }

    /// The spelling of a provider's name, which is part of paths.
    private static let providerName = TextRule(
        "^[a-z][a-z0-9-]*$",
        FieldRule("aProviderName", "Must be lower-case letters, digits and hyphens, and begin with a letter.")
    ) { name in
        (name.utf8.first.map { 0x61...0x7A ~= $0 } ?? false)
            && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }
    package static let code = BodyField.text(
        "code",
        1...4_096,
        "What the service sent the person back to the app with. It is used once.",
        rule: TextRule(
            "^[!-~]+$",
            FieldRule("visibleCharacters", "Must be visible ASCII characters without blanks.")
        ) { $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } }
    )
    package static let verifier = BodyField.text(
        "verifier",
        43...128,
        "The verifier of the challenge with which the app began (PKCE, RFC 7636, method `S256`).",
        rule: TextRule(
            "^[A-Za-z0-9._~-]+$",
            FieldRule("aVerifier", "Must be letters, digits, \".\", \"_\", \"~\" and \"-\" (RFC 7636).")
        ) { text in
            text.utf8.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "._~-".utf8.contains($0)
            }
        }
    )
    package static let redirectURI = BodyField.text(
        "redirect_uri",
        1...1_000,
        "Where the service sent the person back to, exactly as the app asked.",
        rule: TextRule(
            "^[A-Za-z][A-Za-z0-9+.-]*:[!-\"$-~]+$",
            FieldRule("aRedirectURI", "Must be an absolute URI without a fragment.")
        ) { text in
            guard let colon = text.firstIndex(of: ":"), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                return false
            }
            let (scheme, rest) = (text[..<colon].utf8, text[text.index(after: colon)...])
            return (scheme.first.map { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 } ?? false)
                && scheme.allSatisfy {
                    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "+.-".utf8.contains($0)
                } && !rest.isEmpty && !rest.contains("#")
        }
    )

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.provider, &provider)
        body.field(Self.code, &code)
        body.field(Self.verifier, &verifier)
        body.field(Self.redirectURI, &redirectURI)
    }
}
