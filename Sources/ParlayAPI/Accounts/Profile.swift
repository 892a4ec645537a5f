/// An account as its people see it: a person and more. In JSON all of it is one flat object, in which the members of
/// a module that is off are absent.
public struct Profile: Hashable, Sendable {
    public enum Role: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case member
        case moderator
        case admin
    }

    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case active
        case suspended
        case deleted
    }

    public var person: Person
    public var bio: String
    public var createdAt: Timestamp
    public var lastActiveAt: Timestamp
    public var role: Extensible<Role>
    public var status: Extensible<Status>
    /// `nil` when the module is off.
    public var meetups: Meetups?
    /// `nil` when the module is off.
    public var wagers: Wagers?
    /// Only on one's own profile; `nil` is absent.
    public var email: String?

    public init(
        person: Person,
        bio: String,
        createdAt: Timestamp,
        lastActiveAt: Timestamp,
        role: Role = .member,
        status: Status = .active,
        meetups: Meetups? = nil,
        wagers: Wagers? = nil,
        email: String? = nil
    ) {
        self.person = person
        self.bio = bio
        self.createdAt = createdAt
        self.lastActiveAt = lastActiveAt
        self.role = Extensible(role)
        self.status = Extensible(status)
        self.meetups = meetups
        self.wagers = wagers
        self.email = email
    }

    enum CodingKeys: String, CodingKey {
        case bio
        case createdAt = "created_at"
        case lastActiveAt = "last_active_at"
        case role
        case status
        case email
    }
}

extension Profile: Codable, JSONWritable {
    public init(from decoder: any Decoder) throws {
        person = try Person(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        bio = try container.decode(String.self, forKey: .bio)
        createdAt = try container.decode(Timestamp.self, forKey: .createdAt)
        lastActiveAt = try container.decode(Timestamp.self, forKey: .lastActiveAt)
        role = try container.decode(Extensible<Role>.self, forKey: .role)
        status = try container.decode(Extensible<Status>.self, forKey: .status)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        let hasMeetups = try decoder.container(keyedBy: Meetups.CodingKeys.self).contains(.knownLang)
        meetups = hasMeetups ? try Meetups(from: decoder) : nil
        let hasWagers = try decoder.container(keyedBy: Wagers.CodingKeys.self).contains(.pnlCents)
        wagers = hasWagers ? try Wagers(from: decoder) : nil
    }

    public func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bio, forKey: .bio)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(lastActiveAt, forKey: .lastActiveAt)
        try container.encode(role, forKey: .role)
        try container.encode(status, forKey: .status)
        try meetups?.encode(to: encoder)
        try wagers?.encode(to: encoder)
        try container.encodeIfPresent(email, forKey: .email)
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            person.writeMembers(to: &writer)
            writer.member(CodingKeys.bio, bio)
            writer.member(CodingKeys.createdAt, createdAt)
            writer.member(CodingKeys.lastActiveAt, lastActiveAt)
            writer.member(CodingKeys.role, role)
            writer.member(CodingKeys.status, status)
            meetups?.writeMembers(to: &writer)
            wagers?.writeMembers(to: &writer)
            if let email { writer.member(CodingKeys.email, email) }
        }
    }
}
