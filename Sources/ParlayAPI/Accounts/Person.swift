/// Another account as it is shown everywhere.
public struct Person: Resource, Hashable {
    public var id: Int64
    public var username: String
    public var firstName: String
    public var lastName: String
    /// The path of the photo, with its version; `nil` without one.
    public var photo: String?

    @inlinable
    public init(id: Int64, username: String, firstName: String, lastName: String, photo: String? = nil) {
        self.id = id
        self.username = username
        self.firstName = firstName
        self.lastName = lastName
        self.photo = photo
    }

    public mutating func members(_ object: inout some MemberVisitor) {
        object.member("id", &id, "The account's id.")
        object.member("username", &username, "Unique in the tenant, regardless of case.")
        object.member("first_name", &firstName, "The person's first name.")
        object.member("last_name", &lastName, "May be empty.")
        object.member("photo", &photo, "The path of the photo, with its version; `null` without a photo.")
    }
}

extension Person {
    public static var schemaSummary: String { "A person as others see them." }

    public static var example: Person {
        Person(id: 2001, username: "ann", firstName: "Ann", lastName: "Archer")
    }
}
