package import Security
package import Tenancy

/// The link that ends notice mails without signing in: `/v1/{tenant}/unsubscribe/{signed}/`. It never expires,
/// because a mail may be read years later, and is valid for one account of one tenant.
package enum UnsubscribeLink {
    package static func path(_ account: AccountID, of tenant: TenantID, slug: String, signer: Signer)
        -> String
    {
        let sealed = signer.seal(Array("\(account.rawValue)".utf8), context: context(tenant))
        return "/v1/\(slug)/unsubscribe/\(sealed)/"
    }

    /// The account of a link; `nil` if it was not made for this tenant.
    package static func account(_ signed: String, of tenant: TenantID, signer: Signer) -> AccountID? {
        signer.open(signed, context: context(tenant))
            .flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
            .map(AccountID.init(rawValue:))
    }

    private static func context(_ tenant: TenantID) -> String { "unsubscribe:\(tenant.rawValue)" }
}
