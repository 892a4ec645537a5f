package import Imaging
package import Tenancy

/// Where photos are stored: in the database now, perhaps in an object store later. The files of an account and a
/// version are written once and never changed. `accounts.photo_version` says which version is shown; it is written
/// after the photo is stored.
package protocol PhotoStorage: Sendable {
    func put(_ photo: [Rendition], of account: AccountID, as version: PhotoVersion, in session: Session)
        async throws

    /// `nil` if it is not stored, for example because it was just replaced.
    func get(
        _ size: Rendition.Size,
        _ format: Rendition.Format,
        of account: AccountID,
        _ version: PhotoVersion,
        in session: Session
    ) async throws -> [UInt8]?

    /// A photo that is already deleted is not an error.
    func delete(_ version: PhotoVersion, of account: AccountID, in session: Session) async throws
}
