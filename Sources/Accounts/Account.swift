package import Database
package import ParlayAPI
package import Tenancy

/// What every account has: a row of `accounts` without its secret and without what modules keep there.
package struct Account: PersonNames, Sendable, Equatable {
    package static let columns: SQLFragment = [
        "id", "username", "first_name", "last_name", "bio", "created_at", "last_active_at", "role", "status",
        "email", "email_proof", "version", "photo_version",
    ]
    /// The same as the caller may see them: only some see that an account is suspended, and what is hidden of it.
    package static let shownColumns: SQLFragment = [
        "id", "shown_username", "shown_first_name", "shown_last_name", "shown_bio", "created_at",
        "last_active_at", "role", "shown_status", "email", "email_proof", "version", "shown_photo_version",
    ]

    package let id: AccountID
    package var username: String
    /// `nil` if the person gave none.
    package var firstName: String?
    package var lastName: String?
    package var bio: String
    package let createdAt: Timestamp
    /// Rounded to the hour.
    package let lastActiveAt: Timestamp
    package let role: Profile.Role
    package let status: Profile.Status
    /// `nil` if the person gave none, or the account was deleted.
    package var email: String?
    /// Whether a mailed code or an ID token has proven the address.
    package let isEmailVerified: Bool
    package let version: Int64
    /// `nil` without a photo.
    package let photoVersion: PhotoVersion?

    /// The profile's ETag. It changes with every edit, but not with mere activity.
    package var tag: String { "\(version)" }

    package func person(in tenant: Tenant) -> Person {
        Person(
            id: id.rawValue,
            username: username,
            firstName: firstName,
            lastName: lastName,
            photo: photoVersion.map { $0.path(of: id, in: tenant) }
        )
    }

    /// Without what modules add. Consumes the account: its texts move into the profile.
    ///
    /// - Parameter isOwn: whether it is shown to the account itself; only then it has the email and whether that is verified.
    package consuming func profile(in tenant: Tenant, isOwn: Bool) -> Profile {
        let photo = photoVersion.map { [id] version in version.path(of: id, in: tenant) }
        return Profile(
            person: Person(
                id: id.rawValue,
                username: username,
                firstName: firstName,
                lastName: lastName,
                photo: photo
            ),
            bio: bio,
            createdAt: createdAt,
            lastActiveAt: lastActiveAt,
            role: role,
            status: status,
            email: isOwn ? email : nil,
            emailVerified: isOwn ? isEmailVerified : nil
        )
    }
}

extension Account: ColumnGroup {
    /// `profile` reads the same columns.
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        username = try columns.text()
        firstName = try columns.optionalText()
        lastName = try columns.optionalText()
        bio = try columns.text()
        createdAt = try columns.time()
        lastActiveAt = try columns.time()
        role = try columns.choice(mostly: .member)
        status = try columns.choice(mostly: .active)
        email = try columns.optionalText()
        isEmailVerified = try columns.optionalText() != nil
        version = try columns.integer()
        photoVersion = try columns.optionalID()
    }

    /// Reads the columns into a profile, as `init` and `profile(in:isOwn:)` do, without an account in between, of which each
    /// text would be counted up and down: for the calls that are made most. A test compares them.
    ///
    /// - Parameters:
    ///   - caller: to whom it is shown; `nil` if that is the account itself.
    ///   - version: becomes that of the account.
    package static func profile(
        _ columns: inout ColumnReader,
        for caller: AccountID?,
        in tenant: Tenant,
        version: inout Int64
    ) throws(DatabaseError) -> Profile {
        let id: AccountID = try columns.id()
        let isOwn = caller.map { $0 == id } ?? true
        let username = try columns.text()
        let firstName = try columns.optionalText()
        let lastName = try columns.optionalText()
        let bio = try columns.text()
        let createdAt = try columns.time()
        let lastActiveAt = try columns.time()
        let role: Profile.Role = try columns.choice(mostly: .member)
        let status: Profile.Status = try columns.choice(mostly: .active)
        let email = try columns.optionalText()
        let isEmailVerified = try columns.optionalText() != nil
        version = try columns.integer()
        let photo: PhotoVersion? = try columns.optionalID()
        return Profile(
            person: Person(
                id: id.rawValue,
                username: username,
                firstName: firstName,
                lastName: lastName,
                photo: photo.map { $0.path(of: id, in: tenant) }
            ),
            bio: bio,
            createdAt: createdAt,
            lastActiveAt: lastActiveAt,
            role: role,
            status: status,
            email: isOwn ? email : nil,
            emailVerified: isOwn ? isEmailVerified : nil
        )
    }
}

/// An account with the hash of its password.
struct SecretAccount: ColumnGroup {
    static let columns: SQLFragment = Account.columns + ["password_hash", "second_factor"]

    let account: Account
    /// `nil` if no password matches, because the account was deleted.
    let passwordHash: String?
    let hasSecondFactor: Bool

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try Account(&columns)
        passwordHash = try columns.optionalText()
        hasSecondFactor = try columns.boolean()
    }
}
