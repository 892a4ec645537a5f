/// With what a server of the app's owner calls the API. It belongs to the tenant, not to a person.
public struct APIKey: Resource, Hashable {
    public var id: Int64
    /// What it is for.
    public var label: String
    /// The first characters of the secret, to recognize it.
    public var prefix: String
    /// What it may do.
    public var scopes: [Extensible<KeyScope>]
    /// From where it may be used, in CIDR form; empty for anywhere.
    public var networks: [String]
    /// When it was created.
    public var createdAt: Timestamp
    /// Rounded to the hour; `nil` if it was never used.
    public var lastUsedAt: Timestamp?
    /// `nil` for never.
    public var expiresAt: Timestamp?

    public init(
        id: Int64,
        label: String,
        prefix: String,
        scopes: [Extensible<KeyScope>],
        networks: [String] = [],
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.label = label
        self.prefix = prefix
        self.scopes = scopes
        self.networks = networks
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The key's id.")
        object.member("label", &label, "What the key is for.")
        object.member("prefix", &prefix, "The first characters of the secret, to recognize it.")
        object.member(
            "scopes",
            &scopes,
            "What the key may do.",
            element: "`read` or `write` in one area; writing includes reading."
        )
        object.member(
            "networks",
            &networks,
            "From where the key may be used; empty for anywhere.",
            element: "A network in CIDR form: `192.0.2.0/24`."
        )
        object.member("created_at", &createdAt, "When the key was created.")
        object.member("last_used_at", &lastUsedAt, "When the key was last used, rounded to the hour.")
        object.member("expires_at", &expiresAt, "When the key expires; `null` means never.")
    }
}

extension APIKey {
    /// What openapi-generator makes for Go has an `APIKey` of its own.
    package static var schemaName: String { "TenantKey" }
    package static var schemaSummary: String { "A key of a server, without its secret." }

    package static var example: APIKey {
        APIKey(
            id: 4,
            label: "Results from the stadium",
            prefix: "parlay_key_7hQx",
            scopes: [.known(.writeEvents)],
            networks: ["192.0.2.0/24"],
            createdAt: .example
        )
    }
}

/// The answer to `POST /admin/keys/`: the key and, only this once, its secret.
public struct CreatedAPIKey: Resource, Hashable {
    /// What the server sends as its token. It is not shown again.
    public var secret: String
    /// The key without its secret, as lists have it.
    public var key: APIKey

    public init(secret: String, key: APIKey) {
        self.secret = secret
        self.key = key
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("secret", &secret, "What to send in `Authorization`. It is not shown again.")
        object.members(of: &key)
    }
}

extension CreatedAPIKey {
    package static var schemaSummary: String { "A key with its secret." }

    package static var example: CreatedAPIKey {
        CreatedAPIKey(
            secret: "parlay_key_7hQxW2mPzK9sT4bLr8VnY3cD6fG1jHaE5uXoB0wNiSk2yZq00000",
            key: .example
        )
    }
}

/// The body of `POST /admin/keys/` and of `PATCH /admin/keys/{id}/`.
public struct APIKeyUpdate: RequestBody, Hashable {
    /// What the key is for. Required for a new key.
    public var label: Change<String>
    /// What it may do. Required for a new key.
    public var scopes: Change<[KeyScope]>
    /// `nil` for never.
    public var expiresAt: Change<Timestamp?>
    /// From where it may be used, in CIDR form; empty for anywhere.
    public var networks: Change<[String]>

    public init(
        label: Change<String> = .keep,
        scopes: Change<[KeyScope]> = .keep,
        expiresAt: Change<Timestamp?> = .keep,
        networks: Change<[String]> = .keep
    ) {
        self.label = label
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.networks = networks
    }

    package static let label = BodyField<String>.name("label", 1...100, "What the key is for.")
    package static let scopes = BodyField<[KeyScope]>.list(
        "scopes",
        1...KeyScope.allCases.count,
        of: .choice("", of: KeyScope.self),
        "What the key may do. Writing includes reading."
    )
    .checked(FieldRule("scopesDiffer", "List each scope once.")) { Set($0).count == $0.count }
    package static let expiresAt = BodyField<Timestamp>
        .timestamp("expires_at", "When the key expires, in the future; null means never.").optional
    package static let networks = BodyField<[String]>.list(
        "networks",
        0...20,
        of: .text("", 1...49),
        "From where the key may be used, in CIDR form; empty for anywhere."
    )
    .defaulting(to: [])

    package init() { self.init(label: .keep) }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.label, &label)
        body.field(Self.scopes, &scopes)
        body.field(Self.expiresAt, &expiresAt)
        body.field(Self.networks, &networks)
    }
}
