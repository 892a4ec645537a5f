/// Lets people register if the tenant requires invitations. Its code is shown once, when it is created.
public struct Invite: Resource, Hashable {
    public var id: Int64
    /// The first characters of the code, to recognize it.
    public var prefix: String
    /// How many may register with it.
    public var uses: Int64
    /// How many have.
    public var used: Int64
    /// `nil` for never.
    public var expiresAt: Timestamp?
    /// The admin who created it.
    public var createdBy: Person
    /// When it was created.
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

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The invite's id.")
        object.member("prefix", &prefix, "The first characters of the code, to recognize it.")
        object.member("uses", &uses, "How many people may register with it.")
        object.member("used", &used, "How many have registered with it.")
        object.member("expires_at", &expiresAt, "When the invite expires; `null` means never.")
        object.member("created_by", &createdBy, "The admin who created it.")
        object.member("created_at", &createdAt, "When it was created.")
    }
}

extension Invite {
    package static var schemaSummary: String { "An invitation code, without the code." }

    package static var example: Invite {
        Invite(
            id: 5,
            prefix: "7hQx",
            uses: 3,
            used: 1,
            expiresAt: Timestamp(milliseconds: Timestamp.example.milliseconds + 7 * 86_400_000),
            createdBy: .ada,
            createdAt: .example
        )
    }
}

/// The answer to `POST /admin/invites/`: the invite and, only this once, its code.
public struct NewInvite: Resource, Hashable {
    /// What people register with. It is not shown again.
    public var code: String
    /// The invite without its code, as lists have it.
    public var invite: Invite

    public init(code: String, invite: Invite) {
        self.code = code
        self.invite = invite
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("code", &code, "The code to register with. It is not shown again.")
        object.members(of: &invite)
    }
}

extension NewInvite {
    /// Not `NewInvite`, because generated clients have a function of this name that makes an `Invite`.
    package static var schemaName: String { "CreatedInvite" }
    package static var schemaSummary: String { "An invitation with its code." }

    package static var example: NewInvite {
        var invite = Invite.example
        invite.used = 0
        return NewInvite(code: "7hQxW2mPzK9sT4bL", invite: invite)
    }
}

/// The body of `POST /admin/invites/`.
public struct InviteRequest: RequestBody, Hashable {
    /// How many people may register with it; at least 1.
    public var uses: Int64 = 0
    /// `nil` for never.
    public var expiresAt: Timestamp?

    public init(uses: Int64, expiresAt: Timestamp? = nil) {
        self.uses = uses
        self.expiresAt = expiresAt
    }

    static let uses = BodyField<Int64>.integer("uses", 1...1_000_000, "How many may register with it.")
    package static let expiresAt = BodyField<Timestamp>
        .timestamp("expires_at", "When the invite expires, in the future; null means never.").optional

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.uses, &uses)
        body.field(Self.expiresAt, &expiresAt)
    }
}
