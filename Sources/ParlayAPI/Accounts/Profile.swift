/// An account as people see it: a person and more. In JSON one flat object, without the members of modules that are
/// off.
public struct Profile: Resource, Hashable {
    /// What the account may do in the tenant. Each role may do everything that the previous ones may.
    public enum Role: String, CaseIterable, Codable, Comparable, Hashable, Sendable, JSONWritable {
        case member
        case moderator
        case admin

        public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .member: 0
            case .moderator: 1
            case .admin: 2
            }
        }
    }

    /// Whether the account can be used.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case active
        case suspended
        case deleted
    }

    /// The relation between the caller and the person.
    public enum Friendship: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case none
        /// The caller asked.
        case sent
        /// The person asked.
        case received
        case friend
    }

    /// Id, names and photo.
    public var person: Person
    /// A text about the person; may be empty.
    public var bio: String
    /// When the account was created.
    public var createdAt: Timestamp
    /// When the account last made a call, rounded to the hour.
    public var lastActiveAt: Timestamp
    /// What the account may do in the tenant.
    public var role: Extensible<Role>
    /// A suspended account cannot sign in. Only friends and moderators see `suspended`; others see `active`.
    public var status: Extensible<Status>
    /// `none` on your own profile.
    public var friendship: Extensible<Friendship>
    /// `nil` if the module is off.
    public var meetups: Meetups?
    /// `nil` if the module is off.
    public var wagers: Wagers?
    /// `nil` on other people's profiles, and if you gave none.
    public var email: String?
    /// Whether the email address is proven to be yours. Only on your own profile; `nil` is absent.
    public var emailVerified: Bool?

    @inlinable
    public init(
        person: Person,
        bio: String,
        createdAt: Timestamp,
        lastActiveAt: Timestamp,
        role: Role = .member,
        status: Status = .active,
        friendship: Friendship = .none,
        meetups: Meetups? = nil,
        wagers: Wagers? = nil,
        email: String? = nil,
        emailVerified: Bool? = nil
    ) {
        self.person = person
        self.bio = bio
        self.createdAt = createdAt
        self.lastActiveAt = lastActiveAt
        self.role = Extensible(role)
        self.status = Extensible(status)
        self.friendship = Extensible(friendship)
        self.meetups = meetups
        self.wagers = wagers
        self.email = email
        self.emailVerified = emailVerified
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.members(of: &person)
        object.member("bio", &bio, "May be empty.")
        object.member("created_at", &createdAt, "When the account was created.")
        object.member(
            "last_active_at",
            &lastActiveAt,
            "When the account last made a call, rounded to the hour."
        )
        object.member("role", &role, "The account's role in the tenant.")
        object.member("status", &status, "A suspended account cannot sign in.")
        object.member("friendship", &friendship, "Whether the caller and the person are friends.")
        object.members(of: &meetups, in: .meetups)
        object.members(of: &wagers, in: .wagers)
        // Your own profile has it without an address too.
        var own: String?? = email == nil && emailVerified == nil ? nil : .some(email)
        object.memberIfPresent(
            "email",
            &own,
            "The email address; only on your own profile. `null` if you gave none."
        )
        email = own ?? nil
        object.memberIfPresent(
            "email_verified",
            &emailVerified,
            "Whether the email address is proven to be yours; only on your own profile."
        )
    }
}

extension Profile {
    package static var schemaSummary: String { "An account, with the fields of the tenant's modules." }

    package static var example: Profile {
        Profile(
            person: .example,
            bio: "Tango, tapas and tongues.",
            createdAt: .example,
            lastActiveAt: .exampleHour,
            meetups: .example,
            wagers: .example,
            email: "ann@example.org",
            emailVerified: true
        )
    }

    package static var withPhoto: Profile {
        var profile = example
        profile.person.photo = "/v1/wordup/profiles/\(profile.person.id)/photo/?v=3"
        return profile
    }
}
