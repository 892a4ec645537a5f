/// Lets people register where the tenant takes them by invitation. Its code is shown once, when it is made.
public struct Invite: Codable, Hashable, Sendable, JSONWritable {
    public var id: Int64
    /// How the code begins, to tell it by.
    public var prefix: String
    /// How many may register with it.
    public var uses: Int64
    /// How many have.
    public var used: Int64
    /// `nil` for never.
    public var expiresAt: Timestamp?
    public var createdBy: Person
    public var createdAt: Timestamp

    public init(
        id: Int64,
        prefix: String,
        uses: Int64,
        used: Int64 = 0,
        expiresAt: Timestamp? = nil,
        createdBy: Person,
        createdAt: Timestamp
    ) {
        self.id = id
        self.prefix = prefix
        self.uses = uses
        self.used = used
        self.expiresAt = expiresAt
        self.createdBy = createdBy
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id
        case prefix
        case uses
        case used
        case expiresAt = "expires_at"
        case createdBy = "created_by"
        case createdAt = "created_at"
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in writeMembers(to: &writer) }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member(CodingKeys.id, id)
        writer.member(CodingKeys.prefix, prefix)
        writer.member(CodingKeys.uses, uses)
        writer.member(CodingKeys.used, used)
        writer.member(CodingKeys.expiresAt, expiresAt)
        writer.member(CodingKeys.createdBy, createdBy)
        writer.member(CodingKeys.createdAt, createdAt)
    }
}

/// The answer to `POST /admin/invites/`: the invite and, this once, its code.
public struct NewInvite: Codable, Hashable, Sendable, JSONWritable {
    public var code: String
    public var invite: Invite

    public init(code: String, invite: Invite) {
        self.code = code
        self.invite = invite
    }

    enum CodingKeys: String, CodingKey {
        case code
    }

    public init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .code)
        invite = try Invite(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try invite.encode(to: encoder)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.code, code)
            invite.writeMembers(to: &writer)
        }
    }
}

/// The body of `POST /admin/invites/`.
public struct InviteRequest: RequestBody, Codable, Hashable {
    public var uses: Int64
    /// `nil` for never.
    public var expiresAt: Timestamp?

    public init(uses: Int64, expiresAt: Timestamp? = nil) {
        self.uses = uses
        self.expiresAt = expiresAt
    }

    static let uses = BodyField<Int64>.integer("uses", 1...1_000_000, "How many may register with it.")
    public static let expiresAt = BodyField<Timestamp>
        .timestamp("expires_at", "In the future; null for never.").optional

    public init(reading body: inout BodyReader) {
        uses = body.read(Self.uses)
        expiresAt = body.read(Self.expiresAt)
    }

    enum CodingKeys: String, CodingKey {
        case uses
        case expiresAt = "expires_at"
    }
}
