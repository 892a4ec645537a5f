/// What a tenant says about itself to anybody.
public struct About: Codable, Hashable, Sendable, JSONWritable {
    public var slug: String
    public var name: String
    public var modules: [Extensible<Module>]
    public var creators: [Creator]
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

    enum CodingKeys: String, CodingKey {
        case slug
        case name
        case modules
        case creators
        case registration
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.slug, slug)
            writer.member(CodingKeys.name, name)
            writer.member(CodingKeys.modules, modules)
            writer.member(CodingKeys.creators, creators)
            writer.member(CodingKeys.registration, registration)
        }
    }
}

/// Somebody who made the tenant's app.
public struct Creator: Codable, Hashable, Sendable, JSONWritable {
    public var name: String
    public var url: String

    public init(name: String, url: String) {
        self.name = name
        self.url = url
    }

    enum CodingKeys: String, CodingKey {
        case name
        case url
    }

    public func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member(CodingKeys.name, name)
            writer.member(CodingKeys.url, url)
        }
    }
}

/// Who may register.
public enum RegistrationPolicy: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
    case open
    case invite
    case closed
}
