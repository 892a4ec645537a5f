/// The body of `PATCH /admin/accounts/{id}/`: an admin sets the role and the status, a moderator too changes the content.
public struct AccountChange: RequestBody, Hashable {
    /// The states that an admin can set; only the owner can delete an account.
    public enum Status: String, CaseIterable, Codable, Hashable, Sendable, JSONWritable {
        case active
        case suspended
    }

    /// Only admins can change it.
    public var role: Change<Profile.Role> = .keep
    /// Only admins can change it. The tokens of a suspended account stop working immediately.
    public var status: Change<Status> = .keep

    /// Only to be removed, with `nil`.
    public var photo: Change<String?> = .keep
    /// Only to be removed, with `nil`.
    public var bio: Change<String?> = .keep
    /// A replacement for an offensive one.
    public var username: Change<String> = .keep
    /// `.set(nil)` removes it where the tenant does not require one.
    public var firstName: Change<String?> = .keep
    /// `.set(nil)` removes it where the tenant does not require one.
    public var lastName: Change<String?> = .keep
    /// Sent to the person when the content changes.
    public var reason: String?

    /// A change that changes nothing.
    public init() {}

    static let role = BodyField<Profile.Role>.choice(
        "role",
        of: Profile.Role.self,
        "The account's role."
    )
    static let status = BodyField<Status>
        .choice("status", of: Status.self, "The tokens of a suspended account stop working immediately.")

    static let photo = BodyField<String>.text("photo", 0...0, "`null` deletes the photo.").optional
    static let bio = BodyField<String>.text("bio", 0...0, "`null` clears the text.").optional
    static let reason = BodyField<String>
        .text("reason", 1...500, "The audit log keeps it. Who gets a notice of the change reads it there.")
        .optional

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.role, &role)
        body.field(Self.status, &status)
        body.field(Self.photo, &photo)
        body.field(Self.bio, &bio)
        body.field(AccountFields.username, &username)
        body.field(ProfileUpdate.firstName, &firstName)
        body.field(ProfileUpdate.lastName, &lastName)
        body.field(Self.reason, &reason)
    }

    /// What only admins change.
    public var isForAdmins: Bool { role != .keep || status != .keep }

    /// The names that it changes.
    public var names: ProfileUpdate {
        var names = ProfileUpdate()
        names.username = username
        names.firstName = firstName
        names.lastName = lastName
        return names
    }
}

/// The wager categories to choose from: the body and the answer of `/admin/categories/`.
public struct CategoryNames: RequestBody, Resource, Hashable {
    /// In the order to show them; without commas, and unique regardless of case.
    public var names: [String]

    public init(names: [String]) { self.names = names }

    static let names = field(
        "names",
        "In the order to show them; without commas, and unique regardless of case."
    )

    /// A list of categories under this name.
    package static func field(_ name: String, _ summary: String) -> BodyField<[String]> {
        BodyField<[String]>
            .list(name, 0...200, of: .text("", 1...50), summary)
            .checked(FieldRule("noComma", "A name must not contain a comma.")) {
                $0.allSatisfy { !$0.contains(",") }
            }
            .checked(FieldRule("namesDiffer", "Names must be unique, regardless of case.")) { names in
                Set(names.map { $0.lowercased() }).count == names.count
            }
    }

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.names, &names)
    }
}

extension CategoryNames {
    package static var schemaName: String { "Categories" }
    package static var schemaSummary: String { "The categories of wagers that admins have set." }

    package static var example: CategoryNames { CategoryNames(names: ["Sports", "Food", "Other"]) }
}
