/// Another account as it is shown everywhere.
public struct Person: Resource, PersonNames, Hashable {
    public var id: Int64
    /// Unique in the tenant, regardless of case.
    public var username: String
    /// `nil` if the person gave none; see `displayName`.
    public var firstName: String?
    /// `nil` if the person gave none; may be empty.
    public var lastName: String?
    /// The path of the photo, with its version; `nil` without one.
    public var photo: String?

    @inlinable
    public init(id: Int64, username: String, firstName: String?, lastName: String?, photo: String? = nil) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.photo = photo
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The account's id.")
        object.member("username", &username, "Unique in the tenant, regardless of case.")
        object.member("first_name", &firstName, "The person's first name; `null` if they gave none.")
        object.member("last_name", &lastName, "May be empty, and `null` if they gave none.")
        object.member("photo", &photo, "The path of the photo, with its version; `null` without a photo.")
    }
}

/// Someone with a username, and names if they gave some.
public protocol PersonNames {
    var username: String { get }
    var firstName: String? { get }
    var lastName: String? { get }
}

extension PersonNames {
    /// What to call the person: the first name, or else the username.
    public var displayName: String { firstName ?? username }

    /// First and last name as far as there are any, or else the username.
    public var fullName: String {
        let names = [firstName, lastName].compactMap(\.self).filter { !$0.isEmpty }
        return names.isEmpty ? username : names.joined(separator: " ")
    }
}

extension Person {
    package static var schemaSummary: String { "A person as others see them." }

    package static var example: Person {
        Person(id: 2001, username: "ann", firstName: "Ann", lastName: "Archer")
    }
}
