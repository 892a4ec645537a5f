package import ParlayAPI
package import Security

extension TokenKind {
    /// Under which a token is stored. A browser's secret has another digest than an app's, so that neither is accepted in place
    /// of the other, whatever the statement that looks it up.
    package func digest(of secret: TokenSecret) -> SHA256Digest {
        switch self {
        case .app: secret.digest
        case .browser: sha256("browser " + secret.text)
        }
    }

    /// Days after its last use when a token expires.
    package func days(in tenant: Tenant) -> Int64 {
        switch self {
        case .app: tenant.settings.tokenDays
        case .browser: tenant.settings.browserDays
        }
    }
}
