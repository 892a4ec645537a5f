package import Database
package import ParlayAPI
package import Tenancy

/// The columns of an account that is only mentioned.
package struct PersonRow: ColumnGroup, PersonNames, Sendable, Equatable {
    /// Of an account as the caller sees it.
    package static let columns: SQLFragment = [
        "id", "shown_username", "shown_first_name", "shown_last_name", "shown_photo_version",
    ]
    /// What a view calls the same columns.
    package static let names: SQLFragment = ["id", "username", "first_name", "last_name", "photo_version"]

    package let id: AccountID
    package let username: String
    package let firstName: String?
    package let lastName: String?
    /// `nil` without a photo.
    package let photoVersion: PhotoVersion?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        username = try columns.text()
        firstName = try columns.optionalText()
        lastName = try columns.optionalText()
        photoVersion = try columns.optionalID()
    }

    package func person(in tenant: Tenant) -> Person {
        Person(
            id: id.rawValue,
            username: username,
            firstName: firstName,
            lastName: lastName,
            photo: photoVersion.map { $0.path(of: id, in: tenant) }
        )
    }
}
