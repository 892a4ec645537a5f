package import Database
package import ParlayAPI

/// A row of `accounts` without its secret.
package struct Account: Sendable, Equatable {
    package static let columns: SQLFragment = [
        "id", "username", "first_name", "last_name", "bio", "created_at", "last_active_at", "role", "status",
        "known_lang", "learn_lang", "met_count", "no_show_count", "venmo_username", "email", "version",
        "photo_version",
    ]
    /// How many columns `init(_:from:)` reads.
    package static let columnCount = columns.count

    package let id: AccountID
    package var username: String
    package var firstName: String
    package var lastName: String
    package var bio: String
    package let createdAt: Timestamp
    /// To the hour.
    package let lastActiveAt: Timestamp
    package let role: Profile.Role
    package let status: Profile.Status
    package var knownLang: String?
    package var learnLang: String?
    package let metCount: Int
    package let noShowCount: Int
    package var venmoUsername: String?
    /// `nil` when the account was deleted.
    package var email: String?
    package let version: Int64
    /// `nil` without a photo.
    package let photoVersion: PhotoVersion?

    /// The profile's ETag. It changes with every edit, but not when the person was merely active.
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

    /// - Parameter isOwn: whether it is shown to the account itself, which alone sees the email.
    package func profile(in tenant: Tenant, isOwn: Bool) -> Profile {
        let modules = tenant.modules
        return Profile(
            person: person(in: tenant),
            bio: bio,
            createdAt: createdAt,
            lastActiveAt: lastActiveAt,
            role: role,
            status: status,
            meetups: modules.contains(.meetups) ? meetups : nil,
            wagers: modules.contains(.wagers) ? wagers : nil,
            email: isOwn ? email : nil
        )
    }

    /// The languages are empty for who registered before the module was on, or was deleted.
    private var meetups: Profile.Meetups {
        Profile.Meetups(
            knownLang: knownLang ?? "",
            learnLang: learnLang ?? "",
            reliability: Profile.Reliability(met: metCount, noShow: noShowCount)
        )
    }

    private var wagers: Profile.Wagers {
        Profile.Wagers(
            venmoUsername: venmoUsername,
            pnlCents: 0,
            wagersWon: 0,
            wagersLost: 0,
            rating: Profile.Rating(mean: nil, count: 0),
            friendship: .none
        )
    }
}

extension Account: ColumnGroup {
    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        username = try columns.text()
        firstName = try columns.text()
        lastName = try columns.text()
        bio = try columns.text()
        createdAt = try columns.time()
        lastActiveAt = try columns.time()
        role = try columns.choice()
        status = try columns.choice()
        knownLang = try columns.optionalText()
        learnLang = try columns.optionalText()
        metCount = Int(try columns.integer())
        noShowCount = Int(try columns.integer())
        venmoUsername = try columns.optionalText()
        email = try columns.optionalText()
        version = try columns.integer()
        photoVersion = try columns.optionalID()
    }

    /// - Parameter first: where the columns begin.
    package init(_ row: Row, from first: Int = 0) throws(DatabaseError) {
        self = try row.read(from: first)
    }
}

extension Person {
    /// The columns of `PersonRow`.
    package init(_ row: Row, from first: Int = 0, in tenant: Tenant) throws(DatabaseError) {
        self = try row.read(PersonRow.self, from: first).person(in: tenant)
    }
}
