/// One of the caller's tokens, which is one of their devices. The token itself is never shown again.
public struct TokenInfo: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    public var label: String
    /// How the token begins, to tell it by.
    public var prefix: String
    /// Whether the request was made with it.
    public var current: Bool
    public var createdAt: Timestamp
    /// To the hour.
    public var lastUsedAt: Timestamp?
    public var expiresAt: Timestamp

    public init(
        id: Int64,
        label: String,
        prefix: String,
        current: Bool,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.label = label
        self.prefix = prefix
        self.current = current
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case label
        case prefix
        case current
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case expiresAt = "expires_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.id, id)
            writer.member(CodingKeys.label, label)
            writer.member(CodingKeys.prefix, prefix)
            writer.member(CodingKeys.current, current)
            writer.member(CodingKeys.createdAt, createdAt)
            writer.member(CodingKeys.lastUsedAt, lastUsedAt)
            writer.member(CodingKeys.expiresAt, expiresAt)
        }
    }
}

/// The answer to `POST /register/` and `POST /login/`.
public struct SignedIn: Codable, Hashable, Sendable, JSONWritable {
    public var token: String
    public var expiresAt: Timestamp
    public var profile: Profile

    public init(token: String, expiresAt: Timestamp, profile: Profile) {
        self.token = token
        self.expiresAt = expiresAt
        self.profile = profile
    }

    enum CodingKeys: String, CodingKey {
        case token
        case expiresAt = "expires_at"
        case profile
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.token, token)
            writer.member(CodingKeys.expiresAt, expiresAt)
            writer.member(CodingKeys.profile, profile)
        }
    }
}

/// The answer to `POST /token/`.
public struct BareToken: Codable, Hashable, Sendable, JSONWritable {
    public var token: String

    public init(token: String) {
        self.token = token
    }

    enum CodingKeys: String, CodingKey {
        case token
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.token, token)
        }
    }
}
