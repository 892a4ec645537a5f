package import Database
package import ParlayAPI

/// A row of `accounts` without its secret.
///
/// The columns, in this order, wherever an account is read:
///
///     a.id, a.username, a.first_name, a.last_name, a.bio, a.created_at, a.last_active_at, a.role, a.status,
///     a.known_lang, a.learn_lang, a.met_count, a.no_show_count, a.venmo_username, a.email, a.version,
///     a.photo_version
package struct Account: Sendable, Equatable {
    /// How many columns `init(_:from:)` reads.
    package static let columnCount = 17

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

    /// - Parameter first: where the columns begin.
    package init(_ row: Row, from first: Int = 0) throws(DatabaseError) {
        id = try row.id(first)
        username = try row.text(first + 1)
        firstName = try row.text(first + 2)
        lastName = try row.text(first + 3)
        bio = try row.text(first + 4)
        createdAt = try row.time(first + 5)
        lastActiveAt = try row.time(first + 6)
        guard let role = Profile.Role(rawValue: try row.text(first + 7)),
            let status = Profile.Status(rawValue: try row.text(first + 8))
        else { throw .decoding("an account has an unknown role or status") }
        self.role = role
        self.status = status
        knownLang = row.optionalText(first + 9)
        learnLang = row.optionalText(first + 10)
        metCount = Int(try row.integer(first + 11))
        noShowCount = Int(try row.integer(first + 12))
        venmoUsername = row.optionalText(first + 13)
        email = row.optionalText(first + 14)
        version = try row.integer(first + 15)
        photoVersion = row.optionalInteger(first + 16).map(PhotoVersion.init(rawValue:))
    }

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

extension Person {
    /// The columns `a.id, a.username, a.first_name, a.last_name, a.photo_version`.
    package init(_ row: Row, from first: Int = 0, in tenant: Tenant) throws(DatabaseError) {
        let id: AccountID = try row.id(first)
        self.init(
            id: id.rawValue,
            username: try row.text(first + 1),
            firstName: try row.text(first + 2),
            lastName: try row.text(first + 3),
            photo: row.optionalInteger(first + 4).map { PhotoVersion(rawValue: $0).path(of: id, in: tenant) }
        )
    }
}
