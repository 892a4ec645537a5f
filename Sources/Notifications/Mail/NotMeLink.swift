package import Security
package import Tenancy

/// What a link *this was not me* contains: a notice of a tenant, signed. It is valid as long as `AccountService` takes it.
package enum NotMeLink {
    package static func code(_ notice: Int64, of tenant: TenantID, signer: Signer) -> String {
        signer.seal(Array("\(notice)".utf8), context: context(tenant))
    }

    /// The notice of a link; `nil` if it was not made for this tenant.
    package static func notice(_ code: String, of tenant: TenantID, signer: Signer) -> Int64? {
        signer.open(code, context: context(tenant)).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }

    private static func context(_ tenant: TenantID) -> String { "not_me:\(tenant.rawValue)" }
}
