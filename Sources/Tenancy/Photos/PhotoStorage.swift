package import Imaging

/// Names one photo of an account. Random, and new with every photo.
package struct PhotoVersion: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    static func random() -> PhotoVersion { PhotoVersion(rawValue: .random(in: 1..<(1 << 53))) }

    /// Where the photo is read.
    package func path(of account: AccountID, in tenant: Tenant) -> String {
        "/v1/\(tenant.slug)/profiles/\(account.rawValue)/photo/?v=\(rawValue)"
    }
}

/// Where photos lie: in the database now, in an object store one day. What lies under an account and a version is
/// written once and never changed. Which version is shown stands in `accounts.photo_version`, and is written when the
/// photo lies here.
package protocol PhotoStorage: Sendable {
    func put(_ photo: [Rendition], of account: AccountID, as version: PhotoVersion, in session: Session)
        async throws

    /// `nil` when it does not lie here, for example because it was replaced a moment ago.
    func get(
        _ size: Rendition.Size,
        _ format: Rendition.Format,
        of account: AccountID,
        _ version: PhotoVersion,
        in session: Session
    ) async throws -> [UInt8]?

    /// A photo that is gone already is no error.
    func delete(_ version: PhotoVersion, of account: AccountID, in session: Session) async throws
}
