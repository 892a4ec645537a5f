/// Public facts about a tenant.
public struct About: Resource, Hashable {
    /// The tenant's name in paths: 2–31 lower-case letters, digits and hyphens.
    public var slug: String
    /// The tenant's name for people.
    public var name: String
    /// The modules that are on. Calls of the others are answered with 404.
    public var modules: [Extensible<Module>]
    /// Who made the app; may be empty.
    public var creators: [Creator]
    /// Who may register: anyone, only people with an invite code, or no one.
    public var registration: Extensible<RegistrationPolicy>

    public init(
        slug: String,
        name: String,
        modules: [Module],
        creators: [Creator],
        registration: RegistrationPolicy
    ) {
        self.slug = slug
        self.name = name
        self.modules = modules.map { Extensible($0) }
        self.creators = creators
        self.registration = Extensible(registration)
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("slug", &slug, "The tenant's name in paths.")
        object.member("name", &name, "The tenant's name for people.")
        object.member("modules", &modules, "The modules that are on.")
        object.member("creators", &creators, "The people who made the app.")
        object.member("registration", &registration, "Who may register.")
    }
}

extension About {
    package static var schemaSummary: String { "Public facts about a tenant." }

    package static var example: About {
        About(
            slug: "wordup",
            name: "WordUp",
            modules: [.meetups],
            creators: [.example],
            registration: .open
        )
    }
}

/// A person or team who made the tenant's app.
public struct Creator: Resource, Hashable {
    /// A person or a team.
    public var name: String
    /// Their page; `nil` if they gave none.
    public var url: String?
    /// The URL of a picture.
    public var icon: String?

    public init(name: String, url: String? = nil, icon: String? = nil) {
        self.name = name
        self.url = url
        self.icon = icon
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("name", &name, "A person or a team.")
        object.member("url", &url, "The URL of their page.", format: "uri")
        object.member("icon", &icon, "The URL of their picture.", format: "uri")
    }
}

extension Creator {
    package static var schemaSummary: String { "Someone who made an app." }

    package static var example: Creator {
        Creator(name: "The WordUp team", url: "https://example.org/wordup")
    }
}

/// Who may register.
public enum RegistrationPolicy: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    case invite
    case closed
}
