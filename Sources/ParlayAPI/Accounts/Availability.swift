/// Whether a username and an email address are free.
public struct Availability: Resource, Hashable {
    /// `nil` if the call did not ask.
    public var username: Bool?
    /// `nil` if the call did not ask, or the tenant does not answer that.
    public var email: Bool?

    public init(username: Bool? = nil, email: Bool? = nil) {
        self.username = username
        self.email = email
    }

    package mutating func members(_ object: inout some MemberVisitor) {
        object.memberIfPresent("username", &username, "Whether the username is free and allowed.")
        object.memberIfPresent(
            "email",
            &email,
            "Whether the address is free; absent unless the tenant's setting `reveal_emails` is on."
        )
    }
}

extension Availability {
    package static var schemaSummary: String { "Whether a username and an email address are free." }

    package static var example: Availability { Availability(username: true, email: false) }
}
