package import Tenancy

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
