/// One of the caller's tokens, each for one device. The token itself is never shown again.
public struct TokenInfo: Resource, Hashable {
    public var id: Int64
    /// The name that the device gave itself; may be empty.
    public var label: String
    /// The first characters of the token, to recognize it.
    public var prefix: String
    /// What it works in.
    public var kind: Extensible<TokenKind>
    /// Whether this is the token of the call.
    public var current: Bool
    /// When the device signed in.
    public var createdAt: Timestamp
    /// Rounded to the hour.
    public var lastUsedAt: Timestamp?
    /// When the token expires. Each use extends it.
    public var expiresAt: Timestamp

    public init(
        id: Int64,
        label: String,
        prefix: String,
        kind: Extensible<TokenKind> = .known(.app),
        current: Bool,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.label = label
        self.prefix = prefix
        self.kind = kind
        self.current = current
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The token's id.")
        object.member("label", &label, "The name that the device gave itself.")
        object.member("prefix", &prefix, "The first characters of the token, to recognize it.")
        object.member(
            "kind",
            &kind,
            "What the token works in: `app`, or `browser` for the server's own pages."
        )
        object.member("current", &current, "Whether this is the token of the call.")
        object.member("created_at", &createdAt, "When the device signed in.")
        object.member("last_used_at", &lastUsedAt, "When the token was last used, rounded to the hour.")
        object.member("expires_at", &expiresAt, "When the token expires; each use extends it.")
    }
}

/// What a token works in.
public enum TokenKind: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    /// The header `Authorization`.
    case app
    /// The cookie of the server's own pages.
    case browser
}

extension TokenInfo {
    package static var schemaName: String { "Token" }
    package static var schemaSummary: String { "A device that is signed in." }

    package static var example: TokenInfo {
        TokenInfo(
            id: 7,
            label: "Ann's phone",
            prefix: String(String.exampleToken.prefix(11)),
            current: true,
            createdAt: .example,
            lastUsedAt: .exampleHour,
            expiresAt: .exampleLater
        )
    }
}

/// The answer to `POST /register/` and `POST /login/`.
public struct SignedIn: Resource, Hashable {
    /// For the header `Authorization`. It is not shown again.
    public var token: String
    /// When the token expires. Each use extends it.
    public var expiresAt: Timestamp
    /// The account that signed in.
    public var profile: Profile

    public init(token: String, expiresAt: Timestamp, profile: Profile) {
        self.token = token
        self.expiresAt = expiresAt
        self.profile = profile
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("token", &token, "The token for the `Authorization` header. It is not shown again.")
        object.member("expires_at", &expiresAt, "When the token expires; each use extends it.")
        object.member("profile", &profile, "The account that signed in.")
    }
}

extension SignedIn {
    package static var schemaSummary: String { "A new token and its account." }

    package static var example: SignedIn {
        SignedIn(token: .exampleToken, expiresAt: .exampleLater, profile: .example)
    }

    /// Of another person.
    package static var ada: SignedIn {
        var signedIn = example
        signedIn.profile.person = .ada
        signedIn.profile.email = "ada@example.org"
        return signedIn
    }
}

/// The answer to `POST /token/`.
public struct BareToken: Resource, Hashable {
    /// For the header `Authorization`. It is not shown again.
    public var token: String

    public init(token: String) {
        self.token = token
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("token", &token, "The token for the `Authorization` header. It is not shown again.")
    }
}

extension BareToken {
    package static var schemaSummary: String { "Only a token." }

    package static var example: BareToken { BareToken(token: .exampleToken) }
}
